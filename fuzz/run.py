#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs one fuzzer for some seconds; what it finds on its way is thrown away, what breaks is printed.

    fuzz/run.py PROGRAM TARGET SECONDS    TARGET: expression, json or questions
"""

import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
WORDS = {"expression": "expression", "json": "json", "questions": "expression"}

program, target, seconds = sys.argv[1:]
with tempfile.TemporaryDirectory() as found:
    sys.exit(subprocess.run(
        [program, f"-dict={HERE / WORDS[target]}.dict", f"-max_total_time={seconds}",
         f"-artifact_prefix={Path(program).parent}/", found, HERE / "corpus" / target],
        check=False).returncode)
