#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints the tables behind the elementary functions of src/mizan/numeric.

    oracles/tables/tables.py exponential > src/mizan/numeric/exponential.inc
    oracles/tables/tables.py logarithm > src/mizan/numeric/logarithm.inc
    oracles/tables/tables.py angle > src/mizan/numeric/angle.inc
    oracles/tables/tables.py mills_ratio > src/mizan/numeric/mills_ratio.inc

docs/proofs/floating-point.md says what is proven of them.
"""

import struct
import sys

from mpmath import mp, mpf, erfc, exp, floor, log, nint, pi, sqrt

mp.prec = 1500  # 2/π is printed to 1184 bits; the other tables need 110


def bits_of(x):
    return struct.unpack("<Q", struct.pack("<d", x))[0]


def rounded(x, last_bit):
    """The nearest multiple of 2^last_bit."""
    return nint(mpf(x) * mpf(2) ** -last_bit) * mpf(2) ** last_bit


def exponential():
    """2^(j/128) as a double, whose bits are printed without j in the last bits of the exponent,
    and what is left over, as a share of that double."""
    for j in range(128):
        whole = mpf(2) ** (mpf(j) / 128)
        near = float(whole)
        yield f"{{{bits_of(near) - (j << 45):#018x}, {float(whole / mpf(near) - 1).hex()}}},"


def logarithm():
    """For the numbers z of one interval after the other, from `first` on (each has the same upper
    eight bits behind the point of z - first): a multiple of 1/256 near 1/z, and minus its logarithm
    as a multiple of 2^-42 and the rest."""
    first = bits_of(1.0) - 153 * 2**44 - 2**45 // 3
    for j in range(256):
        low, high = (mpf(struct.unpack("<d", struct.pack("<Q", first + k * 2**44))[0])
                     for k in (j, j + 1))
        inverse = rounded(2 / (low + high), -8)
        value = -log(inverse)
        near = rounded(value, -42)
        yield f"{{{float(inverse).hex()}, {float(near).hex()}, {float(value - near).hex()}}},"


def angle():
    """The binary digits of 2/π, 32 at a time."""
    rest = 2 / pi
    for _ in range(37):
        rest *= mpf(2) ** 32
        yield f"{int(floor(rest)):#010x},"
        rest -= floor(rest)


def mills_ratio():
    """Taylor's coefficients of R(x) = e^(x²/2) ∫ e^(-t²/2) dt over t > x, about 1/8 + j/4: R' is
    x R - 1, hence (n + 1) a_(n+1) = x a_n + a_(n-1)."""
    for j in range(32):
        x = mpf(1) / 8 + mpf(j) / 4
        all_terms = [sqrt(pi / 2) * exp(x * x / 2) * erfc(x / sqrt(mpf(2)))]
        all_terms.append(x * all_terms[0] - 1)
        for n in range(1, 12):
            all_terms.append((x * all_terms[n] + all_terms[n - 1]) / (n + 1))
        yield "{" + ", ".join(float(term).hex() for term in all_terms) + "},"


def main():
    tables = {"exponential": exponential, "logarithm": logarithm, "angle": angle,
              "mills_ratio": mills_ratio}
    print("// Written by oracles/tables/tables.py; see there.")
    print("\n".join(tables[sys.argv[1]]()))


if __name__ == "__main__":
    main()
