# SPDX-License-Identifier: Apache-2.0
"""epsilon and delta where a finite sum or one integral says it all."""

import math

from mpmath import binomial, erfc, exp, log, mp, mpf, pi, quad, sqrt, workprec

from composed.line import DIGITS


def secant(f, low, high, digits=DIGITS * 2 // 3):
    """Where f is 0; the last change is less than 10^-digits, and the next one would be about the
    product of the last two."""
    at_low, at_high = f(low), f(high)
    for _ in range(30):
        low, at_low, high = high, at_high, high - at_high * (high - low) / (at_high - at_low)
        if abs(high - low) < abs(high) * mpf(10)**-digits:
            return high
        at_high = f(high)
    raise ArithmeticError("no root")


class Atoms:
    """Pure and approximate parts only: the losses and their probabilities, one by one."""

    def __init__(self, parts):
        law, self.infinite = {0: mpf(1)}, mpf(1)
        for _, count, first, second in parts:
            e = mpf(first)
            p = 1 / (1 + exp(-e))
            self.infinite *= (1 - mpf(second))**count
            steps = [((count - 2 * k) * e, binomial(count, k) * p**(count - k) * (1 - p)**k)
                     for k in range(count + 1)]
            after = {}
            for loss, mass in law.items():
                for more, weight in steps:
                    after[loss + more] = after.get(loss + more, 0) + mass * weight
            law = after
        self.law = sorted(law.items(), reverse=True)
        self.finite, self.infinite = self.infinite, 1 - self.infinite

    def delta(self, epsilon):
        total = sum(mass * (1 - exp(epsilon - loss)) for loss, mass in self.law if loss > epsilon)
        return self.infinite + self.finite * total

    def epsilon(self, delta):
        """delta is linear in e^epsilon between losses."""
        wanted, p, q = (mpf(delta) - self.infinite) / self.finite, mpf(0), mpf(0)
        for (loss, mass), (below, _) in zip(self.law, self.law[1:]):
            p, q = p + mass, q + mass * exp(-loss)
            if p - q * exp(below) >= wanted:
                return log((p - wanted) / q)
        raise ArithmeticError("no root")


class LaplaceReleases:
    """`count` equal Laplace releases. With t = s + 1/2 and e = 1/noise,

        M^n = e^{-ne/2} sum_j C(n, j) cosh(te)^{n-j} (sinh(te) / 2t)^j,

    where j counts the outputs between the centres. Every cosh and sinh is a sum of exponentials,
    e^{t(n-2k)e} gets the integer C(n, j) [x^k] (1+x)^{n-j} (1-x)^j, and the inversion of
    e^{tv} / ((2t)^j (t^2 - 1/4)) is the sum over m of v^{j+1+2m} / ((j+1+2m)! 2^j 4^m)."""

    def __init__(self, count, noise):
        self.count, self.e = count, 1 / mpf(noise)
        n = count
        # row[j][k] = [x^k] (1+x)^{n-j} (1-x)^j: from j to j+1 multiply by (1-x)/(1+x).
        row, rows = [math.comb(n, k) for k in range(n + 1)], []
        for j in range(n + 1):
            rows.append([math.comb(n, j) * value for value in row])
            quotient = []
            for value in row[:-1]:
                quotient.append(value - (quotient[-1] if quotient else 0))
            row = [a - b for a, b in zip(quotient + [0], [0] + quotient)]
        # partial[k][p]: sum of rows[j][k] over j <= p of the parity of p.
        self.partial = []
        for k in range(n + 1):
            sums = []
            for p in range(n + 1):
                sums.append(rows[p][k] + (sums[p - 2] if p >= 2 else 0))
            self.partial.append(sums)

    def delta(self, epsilon):
        epsilon, n, total = mpf(epsilon), self.count, mpf(0)
        for k in range(n + 1):
            v = (n - 2 * k) * self.e - epsilon
            if v <= 0:
                break
            sums, power, p = self.partial[k], v, 0  # power = v^{p+1} / ((p+1)! 2^p)
            largest = mpf(0)
            while p <= n or abs(power) * 2**n > largest * mpf(2)**-mp.prec:
                term = power * (sums[p] if p <= n else sums[n - (p - n) % 2])
                largest = max(largest, abs(term))
                total += term
                p += 1
                power *= v / (2 * (p + 1))
        return total * exp((epsilon - n * self.e) / 2) / mpf(2)**n

    def epsilon(self, delta):
        low, high = mpf(0), self.count * self.e
        while high - low > high / 10**6:  # then the secant
            middle = (low + high) / 2
            low, high = (middle, high) if self.delta(middle) > delta else (low, middle)
        return secant(lambda e: log(self.delta(e) / delta), low, high)


class SampledTwice:
    """Two equal Poisson-sampled Gaussians: the mean over the first output x of what the second one
    must leave, delta_1(e - L(x)), where delta_1 is elementary. For one, delta_1(e) itself."""

    def __init__(self, direction, count, q, noise, prec=125):
        self.prec = prec
        self.remove, self.count = direction == "remove", count
        self.q, self.noise = mpf(q), mpf(noise)

    def mixture_loss(self, x):
        return log(1 - self.q + self.q * exp((x - mpf(1) / 2) / self.noise**2))

    def where(self, loss):
        """The x of that mixture_loss."""
        return mpf(1) / 2 + self.noise**2 * log((exp(loss) - 1 + self.q) / self.q)

    def above(self, x, centre):
        return erfc((x - centre) / (self.noise * sqrt(mpf(2)))) / 2

    def once(self, e):
        loss = e if self.remove else -e
        if exp(loss) <= 1 - self.q:
            return 1 - exp(e) if self.remove else mpf(0)
        x = self.where(loss)
        if self.remove:
            return self.q * self.above(x, 1) + (1 - self.q - exp(e)) * self.above(x, 0)
        base, shifted = self.above(-x, 0), self.above(-x, -1)
        return base - exp(e) * ((1 - self.q) * base + self.q * shifted)

    def delta(self, epsilon):
        with workprec(min(mp.prec, self.prec)):
            return self.once(mpf(epsilon)) if self.count == 1 else self.twice(mpf(epsilon))

    def twice(self, epsilon):
        # Where one output alone decides, once() has an essential singularity: a natural cut.
        floor, sign = log(1 - self.q), 1 if self.remove else -1
        if not self.remove and epsilon >= -2 * floor:
            return mpf(0)
        cut = self.where(sign * epsilon - floor)
        reach = self.noise * sqrt(2 * mp.prec * log(mpf(2)))

        def integrand(x):
            loss = self.mixture_loss(x)
            density = exp(-(x / self.noise)**2 / 2) / (self.noise * sqrt(2 * pi))
            return self.once(epsilon - sign * loss) * density * (exp(loss) if self.remove else 1)

        low, high = -reach, 1 + reach
        return quad(integrand, [low, min(max(low, cut), high), high])

    def epsilon(self, delta):
        def excess(e):
            return log(self.delta(e) / delta)

        low, near = mpf(0), mpf(8) if self.remove else -log(1 - self.q)
        with workprec(60):
            while near - low > near / 10**9:
                middle = (low + near) / 2
                low, near = (middle, near) if self.once(middle) > delta else (low, middle)
            if self.count == 2:
                high = 2 * near
                for _ in range(4):
                    middle = (near + high) / 2
                    near, high = (middle, high) if self.delta(middle) > delta else (near, middle)
                near = secant(excess, near, (3 * near + high) / 4, 9)
        return secant(excess, near, near * (1 - mpf(10)**-8))


class ReplacedOnce:
    """One Poisson-sampled Gaussian whose record is replaced. With y = e^{x/noise^2} the loss is e
    where q k y^2 + (1 - q) (1 - E) y - E q k = 0, k = e^{-1/(2 noise^2)}, E = e^e, and it grows
    with x."""

    def __init__(self, q, noise):
        self.q, self.noise = mpf(q), mpf(noise)

    def above(self, x, centre):
        return erfc((x - centre) / (self.noise * sqrt(mpf(2)))) / 2

    def delta(self, epsilon):
        q, big = self.q, exp(mpf(epsilon))
        k = q * exp(-1 / (2 * self.noise**2))
        half = (1 - q) * (big - 1) / 2
        x = self.noise**2 * log((half + sqrt(half**2 + big * k**2)) / k)
        base = (1 - q) * self.above(x, 0)
        return base + q * self.above(x, 1) - big * (base + q * self.above(x, -1))

    def epsilon(self, delta):
        low, high = mpf(0), mpf(1000)
        while high - low > high * mpf(2)**-190:
            middle = (low + high) / 2
            low, high = (middle, high) if self.delta(middle) > delta else (low, middle)
        return low
