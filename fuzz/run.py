#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one fuzzer and prints the input that broke it, if any did.

Inputs that only reached new code are thrown away.

    fuzz/run.py PROGRAM TARGET SECONDS        for some time
    fuzz/run.py PROGRAM TARGET --runs COUNT   for so many inputs: 10^6 in ./test --full
                                              TARGET: expression, json, questions or ask
"""

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORDS = {"expression": "expression", "json": "json", "questions": "expression",
         "ask": "ask"}

program, target, *limit = sys.argv[1:]
until = f"-runs={limit[1]}" if limit[0] == "--runs" else f"-max_total_time={limit[0]}"
with tempfile.TemporaryDirectory() as found:
    sys.exit(subprocess.run(
        [program, f"-dict={HERE / WORDS[target]}.dict", until,
         f"-artifact_prefix={Path(program).parent}/", found, HERE / "corpus" / target],
        check=False).returncode)
