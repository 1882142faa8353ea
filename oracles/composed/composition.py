# SPDX-License-Identifier: Apache-2.0
"""The parts of a composition, and the way to its truth that suits them."""

from composed.line import Line
from composed.sums import Atoms, LaplaceReleases, ReplacedOnce, SampledTwice


def gaussian(noise, count=1):
    return ("gaussian", count, noise, 0.0)


def laplace(noise, count=1):
    return ("laplace", count, noise, 0.0)


def pure(epsilon, count=1):
    return ("pure", count, epsilon, 0.0)


def approximate(epsilon, delta, count=1):
    return ("approximate", count, epsilon, delta)


def sampled(q, noise, count=1):
    return ("poisson_gaussian", count, q, noise)


def composition(direction, parts, delta, **options):
    kinds = {part[0] for part in parts}
    kind, count, first, second = parts[0]
    if kinds <= {"pure", "approximate"}:
        return Atoms(parts)
    if kind == "laplace" and len(parts) == 1:
        return LaplaceReleases(count, first)
    if direction == "replace" and len(parts) == 1 and count == 1:
        return ReplacedOnce(first, second)
    if kind == "poisson_gaussian" and len(parts) == 1 and count <= 2 and direction != "replace":
        return SampledTwice(direction, count, first, second)
    return Line(direction, parts, delta, **options)
