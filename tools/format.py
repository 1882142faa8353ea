#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks clang-format whether every C++ file is written as .clang-format says, and prints every line
beyond 100 columns of C++ and Python; status 1 if there is one."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FOLDERS = ("src", "tests", "examples", "bench", "fuzz")
MOST_COLUMNS = 100
WRITTEN_BY_TOOLS = {"src/mizan/theorems/table.cpp"}  # by tools/theorems.py
# What is not within the columns yet. Entries may only go.
NOT_YET = (
    "bench/peers/", "oracles/", "python/", "src/mizan/account/", "src/mizan/calibrate/",
    "src/mizan/curve/", "src/mizan/engine/", "src/mizan/explain/", "src/mizan/known/",
    "src/mizan/law/", "src/mizan/program/", "tests/faults/", "tests/recipes/",
)


def hand_written(*patterns):
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard",
                             *patterns], cwd=ROOT, check=True, capture_output=True,
                            text=True).stdout.split()
    return [name for name in listed if name not in WRITTEN_BY_TOOLS and (ROOT / name).exists()]


def long_lines():
    for name in hand_written("*.hpp", "*.cpp", "*.py"):
        if name.startswith(NOT_YET):
            continue
        for number, line in enumerate((ROOT / name).read_text().splitlines(), 1):
            if len(line) > MOST_COLUMNS:
                yield f"{name}:{number}: {len(line)} columns; {MOST_COLUMNS} are allowed"


def main():
    found = list(long_lines())
    print("\n".join(found) if found else f"no line is longer than {MOST_COLUMNS} columns")
    files = [ROOT / name for name in hand_written("*.hpp", "*.cpp") if name.startswith(FOLDERS)]
    style = subprocess.run(["clang-format-14", "--dry-run", "-Werror", "--ferror-limit=1", *files],
                           check=False).returncode
    return 1 if found or style else 0


if __name__ == "__main__":
    sys.exit(main())
