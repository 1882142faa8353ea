#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks clang-format whether every C++ file is written as .clang-format says; status 1 if not."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("src", "tests", "examples", "bench", "fuzz")

files = [path for folder in FOLDERS for path in sorted((ROOT / folder).rglob("*.?pp"))
         if path.name != "table.cpp"]  # written by tools/theorems.py
sys.exit(subprocess.run(["clang-format-14", "--dry-run", "-Werror", "--ferror-limit=1", *files],
                        check=False).returncode)
