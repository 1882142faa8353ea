#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs command transcripts and compares what is printed with what is written.

    tools/transcripts.py PROGRAM [--update] FILE...

A transcript (tests/golden/*.txt, and every block fenced as ```console in a Markdown file):

    # a comment
    $ mizan theorems phlogiston
    ! mizan: no theorem mentions 'phlogiston'
    ? 1

`$` begins a command for bash, `> ` continues it. Below stand its standard output, its standard
error with `! ` before each line, and `? status` unless that is 0. The commands of one file share
an empty directory, in which both `mizan` and `./mizan` are PROGRAM. --update writes what is
printed now.
"""

import difflib
import os
import subprocess
import sys
import tempfile
from pathlib import Path


def blocks(path):
    """(start, end) of the lines that are a transcript, in lines counted from 0."""
    lines = path.read_text().splitlines()
    if path.suffix != ".md":
        return lines, [(0, len(lines))]
    fences = [i for i, line in enumerate(lines) if line.startswith("```")]
    return lines, [(start + 1, end) for start, end in zip(fences[::2], fences[1::2])
                   if lines[start].strip() == "```console"]


def steps(lines):
    """A transcript as (lines that are kept, command or None, expected lines)."""
    result = [([], None, [])]
    for line in lines:
        if line.startswith("$ "):
            result.append(([line], line[2:], []))
        elif line.startswith("> ") and result[-1][1] is not None and not result[-1][2]:
            kept, command, expected = result[-1]
            result[-1] = (kept + [line], command + "\n" + line[2:], expected)
        elif result[-1][1] is None:
            result[-1][0].append(line)
        else:
            result[-1][2].append(line)
    return result


def ending(lines):
    """The output of a command, and the empty lines and comments that follow it."""
    count = len(lines)
    while count and (not lines[count - 1].strip() or lines[count - 1].startswith("# ")):
        count -= 1
    return lines[:count], lines[count:]


def run(command, directory):
    environment = {**os.environ, "PATH": f"{directory}/bin:{os.environ['PATH']}",
                   "LC_ALL": "C.UTF-8", "COLUMNS": "100"}
    done = subprocess.run(["bash", "-c", command], cwd=f"{directory}/work", env=environment,
                          stdin=subprocess.DEVNULL, capture_output=True, timeout=300)
    out = done.stdout.decode(errors="backslashreplace").splitlines()
    while out and not out[-1].strip():
        out.pop()
    out += ["! " + line for line in done.stderr.decode(errors="backslashreplace").splitlines()]
    return out + ([f"? {done.returncode}"] if done.returncode else [])


def check(path, program, update):
    """(passed, failed) of one file."""
    passed = failed = 0
    lines, parts = blocks(path)
    with tempfile.TemporaryDirectory() as directory:
        for folder in ("bin", "work"):
            os.mkdir(f"{directory}/{folder}")
            os.symlink(program, f"{directory}/{folder}/mizan")
        written = [[] for _ in parts]
        for text, (start, end) in zip(written, parts):
            for kept, command, expected in steps(lines[start:end]):
                text += kept
                if command is None:
                    continue
                expected, rest = ending(expected)
                found = run(command, directory)
                text += found + rest
                if found == expected or update:
                    passed += 1
                    continue
                failed += 1
                print(f"{path}: $ {command}")
                print("\n".join(difflib.unified_diff(expected, found, "written", "printed",
                                                     lineterm="")))
    if update:
        for text, (start, end) in reversed([*zip(written, parts)]):
            lines[start:end] = text
        path.write_text("\n".join(lines) + "\n")
    return passed, failed


def main(arguments):
    update = "--update" in arguments
    arguments = [argument for argument in arguments if argument != "--update"]
    if len(arguments) < 2:
        raise SystemExit(__doc__)
    program = str(Path(arguments[0]).resolve())
    counts = [check(Path(name), program, update) for name in arguments[1:]]
    print(f"{sum(p for p, _ in counts)} passed, {sum(f for _, f in counts)} failed")
    return 1 if any(f for _, f in counts) else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
