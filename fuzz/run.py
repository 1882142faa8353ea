#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one fuzzer for some seconds and prints the input that broke it, if any did.

Inputs that only reached new code are thrown away.

    fuzz/run.py PROGRAM TARGET SECONDS    TARGET: expression, json, questions or ask
"""

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORDS = {"expression": "expression", "json": "json", "questions": "expression",
         "ask": "ask"}

program, target, seconds = sys.argv[1:]
with tempfile.TemporaryDirectory() as found:
    sys.exit(subprocess.run(
        [program, f"-dict={HERE / WORDS[target]}.dict", f"-max_total_time={seconds}",
         f"-artifact_prefix={Path(program).parent}/", found, HERE / "corpus" / target],
        check=False).returncode)
