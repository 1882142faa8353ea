# SPDX-License-Identifier: Apache-2.0
"""epsilon and delta of a composition in which some part has a smooth loss: the inversion integral

    delta(e) = P(L = inf) + 1/(2 pi i) int_{Re s = c} M(s) e^{-se} / (s (s+1)) ds,     c > 0,

where L = log dP/dQ and M(s) = E_P[e^{sL}; L < inf], by the trapezoidal rule.
"""

import math

from mpmath import cosh, exp, log, mp, mpc, mpf, pi, sinh, sqrt

from composed.rough import line_for

DIGITS = 30
ROUGH = 5  # digits of a first attempt, after which epsilon is known well enough to do it well
BITS = 200  # of the fixed point numbers below, after the point
mp.prec = 240


class Setting:
    """What a second computation changes: all of it is arbitrary, none of it may matter."""

    def __init__(self, tilt=1.0, slack=0.0, angle=1.0):
        self.tilt, self.slack, self.angle = tilt, slack, angle


def poisson_gaussian_nodes(q, noise, orders, step, log_error, setting):
    """Yields the mean of w(x)^(a + i k step) w(-x)^(b - i k step b') over N(0, noise^2), k = 0, 1,
    ..., up to e^log_error of the first; orders = (a, b), w = 1 - q + q e^((2x - 1)/(2 noise^2)),
    and b' is 1 if a + b = 1, the case of a replaced record, and else 0 as b is.

    The trapezoidal rule in x on the line Im x = t noise^2. Between Im x = 0 and 2 t noise^2 the
    integrand is analytic, and |w(x)^{i omega}|, |w(-x)^{-i omega}| <= 1 for omega > 0: one step
    serves every omega.
    """
    order, back = orders
    replaced = back != 0
    falling = max(0.0, -order) + max(0.0, -back)

    def step_for(t):
        growth = 2 * (t * noise)**2 + falling * math.log(1 / math.cos(t))
        return 2 * math.pi * t * noise**2 / (log_error + max(0.0, growth) + 1)

    t = max((0.02 * k for k in range(1, 77) if 0.02 * k * noise <= 5), default=5 / noise,
            key=step_for)
    t *= setting.angle
    h = mpf(step_for(t))
    reach = noise * math.sqrt(2 * log_error)
    low = q * math.exp(-0.5 / noise**2)
    first = math.floor((min(order, 0) * low / (1 - q + low) - reach) / h)
    last = math.ceil((max(order, 1) + max(0.0, -back) + reach) / h)

    variance = mpf(noise)**2
    order, back, turn = mpf(order), mpf(back), mp.expj(t)
    exponents, losses = [], []
    for k in range(first, last + 1):
        x = k * h
        loss = log(1 - mpf(q) + mpf(q) * exp((x - 0.5) / variance) * turn)
        exponent = order * loss - x * x / (2 * variance) - mpc(0, t) * x
        if replaced:
            other = log(1 - mpf(q) + mpf(q) * exp((-x - 0.5) / variance) / turn)
            exponent += back * other
            loss -= other
        exponents.append(exponent)
        losses.append(loss)
    weights = [exp(e) for e in exponents]
    total = sum(weights)
    yield (total * h * exp(mpf(t)**2 * variance / 2) / sqrt(2 * pi * variance)).real

    one = mpf(2)**BITS

    def fixed(z):
        return int(z.real * one), int(z.imag * one)

    values = [fixed(w / total) for w in weights]
    turns = [fixed(exp(mpc(0, step) * loss)) for loss in losses]
    pairs = [(v, r) for v, r in zip(values, turns) if v != (0, 0)]
    values, turns = [v for v, _ in pairs], [r for _, r in pairs]
    while True:
        values = [((a * c - b * d) >> BITS, (a * d + b * c) >> BITS)
                  for (a, b), (c, d) in zip(values, turns)]
        yield mpc(sum(v[0] for v in values), sum(v[1] for v in values)) / one


def closed_form(kind, first, second, s):
    t = s + mpf(1) / 2
    if kind == "gaussian":
        return exp(s * (s + 1) / (2 * mpf(first)**2))
    if kind == "laplace":
        e = 1 / mpf(first)
        return exp(-e / 2) * (cosh(t * e) + sinh(t * e) / (2 * t))
    return (1 - mpf(second)) * cosh(t * mpf(first)) / cosh(mpf(first) / 2)


def transform_nodes(direction, parts, c, step, log_error, setting):
    """Yields M(c), then M(c + i k step) / M(c) for k = 1, 2, ..., of the whole composition."""
    orders = {"remove": (1 + c, 0), "add": (-c, 0), "replace": (1 + c, -c)}[direction]
    sampled = [(count, poisson_gaussian_nodes(first, second, orders, step, log_error, setting))
               for kind, count, first, second in parts if kind == "poisson_gaussian"]
    closed = [part for part in parts if part[0] != "poisson_gaussian"]
    at_c = [closed_form(kind, first, second, mpf(c)) for kind, _, first, second in closed]
    k = 0
    while True:
        s = mpc(c, k * step)
        product = mpf(1)
        for count, nodes in sampled:
            value = next(nodes)
            # E[w^{-s}] is the conjugate of E[w^{conj(-s)}], the one with omega > 0.
            product *= (value.conjugate() if direction == "add" else value)**count
        for (kind, count, first, second), real in zip(closed, at_c):
            product *= (closed_form(kind, first, second, s) / (real if k else 1))**count
        yield product
        k += 1


class Line:
    """delta and epsilon from one line, made for delta(epsilon) near `delta`."""

    def __init__(self, direction, parts, delta, digits=DIGITS, setting=Setting()):
        epsilon = None
        if digits > ROUGH:
            epsilon = Line(direction, parts, delta, ROUGH, setting).rough_epsilon(delta) * 0.999
        self.infinite = 1 - math.prod((1 - mpf(second))**count for kind, count, _, second in parts
                                      if kind == "approximate")
        c, period, lost = line_for(direction, parts, epsilon, delta - float(self.infinite), digits,
                                   setting.tilt, setting.slack)
        self.c, self.step = mpf(c), 2 * pi / mpf(period)
        log_error = ((digits + lost + 3) * math.log(10) + setting.slack
                     + math.log(sum(part[1] for part in parts)))
        nodes = transform_nodes(direction, parts, c, self.step, log_error, setting)
        self.moment = next(nodes).real
        self.terms = [1 / (2 * self.c * (self.c + 1))]
        smallest = self.terms[0] * mpf(10)**-(digits + lost + 5) * math.exp(-setting.slack)
        quiet = 0
        for k, value in enumerate(nodes, start=1):
            s = mpc(self.c, k * self.step)
            self.terms.append(value / (s * (s + 1)))
            quiet = quiet + 1 if abs(self.terms[-1]) * k < smallest else 0
            if quiet == 10 + k // 10:
                break
            if k > 30000:
                raise ArithmeticError("the terms do not decay")
        self.highest = float(log(self.moment) - log(delta - self.infinite)) / c

    def sums(self, epsilon):
        """delta - P(L = inf), and minus its derivative."""
        turn, z = mp.expj(-self.step * epsilon), mpc(1)
        value = slope = mpf(0)
        for k, term in enumerate(self.terms):
            rotated = term * z
            value += rotated.real
            slope += (rotated * mpc(self.c, k * self.step)).real
            z *= turn
        scale = self.step / pi * self.moment * exp(-self.c * epsilon)
        return value * scale, slope * scale

    def delta(self, epsilon):
        return self.infinite + self.sums(mpf(epsilon))[0]

    def rough_epsilon(self, delta):
        """To some ten digits; delta(.) falls, so bisect in doubles."""
        scale = log(self.step / pi * self.moment)
        terms = [complex(term) for term in self.terms]
        step, c, target = float(self.step), float(self.c), float(log(delta - self.infinite))

        def excess(epsilon):
            turn = complex(math.cos(step * epsilon), -math.sin(step * epsilon))
            z, value = 1 + 0j, 0.0
            for term in terms:
                value += (term * z).real
                z *= turn
            return math.log(value) + float(scale) - c * epsilon - target if value > 0 else -1.0

        high = self.highest  # Chernoff's bound; far below the root doubles would see only noise
        low = max(0.0, high - 1 / c)
        while low > 0 and excess(low) <= 0:
            low, high = max(0.0, low - 1 / c), low
        for _ in range(40):
            middle = (low + high) / 2
            if excess(middle) > 0:
                low = middle
            else:
                high = middle
        return low

    def epsilon(self, delta):
        epsilon, wanted = mpf(self.rough_epsilon(delta)), mpf(delta) - self.infinite
        for _ in range(20):
            value, slope = self.sums(epsilon)
            change = (value - wanted) / slope
            epsilon += change
            if abs(change) < abs(epsilon) * mpf(10)**-(DIGITS // 2 + 4):
                return epsilon  # Newton doubles the digits
        raise ArithmeticError("no root")
