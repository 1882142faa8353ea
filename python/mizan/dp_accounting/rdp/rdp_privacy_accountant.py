# SPDX-License-Identifier: Apache-2.0
"""The accountant that adds up Rényi divergences at a list of orders."""

import logging
import math
from typing import Optional, Sequence, Tuple

import attr
import numpy as np

import mizan

from .. import dp_event, privacy_accountant
from .._programs import (
    Problem,
    Unsupported,
    check_readable,
    is_idle,
    name_of,
    parts,
    program_of,
    wrong_relation,
)
from ._private import (  # noqa: F401: read by code and tests written for dp_accounting
    _compute_log_a,
    _compute_log_a_frac,
    _compute_randomized_response_rdp,
    _compute_rdp_poisson_subsampled_gaussian,
    _effective_gaussian_noise_multiplier,
    _gamma_truncated_negative_binomial,
    _truncated_negative_binomial_mean,
)

NeighborRel = privacy_accountant.NeighboringRelation
CompositionErrorDetails = privacy_accountant.PrivacyAccountant.CompositionErrorDetails

DEFAULT_RDP_ORDERS = (
    [1 + x / 10.0 for x in range(1, 100)] + list(range(11, 64)) + [128, 256, 512, 1024])

# Every formula below is a handful of operations, each off by at most 4 units of 2^-53 relative to
# its terms: this much of their sizes covers all of it.
_ROUNDING = 2**-47

_ADD_OR_SPECIAL = (NeighborRel.ADD_OR_REMOVE_ONE, NeighborRel.REPLACE_SPECIAL)
_ALLOWED = {
    dp_event.PoissonSampledDpEvent: _ADD_OR_SPECIAL,
    dp_event.SampledWithoutReplacementDpEvent: (NeighborRel.REPLACE_ONE,),
    dp_event.SingleEpochTreeAggregationDpEvent: (NeighborRel.REPLACE_SPECIAL,),
    dp_event.RandomizedResponseDpEvent: (NeighborRel.REPLACE_SPECIAL, NeighborRel.REPLACE_ONE),
    dp_event.MixtureOfGaussiansDpEvent: _ADD_OR_SPECIAL,
}


def _checked(orders: Sequence[float], rdp: Sequence[float]) -> Tuple[np.ndarray, np.ndarray]:
    a, r = np.asarray(orders, dtype=np.float64), np.asarray(rdp, dtype=np.float64)
    if a.shape != r.shape:
        raise ValueError("Input lists must have the same length.")
    if not np.all(a >= 1):
        raise ValueError(f"Renyi divergence order must be at least 1. Found {a[~(a >= 1)][0]}.")
    if not np.all(r >= 0):
        logging.warning("A Renyi divergence is never %s: such orders say nothing and are left out.",
                        r[~(r >= 0)][0])
        r = np.where(r >= 0, r, np.inf)
    return a, r


def compute_delta(orders: Sequence[float], rdp: Sequence[float],
                  epsilon: float) -> Tuple[float, float]:
    """The least delta at `epsilon` that follows at one of the orders, and that order.

    By CKS20 Proposition 12 and δ ≤ sqrt(1 - exp(-KL)) (Bretagnolle and Huber).
    """
    if not epsilon >= 0:
        raise ValueError(f"Epsilon cannot be negative. Found {epsilon}.")
    a, r = _checked(orders, rdp)
    with np.errstate(all="ignore"):
        log_delta = 0.5 * np.log(-np.expm1(-r)) * (1 - _ROUNDING) + _ROUNDING
        terms = np.stack([(a - 1) * r, -(a - 1) * epsilon, (a - 1) * np.log1p(-1 / a), -np.log(a)])
        by_order = terms.sum(axis=0) + _ROUNDING * np.abs(terms).sum(axis=0)
        useful = (a > 1.01) & np.isfinite(by_order)
        log_delta = np.where(r == 0, -np.inf, np.where(r == np.inf, 0, log_delta))
        log_delta = np.where(useful, np.minimum(log_delta, by_order), log_delta)
        # Pure privacy: no loss beyond the divergence of order inf.
        log_delta = np.where((a == np.inf) & (r <= epsilon), -np.inf, log_delta)
    best = int(np.argmin(log_delta))
    return min(math.exp(min(log_delta[best], 0)) * (1 + _ROUNDING), 1.0), orders[best]


def compute_epsilon(orders: Sequence[float], rdp: Sequence[float],
                    delta: float) -> Tuple[float, float]:
    """The least epsilon with `delta` that follows at one of the orders, and that order.

    By CKS20 Proposition 12; 0 where already KL says so (Bretagnolle and Huber).
    """
    if not delta >= 0:
        raise ValueError(f"Delta cannot be negative. Found {delta}.")
    a, r = _checked(orders, rdp)
    if delta == 0 and np.all(r == 0):
        return 0, 0
    with np.errstate(all="ignore"):
        terms = np.stack([r, np.log1p(-1 / a), -np.log(delta * a) / (a - 1)])
        epsilon = terms.sum(axis=0) + _ROUNDING * np.abs(terms).sum(axis=0)
        epsilon = np.where((a > 1.01) & (epsilon == epsilon), np.maximum(epsilon, 0), np.inf)
        epsilon = np.where(a == np.inf, r, epsilon)
        epsilon = np.where(delta**2 > -np.expm1(-r) * (1 + _ROUNDING), 0, epsilon)
        epsilon = np.where(r == np.inf, np.inf, epsilon)
    best = int(np.argmin(epsilon))
    if epsilon[best] == np.inf and delta == 0:
        return np.inf, 0
    return float(epsilon[best]), orders[best]


def _sum_up(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    """a + b, rounded up: the error of a sum is a double (Knuth), so its sign is known."""
    with np.errstate(invalid="ignore"):
        total = a + b
        part = total - a
        error = (a - (total - part)) + (b - part)
        return np.where(error > 0, np.nextafter(total, np.inf), total)


def _both_kept(log_a: float, log_b: float) -> float:
    """log of the product of two probabilities, rounded down."""
    return (log_a + log_b) * (1 + 2**-51)


def _without_failure(event: dp_event.DpEvent) -> Tuple[dp_event.DpEvent, float]:
    """The event given that no (ε, δ) promise in it fails, and log Pr[none fails], rounded down.

    (ε, δ)-DP is ε-DP but for an event of probability δ (KOV15). On a sample it happens to the
    record with probability qδ at most, and to one of several runs with their mean number times δ.
    """
    if isinstance(event, dp_event.EpsilonDeltaDpEvent):
        if not 0 <= event.delta <= 1:
            raise ValueError(f"delta must be in [0, 1]. Got {event.delta}")
        with np.errstate(divide="ignore"):
            log_kept = np.log1p(-float(event.delta)) * (1 + _ROUNDING)
        return dp_event.EpsilonDeltaDpEvent(event.epsilon, 0.0), float(log_kept)
    if isinstance(event, dp_event.PoissonSampledDpEvent):
        times = event.sampling_probability
    elif isinstance(event, dp_event.RepeatAndSelectDpEvent):
        times = event.mean
    else:
        return event, 0.0
    inner, log_kept = [], 0.0
    for part, count in parts(event.event):
        kept, log_part = _without_failure(part)
        inner.append(dp_event.SelfComposedDpEvent(kept, count))
        log_kept = _both_kept(log_kept, count * log_part)
    if log_kept == 0:
        return event, 0.0
    with np.errstate(divide="ignore"):
        log_kept = np.log1p(max(times * np.expm1(log_kept), -1.0)) * (1 + _ROUNDING)
    return attr.evolve(event, event=dp_event.ComposedDpEvent(inner)), float(log_kept)


class RdpAccountant(privacy_accountant.PrivacyAccountant):
    """Adds up Rényi divergences; every one is an upper bound, and so is every sum."""

    def __init__(self, orders: Optional[Sequence[float]] = None,
                 neighboring_relation: NeighborRel = NeighborRel.ADD_OR_REMOVE_ONE):
        super().__init__(neighboring_relation)
        self._orders = np.array(DEFAULT_RDP_ORDERS if orders is None else orders)
        self._rdp = np.zeros(self._orders.shape)
        self._falling = np.argsort(self._orders)[::-1]
        self._log_kept = 0.0  # log Pr[no (ε, δ) promise fails]

    @property
    def _extra_delta(self) -> float:
        return -math.expm1(self._log_kept)

    def _problem(self, part: dp_event.DpEvent) -> Optional[Problem]:
        if isinstance(part, dp_event.NonPrivateDpEvent):
            return None
        problem = wrong_relation(part, self._neighboring_relation, _ALLOWED)
        if problem or is_idle(part):
            return problem
        if isinstance(part, dp_event.PoissonSampledDpEvent):
            for inner, _ in parts(part.event):
                if isinstance(inner, dp_event.ZCDpEvent) and inner.xi != 0:
                    return Problem(part, "Subevent of `PoissonSampledDpEvent` must not be a "
                                         "`ZCDpEvent` with xi other than 0.")
        try:
            program = program_of(_without_failure(part)[0], self._neighboring_relation)
            check_readable(part, program, self._neighboring_relation, needs_renyi=True)
        except Unsupported as error:
            return error.problem
        except ValueError:
            pass  # bad parameters, not an unknown event: composing it will say so
        return None

    def _curve(self, part: dp_event.DpEvent, count: int) -> np.ndarray:
        program = count * program_of(part, self._neighboring_relation)
        curve = mizan.renyi_curve(program, self._orders,
                                  relation=name_of(self._neighboring_relation)).upper.copy()
        # No order costs more than a higher one.
        curve[self._falling] = np.minimum.accumulate(curve[self._falling])
        return curve

    def _maybe_compose(self, event: dp_event.DpEvent, count: int,
                       do_compose: bool) -> Optional[CompositionErrorDetails]:
        if not do_compose:
            problems = (self._problem(part) for part, _ in parts(event))
            return next(filter(None, problems), None)
        rdp, log_kept = self._rdp, self._log_kept
        for part, times in parts(event, count):
            if is_idle(part):
                continue
            if isinstance(part, dp_event.NonPrivateDpEvent):
                rdp = rdp + np.inf
                continue
            kept, log_part = _without_failure(part)
            rdp = _sum_up(rdp, self._curve(kept, times))
            log_kept = _both_kept(log_kept, times * log_part)
        self._rdp, self._log_kept = rdp, log_kept
        return None

    def get_epsilon_and_optimal_order(self, target_delta: float) -> Tuple[float, float]:
        """The current epsilon, and the order at which it is reached."""
        if self._log_kept == 0:
            return compute_epsilon(self._orders, self._rdp, target_delta)
        # 1 - target = (1 - what is left) · Pr[no promise fails]
        with np.errstate(divide="ignore", invalid="ignore"):
            left = -np.expm1(np.log1p(-target_delta) - self._log_kept)
        left -= _ROUNDING * abs(left) + 2**-52 * target_delta
        if not left >= 0:
            return float("inf"), 0
        return compute_epsilon(self._orders, self._rdp, float(left))

    def get_epsilon(self, target_delta: float) -> float:
        """The current epsilon."""
        return self.get_epsilon_and_optimal_order(target_delta)[0]

    def get_delta_and_optimal_order(self, target_epsilon: float) -> Tuple[float, float]:
        """The current delta, and the order at which it is reached."""
        delta, order = compute_delta(self._orders, self._rdp, target_epsilon)
        if self._log_kept == 0:
            return delta, order
        extra = self._extra_delta
        return min((delta + extra * (1 - delta)) * (1 + _ROUNDING), 1.0), order

    def get_delta(self, target_epsilon: float) -> float:
        """The current delta."""
        return self.get_delta_and_optimal_order(target_epsilon)[0]

    @property
    def rdp(self) -> np.ndarray:
        """The Rényi divergence at every order so far."""
        return np.copy(self._rdp)

    @property
    def orders(self) -> np.ndarray:
        """The orders."""
        return np.copy(self._orders)
