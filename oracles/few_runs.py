#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints few_runs.inc: delta of few Poisson-sampled Gaussians, a record removed, to 30 digits.

    oracles/few_runs.py > oracles/few_runs.inc

A row reads {probability, noise, count, delta, epsilon, "delta of that epsilon"}, where epsilon is
the double next to the one at which delta is reached.
"""

from mpmath import nstr

from composed.few import SampledFew
from composed.line import DIGITS


def main():
    print("// Written by few_runs.py; see there.")
    for q, noise, count, delta, near in [
            (0.001, 1.0, 2, 1e-5, 0.01244514097), (0.01, 0.5, 2, 1e-8, 6.7053758009),
            (0.5, 0.5, 2, 1e-10, 19.464419058268)]:
        truth = SampledFew(count, q, noise, delta)
        epsilon = float(truth.epsilon(delta, near))
        digits = nstr(truth.delta(epsilon), DIGITS)
        print(f'{{{q}, {noise}, {count}, {delta}, {epsilon.hex()}, "{digits}"}},')


if __name__ == "__main__":
    main()
