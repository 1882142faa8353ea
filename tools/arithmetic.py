#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Checks that no bit of an answer is left to the taste of a C library or a compiler.

    tools/arithmetic.py LIBRARY           the sources of the library, and what it is linked from
    tools/arithmetic.py LIBRARY FILE...   these files instead of the sources

Forbidden are exp, sin and all other functions that IEEE 754 does not define to the last bit (mizan
has its own: numeric/exponential.hpp, logarithm.hpp, angle.hpp), long double, and the distributions
of random numbers, which the standard leaves to its implementations. In the library it is the names
of undefined symbols that count, however they were written. Tests may use all this.
Status 1 if anything is found.
"""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FUNCTIONS = ("exp exp2 exp10 expm1 log log2 log10 log1p pow cbrt hypot sin cos tan sincos asin "
             "acos atan atan2 sinh cosh tanh asinh acosh atanh erf erfc lgamma tgamma gamma j0 j1 "
             "jn y0 y1 yn").split()
OF_COMPLEX = ("cabs carg cexp clog clog10 cpow csqrt csin ccos ctan casin cacos catan csinh ccosh "
              "ctanh casinh cacosh catanh").split()
ANY = "|".join(FUNCTIONS + OF_COMPLEX)
STANDARD = ("polar arg beta betaf expint riemann_zeta legendre hermite laguerre cyl_\\w+ sph_\\w+ "
            "ellint_\\w+ comp_ellint_\\w+ assoc_\\w+").replace(" ", "|")
SOURCES = {
    "a function that the C library may round at will":
        rf"std::(?:{ANY}|{STANDARD})[fl]?\b|(?<![\w>:])::(?:{ANY})[fl]?\s*\(",
    "a type whose width is the compiler's choice": r"\blong\s+double\b",
    "an order that the standard library may choose":
        r"std::\w+_distribution\b|std::shuffle\b|std::(?:ranges::)?(?:shuffle|sample)\b"
        r"|std::hash\b|\bunordered_(?:multi)?(?:map|set)<|\btype_index\b"
        # Without an order of one's own, equal elements are the same in all their parts.
        r"|std::(?:ranges::)?(?:sort|partial_sort|nth_element)\((?![^(){};,]*\)"
        r"|[^;{}]*\bend\(\)\);)",
    "arithmetic in an order that the library may choose": r"std::(?:transform_)?reduce\b",
}
SYMBOL = re.compile(rf"\b(?:__)?(?:{ANY})[fl]?(?:_r|_finite)?(?:@\S+)?$|\b__div[sdxt]c3$")
# Blanked, so that a comment may speak of them.
TEXT = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"', re.S)


def sources():
    for path in sorted((ROOT / "src").rglob("*.?pp")):
        if not path.name.endswith("_test.cpp") and not path.name.startswith("test_"):
            yield path


def in_source(path):
    code = TEXT.sub(lambda found: re.sub(r"[^\n]", " ", found.group()), path.read_text())
    for found in SOURCE.finditer(code):
        yield f"{path}:{code.count(chr(10), 0, found.start()) + 1}: {found.group()}"


def in_library(path):
    listed = subprocess.run(["nm", "--undefined-only", path], check=True, capture_output=True,
                            text=True).stdout
    member = ""
    for line in listed.splitlines():
        if line.endswith(":"):
            member = line
        elif SYMBOL.search(line.split()[-1] if line.split() else ""):
            yield f"{path}: {member} {line.split()[-1]}"


def main():
    library, *files = sys.argv[1:]
    found = list(in_library(library))
    for path in [Path(file) for file in files] or sources():
        found += in_source(path)
    print("\n".join(found))
    print(f"{len(found)} results that differ from one C library or compiler to another")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
