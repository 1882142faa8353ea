# SPDX-License-Identifier: Apache-2.0
"""What every privacy loss of added noise has in common.

Two laws of the output x are compared, `upper` and `lower`, and the loss log(upper/lower) falls in
x. With q the sampling probability, s the sensitivity and f the density (or mass) of the noise:

    REMOVE   upper(x) = (1 - q) f(x) + q f(x + s),   lower(x) = f(x)
    ADD      upper(x) = f(x),                        lower(x) = (1 - q) f(x) + q f(x - s)
    REPLACE  upper as in REMOVE,                     lower as in ADD
"""

import abc
import dataclasses
import enum
import math
import numbers
from typing import Mapping, Optional

import numpy as np



class AdjacencyType(enum.Enum):
    """Which of the two data sets is looked at first."""

    ADD = "ADD"
    REMOVE = "REMOVE"
    REPLACE = "REPLACE"


@dataclasses.dataclass(frozen=True)
class TailPrivacyLossDistribution:
    """Between the two x the loss is looked at closely; outside these masses stand for it."""

    lower_x_truncation: float
    upper_x_truncation: float
    tail_probability_mass_function: Mapping[float, float]


@dataclasses.dataclass(frozen=True)
class ConnectDotsBounds:
    """Where to place dots: between two epsilons, or, for whole x, between two x."""

    epsilon_upper: Optional[float] = None
    epsilon_lower: Optional[float] = None
    lower_x: Optional[int] = None
    upper_x: Optional[int] = None


def _like(argument, result: np.ndarray):
    """A number for a number, an array for everything else."""
    return float(result) if np.ndim(argument) == 0 else result


def _sampled(losses, q: float):
    """log(1 - q + q exp(loss)): what sampling with probability q makes of a loss."""
    if q == 1:
        return losses
    with np.errstate(over="ignore"):
        near = np.log1p(q * np.expm1(np.minimum(losses, 30)))
        return np.where(losses < 30, near, np.logaddexp(math.log1p(-q), math.log(q) + losses))


def _unsampled(losses: np.ndarray, q: float) -> np.ndarray:
    """The inverse: log((exp(loss) - 1 + q) / q). ValueError below log(1 - q), which is -inf."""
    if q == 1:
        return losses
    least = math.log1p(-q)
    reached = np.isclose(losses, least, rtol=1e-9, atol=0)
    if np.any((losses < least) & ~reached):
        raise ValueError(f"a privacy loss ({np.min(losses)}) is smaller than "
                         f"log(1 - sampling_prob) ({least}).")
    with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
        near = np.log1p(np.expm1(np.minimum(losses, 30)) / q)
        far = losses - math.log(q) + np.log1p(-(1 - q) * np.exp(-losses))
        return np.where(reached, -np.inf, np.where(losses < 30, near, far))


def _positive(name: str, value: float) -> None:
    if not value > 0:
        raise ValueError(f"{name} is not a positive real number: {value}")


class MonotonePrivacyLoss(abc.ABC):
    """A pair of laws on numbers whose loss falls from left to right."""

    def __init__(self, is_discrete: bool):
        self.is_discrete = is_discrete

    @abc.abstractmethod
    def mu_upper_cdf(self, x):
        """Pr[X <= x] where X is drawn from `upper`."""

    @abc.abstractmethod
    def mu_lower_log_cdf(self, x):
        """log Pr[X <= x] where X is drawn from `lower`."""

    @abc.abstractmethod
    def privacy_loss(self, x: float) -> float:
        """The loss at x."""

    @abc.abstractmethod
    def inverse_privacy_loss(self, privacy_loss: float) -> float:
        """The largest x with at least this loss."""

    @abc.abstractmethod
    def privacy_loss_tail(self) -> TailPrivacyLossDistribution:
        """Where the loss may be cut off, and the mass there."""

    @abc.abstractmethod
    def connect_dots_bounds(self) -> ConnectDotsBounds:
        """Where to place dots."""

    @abc.abstractmethod
    def _chance(self) -> float:
        """The probability that the record is in the sample."""

    adjacency_type = AdjacencyType.REMOVE

    def get_delta_for_epsilon(self, epsilon):
        """The largest of upper(S) - exp(ε) lower(S), at one epsilon or at several."""
        epsilons = np.atleast_1d(np.asarray(epsilon, dtype=np.float64))
        q = self._chance()
        deltas = np.zeros_like(epsilons)
        within = np.full(epsilons.shape, True)
        if q < 1 and self.adjacency_type == AdjacencyType.ADD:
            within = epsilons < -math.log1p(-q)  # no loss is larger
        elif q < 1 and self.adjacency_type == AdjacencyType.REMOVE:
            within = epsilons > math.log1p(-q)  # every loss is larger
            deltas[~within] = -np.expm1(epsilons[~within])
        if within.any():
            x = np.asarray(self._inverses(epsilons[within]))
            deltas[within] = self.mu_upper_cdf(x) - np.exp(
                epsilons[within] + self.mu_lower_log_cdf(x))
        deltas = np.clip(deltas, 0, 1)
        return float(deltas[0]) if isinstance(epsilon, numbers.Number) else deltas

    @abc.abstractmethod
    def _losses(self, x: np.ndarray) -> np.ndarray:
        """The loss at every x."""

    @abc.abstractmethod
    def _inverses(self, losses: np.ndarray) -> np.ndarray:
        """The inverse of every loss."""


class AdditiveNoisePrivacyLoss(MonotonePrivacyLoss):
    """The same noise on two values that are `sensitivity` apart, on a Poisson sample."""

    def __init__(self, sensitivity: float, is_discrete: bool, sampling_prob: float = 1.0,
                 adjacency_type: AdjacencyType = AdjacencyType.REMOVE):
        _positive("Sensitivity", sensitivity)
        if not 0 < sampling_prob <= 1:
            raise ValueError(f"Sampling probability is not in (0,1] : {sampling_prob}")
        super().__init__(is_discrete)
        self.sensitivity = sensitivity
        self.sampling_prob = sampling_prob
        self.adjacency_type = adjacency_type
        if adjacency_type == AdjacencyType.REPLACE:
            try:
                self._inverse_replace(np.zeros(1))
            except NotImplementedError:
                raise NotImplementedError("REPLACE adjacency type is not supported for the class: "
                                          f"{type(self).__name__}.") from None

    @abc.abstractmethod
    def noise_cdf(self, x):
        """Pr[noise <= x]."""

    @abc.abstractmethod
    def noise_log_cdf(self, x):
        """log Pr[noise <= x]."""

    @abc.abstractmethod
    def _log_ratio(self, x: np.ndarray) -> np.ndarray:
        """log(f(x + s) / f(x)): the loss of REMOVE without sampling."""

    @abc.abstractmethod
    def _inverse_log_ratio(self, losses: np.ndarray) -> np.ndarray:
        """The largest x with at least this log-ratio."""

    def _inverse_replace(self, losses: np.ndarray) -> np.ndarray:
        raise NotImplementedError

    def _chance(self) -> float:
        return self.sampling_prob

    def mu_upper_cdf(self, x):
        q = self.sampling_prob
        if self.adjacency_type == AdjacencyType.ADD:
            return self.noise_cdf(x)
        moved = self.noise_cdf(np.add(x, self.sensitivity))
        return moved if q == 1 else (1 - q) * self.noise_cdf(x) + q * moved

    def mu_lower_log_cdf(self, x):
        q = self.sampling_prob
        if self.adjacency_type == AdjacencyType.REMOVE:
            return self.noise_log_cdf(x)
        moved = self.noise_log_cdf(np.subtract(x, self.sensitivity))
        if q == 1:
            return moved
        return np.logaddexp(math.log1p(-q) + self.noise_log_cdf(x), math.log(q) + moved)

    def _removed(self, x: np.ndarray) -> np.ndarray:
        return _sampled(self._log_ratio(x), self.sampling_prob)

    def _losses(self, x: np.ndarray) -> np.ndarray:
        if self.adjacency_type == AdjacencyType.REMOVE:
            return self._removed(x)
        if self.adjacency_type == AdjacencyType.ADD:
            return -self._removed(-x)
        return self._removed(x) - self._removed(-x)

    def privacy_loss(self, x: float) -> float:
        return float(self._losses(np.asarray(x, dtype=np.float64)))

    def _inverses(self, losses: np.ndarray) -> np.ndarray:
        q = self.sampling_prob
        if self.adjacency_type == AdjacencyType.REMOVE:
            return self._inverse_log_ratio(_unsampled(losses, q))
        if self.adjacency_type == AdjacencyType.ADD:
            return self.sensitivity + self._inverse_log_ratio(-_unsampled(-losses, q))
        return self._inverse_replace(losses)

    def inverse_privacy_loss(self, privacy_loss: float) -> float:
        (x,) = self._inverses(np.array([privacy_loss], dtype=np.float64))
        return float(x)

    def _ends(self, lower: float, upper: float) -> Mapping[float, float]:
        """The masses at and below `lower`, and above `upper`, by their loss."""
        return {self.privacy_loss(lower): self.mu_upper_cdf(lower),
                self.privacy_loss(upper): 1 - self.mu_upper_cdf(upper)}

    def _unless_replaced(self, add, remove):
        """One of two pairs, by the adjacency."""
        if self.adjacency_type == AdjacencyType.REPLACE:
            raise ValueError(f"{self.adjacency_type} adjacency type is not supported.")
        return add if self.adjacency_type == AdjacencyType.ADD else remove
