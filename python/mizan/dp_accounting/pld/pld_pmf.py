# SPDX-License-Identifier: Apache-2.0
"""Probability mass functions of privacy losses on a grid, with some mass at infinity.

The loss of an outcome o is log(upper(o) / lower(o)), and o is drawn from `upper`. Then δ at ε is
the mass at infinity plus the sum of Pr[loss] · (1 - exp(ε - loss)) over all losses above ε.
"""

import abc
import math
import numbers
from typing import Mapping, Sequence, Tuple, Union

import numpy as np

from . import common

_MAX_PMF_SPARSE_SIZE = 1000
_DELTA_DIFF_TOLERANCE = 1e-12


def _suffix_sums(losses: np.ndarray, probs: np.ndarray) -> Tuple[np.ndarray, np.ndarray]:
    """The masses of `upper` and of `lower` on all losses from each one on; zero past the last."""
    with np.errstate(over="ignore", invalid="ignore"):
        lower = np.where(probs == 0, 0.0, probs * np.exp(-losses))
    return tuple(np.append(np.cumsum(mass[::-1])[::-1], 0.0) for mass in (probs, lower))


def _delta(infinity_mass: float, losses: np.ndarray, probs: np.ndarray,
           epsilon: Union[float, Sequence[float]]) -> Union[float, np.ndarray]:
    if isinstance(epsilon, numbers.Number):
        above = losses > epsilon
        return infinity_mass + float(-np.expm1(epsilon - losses[above]) @ probs[above])
    epsilons = np.asarray(epsilon, dtype=np.float64)
    if np.any(np.diff(epsilons) < 0):
        raise ValueError("Epsilons in get_delta_for_epsilon must be sorted in ascending order")
    upper, lower = _suffix_sums(losses, probs)
    first = np.searchsorted(losses, epsilons, side="right")
    with np.errstate(over="ignore", invalid="ignore"):
        taken = np.where(lower[first] == 0, 0.0, np.exp(epsilons) * lower[first])
    return infinity_mass + upper[first] - taken


def _epsilon(infinity_mass: float, losses: np.ndarray, probs: np.ndarray, delta: float) -> float:
    """The least ε >= 0 with δ(ε) <= delta; inf if there is none."""
    if infinity_mass > delta:
        return math.inf
    upper, lower = (mass[:-1] for mass in _suffix_sums(losses, probs))
    upper = upper + infinity_mass
    # Where ε lies between two losses, δ(ε) = upper - exp(ε) · lower from the second one on.
    with np.errstate(divide="ignore", invalid="ignore"):
        epsilons = np.log((upper - delta) / lower)
    below = np.append(-np.inf, losses[:-1])
    found = np.flatnonzero((upper > delta) & (lower > 0) & (epsilons >= below))
    vanished = np.flatnonzero((upper >= delta) & (lower == 0))  # exp(-loss) is no longer a double
    last_found = found[-1] if found.size else -1
    if vanished.size and vanished[-1] > last_found:
        return max(0, float(losses[vanished[-1]]))
    return max(0.0, float(epsilons[last_found])) if found.size else 0.0


def _truncated(probs: np.ndarray, tail_mass: float,
               pessimistic_estimate: bool) -> Tuple[int, np.ndarray, float]:
    """How many to leave out in front, those that stay, and the mass that moves to infinity.

    At most half of `tail_mass` goes at each end. A pessimistic estimate moves mass to larger
    losses, an optimistic one to smaller losses.
    """
    if tail_mass == 0:
        return 0, probs, 0.0
    first = common._light_prefix(probs, tail_mass / 2)
    last = max(len(probs) - common._light_prefix(probs[::-1], tail_mass / 2), first + 1)
    left, right = float(np.sum(probs[:first])), float(np.sum(probs[last:]))
    kept = probs[first:last].copy()
    if pessimistic_estimate:
        if kept.size:
            kept[0] += left
        return first, kept, right
    if kept.size:
        kept[-1] += right
    return first, kept, 0.0


def _either(p: float, q: float) -> float:
    return p + q - p * q


class PLDPmf(abc.ABC):
    """The law of a privacy loss that is a multiple of `discretization`, or infinite."""

    def __init__(self, discretization: float, infinity_mass: float, pessimistic_estimate: bool):
        self._discretization = discretization
        self._infinity_mass = infinity_mass
        self._pessimistic_estimate = pessimistic_estimate

    @property
    @abc.abstractmethod
    def size(self) -> int:
        """The number of finite losses."""

    @abc.abstractmethod
    def _losses_and_probs(self) -> Tuple[np.ndarray, np.ndarray]:
        """The finite losses, ascending, and their probabilities."""

    @abc.abstractmethod
    def compose(self, other: "PLDPmf", tail_mass_truncation: float = 0) -> "PLDPmf":
        """The law of the sum of independent losses of both."""

    @abc.abstractmethod
    def self_compose(self, num_times: int, tail_mass_truncation: float = 0) -> "PLDPmf":
        """The law of the sum of num_times independent losses."""

    @abc.abstractmethod
    def to_dense_pmf(self) -> "DensePLDPmf":
        """The same with an entry for every multiple between the first and the last."""

    def get_delta_for_epsilon(
            self, epsilon: Union[float, Sequence[float]]) -> Union[float, np.ndarray]:
        """δ at one epsilon, or at several in ascending order."""
        return _delta(self._infinity_mass, *self._losses_and_probs(), epsilon)

    def get_epsilon_for_delta(self, delta: float) -> float:
        """The least ε >= 0 at which δ is at most `delta`; inf if there is none."""
        return _epsilon(self._infinity_mass, *self._losses_and_probs(), delta)

    def get_delta_for_epsilon_for_composed_pld(self, other: "PLDPmf", epsilon: float) -> float:
        """δ of the composition of both, without composing them."""
        self._check_alike(other)
        losses, probs = self._losses_and_probs()
        other_losses, other_probs = other._losses_and_probs()
        upper, lower = _suffix_sums(other_losses, other_probs)
        first = np.searchsorted(other_losses, epsilon - losses, side="right")
        with np.errstate(over="ignore", invalid="ignore"):
            taken = np.where(lower[first] == 0, 0.0, np.exp(epsilon - losses) * lower[first])
        return (_either(self._infinity_mass, other._infinity_mass)
                + float(probs @ (upper[first] - taken)))

    def _check_alike(self, other: "PLDPmf") -> None:
        if self._discretization != other._discretization:
            raise ValueError(f"Discretization intervals are different: {self._discretization} != "
                             f"{other._discretization}.")
        if self._pessimistic_estimate != other._pessimistic_estimate:
            raise ValueError(f"Estimation types are different: {self._pessimistic_estimate} != "
                             f"{other._pessimistic_estimate}.")

    def validate_composable(self, other: "PLDPmf") -> None:
        """Raises ValueError unless `compose` takes the other."""
        if not isinstance(self, type(other)):
            raise ValueError(f"Only PMFs of the same type can be composed: {type(self).__name__} "
                             f"!= {type(other).__name__}.")
        self._check_alike(other)

    def compute_mixture(self, other: "PLDPmf", self_weight: float) -> "PLDPmf":
        """The law of this loss with probability `self_weight`, else of the other one."""
        self._check_alike(other)
        if not 0 <= self_weight <= 1:
            raise ValueError(f"self_weight should be in [0, 1], self_weight={self_weight}")
        if self_weight in (0, 1):
            return self if self_weight else other
        weighted = ((self.to_dense_pmf(), self_weight), (other.to_dense_pmf(), 1 - self_weight))
        first = min(pmf._lower_loss for pmf, _ in weighted)
        probs = np.zeros(max(pmf._lower_loss + pmf.size for pmf, _ in weighted) - first)
        for pmf, weight in weighted:
            start = pmf._lower_loss - first
            probs[start:start + pmf.size] += weight * pmf._probs
        return DensePLDPmf(self._discretization, first, probs,
                           sum(weight * pmf._infinity_mass for pmf, weight in weighted),
                           self._pessimistic_estimate)


class DensePLDPmf(PLDPmf):
    """Probabilities of (lower_loss + i) · discretization for i = 0, 1, …"""

    def __init__(self, discretization: float, lower_loss: int, probs: np.ndarray,
                 infinity_mass: float, pessimistic_estimate: bool):
        super().__init__(discretization, infinity_mass, pessimistic_estimate)
        self._lower_loss = lower_loss
        self._probs = probs

    @property
    def size(self) -> int:
        return len(self._probs)

    def _losses_and_probs(self) -> Tuple[np.ndarray, np.ndarray]:
        losses = (np.arange(self.size) + self._lower_loss) * self._discretization
        return losses, np.asarray(self._probs, dtype=np.float64)

    def compose(self, other: "DensePLDPmf", tail_mass_truncation: float = 0) -> "DensePLDPmf":
        self.validate_composable(other)
        first, probs, right = _truncated(common.convolve(self._probs, other._probs),
                                         tail_mass_truncation, self._pessimistic_estimate)
        return DensePLDPmf(self._discretization, self._lower_loss + other._lower_loss + first,
                           probs, _either(self._infinity_mass, other._infinity_mass) + right,
                           self._pessimistic_estimate)

    def self_compose(self, num_times: int, tail_mass_truncation: float = 1e-15) -> "DensePLDPmf":
        if num_times <= 0:
            raise ValueError(f"num_times should be >= 1, num_times={num_times}")
        first, probs = common.self_convolve(self._probs, num_times, tail_mass_truncation)
        if self._infinity_mass == 1:
            infinity_mass = 1.0
        else:
            infinity_mass = -math.expm1(num_times * math.log1p(-self._infinity_mass))
        return DensePLDPmf(self._discretization, self._lower_loss * num_times + first, probs,
                           infinity_mass + tail_mass_truncation, self._pessimistic_estimate)

    def to_dense_pmf(self) -> "DensePLDPmf":
        return self


class SparsePLDPmf(PLDPmf):
    """Probabilities by loss / discretization, for few losses."""

    def __init__(self, loss_probs: Mapping[int, float], discretization: float,
                 infinity_mass: float, pessimistic_estimate: bool):
        super().__init__(discretization, infinity_mass, pessimistic_estimate)
        self._loss_probs = loss_probs

    @property
    def size(self) -> int:
        return len(self._loss_probs)

    def _losses_and_probs(self) -> Tuple[np.ndarray, np.ndarray]:
        keys = sorted(self._loss_probs)
        return (np.array(keys, dtype=np.float64) * self._discretization,
                np.array([self._loss_probs[key] for key in keys], dtype=np.float64))

    def compose(self, other: "SparsePLDPmf", tail_mass_truncation: float = 0) -> "SparsePLDPmf":
        self.validate_composable(other)
        sums: dict = {}
        for key1, prob1 in self._loss_probs.items():
            for key2, prob2 in other._loss_probs.items():
                sums[key1 + key2] = sums.get(key1 + key2, 0.0) + prob1 * prob2
        keys = sorted(sums)
        first, probs, right = _truncated(np.array([sums[key] for key in keys]),
                                         tail_mass_truncation, self._pessimistic_estimate)
        return SparsePLDPmf(dict(zip(keys[first:], probs.tolist())), self._discretization,
                            _either(self._infinity_mass, other._infinity_mass) + right,
                            self._pessimistic_estimate)

    def self_compose(self, num_times: int, tail_mass_truncation: float = 1e-15) -> PLDPmf:
        if num_times <= 0:
            raise ValueError(f"num_times should be >= 1, num_times={num_times}")
        if num_times == 1:
            return self
        if num_times * math.log(max(self.size, 1)) > math.log(_MAX_PMF_SPARSE_SIZE):
            return self.to_dense_pmf().self_compose(num_times, tail_mass_truncation)
        result = self
        for _ in range(num_times - 2):
            result = result.compose(self)
        return result.compose(self, tail_mass_truncation)

    def to_dense_pmf(self) -> DensePLDPmf:
        lower_loss, probs = common.dictionary_to_list(self._loss_probs)
        return DensePLDPmf(self._discretization, lower_loss, np.array(probs), self._infinity_mass,
                           self._pessimistic_estimate)


def create_pmf(loss_probs: Mapping[int, float], discretization: float, infinity_mass: float,
               pessimistic_estimate: bool) -> PLDPmf:
    """A sparse one for few losses, a dense one for many."""
    sparse = SparsePLDPmf(loss_probs, discretization, infinity_mass, pessimistic_estimate)
    return sparse if len(loss_probs) <= _MAX_PMF_SPARSE_SIZE else sparse.to_dense_pmf()


def _falling(deltas: np.ndarray) -> np.ndarray:
    if not np.all((deltas >= 0) & (deltas <= 1)):
        raise ValueError(f"deltas are not between 0 and 1 : deltas={deltas}.")
    if np.any(np.diff(deltas) > _DELTA_DIFF_TOLERANCE):
        raise ValueError(f"deltas are not in non-increasing order: deltas={deltas}.")
    return np.minimum.accumulate(deltas)


def create_pmf_pessimistic_connect_dots(discretization: float, rounded_epsilons,
                                        deltas) -> PLDPmf:
    """The law with these losses, in units of `discretization`, whose δ at each is that given.

    δ as a function of exp(ε) is then the line through these points, above every convex curve
    through them: DGKKM22 Algorithm 1.
    """
    keys = np.asarray(rounded_epsilons, dtype=int)
    deltas = np.asarray(deltas, dtype=np.float64)
    if keys.size != deltas.size or keys.size == 0:
        raise ValueError("Length of rounded_epsilons and deltas are either unequal or zero: "
                         f"rounded_epsilons={keys}, deltas={deltas}.")
    gaps = np.diff(keys) * discretization
    if np.any(gaps <= 0):
        raise ValueError("rounded_epsilons are not in strictly increasing order: "
                         f"rounded_epsilons={keys}.")
    deltas = _falling(deltas)
    drops = np.diff(deltas)
    # Two neighbours share a drop of δ such that both kinds of mass fit the line between them.
    probs = np.append(1 - deltas[0], drops / np.expm1(-gaps))
    probs[:-1] += drops / np.expm1(gaps)
    return create_pmf(dict(zip(keys.tolist(), np.maximum(probs, 0).tolist())), discretization,
                      float(deltas[-1]), pessimistic_estimate=True)


def create_pmf_pessimistic_connect_dots_fixed_gap(discretization: float,
                                                  rounded_epsilon_lower: int,
                                                  rounded_epsilon_upper: int, deltas) -> PLDPmf:
    """The same with every whole number between two as losses; keeps more digits."""
    deltas = np.asarray(deltas, dtype=np.float64)
    if rounded_epsilon_upper < rounded_epsilon_lower:
        raise ValueError(f"rounded_epsilon_upper={rounded_epsilon_upper} is smaller than "
                         f"rounded_epsilon_lower={rounded_epsilon_lower}.")
    if deltas.size != rounded_epsilon_upper - rounded_epsilon_lower + 1:
        raise ValueError("Length of deltas is not equal to number of epsilons: number of epsilons "
                         f"= {rounded_epsilon_upper - rounded_epsilon_lower + 1}, "
                         f"number of deltas = {deltas.size}.")
    deltas = _falling(deltas)
    drops = np.diff(deltas)
    probs = np.zeros_like(deltas)
    probs[0] = 1 - deltas[0]
    if drops.size:
        growth = math.expm1(discretization)
        probs[0] += drops[0] / growth
        probs[1:-1] = (drops[1:] - drops[:-1] * math.exp(discretization)) / growth
        probs[-1] = drops[-1] / math.expm1(-discretization)
    probs = np.maximum(probs, 0)
    if probs.size > _MAX_PMF_SPARSE_SIZE:
        return DensePLDPmf(discretization, rounded_epsilon_lower, probs, float(deltas[-1]), True)
    keys = range(rounded_epsilon_lower, rounded_epsilon_upper + 1)
    return SparsePLDPmf(dict(zip(keys, probs.tolist())), discretization, float(deltas[-1]), True)


def compose_pmfs(pmf1: PLDPmf, pmf2: PLDPmf, tail_mass_truncation: float = 0) -> PLDPmf:
    """The composition of both; sparse if both are and few losses come out."""
    if not (isinstance(pmf1, SparsePLDPmf) and isinstance(pmf2, SparsePLDPmf)
            and pmf1.size * pmf2.size <= _MAX_PMF_SPARSE_SIZE):
        pmf1, pmf2 = pmf1.to_dense_pmf(), pmf2.to_dense_pmf()
    return pmf1.compose(pmf2, tail_mass_truncation)
