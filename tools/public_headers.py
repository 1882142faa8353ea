#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks the list of headers that are installed, cmake/public_headers.txt; status 1 if it is wrong.

    tools/public_headers.py            checks
    tools/public_headers.py --write    writes the list

Public are the door, which mizan.hpp and the headers of DOOR below are, the headers that `mizan
theorems` names for inclusion, and what any of these includes. INNER are the folders and files that
are never installed, so that their types can change.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
LIST = ROOT / "cmake" / "public_headers.txt"
INNER = ("engine/", "inversion/", "known/", "law/", "account/detection.hpp")
DOOR = ("mizan/mizan.hpp", "mizan/convert/convert.hpp", "mizan/explain/alternatives.hpp",
        "mizan/explain/explanation.hpp", "mizan/numeric/normal.hpp", "mizan/theorems/theorems.hpp",
        "io/ask.hpp", "io/expression.hpp", "io/expression_print.hpp", "io/json.hpp",
        "io/template.hpp")
INCLUDE = re.compile(r'^#include ["<]((?:mizan|io)/[^">]+)[">]', re.M)


def is_inner(header):
    return header.removeprefix("mizan/").startswith(INNER)


def place(header):
    """How to include a header with theorems, or where it is if it is not installed."""
    is_public = header.startswith("mizan/") and not is_inner(header)
    return header if is_public else f"src/{header}"


def named_by_theorems():
    """The headers with theorems of which users can call the functions."""
    return {header for path in (SOURCES / "mizan").rglob("*.hpp")
            if re.search(r"^ */// +Theorem {2,}", path.read_text(), re.M)
            and not is_inner(header := path.relative_to(SOURCES).as_posix())}


def public():
    """Every public header, to the one that includes it; None for those that are named."""
    found, waiting = {}, [(header, None) for header in (*DOOR, *sorted(named_by_theorems()))]
    while waiting:
        header, includer = waiting.pop()
        if header in found:
            continue
        found[header] = includer
        if not is_inner(header):
            waiting += [(target, header)
                        for target in INCLUDE.findall((SOURCES / header).read_text())]
    return found


def list_text(headers):
    return "".join(f"{header}\n" for header in sorted(headers))


def problems(headers):
    for header, includer in sorted(headers.items()):
        if is_inner(header):
            yield f"{includer}: is public, and {header} is not"
    if not LIST.exists() or LIST.read_text() != list_text(headers):
        yield (f"{LIST.relative_to(ROOT)}: is not the list of public headers; run "
               "tools/public_headers.py --write")


def main(arguments):
    headers = public()
    if arguments == ["--write"]:
        LIST.write_text(list_text(headers))
    found = list(problems(headers))
    print("\n".join(found) or f"{len(headers)} headers are public, and include no others")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
