#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that no bit of an answer is left to the taste of a C library or a compiler.

    tools/arithmetic.py LIBRARY...           all sources in src, and what these libraries call
    tools/arithmetic.py LIBRARY... FILE...   these sources instead

Forbidden are exp, sin and all other functions that IEEE 754 does not define to the last bit (mizan
has its own: numeric/exponential.hpp, logarithm.hpp, angle.hpp), long double, whatever the standard
library may draw, hash or add up in an order of its choice, and sorts that may exchange elements
which compare equal but differ. In a library it is the names of undefined symbols that count,
however they were written. Tests may use all this. Status 1 if anything is found.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
REAL = ("exp exp2 exp10 expm1 log log2 log10 log1p pow cbrt hypot sin cos tan sincos asin acos "
        "atan atan2 sinh cosh tanh asinh acosh atanh erf erfc lgamma tgamma gamma "
        "j0 j1 jn y0 y1 yn")
# Of complex numbers; beside them, compilers differ in how they divide.
COMPLEX = ("cabs carg cexp clog clog10 cpow csqrt csin ccos ctan casin cacos catan csinh ccosh "
           "ctanh casinh cacosh catanh")
ONLY_IN_CPP = ("polar|arg|beta|expint|riemann_zeta|legendre|hermite|laguerre"
               r"|(?:cyl|sph|assoc|comp)_\w+")
C = "|".join((REAL + " " + COMPLEX).split())
SOURCE = re.compile(rf"std::(?:{C}|{ONLY_IN_CPP})[fl]?\b|(?<![\w>:])::(?:{C})[fl]?\s*\("
                    r"|\blong\s+double\b|std::\w+_distribution\b|std::(?:ranges::)?shuffle\b"
                    r"|std::hash\b|std::unordered_(?:multi)?(?:map|set)\b|std::type_index\b"
                    r"|std::(?:transform_)?reduce\b|std::execution\b")
SYMBOL = re.compile(rf"^(?:__)?(?:{C})[fl]?(?:_r|_finite)?(?:@\S+)?$|^__div[sdxt]c3$")
# With an order or a projection of its own a sort may exchange what differs, with none it may not.
SORT = re.compile(r"std::(ranges::)?(sort|partial_sort|nth_element)\(")
WITHOUT_ORDER = {"sort": 2, "partial_sort": 3, "nth_element": 3}
# Blanked, so that a comment may speak of them.
TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)


def sources():
    for path in sorted((ROOT / "src").rglob("*.?pp")):
        if not path.name.endswith("_test.cpp") and not path.name.startswith("test_"):
            yield path


def arguments(code, start):
    """How many arguments follow the parenthesis that ends just before `start`."""
    depth, count = 1, 1
    for letter in code[start:]:
        depth += (letter in "([{") - (letter in ")]}")
        count += letter == "," and depth == 1
        if depth == 0:
            break
    return count


def in_source(path):
    code = TEXT.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), path.read_text())
    found = [(each.start(), each.group()) for each in SOURCE.finditer(code)]
    for each in SORT.finditer(code):
        most = WITHOUT_ORDER[each.group(2)] - bool(each.group(1))
        if arguments(code, each.end()) > most:
            found.append((each.start(), f"{each.group()[:-1]} with an order, which is not stable"))
    for place, what in sorted(found):
        yield f"{path}:{code.count(chr(10), 0, place) + 1}: {what}"


def in_library(path):
    listed = subprocess.run(["nm", "--undefined-only", path], check=True, capture_output=True,
                            text=True).stdout
    member = ""
    for line in listed.splitlines():
        if line.endswith(":"):
            member = line
        elif line.strip() and SYMBOL.search(line.split()[-1]):
            yield f"{path}: {member} {line.split()[-1]}"


def main():
    libraries = [name for name in sys.argv[1:] if Path(name).suffix == ".a"]
    files = [Path(name) for name in sys.argv[1:] if name not in libraries]
    found = [each for library in libraries for each in in_library(library)]
    for path in files or sources():
        found += in_source(path)
    print("\n".join(found))
    print(f"{len(found)} results that differ from one C library or compiler to another")
    return 1 if found or not libraries else 0


if __name__ == "__main__":
    sys.exit(main())
