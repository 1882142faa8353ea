#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints every include that points the wrong way; status 1 if there is one.

    tools/layers.py            checks
    tools/layers.py --write    writes src/mizan/mizan.hpp, which includes every header

The order of the folders is read from docs/architecture.md. Tests may include anything: they come
to a result on a second road.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = ROOT / "src"
ALLOWED_BESIDE = {("group", "convert"), ("compose", "convert"), ("sampling", "convert")}
UMBRELLA = SOURCES / "mizan" / "mizan.hpp"
INCLUDE = re.compile(r'^\s*#include\s*(["<])([^">]+)[">]', re.M)


def ranks():
    """Folder to its place in the order; folders that share a place do not include each other."""
    text = (ROOT / "docs" / "architecture.md").read_text()
    order = re.search(r"^    units <.*?(?=\n\n)", text, re.M | re.S).group()
    return {folder.strip(): rank for rank, place in enumerate(order.split("<"))
            for folder in place.split(",")}


def folder_of(path):
    """src/mizan/numeric/root.hpp and mizan/numeric/root.hpp are in numeric, src/io/x.hpp in io."""
    parts = Path(path).parts
    return parts[1] if parts[0] == "mizan" and len(parts) > 2 else parts[0]


def is_test(path):
    return path.name.startswith("test_") or path.name.endswith("_test.cpp")


def umbrella_text():
    headers = sorted(path.relative_to(SOURCES).as_posix()
                     for path in (SOURCES / "mizan").rglob("*.hpp")
                     if path != UMBRELLA and not is_test(path))
    return ("// SPDX-License-Identifier: Apache-2.0\n"
            "// Everything the library offers; the list of headers that are installed. Written by\n"
            "// tools/layers.py.\n"
            "#pragma once\n\n" + "".join(f'#include "{name}"\n' for name in headers))


def problems():
    rank = ranks()
    if UMBRELLA.read_text() != umbrella_text():
        yield "mizan/mizan.hpp: does not include every header; run tools/layers.py --write"
    for path in sorted([*SOURCES.rglob("*.hpp"), *SOURCES.rglob("*.cpp")]):
        name = path.relative_to(SOURCES).as_posix()
        if path == UMBRELLA or is_test(path):
            continue
        folder = folder_of(name)
        if folder not in rank:
            yield f"{name}: the folder {folder} has no place in docs/architecture.md"
            continue
        in_library = name.startswith("mizan/")
        for quote, target in INCLUDE.findall(path.read_text()):
            if quote == "<":
                if in_library and path.suffix == ".hpp" and re.search(r"[/.]", target):
                    yield f"{name}: <{target}> would become a dependency of every user"
                continue
            to = folder_of(target)
            if not (SOURCES / target).exists():
                yield f"{name}: {target} does not exist"
            elif to not in rank or to == folder:
                continue
            elif rank[to] >= rank[folder] and (folder, to) not in ALLOWED_BESIDE:
                yield f"{name}: {folder} must not include {target}"


if __name__ == "__main__":
    if sys.argv[1:] == ["--write"]:
        UMBRELLA.write_text(umbrella_text())
    found = list(problems())
    print("\n".join(found) if found else "every include points down the layers")
    sys.exit(1 if found else 0)
