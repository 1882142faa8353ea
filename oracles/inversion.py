#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints inversion.inc: true epsilon and delta of compositions to 30 digits.

    oracles/inversion.py > oracles/inversion.inc
    oracles/inversion.py --check     # every row again by another line, step and quadrature

A row reads {direction, {{kind, count, first, second}, ...}, epsilon, "delta of that epsilon",
delta, "epsilon of that delta"}. Numbers without quotes are doubles and exactly the ones used.
Kinds: gaussian (noise), laplace (noise), pure (epsilon), approximate (epsilon, delta), and
poisson_gaussian (probability, noise), whose two neighbours are the mixture and its base:
P = (1-q) N(0, s^2) + q N(1, s^2) against Q = N(0, s^2) is "remove", and "add" swaps the two. With
"replace" Q is (1-q) N(0, s^2) + q N(-1, s^2).

The programs are in composed/: line.py for compositions with a smooth loss, sums.py for the others.
"""

import multiprocessing
import sys

from mpmath import mpf, nstr

from composed.composition import approximate, composition, gaussian, laplace, pure, sampled
from composed.line import DIGITS, Line, Setting
from composed.sums import SampledTwice


def golden(i):
    """Spread over [0, 1), never twice the same; an exact double."""
    return (i * 40503 % 65536) / 65536


def training():
    """Training by gradient descent, from everyday to absurd delta."""
    for count, delta in [(10**3, 1e-5), (10**4, 1e-5), (10**5, 1e-5), (10**6, 1e-5), (10**4, 1e-10),
                         (10**4, 1e-12), (10**4, 1e-15), (10**4, 1e-20), (10**4, 1e-100)]:
        yield "remove", [sampled(0.01, 1.0, count)], delta
    for count, delta in [(1000, 1e-5), (10000, 1e-10), (10**6, 1e-5)]:
        yield "add", [sampled(0.01, 1.0, count)], delta
    for q, noise, count, delta in [
            (0.004, 2.1208311277740673, 50000, 1e-6), (0.0276583, 1.94527, 1483, 5.71e-14),
            (0.0683962, 1.28554, 29776, 2.744e-12), (0.25, 8.0, 1000, 1e-6),
            (0.05, 0.6, 3000, 1e-8),
            (0.001, 0.5, 20000, 1e-6), (0.9, 30.0, 10000, 1e-9), (2.0**-20, 0.4, 10**8, 1e-7)]:
        yield "remove", [sampled(q, noise, count)], delta
    yield "add", [sampled(0.0276583, 1.94527, 1483)], 5.71e-14
    yield "add", [sampled(0.05, 0.6, 3000)], 1e-8


def large_samples():
    """Few runs with a large sample, where the losses of "add" have an end; then once and twice."""
    for q, noise, count, delta in [
            (0.820526, 9.08299, 5, 1.205e-13), (0.5, 2.0, 20, 1e-10), (0.9, 1.5, 4, 1e-4),
            (0.35, 1.5, 30, 1e-6), (0.99, 5.0, 12, 1e-14), (0.3125, 3.0, 60, 1e-8),
            (0.7, 10.0, 8, 1e-11), (0.6, 4.0, 40, 1e-5), (0.99, 2.0, 60, 1e-9)]:
        yield "add", [sampled(q, noise, count)], delta
        yield "remove", [sampled(q, noise, count)], delta
    for q, noise, count, delta in [(0.1, 1.0, 20, 1e-6), (0.2, 2.0, 10, 1e-5),
                                   (0.02, 2.0, 50, 1e-7)]:
        yield "remove", [sampled(q, noise, count)], delta
    # Once and twice.
    for count in (1, 2):
        yield "remove", [sampled(0.01, 1.0, count)], 1e-5
        yield "remove", [sampled(0.001, 0.8, count)], 1e-6
        yield "add", [sampled(0.5, 1.5, count)], 1e-5


def replaced_records():
    """A record that is replaced."""
    for q, noise, count, delta in [
            (0.01, 1.0, 10**3, 1e-5), (0.01, 1.0, 10**4, 1e-10), (0.01, 1.0, 10**6, 1e-5),
            (0.004, 2.1208311277740673, 50000, 1e-6), (0.25, 8.0, 1000, 1e-6),
            (0.05, 0.6, 3000, 1e-8),
            (0.001, 0.5, 20000, 1e-6), (0.9, 30.0, 10000, 1e-9), (2.0**-20, 0.4, 10**8, 1e-7),
            (0.5, 2.0, 20, 1e-10), (0.9, 1.5, 4, 1e-4), (0.99, 5.0, 12, 1e-14),
            (0.1, 1.0, 20, 1e-6),
            (0.01, 1.0, 1, 1e-5), (0.5, 1.5, 1, 1e-5), (0.9, 2.0, 1, 0.25), (0.5, 4.0, 60, 0.5)]:
        yield "replace", [sampled(q, noise, count)], delta
    yield "replace", [sampled(0.02, 0.8, 500), sampled(0.1, 3.0, 40), gaussian(4.0),
                      laplace(10.0, 5)], 1e-6


def rare_losses():
    """Rare and large losses: M(c) e^{-c epsilon} is far above delta."""
    for q, noise, count, delta in [(1e-5, 0.7, 10**7, 1e-8), (1e-4, 0.8, 10**6, 1e-10),
                                   (1e-4, 1.0, 10**5, 1e-10), (1e-3, 0.8, 10**6, 1e-10),
                                   (1e-4, 0.8, 10**6, 1e-6), (1e-6, 0.7, 10**8, 1e-12),
                                   (1e-5, 0.7, 10**7, 1e-12), (1e-5, 1.0, 10**6, 1e-8),
                                   (1e-6, 0.5, 10**8, 1e-8), (1e-4, 1.0, 10**5, 1e-12),
                                   (1e-6, 1.0, 10**8, 1e-10)]:
        yield "remove", [sampled(q, noise, count)], delta
    yield "add", [sampled(1e-5, 0.7, 10**7)], 1e-8


def mixtures():
    """Different releases together."""
    yield "remove", [sampled(0.001 + golden(i) / 64, 0.75 + golden(7 * i), 250)
                     for i in range(6)], 1e-6
    yield "add", [sampled(0.01 + golden(i) / 16, 0.75 + golden(7 * i), 40) for i in range(5)], 1e-6
    for direction in ("remove", "add"):
        yield (direction,
               [sampled(0.01, 1.0, 1000), gaussian(4.0, 2), laplace(10.0, 20), pure(0.125, 5)],
               1e-6)
    yield "remove", [sampled(0.02, 0.8, 2000), approximate(0.25, 1e-7, 5)], 1e-5
    yield "remove", [gaussian(1.0)], 1e-5
    yield "remove", [gaussian(25.0, 100), gaussian(3.0, 2)], 1e-300
    yield "remove", [gaussian(40.0, 25), laplace(20.0, 50), pure(0.0625, 50)], 1e-6
    yield "remove", [gaussian(5.0), *(laplace(20.0 + 40 * golden(i)) for i in range(40))], 1e-6
    yield "remove", [gaussian(2.0), approximate(0.5, 1e-8, 20), approximate(0.125, 0.0, 30)], 1e-6


def losses_on_points():
    """Losses on points."""
    for count, noise, delta in [(1, 2.0, 0.125), (2, 1.0, 1e-3), (5, 1.0, 1e-5), (20, 4.0, 1e-9),
                                (100, 10.0, 1e-6)]:
        yield "remove", [laplace(noise, count)], delta
    for parts, delta in [
            ([pure(1.0)], 0.25), ([pure(0.5, 10)], 1e-4), ([pure(0.1, 100)], 1e-6),
            ([pure(0.0334, 1000)], 1e-6), ([pure(2.0, 30)], 1e-15), ([pure(20.0, 4)], 1e-20),
            ([approximate(0.1, 1e-8, 50)], 1e-6),
            ([approximate(1.0, 1e-3, 5), pure(0.25, 8)], 1e-2),
            ([pure(0.0625, 12), pure(0.3, 7), pure(0.71, 5)], 1e-7),
            ([pure(0.01 + golden(i) / 16, 3) for i in range(6)], 1e-3)]:
        yield "remove", parts, delta


def cases():
    """(direction, parts, delta)."""
    for kind in (training, large_samples, replaced_records, rare_losses, mixtures,
                 losses_on_points):
        yield from kind()


def row(case):
    direction, parts, delta = case
    truth = composition(direction, parts, delta)
    of_delta = truth.epsilon(delta)
    epsilon = float(of_delta)
    of_epsilon = truth.delta(epsilon)
    places = ", ".join(f'{{"{kind}", {count}, {first.hex()}, {second.hex()}}}'
                       for kind, count, first, second in parts)
    return (f'{{"{direction}", {{{places}}},\n {epsilon.hex()}, "{nstr(of_epsilon, DIGITS)}", '
            f'{delta.hex()}, "{nstr(of_delta, DIGITS)}"}},')


def check(direction, parts, delta):
    """How far a second computation is from the first, relatively, in epsilon and in delta."""
    first = composition(direction, parts, delta)
    epsilon = first.epsilon(delta)
    if isinstance(first, Line):
        second = Line(direction, parts, delta, setting=Setting(1.04, 7.0, 0.8))
    elif isinstance(first, SampledTwice):
        second = SampledTwice(direction, *parts[0][1:], prec=160)
    else:
        second = first  # exact: only the root is checked
    return abs(second.epsilon(delta) / epsilon - 1), abs(second.delta(epsilon) / mpf(delta) - 1)


def main():
    if sys.argv[1:] == ["--check"]:
        for direction, parts, delta in cases():
            differences = check(direction, parts, delta)
            print(*(nstr(difference, 2) for difference in differences), direction, delta,
                  *parts[:3])
            if max(differences) > mpf(10)**-DIGITS:
                sys.exit("they differ")
        return
    print("// Written by inversion.py; see there.")
    with multiprocessing.Pool() as pool:
        for text in pool.imap(row, cases()):
            print(text)


if __name__ == "__main__":
    main()
