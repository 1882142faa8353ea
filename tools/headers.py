#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Compiles every header alone. A source file that begins with its header has shown it already.

Ends with "N passed, M failed".
"""

import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
COMPILE = ["clang++-14", "-std=c++20", f"-I{SOURCES}", f"-I{ROOT / 'tests'}", "-fsyntax-only", "-x",
           "c++"]


def first_include(path):
    found = re.search(r'^#include ["<](.*)[">]', path.read_text(), re.MULTILINE)
    return found and found[1]


def compile_alone(header):
    return subprocess.run([*COMPILE, str(header)], stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, text=True, check=False)


def main():
    shown = {first_include(path) for path in SOURCES.rglob("*.cpp")
             if not path.name.endswith("_test.cpp")}
    headers = [path for path in sorted(SOURCES.rglob("*.hpp"))
               if str(path.relative_to(SOURCES)) not in shown]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        bad = [done for done in pool.map(compile_alone, headers) if done.returncode != 0]
    for done in bad:
        print(done.stdout)
    print(f"{len(headers) - len(bad)} passed, {len(bad)} failed")
    return 1 if bad or not headers else 0


if __name__ == "__main__":
    sys.exit(main())
