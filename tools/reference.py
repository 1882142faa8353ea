#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the reference of the public headers with doxygen, and prints what doxygen complains about;
status 1 if it complains.

    tools/reference.py           writes build/reference/html/index.html
    tools/reference.py HEADER    prints the header as doxygen reads it: tags of theorems as sections
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUTPUT = ROOT / "build" / "reference"
LIST = ROOT / "cmake" / "public_headers.txt"
PAGES = [ROOT / "docs" / "guide" / f"{name}.md" for name in ("cpp", "contract")]
# Overloads for Delta and for Epsilon, which are aliases of one template, are the same to doxygen
# 1.9.4: it describes one, and complains about the other.
ALIASES = re.compile(r".*no matching file member found for.*\nAnswer mizan::account\(.*\n"
                     r"Possible candidates:\n.*\n")
TAG = re.compile(r"^( *///) (Theorem|States|Needs|Guarantee|Source|Test|Erratum) {2,}(.*)$")


def as_sections(text):
    """Every line of a tag block that begins with a tag, as a paragraph with that title."""
    def escaped(words):
        return re.sub(r"([<>@\\#])", r"\\\1", words)

    lines, is_in_tag = [], False
    for line in text.splitlines():
        if found := TAG.match(line):
            slashes, tag, words = found.groups()
            lines += [f"{slashes} @par {tag}", f"{slashes} {escaped(words)}"]
        elif is_in_tag and re.match(r" */// {4,}\S", line):
            slashes, words = line.split("///", 1)
            lines.append(f"{slashes}/// {escaped(words.strip())}")
        else:
            lines.append(line)
        is_in_tag = bool(found) or is_in_tag and line.lstrip().startswith("///")
    return "\n".join(lines) + "\n"


def settings():
    headers = [str(ROOT / "src" / name) for name in LIST.read_text().split()]
    return {
        "PROJECT_NAME": "mizan",
        "OUTPUT_DIRECTORY": OUTPUT,
        "INPUT": " ".join([*headers, *map(str, PAGES)]),
        "USE_MDFILE_AS_MAINPAGE": PAGES[0],
        "FILTER_PATTERNS": f'*.hpp="{sys.executable} {Path(__file__).resolve()}"',
        "STRIP_FROM_PATH": ROOT / "src",
        "STRIP_FROM_INC_PATH": ROOT / "src",
        "FULL_PATH_NAMES": "YES",
        "JAVADOC_AUTOBRIEF": "YES",
        "EXTRACT_ALL": "YES",
        "EXTRACT_LOCAL_CLASSES": "NO",
        "HIDE_FRIEND_COMPOUNDS": "YES",
        "GENERATE_LATEX": "NO",
        "HAVE_DOT": "NO",
        "AUTOLINK_SUPPORT": "NO",
        "QUIET": "YES",
        "WARN_IF_DOC_ERROR": "YES",
        "WARN_FORMAT": '"$file:$line: $text"',
    }


def main():
    OUTPUT.mkdir(parents=True, exist_ok=True)
    asked = "".join(f"{name} = {value}\n" for name, value in settings().items())
    done = subprocess.run(["doxygen", "-"], input=asked, cwd=ROOT, capture_output=True, text=True,
                          check=False)
    complaints = [line for line in ALIASES.sub("", done.stderr).splitlines() if line.strip()]
    print("\n".join(complaints) or f"{OUTPUT.relative_to(ROOT)}/html/index.html")
    return 1 if complaints or done.returncode else 0


if __name__ == "__main__":
    if sys.argv[1:]:
        print(as_sections(Path(sys.argv[1]).read_text()), end="")
    else:
        sys.exit(main())
