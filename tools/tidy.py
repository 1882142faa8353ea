#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs clang-tidy on the sources, and remembers which texts it found clean.

    tools/tidy.py             checks the sources whose text is not in tools/tidy_clean.txt
    tools/tidy.py --all       checks every source
    tools/tidy.py --update    like the first, and writes the list of what is clean

The hash of a source is that of .clang-tidy, of its own text and of the header that it implements,
without their comments, so a file that only moves or is explained better stays in the list. A header
that others changed is not part of it: the check of every file in ./test --full is what finds the
rest. Ends with "N passed, M failed".
"""

import argparse
import hashlib
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
LIST = ROOT / "tools" / "tidy_clean.txt"
HEAD = ("# Hashes of the sources that clang-tidy found clean, each with the name the file had "
        "then.\n"
        "# Written by tools/tidy.py --update.\n")
# What the builds add for the command line; the rest needs nothing but the folder of the headers.
FLAGS = ["-std=c++20", f"-I{SOURCES}", '-DMIZAN_VERSION="0"']


def sources():
    """Every source but tests and the table that tools/theorems.py writes."""
    return [path for path in sorted(SOURCES.rglob("*.cpp"))
            if not path.name.endswith("_test.cpp") and path.name != "table.cpp"]


# A literal, or a comment to the end of the line; clang-tidy reads the comments NOLINT.
LITERAL_OR_COMMENT = re.compile(r'R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'
                                r"(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'|"
                                r"[ \t]*//(?![^\n]*NOLINT)[^\n]*", re.DOTALL)


def without_comments(text):
    code = LITERAL_OR_COMMENT.sub(
        lambda found: "" if found.group().lstrip().startswith("//") else found.group(), text)
    return "\n".join(line for line in code.splitlines() if line)


def digest(path):
    text = without_comments(path.read_text())
    found = re.search(r'^#include "(.*)"', text, re.MULTILINE)
    header = SOURCES / found[1] if found else path
    is_own = header.exists() and header.stem == path.stem
    own = without_comments(header.read_text()) if is_own else ""
    rules = (ROOT / ".clang-tidy").read_text()
    return hashlib.sha256("\0".join((rules, text, own)).encode()).hexdigest()


def listed():
    if not LIST.exists():
        return set()
    return {line.split()[0] for line in LIST.read_text().splitlines()
            if line and not line.startswith("#")}


def complaint(path):
    """What clang-tidy says about a file; nothing if it is clean."""
    done = subprocess.run(["clang-tidy-14", "--quiet", str(path), "--", *FLAGS],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
    return "" if done.returncode == 0 else done.stdout or f"clang-tidy ended with {done.returncode}"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--update", action="store_true")
    asked = parser.parse_args()
    hashes = {path: digest(path) for path in sources()}
    clean = set() if asked.all else listed()
    todo = [path for path in hashes if hashes[path] not in clean]
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        said = dict(zip(todo, pool.map(complaint, todo)))
    bad = {path: text for path, text in said.items() if text}
    for path, text in sorted(bad.items()):
        print(f"{path.relative_to(ROOT)}:\n{text}")
    clean |= {hashes[path] for path in said.keys() - bad.keys()}
    if asked.update:
        LIST.write_text(HEAD + "".join(f"{hashes[path]}  {path.relative_to(ROOT)}\n"
                                       for path in hashes if hashes[path] in clean))
    print(f"{len(hashes)} sources, {len(hashes) - len(todo)} of them in the list")
    print(f"{len(hashes) - len(bad)} passed, {len(bad)} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
