#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Prints groups.inc: true delta of groups of records on Poisson samples of Gaussian noise, to 16
digits.

    oracles/groups.py > oracles/groups.inc

A row reads {runs, q, sigma, removed, added, epsilon, "delta"}: so many runs of

    sum_i Binomial(removed, q; i) N(i, sigma^2)
    against  sum_j Binomial(added, q; j) N(-j, sigma^2).

delta(e) = 1/(2 pi i) int_{Re s = c} M(s)^runs e^{-se} / (s (s+1)) ds, c > 0, M(s) = E_P[e^{sL}],
both integrals by the trapezoidal rule on the axis and on the line. One run is taken by its best
threshold instead.
"""

from mpmath import binomial, erfc, exp, log, mp, mpc, mpf, nstr, pi, sqrt

mp.dps = 30

ROWS = [(1, 0.01, 1.0, 3, 0, 0.75), (1, 0.3, 2.0, 1, 1, 0.5), (1, 0.05, 0.8, 1, 2, 0.4),
        (1, 0.01, 1.0, 0, 3, 0.02),
        (100, 0.05, 2.0, 3, 0, 2.25), (100, 0.05, 2.0, 2, 1, 1.5), (100, 0.01, 1.0, 0, 2, 0.75),
        (1000, 0.01, 2.0, 2, 2, 3.0), (20, 0.2, 4.0, 4, 1, 2.0)]


def log_ratio(records, q, sigma, x):
    """log of the mixture over N(0, sigma^2)."""
    return log(sum(binomial(records, i) * mpf(q)**i * (1 - mpf(q))**(records - i)
                   * exp((i * x - mpf(i * i) / 2) / mpf(sigma)**2) for i in range(records + 1)))


def once(q, sigma, removed, added, epsilon):
    def excess(x):
        return log_ratio(removed, q, sigma, x) - log_ratio(added, q, sigma, -x) - epsilon

    low, high = mpf(-60), mpf(60)
    for _ in range(160):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) < 0 else (low, middle)

    def above(records, sign):
        return sum(binomial(records, i) * mpf(q)**i * (1 - mpf(q))**(records - i)
                   * erfc((low - sign * i) / (mpf(sigma) * sqrt(2))) / 2
                   for i in range(records + 1))

    return above(removed, 1) - exp(mpf(epsilon)) * above(added, -1)


class Points:
    """The trapezoidal rule: losses, and the logarithms of their weights under P."""

    def __init__(self, q, sigma, removed, added, c):
        step = mpf(sigma)**2 / (3 * max(removed, added))
        left, right = -2 * added - 11 * sigma, 2 * removed + c + 11 * sigma
        self.losses, self.logs = [], []
        for k in range(int(left / step), int(right / step) + 1):
            x = k * step
            up, down = log_ratio(removed, q, sigma, x), log_ratio(added, q, sigma, -x)
            self.losses.append(up - down)
            self.logs.append(up - x * x / (2 * mpf(sigma)**2) + log(step / (sigma * sqrt(2 * pi))))

    def log_moment(self, c):
        return log(sum(exp(v + c * x) for v, x in zip(self.logs, self.losses)))


def repeated(runs, q, sigma, removed, added, epsilon):
    points = Points(q, sigma, removed, added, 20)
    c = min((mpf(k) / 2 for k in range(1, 21)),
            key=lambda c: runs * points.log_moment(c) - c * epsilon)
    moment, twice = points.log_moment(c), points.log_moment(2 * c)
    period = (50 + abs(runs * (twice - moment) - c * epsilon)
              + abs(runs * moment - c * epsilon)) / c
    step = 2 * pi / period
    weights = [exp(v + c * x - moment) for v, x in zip(points.logs, points.losses)]
    turns = [exp(mpc(0, step) * x) for x in points.losses]
    kept = [(mpc(w), t) for w, t in zip(weights, turns) if w > mpf(10)**-27]
    values, turns = [w for w, _ in kept], [t for _, t in kept]
    total, k = 1 / (2 * c * (c + 1)), 0
    while True:
        k += 1
        values = [v * t for v, t in zip(values, turns)]
        s = mpc(c, k * step)
        term = sum(values)**runs * mp.expj(-k * step * epsilon) / (s * (s + 1))
        total += term.real
        if abs(term) * k < mpf(10)**-24:
            break
    return total * step / pi * exp(runs * moment - c * epsilon)


def main():
    for row in ROWS:
        delta = once(*row[1:]) if row[0] == 1 else repeated(*row)
        runs, q, sigma, removed, added, epsilon = row
        print(f'{{{runs}, {q.hex()}, {sigma}, {removed}, {added}, {epsilon}, '
              f'"{nstr(delta, 16)}"}},')


if __name__ == "__main__":
    main()
