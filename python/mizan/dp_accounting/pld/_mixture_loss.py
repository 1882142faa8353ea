# SPDX-License-Identifier: Apache-2.0
"""Privacy losses of Gaussian noise on a value that moves by a random amount."""

import math
from typing import Sequence

import numpy as np

from mizan import _core

from . import common
from ._monotone_loss import (
    AdjacencyType,
    ConnectDotsBounds,
    MonotonePrivacyLoss,
    TailPrivacyLossDistribution,
    _like,
    _positive,
    _unsampled,
)


class MixtureGaussianPrivacyLoss(MonotonePrivacyLoss):
    """Normal noise on a value that moves by sensitivities[i] with probability sampling_probs[i]."""

    def __init__(self, standard_deviation: float, sensitivities: Sequence[float],
                 sampling_probs: Sequence[float], pessimistic_estimate: bool = True,
                 log_mass_truncation_bound: float = -50,
                 adjacency_type: AdjacencyType = AdjacencyType.REMOVE):
        _positive("Standard deviation", standard_deviation)
        if log_mass_truncation_bound > 0:
            raise ValueError("Log mass truncation bound is not a non-positive real number: "
                             f"{log_mass_truncation_bound}")
        if len(sampling_probs) != len(sensitivities):
            raise ValueError("sensitivities and sampling_probs must have the same length. Got "
                             f"{len(sensitivities)} and {len(sampling_probs)}.")
        probs = np.asarray(sampling_probs, dtype=np.float64)
        moves = np.asarray(sensitivities, dtype=np.float64)[probs != 0]
        probs = probs[probs != 0]
        if not np.all(moves >= 0):
            raise ValueError(f"Sensitivities contains a negative number: {moves}.")
        if not moves.size or moves.max() == 0:
            raise ValueError("Must have at least one positive sensitivity.")
        if not math.isclose(probs.sum(), 1):
            raise ValueError(f"Probabilities do not add up to 1: {probs.sum()}")
        if not np.all((probs > 0) & (probs <= 1)):
            raise ValueError(f"Sampling probability is not in (0,1] : {probs}")
        super().__init__(is_discrete=False)
        self.adjacency_type = adjacency_type
        self.sampling_probs = probs
        self.sensitivities = moves
        self._standard_deviation = standard_deviation
        self._pessimistic_estimate = pessimistic_estimate
        self._log_mass_truncation_bound = log_mass_truncation_bound
        self._log_weights = np.log(probs) - 0.5 * (moves / standard_deviation) ** 2

    @property
    def _removes(self) -> bool:
        if self.adjacency_type == AdjacencyType.REPLACE:
            raise ValueError(f"{self.adjacency_type} adjacency type is not supported.")
        return self.adjacency_type == AdjacencyType.REMOVE

    def _chance(self) -> float:
        return min(float(self.sampling_probs[self.sensitivities > 0].sum()), 1.0)

    def noise_cdf(self, x):
        """Pr[noise <= x]."""
        return _like(x, _core._normal_cdf(np.asarray(x) / self._standard_deviation))

    def noise_log_cdf(self, x):
        """log Pr[noise <= x]."""
        return _like(x, _core._normal_log_cdf(np.asarray(x) / self._standard_deviation))

    def mu_upper_cdf(self, x):
        if not self._removes:
            return self.noise_cdf(x)
        moved = np.add.outer(np.asarray(x, dtype=np.float64), self.sensitivities)
        return _like(x, self.noise_cdf(moved) @ self.sampling_probs)

    def mu_lower_log_cdf(self, x):
        if self._removes:
            return self.noise_log_cdf(x)
        moved = np.subtract.outer(np.asarray(x, dtype=np.float64), self.sensitivities)
        return _like(x, np.logaddexp.reduce(
            self.noise_log_cdf(moved) + np.log(self.sampling_probs), axis=-1))

    def _removed(self, x: np.ndarray) -> np.ndarray:
        moved = np.multiply.outer(x, self.sensitivities) / self._standard_deviation**2
        return np.logaddexp.reduce(self._log_weights - moved, axis=-1)

    def _losses(self, x: np.ndarray) -> np.ndarray:
        return self._removed(x) if self._removes else -self._removed(-x)

    def privacy_loss(self, x: float) -> float:
        return float(self._losses(np.asarray(x, dtype=np.float64)))

    def privacy_loss_for_single_gaussian(self, x, sensitivity=1.0):
        """The loss if the value always moved by `sensitivity`."""
        half = -0.5 if self._removes else 0.5
        return np.atleast_1d(sensitivity * (half * sensitivity - x) / self._standard_deviation**2)

    def inverse_privacy_loss_for_single_gaussian(self, privacy_loss, sensitivity=1.0):
        """Where that loss is reached."""
        half = -0.5 if self._removes else 0.5
        return half * sensitivity - privacy_loss * self._standard_deviation**2 / sensitivity

    def _inverse_removed(self, losses: np.ndarray) -> np.ndarray:
        """Where REMOVE has these losses, by bisection between what the smallest and the largest
        sensitivity alone would give."""
        single = _unsampled(losses, self._chance())
        finite = np.isfinite(single)
        inside, single = losses[finite], single[finite]
        moves = self.sensitivities[self.sensitivities > 0]
        ends = [-0.5 * s - single * self._standard_deviation**2 / s
                for s in (moves.min(), moves.max())]
        low, high = np.minimum(*ends), np.maximum(*ends)
        for _ in range(80):  # halves any interval down to neighbouring doubles
            middle = low + (high - low) / 2
            if np.all((middle <= low) | (middle >= high)):
                break
            enough = self._removed(middle) >= inside
            low, high = np.where(enough, middle, low), np.where(enough, high, middle)
        result = np.full(losses.shape, np.inf)
        result[finite] = low
        return result

    def _inverses(self, losses: np.ndarray) -> np.ndarray:
        if self._removes:
            return self._inverse_removed(losses)
        return -self._inverse_removed(-losses)

    def inverse_privacy_losses(self, privacy_losses: np.ndarray) -> np.ndarray:
        """The largest x with at least this loss, for each."""
        return self._inverses(np.asarray(privacy_losses, dtype=np.float64))

    def inverse_privacy_loss(self, privacy_loss: float) -> float:
        return float(self.inverse_privacy_losses(np.array([privacy_loss]))[0])

    def privacy_loss_tail(self, precision: float = 1e-4) -> TailPrivacyLossDistribution:
        mass = 0.5 * math.exp(self._log_mass_truncation_bound)
        end = self._standard_deviation * float(_core._normal_quantile(mass))
        lower, upper = end, -end
        if self._removes:
            first = end - float(self.sensitivities.max())
            lower = common.inverse_monotone_function(
                self.mu_upper_cdf, mass,
                common.BinarySearchParameters(first, end, tolerance=precision), increasing=True)
            lower = first if lower is None else lower
        if self._pessimistic_estimate:
            masses = {math.inf: self.mu_upper_cdf(lower),
                      self.privacy_loss(upper): 1 - self.mu_upper_cdf(upper)}
        else:
            masses = {self.privacy_loss(lower): self.mu_upper_cdf(lower)}
        return TailPrivacyLossDistribution(lower, upper, masses)

    def connect_dots_bounds(self) -> ConnectDotsBounds:
        tail = self.privacy_loss_tail()
        return ConnectDotsBounds(epsilon_upper=self.privacy_loss(tail.lower_x_truncation),
                                 epsilon_lower=self.privacy_loss(tail.upper_x_truncation))
