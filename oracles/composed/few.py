# SPDX-License-Identifier: Apache-2.0
"""A few equal Poisson-sampled Gaussians, a record removed, run by run and without any transform."""

from mpmath import erfc, exp, expm1, floor, log, mpf, pi, sqrt, workprec

from composed.line import DIGITS
from composed.sums import secant


class SampledFew:
    """With L = log(1-q) + l, l > 0, and e' = e - n log(1-q) let D_n(e') = E(e^{e-L} - 1)_+, so that
    delta = 1 - e^e + D_n. D_1 is elementary, and with the share u -> t = 1/(1+e^{-u}) of the first
    run

        D_n(e') = int D_{n-1}(e' (1-t)) f(e' t) e' t (1-t) du

    by the trapezoidal rule: the integrand is analytic for |Im u| < pi/2 at least, and falls like a
    lognormal density at both ends."""

    def __init__(self, count, q, noise, delta, digits=DIGITS, strip=1.4):
        self.count, self.q, self.noise = count, mpf(q), mpf(noise)
        self.log_error = float(-log(mpf(delta))) + (digits + 4) * 2.31
        self.step = 2 * pi * strip / (self.log_error + float(count * self.noise**2))

    def where(self, l):
        """The output whose loss is log(1-q) + l."""
        return mpf(1) / 2 + self.noise**2 * log(expm1(l) * (1 - self.q) / self.q)

    def below(self, x):
        return erfc(-x / (self.noise * sqrt(mpf(2)))) / 2

    def put(self, n, l):
        if n == 1:
            x = self.where(l)
            return (1 - self.q) * expm1(l) * self.below(x) - self.q * self.below(x - 1)
        reach = sqrt(2 * mpf(self.log_error)) / self.noise
        # From the share at which the first run's output lies `reach` deviations below 0, to that of
        # the rest.
        first = int(floor(min(-reach - self.where(l) / self.noise**2, -2) / self.step))
        total = mpf(0)
        for k in range(first, -first + 1):
            u = k * self.step
            t, rest = 1 / (1 + exp(-u)), 1 / (1 + exp(u))
            x = self.where(l * t)
            density = (exp(-(x / self.noise)**2 / 2) / (self.noise * sqrt(2 * pi)) * (1 - self.q)
                       * exp(l * t)
                       * self.noise**2 / -expm1(-l * t))
            total += self.put(n - 1, l * rest) * density * l * t * rest
        return total * self.step

    def delta(self, epsilon):
        with workprec(170):
            epsilon = mpf(epsilon)
            return self.put(self.count, epsilon - self.count * log(1 - self.q)) - expm1(epsilon)

    def epsilon(self, delta, near):
        return secant(lambda e: log(self.delta(e) / delta), mpf(near),
                      mpf(near) * (1 + mpf(10)**-7))
