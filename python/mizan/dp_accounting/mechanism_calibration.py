# SPDX-License-Identifier: Apache-2.0
"""Finds the parameter of a mechanism that just keeps a privacy budget."""

import math
from typing import Callable, Optional, Union

import attr

from . import dp_event, privacy_accountant


class BracketInterval:
    """Where to search."""


@attr.define(frozen=True)
class ExplicitBracketInterval(BracketInterval):
    """Between two parameters, one of which keeps the budget and one does not."""

    endpoint_1: float
    endpoint_2: float


@attr.define(frozen=True)
class LowerEndpointAndGuess(BracketInterval):
    """Above an endpoint, at distances around that of a guess."""

    lower_endpoint: float
    initial_guess: float


class NoBracketIntervalFoundError(Exception):
    """Everywhere around the guess the budget is kept, or nowhere."""


class NonEmptyAccountantError(Exception):
    """make_fresh_accountant returned an accountant that had composed something."""


class _Front:
    """Goes away from the guess, twice as far or half as far from the endpoint each time."""

    def __init__(self, endpoint: float, distance: float, factor: float, value: float):
        self.at, self.value, self.steps = endpoint + distance, value, 30
        self._endpoint, self._distance, self._factor = endpoint, distance, factor

    def next(self) -> float:
        self.steps -= 1
        self._distance *= self._factor
        return self._endpoint + self._distance


def _search_for_explicit_bracket_interval(
        bracket_interval: LowerEndpointAndGuess,
        epsilon_gap: Callable[[float], float]) -> ExplicitBracketInterval:
    """Two neighbours, within 2^30 of the guess, between which the gap changes its sign."""
    endpoint, guess = bracket_interval.lower_endpoint, bracket_interval.initial_guess
    if not endpoint < guess:
        raise ValueError(f"bracket_interval.lower_endpoint ({endpoint}) must be less than "
                         f"bracket_interval.initial_guess ({guess}).")
    value = epsilon_gap(guess)
    fronts = [_Front(endpoint, guess - endpoint, factor, value) for factor in (2.0, 0.5)]
    while any(front.steps for front in fronts):
        front = min((front for front in fronts if front.steps), key=lambda f: abs(f.value))
        x = front.next()
        try:
            front.value = epsilon_gap(x)
            if math.isnan(front.value):
                raise ValueError("the gap is NaN")
        except NonEmptyAccountantError:
            raise
        except Exception:  # no mechanism there; the other side may have one
            front.value, front.steps = math.inf, 0
            continue
        if front.value * value <= 0:
            return ExplicitBracketInterval(min(front.at, x), max(front.at, x))
        front.at = x
    raise NoBracketIntervalFoundError(
        "Unable to find bracketing interval within 2**30 of initial guess. Consider providing an "
        "ExplicitBracketInterval.")


def _bisect(function: Callable[[float], float], lower: float, upper: float, tol: float,
            lower_value: Optional[float] = None, upper_value: Optional[float] = None) -> float:
    """An x with function(x) <= 0, at most `tol` from one where it is positive.

    Halves the interval in at most one more step than bisection takes, and in far fewer where the
    function is smooth (the ITP method: Oliveira and Takahashi, ACM TOMS 47.1, 2020).
    """
    a, b = lower, upper
    at_a = function(a) if lower_value is None else lower_value
    at_b = function(b) if upper_value is None else upper_value
    for x, value in ((a, at_a), (b, at_b)):
        if value == 0:
            return x
    if not at_a * at_b < 0:
        raise ValueError("Values must have opposite signs.")
    most = max(0, math.ceil(math.log2(max((b - a) / tol, 1)))) + 1
    pull = 0.2 / (b - a)
    for left in range(most, -1, -1):
        middle = a + (b - a) / 2
        if b - a <= tol or not a < middle < b:
            break
        x = middle
        if math.isfinite(at_a) and math.isfinite(at_b):
            secant = (at_b * a - at_a * b) / (at_b - at_a)
            towards = math.copysign(1.0, middle - secant)
            step = pull * (b - a) ** 2
            x = secant + towards * step if step <= abs(middle - secant) else middle
            reach = max(tol / 2 * 2.0**left - (b - a) / 2, 0)
            x = min(max(x, middle - reach), middle + reach)
            x = x if a < x < b else middle
        value = function(x)
        if value == 0:
            return x
        if value * at_a < 0:
            b, at_b = x, value
        else:
            a, at_a = x, value
    return a if at_a <= 0 else b


def calibrate_dp_mechanism(
        make_fresh_accountant: Callable[[], privacy_accountant.PrivacyAccountant],
        make_event_from_param: Union[Callable[[float], dp_event.DpEvent],
                                     Callable[[int], dp_event.DpEvent]],
        target_epsilon: float, target_delta: float,
        bracket_interval: Optional[BracketInterval] = None, discrete: bool = False,
        tol: Optional[float] = None) -> Union[float, int]:
    """A parameter that keeps (target_epsilon, target_delta), within `tol` of one that does not.

    Whatever accountant answers, the parameter returned is one it was asked about and found to keep
    the budget. With `discrete` only whole numbers are tried, and a whole number is returned.
    """
    for name, value in (("make_fresh_accountant", make_fresh_accountant),
                        ("make_event_from_param", make_event_from_param)):
        if not callable(value):
            raise TypeError(f"{name} must be callable. Found {type(value)}.")
    if not target_epsilon >= 0:
        raise ValueError(f"target_epsilon must be nonnegative. Found {target_epsilon}.")
    if not 0 <= target_delta <= 1:
        raise ValueError(f"target_delta must be in range [0, 1]. Found {target_delta}.")
    if tol is not None and not discrete and not tol > 0:
        raise ValueError(f"tol must be positive. Found {tol}.")
    if bracket_interval is None:
        bracket_interval = LowerEndpointAndGuess(0, 1)

    def epsilon_gap(x: float) -> float:
        event = make_event_from_param(round(x) if discrete else x)
        accountant = make_fresh_accountant()
        if not isinstance(accountant.ledger, dp_event.NoOpDpEvent):
            raise NonEmptyAccountantError()
        return accountant.compose(event).get_epsilon(target_delta) - target_epsilon

    if isinstance(bracket_interval, LowerEndpointAndGuess):
        bracket_interval = _search_for_explicit_bracket_interval(bracket_interval, epsilon_gap)
    elif not isinstance(bracket_interval, ExplicitBracketInterval):
        raise TypeError(f"Unrecognized bracket_interval type: {type(bracket_interval)}")
    low, high = bracket_interval.endpoint_1, bracket_interval.endpoint_2
    if not low < high:
        raise ValueError(f"bracket_interval.endpoint_1 ({low}) must be less than "
                         f"bracket_interval.endpoint_2 ({high}).")
    if tol is None:
        tol = 1.0 if discrete else 1e-6 * (high - low)
    at_low, at_high = epsilon_gap(low), epsilon_gap(high)
    if at_low * at_high > 0:
        raise ValueError(f"{bracket_interval} did not bracket a solution.")
    if not discrete:
        return float(_bisect(epsilon_gap, float(low), float(high), tol, at_low, at_high))
    return _bisect_whole(epsilon_gap, round(low), round(high), max(round(tol), 1), at_low, at_high)


def _bisect_whole(gap: Callable[[int], float], low: int, high: int, tol: int, at_low: float,
                  at_high: float) -> int:
    """The same over whole numbers."""
    if at_low == 0 or at_high == 0:
        return low if at_low == 0 else high
    while high - low > tol:
        middle = (low + high) // 2
        value = gap(middle)
        if value == 0:
            return middle
        if value * at_low > 0:
            low, at_low = middle, value
        else:
            high, at_high = middle, value
    return low if at_low <= 0 else high
