#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Same input, same bits: from both compilers, on one core and all, with few instructions and all.

    tests/bits/bits.py RANDOM_PROGRAMS RELEASE [NARROW]    the release on one core, on all, and if
                                                           its C library leaves out FMA and AVX;
                                                           and NARROW, without vector loops
    tests/bits/bits.py RANDOM_PROGRAMS RELEASE --and DEV   the release and another build

Each answers about the programs of programs.txt and 600 random ones, which RANDOM_PROGRAMS prints.
"""

import os
import subprocess
import sys
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

COUNT, SEED = 600, 20
FEW_INSTRUCTIONS = "GLIBC_TUNABLES=glibc.cpu.hwcaps=-FMA,-AVX2,-FMA4,-AVX512F"
POINTS = (["--delta", "1e-6"], ["--epsilon", "1"])


def questions(random_programs):
    """(options, programs): what is asked, in as few processes as possible."""
    many = " + ".join(f"poisson(0.0{i}, gaussian(1.{i}))" for i in range(1, 600))
    fixed = (Path(__file__).resolve().parent / "programs.txt").read_text() + many + "\n"
    of_relation = defaultdict(str)
    printed = subprocess.run([random_programs, "--questions", str(COUNT), str(SEED)], check=True,
                             capture_output=True, text=True).stdout
    for line in printed.splitlines():
        relation, program = line.split(" ", 1)
        of_relation[relation] += program + "\n"
    yield POINTS[0], fixed
    for relation, programs in sorted(of_relation.items()):
        for point in POINTS:
            yield ["--relation", relation, *point], programs


def answers(command, asked):
    """One answer per line."""
    lines = []
    for options, programs in asked:
        done = subprocess.run([*command, "account", "--lines", *options], input=programs, text=True,
                              capture_output=True, check=False)
        lines += [f"{' '.join(options)}: {line}" for line in done.stdout.splitlines()]
        lines.append(f"status {done.returncode}{done.stderr}")
    return lines


def main():
    random_programs, release, *others = sys.argv[1:]
    commands = [[release]]
    if others[:1] == ["--and"]:
        commands.append(others[1:])
    else:
        commands += [["taskset", "-c", "0", release], ["env", FEW_INSTRUCTIONS, release],
                     *([other] for other in others)]
    asked = list(questions(random_programs))
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        first, *rest = pool.map(lambda command: answers(command, asked), commands)
    failed = 0
    for command, other in zip(commands[1:], rest):
        different = [(x, y) for x, y in zip(first, other) if x != y]
        is_equal = not different and len(first) == len(other) > 2 * COUNT
        failed += not is_equal
        if not is_equal:
            print(f"{' '.join(command)}: {len(different)} of {len(first)} answers differ")
        for x, y in different[:3]:
            print(f"  {x}\n  {y}")
    print(f"{len(rest) - failed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
