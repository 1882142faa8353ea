#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Same input, same bits: from both compilers, with sanitizers, on one core and on all.

    tests/bits/bits.py RELEASE        compares the release on one core with the release on all
    tests/bits/bits.py RELEASE DEV    compares the release with the build with sanitizers
"""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

release, *others = sys.argv[1:]
many = " + ".join(f"poisson(0.0{i}, gaussian(1.{i}))" for i in range(1, 600))
programs = (Path(__file__).resolve().parent / "programs.txt").read_text() + many + "\n"
question = ["account", "--lines", "--delta", "1e-6"]
limits = [[], ["--effort", "work=3e6"], ["--effort", "work=1e8"]]  # usual, often met, seldom met


def answer(command):
    return "".join(subprocess.run([*command, *question, *limit], input=programs, text=True,
                                  capture_output=True, check=False).stdout for limit in limits)


compared = [[release], *([other] for other in others)]
if not others:
    compared.append(["taskset", "-c", "0", release])
with ThreadPoolExecutor(len(compared)) as pool:
    answers = list(pool.map(answer, compared))
if len(set(answers)) == 1 and "epsilon" in answers[0]:
    sys.exit(0)
print("\n\n".join(answers))
sys.exit(1)
