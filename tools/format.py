#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks clang-format whether every C++ file is written as .clang-format says, and prints every line
beyond 100 columns of C++ and Python; status 1 if there is one."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_COLUMNS = 100
WRITTEN_BY_TOOLS = {"src/mizan/theorems/table.cpp"}  # by tools/theorems.py


def hand_written(*patterns):
    listed = subprocess.run(["git", "ls-files", "--cached", "--others", "--exclude-standard",
                             *patterns], cwd=ROOT, check=True, capture_output=True,
                            text=True).stdout.split()
    return [name for name in listed if name not in WRITTEN_BY_TOOLS and (ROOT / name).exists()]


def long_lines():
    for name in hand_written("*.hpp", "*.cpp", "*.py"):
        for number, line in enumerate((ROOT / name).read_text().splitlines(), 1):
            if len(line) > MOST_COLUMNS:
                yield f"{name}:{number}: {len(line)} columns; {MOST_COLUMNS} are allowed"


def main():
    found = list(long_lines())
    print("\n".join(found) if found else f"no line is longer than {MOST_COLUMNS} columns")
    files = [ROOT / name for name in hand_written("*.hpp", "*.cpp")]
    style = subprocess.run(["clang-format-14", "--dry-run", "-Werror", "--ferror-limit=1", *files],
                           check=False).returncode
    return 1 if found or style else 0


if __name__ == "__main__":
    sys.exit(main())
