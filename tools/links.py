#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints every link of a Markdown file that leads nowhere, and every page of docs/ that a file
names and that does not exist; status 1 if there is one.

    tools/links.py            checks every file of the repository
    tools/links.py FILE...    checks these files

A link leads somewhere if the file exists and, behind a #, one of its headings has that anchor.
Links to other sites are not followed. tests/links/planted.md is left out: its links are broken, and
a test checks that each of them is found.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PLANTED = ROOT / "tests" / "links" / "planted.md"
NOT_OURS = {".git", "build", ".cache", "__pycache__"}
LINK = re.compile(r"\]\(([^)\s#]*)(?:#([^)\s]+))?\)")
NAMED_PAGE = re.compile(r"(?<![\w/.-])docs/[\w./-]*\.(?:md|bib|txt)\b")
CODE = re.compile(r"^```.*?^```|`[^`\n]*`", re.M | re.S)


def anchor(heading):
    """GitHub's anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-")


def anchors(page):
    """The anchors of all headings of a page; the second of the same name ends in -1."""
    found = set()
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.M | re.S)
    for heading in re.findall(r"^#+ +(.*?) *$", text, re.M):
        heading = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading)
        name, copies = anchor(heading), 0
        while name in found:
            copies += 1
            name = f"{anchor(heading)}-{copies}"
        found.add(name)
    return found


def broken_links(page):
    text = CODE.sub(lambda code: re.sub(r"[^\n]", " ", code[0]), page.read_text())
    for number, line in enumerate(text.splitlines(), 1):
        for target, heading in LINK.findall(line):
            if "://" in target or target.startswith("mailto:"):
                continue
            goal = page if not target else page.parent / target
            if not goal.exists():
                yield number, f"no such file: {target}"
            elif heading and heading not in anchors(goal):
                yield number, f"no such heading: {target}#{heading}"


def unknown_pages(path):
    try:
        lines = path.read_text().splitlines()
    except UnicodeDecodeError:
        return
    for number, line in enumerate(lines, 1):
        for name in NAMED_PAGE.findall(line):
            if not (ROOT / name).exists():
                yield number, f"no such page: {name}"


def files():
    for path in sorted(ROOT.rglob("*")):
        if (path.is_file() and path != PLANTED and
                not NOT_OURS & set(path.relative_to(ROOT).parts)):
            yield path


def main(arguments):
    count = 0
    for path in [Path(name).resolve() for name in arguments] or files():
        found = [*unknown_pages(path), *(broken_links(path) if path.suffix == ".md" else ())]
        for number, what in found:
            print(f"{path.relative_to(ROOT)}:{number}: {what}")
        count += len(found)
    print("every link leads somewhere" if count == 0 else f"{count} links lead nowhere")
    return 1 if count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
