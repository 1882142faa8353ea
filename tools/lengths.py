#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints every function above 70 lines and every file above 400; status 1 if there is one.

    tools/lengths.py              checks
    tools/lengths.py --summary    also prints medians and largest lengths

Only what is written by hand counts: .hpp, .cpp and .py. Files written by a tool, and tables of an
oracle, do not.
"""

import ast
import re
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
MOST_OF_FUNCTION, MOST_OF_FILE = 70, 400
WRITTEN_BY_TOOLS = {"src/mizan/theorems/table.cpp"}

# A brace at the end of one of these opens no function.
NO_FUNCTION = re.compile(r"(?:^|[\s;{}])(?:namespace|class|struct|union|enum|extern\s+\"C\")\b"
                         r"[^;{}()]*$")
PREPROCESSOR = re.compile(r"^[ \t]*#(?:[^\n]*\\\n)*[^\n]*", re.M)
STATEMENT = re.compile(r"(?:^|[\s;{}])(?:if|for|while|switch|do|else|try|catch|return)\b")


def hand_written():
    listed = subprocess.run(["git", "ls-files", "*.hpp", "*.cpp", "*.py"], cwd=ROOT, check=True,
                            capture_output=True, text=True).stdout.split()
    return [name for name in listed if name not in WRITTEN_BY_TOOLS and (ROOT / name).exists()]


def blanked(found):
    return re.sub(r"[^\n]", " ", found.group())


def without_text(code):
    """The code with comments and the insides of literals blanked; lines stay where they are."""
    pattern = re.compile(r'//[^\n]*|/\*.*?\*/|R"(\w*)\(.*?\)\1"|"(?:\\.|[^"\\\n])*"|'
                         r"(?<![0-9a-fA-F])'(?:\\.|[^'\\\n])+'", re.S)
    return pattern.sub(blanked, code)


def functions_of_cpp(code):
    """(first line, lines) of every function that is not inside another one."""
    code = PREPROCESSOR.sub(blanked, without_text(code))
    opened, begin, since = [], None, 0  # opened: whether each open brace is that of a function
    for at in (found.start() for found in re.finditer(r"[{};]", code)):
        letter, head = code[at], code[since:at]
        if letter == "{":
            is_function = begin is None and is_head_of_function(head)
            if is_function:
                begin = since + len(head) - len(head.lstrip())
            opened.append(is_function)
        elif letter == "}":
            if opened and opened.pop():
                yield line_of(code, begin), line_of(code, at) - line_of(code, begin) + 1
                begin = None
        if begin is None:
            since = at + 1


def is_head_of_function(head):
    return "(" in head and not NO_FUNCTION.search(head) and not STATEMENT.search(head) \
        and not re.search(r"=\s*$|=\s*\w*$", head)


def line_of(code, at):
    return code.count("\n", 0, at) + 1


def functions_of_python(code):
    for node in ast.walk(ast.parse(code)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            yield node.lineno, node.end_lineno - node.lineno + 1


def measure():
    """(name, line or 0 for the whole file, lines)."""
    for name in hand_written():
        code = (ROOT / name).read_text()
        yield name, 0, code.count("\n")
        functions = functions_of_python if name.endswith(".py") else functions_of_cpp
        for line, lines in functions(code):
            yield name, line, lines


def offenders(lengths):
    for name, line, lines in lengths:
        most = MOST_OF_FUNCTION if line else MOST_OF_FILE
        if lines > most:
            yield (f"{name}:{line}: a function of {lines} lines; {most} are allowed" if line else
                   f"{name}: {lines} lines; {most} are allowed")


def summary(lengths):
    for title, chosen in (
            ("functions", [lines for _, line, lines in lengths if line]),
            ("functions of the library",
             [lines for name, line, lines in lengths if line and is_of_library(name)]),
            ("headers", [lines for name, line, lines in lengths
                         if not line and name.endswith(".hpp")]),
            ("source files", [lines for name, line, lines in lengths
                              if not line and not name.endswith(".hpp")])):
        yield (f"{title}: {len(chosen)}, median {statistics.median(chosen):g} lines, "
               f"longest {max(chosen)}")


def is_of_library(name):
    return name.startswith("src/mizan/") and not name.endswith("_test.cpp") and "/test_" not in name


def main():
    lengths = list(measure())
    found = list(offenders(lengths))
    print("\n".join(found) if found else
          f"no function is longer than {MOST_OF_FUNCTION} lines and no file than {MOST_OF_FILE}")
    if sys.argv[1:] == ["--summary"]:
        print("\n".join(summary(lengths)))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
