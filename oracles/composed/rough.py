# SPDX-License-Identifier: Apache-2.0
"""The transform M(c) of a composition in doubles: good enough to choose a line Re s = c."""

import math


def log_sum_exp(values):
    top = max(values)
    return top + math.log(math.fsum(math.exp(v - top) for v in values))


def log1p_exp(z, q):
    """log(1 - q + q e^z)."""
    if z < 30:
        return math.log1p(q * math.expm1(z))
    return z + math.log(q) + math.log1p((1 - q) / q * math.exp(-z))


def poisson_gaussian_rough(q, noise, order, back):
    """The logarithm of the mean of w(x)^order w(-x)^back, as in line.py."""
    step = noise / 8
    first = math.floor((min(order, 0) - 10 * noise) / step)
    last = math.ceil((max(order, 1) + max(0, -back) + 10 * noise) / step)

    def exponent(x):
        there = order * log1p_exp((x - 0.5) / noise**2, q)
        return there + (back * log1p_exp((-x - 0.5) / noise**2, q) if back else 0)

    return math.log(step / (noise * math.sqrt(2 * math.pi))) + log_sum_exp(
        [exponent(k * step) - (k * step / noise)**2 / 2 for k in range(first, last + 1)])


def log_cosh(x):
    return abs(x) + math.log1p(math.exp(-2 * abs(x))) - math.log(2)


def rough(direction, parts, c):
    """log M(c) of the composition."""
    total = 0.0
    for kind, count, first, second in parts:
        t = c + 0.5
        if kind == "gaussian":
            value = c * (c + 1) / (2 * first**2)
        elif kind == "laplace":
            value = log_cosh(t / first) + math.log1p(math.tanh(t / first) / (2 * t)) - 0.5 / first
        elif kind in ("pure", "approximate"):
            value = log_cosh(t * first) - log_cosh(first / 2)
        else:
            orders = {"remove": (1 + c, 0), "add": (-c, 0), "replace": (1 + c, -c)}[direction]
            value = poisson_gaussian_rough(first, second, *orders)
        total += count * value
    return total


def minimum(f, low, high, rounds=45):
    """Where f is smallest, by golden section in log x."""
    ratio = (math.sqrt(5) - 1) / 2
    a, b = math.log(low), math.log(high)
    x, y = b - ratio * (b - a), a + ratio * (b - a)
    at_x, at_y = f(math.exp(x)), f(math.exp(y))
    for _ in range(rounds):
        if at_x < at_y:
            b, y, at_y = y, x, at_x
            x = b - ratio * (b - a)
            at_x = f(math.exp(x))
        else:
            a, x, at_x = x, y, at_y
            y = a + ratio * (b - a)
            at_y = f(math.exp(y))
    return math.exp((a + b) / 2)


def line_for(direction, parts, epsilon, delta, digits, tilt, slack):
    """The line Re s = c; the period Lambda = 2 pi / step, such that what the rule adds, the sum
    over m != 0 of e^{c m Lambda} delta(e + m Lambda), is less than 10^-digits delta(e); and the
    number of digits by which M(c) e^{-ce} exceeds delta(e). `epsilon` is e or a little smaller; if
    it is not known, then what would follow if M(c) e^{-ce} exceeded delta(e) by e^25 on the best
    line."""
    wanted = digits * math.log(10) + 5 - math.log(delta) + slack

    def K(c):
        return rough(direction, parts, c)

    def log_kappa(c):
        return c * math.log(c) - (1 + c) * math.log1p(c)

    def renyi(c):
        return (K(c) + log_kappa(c) - math.log(delta)) / c

    best = minimum(renyi, 1e-2, 1e4)
    if epsilon is None:
        epsilon = max(0.0, renyi(best) - 25 / best)
    lines = [best * 1.1**j for j in range(-12, 12)]
    chernoff = [K(c) - c * epsilon + log_kappa(c) + wanted for c in lines]

    def period(i):
        right = min((high / (lines[j] - lines[i]) for j, high in enumerate(chernoff) if j > i))
        return max(wanted / lines[i], right)

    i = min(range(16), key=period)
    bits = 2.0**(math.frexp(lines[i])[1] - 20)  # few, so that 1 + c is exact
    c = round(lines[i] * tilt / bits) * bits
    lost = max(0.0, (K(c) - c * epsilon - math.log(delta)) / math.log(10))
    return c, period(i) * max(tilt, 1 / tilt)**4, lost
