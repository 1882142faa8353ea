#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints truth.json: the right answer to every workload, to 20 digits or more.

    bench/peers/truth.py > bench/peers/truth.json     # some minutes
    bench/peers/truth.py --check                      # again, by other lines and steps

By the programs of oracles/composed, in 70-digit arithmetic; needs mpmath.
"""

import json
import math
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent.parent / "oracles")]

from composed.line import Line, Setting, poisson_gaussian_nodes  # noqa: E402
from composed.sums import Atoms, LaplaceReleases  # noqa: E402
from mpmath import log, mp, mpf, nstr, workprec  # noqa: E402
from workloads import WORKLOADS  # noqa: E402

DIGITS = 20


def epsilon(parts, delta, setting):
    kinds = {kind for kind, *_ in parts}
    kind, count, first, _ = parts[0]
    if kinds == {"pure"}:
        return Atoms(parts).epsilon(delta)
    if kind == "laplace" and len(parts) == 1 and count <= 1000:
        with workprec(mp.prec + 3 * count):  # the sum alternates
            return LaplaceReleases(count, first).epsilon(delta)
    # Ten thousand Laplace releases: |M(s)/M(c)| falls to e^-50 and stays there, below 20 digits.
    directions = ("remove", "add") if "poisson_gaussian" in kinds else ("remove",)
    return max(Line(direction, parts, delta, digits=DIGITS, setting=setting).epsilon(delta)
               for direction in directions)


def noise(workload, setting):
    (kind, count, q, _), = workload.parts

    def excess(sigma):
        sigma = float(sigma)  # parts hold doubles
        return epsilon(((kind, count, q, sigma),), workload.delta, setting) - workload.epsilon

    low, high = 1.0, 8.0
    while high - low > 1e-9:
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    # epsilon is almost linear in the noise on so short a stretch: a chord gives twice the digits.
    at_low, at_high = excess(low), excess(high)
    return low + (mpf(high) - low) * at_low / (at_low - at_high)


def renyi(workload, setting):
    (_, _, q, sigma), = workload.parts
    values = []
    for order in workload.orders:
        log_error = 2 * DIGITS * math.log(10) + setting.slack
        moment = next(poisson_gaussian_nodes(q, sigma, order, mpf(1), log_error, setting))
        values.append(log(moment) / (mpf(order) - 1))
    return values


def truth(workload, setting):
    if workload.asked == "renyi":
        return [nstr(value, DIGITS) for value in renyi(workload, setting)]
    if workload.asked == "noise":
        return nstr(noise(workload, setting), 17)
    return nstr(epsilon(workload.parts, workload.delta, setting), DIGITS)


def main():
    setting = Setting(1.03, 5.0, 0.85) if "--check" in sys.argv else Setting()
    answers = {}
    for name, workload in WORKLOADS.items():
        answers[name] = truth(workload, setting)
        print(name, answers[name], file=sys.stderr, flush=True)
    if "--check" in sys.argv:
        sys.exit(answers != json.loads((HERE / "truth.json").read_text()))
    print(json.dumps(answers, indent=1))


if __name__ == "__main__":
    main()
