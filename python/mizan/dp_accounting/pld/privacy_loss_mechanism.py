# SPDX-License-Identifier: Apache-2.0
"""Privacy losses of Laplace, Gaussian and discrete noise."""

import math
from typing import Optional

import numpy as np

from mizan import _core

from . import common
from ._mixture_loss import MixtureGaussianPrivacyLoss  # noqa: F401: one of the losses
from ._monotone_loss import (  # noqa: F401: part of the interface
    AdditiveNoisePrivacyLoss,
    AdjacencyType,
    ConnectDotsBounds,
    MonotonePrivacyLoss,
    TailPrivacyLossDistribution,
    _like,
    _positive,
    _sampled,
)


class LaplacePrivacyLoss(AdditiveNoisePrivacyLoss):
    """Noise with density exp(-|x| / parameter) / (2 parameter)."""

    def __init__(self, parameter: float, sensitivity: float = 1, sampling_prob: float = 1.0,
                 adjacency_type: AdjacencyType = AdjacencyType.REMOVE):
        _positive("Parameter", parameter)
        self._parameter = parameter
        super().__init__(sensitivity, False, sampling_prob, adjacency_type)

    @property
    def parameter(self) -> float:
        """The scale of the noise."""
        return self._parameter

    def noise_cdf(self, x):
        z = np.asarray(x, dtype=np.float64) / self._parameter
        half = 0.5 * np.exp(-np.abs(z))
        return _like(x, np.where(z < 0, half, 1 - half))

    def noise_log_cdf(self, x):
        z = np.asarray(x, dtype=np.float64) / self._parameter
        return _like(x, np.where(z < 0, z - math.log(2), np.log1p(-0.5 * np.exp(-np.abs(z)))))

    def _log_ratio(self, x: np.ndarray) -> np.ndarray:
        return (np.abs(x) - np.abs(x + self.sensitivity)) / self._parameter

    def _inverse_log_ratio(self, losses: np.ndarray) -> np.ndarray:
        t = losses * self._parameter
        inside = -0.5 * (self.sensitivity + t)
        return np.where(t > self.sensitivity, -np.inf,
                        np.where(t <= -self.sensitivity, np.inf, inside))

    def privacy_loss_tail(self) -> TailPrivacyLossDistribution:
        lower, upper = self._unless_replaced((0.0, self.sensitivity), (-self.sensitivity, 0.0))
        return TailPrivacyLossDistribution(lower, upper, self._ends(lower, upper))

    def connect_dots_bounds(self) -> ConnectDotsBounds:
        q, most = self.sampling_prob, self.sensitivity / self._parameter
        smallest, largest = (float(_sampled(loss, q)) for loss in (-most, most))
        lower, upper = self._unless_replaced((-largest, -smallest), (smallest, largest))
        return ConnectDotsBounds(epsilon_upper=upper, epsilon_lower=lower)

    @classmethod
    def from_privacy_guarantee(cls, privacy_parameters: common.DifferentialPrivacyParameters,
                               sensitivity: float = 1, pessimistic_estimate: bool = True,
                               sampling_prob: float = 1.0,
                               adjacency_type: AdjacencyType = AdjacencyType.REMOVE):
        """The least noise with this epsilon."""
        epsilon = math.log1p(math.expm1(privacy_parameters.epsilon) / sampling_prob)
        return cls(sensitivity / epsilon, sensitivity=sensitivity, sampling_prob=sampling_prob,
                   adjacency_type=adjacency_type)


def _least_noise(delta_of, parameters: common.DifferentialPrivacyParameters,
                 sensitivity: float) -> float:
    """The least standard deviation at which delta_of is at most the wanted delta."""
    if parameters.delta == 0:
        raise ValueError("delta=0 is not allowed for the Gaussian mechanism")
    guess = math.sqrt(2 * math.log(1.5 / parameters.delta)) * sensitivity / parameters.epsilon
    search = common.BinarySearchParameters(0, math.inf, initial_guess=guess)
    return common.inverse_monotone_function(delta_of, parameters.delta, search)


class GaussianPrivacyLoss(AdditiveNoisePrivacyLoss):
    """Normal noise."""

    def __init__(self, standard_deviation: float, sensitivity: float = 1,
                 pessimistic_estimate: bool = True, log_mass_truncation_bound: float = -50,
                 sampling_prob: float = 1.0, adjacency_type: AdjacencyType = AdjacencyType.REMOVE):
        _positive("Standard deviation", standard_deviation)
        if log_mass_truncation_bound > 0:
            raise ValueError("Log mass truncation bound is not a non-positive real number: "
                             f"{log_mass_truncation_bound}")
        self._standard_deviation = standard_deviation
        self._pessimistic_estimate = pessimistic_estimate
        self._log_mass_truncation_bound = log_mass_truncation_bound
        super().__init__(sensitivity, False, sampling_prob, adjacency_type)

    @property
    def standard_deviation(self) -> float:
        """Of the noise."""
        return self._standard_deviation

    def noise_cdf(self, x):
        return _like(x, _core._normal_cdf(np.asarray(x) / self._standard_deviation))

    def noise_log_cdf(self, x):
        return _like(x, _core._normal_log_cdf(np.asarray(x) / self._standard_deviation))

    def _log_ratio(self, x: np.ndarray) -> np.ndarray:
        s = self.sensitivity
        return s * (-0.5 * s - x) / self._standard_deviation**2

    def _inverse_log_ratio(self, losses: np.ndarray) -> np.ndarray:
        s = self.sensitivity
        return -0.5 * s - losses * self._standard_deviation**2 / s

    def _inverse_replace(self, losses: np.ndarray) -> np.ndarray:
        # With u = x s / σ² and c = s² / 2σ² the loss is
        # log(1 - q + q exp(-u - c)) - log(1 - q + q exp(u - c)); solved for u:
        # sinh(u + loss / 2) = -(1 - q) / q · exp(c) · sinh(loss / 2).
        q, s, variance = self.sampling_prob, self.sensitivity, self._standard_deviation**2
        u = -losses / 2
        if q < 1:
            log_factor = math.log1p(-q) - math.log(q) + 0.5 * s**2 / variance
            turned = common.asinh_exp(log_factor + common.log_sinh(np.abs(losses) / 2),
                                      -np.sign(losses))
            u = u + turned
        return u * variance / s

    def privacy_loss_tail(self) -> TailPrivacyLossDistribution:
        tail = 0.5 * math.exp(self._log_mass_truncation_bound)
        lower = self._standard_deviation * float(_core._normal_quantile(tail))
        upper = -lower
        if self.adjacency_type == AdjacencyType.ADD:
            upper += self.sensitivity
        else:
            lower -= self.sensitivity
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

    @classmethod
    def from_privacy_guarantee(cls, privacy_parameters: common.DifferentialPrivacyParameters,
                               sensitivity: float = 1, pessimistic_estimate: bool = True,
                               sampling_prob: float = 1.0,
                               adjacency_type: AdjacencyType = AdjacencyType.REMOVE):
        """The least noise, within the tolerance of the search, with this epsilon and delta."""
        common_arguments = dict(sensitivity=sensitivity, sampling_prob=sampling_prob,
                                adjacency_type=adjacency_type)
        found = _least_noise(
            lambda sigma: cls(sigma, **common_arguments).get_delta_for_epsilon(
                privacy_parameters.epsilon),
            privacy_parameters,
            2 * sensitivity if adjacency_type == AdjacencyType.REPLACE else sensitivity)
        return cls(found, pessimistic_estimate=pessimistic_estimate, **common_arguments)


def _whole(x) -> np.ndarray:
    if not isinstance(x, (int, np.integer)):
        raise ValueError(f"Privacy loss at x is undefined for x = {x}")
    return np.asarray(x, dtype=np.float64)


def _whole_sensitivity(sensitivity: int) -> None:
    if not isinstance(sensitivity, (int, np.integer)):
        raise ValueError(f"Sensitivity is not an integer : {sensitivity}")
    _positive("Sensitivity", sensitivity)


class DiscreteLaplacePrivacyLoss(AdditiveNoisePrivacyLoss):
    """Whole numbers x with probability tanh(parameter / 2) exp(-parameter |x|)."""

    def __init__(self, parameter: float, sensitivity: int = 1, sampling_prob: float = 1.0,
                 adjacency_type: AdjacencyType = AdjacencyType.REMOVE):
        _positive("Parameter", parameter)
        _whole_sensitivity(sensitivity)
        self._parameter = parameter
        super().__init__(sensitivity, True, sampling_prob, adjacency_type)

    @property
    def parameter(self) -> float:
        """How fast the probabilities fall."""
        return self._parameter

    def noise_cdf(self, x):
        a, k = self._parameter, np.floor(np.asarray(x, dtype=np.float64))
        below = np.exp(np.minimum(a * k, 0)) / (1 + math.exp(-a))
        above = 1 - np.exp(np.minimum(-a * (k + 1), 0)) / (1 + math.exp(-a))
        return _like(x, np.where(k < 0, below, above))

    def noise_log_cdf(self, x):
        a, k = self._parameter, np.floor(np.asarray(x, dtype=np.float64))
        below = a * k - math.log1p(math.exp(-a))
        above = np.log1p(-np.exp(np.minimum(-a * (k + 1), 0)) / (1 + math.exp(-a)))
        return _like(x, np.where(k < 0, below, above))

    def privacy_loss(self, x: int) -> float:
        return float(self._losses(_whole(x)))

    def _log_ratio(self, x: np.ndarray) -> np.ndarray:
        return (np.abs(x) - np.abs(x + self.sensitivity)) * self._parameter

    def _inverse_log_ratio(self, losses: np.ndarray) -> np.ndarray:
        t = losses / self._parameter
        with np.errstate(invalid="ignore"):
            inside = np.floor(-0.5 * (self.sensitivity + t))
        return np.where(t > self.sensitivity, -np.inf,
                        np.where(t <= -self.sensitivity, np.inf, inside))

    def privacy_loss_tail(self) -> TailPrivacyLossDistribution:
        s = self.sensitivity
        lower, upper = self._unless_replaced((1, s - 1), (1 - s, -1))
        return TailPrivacyLossDistribution(lower, upper, {
            self.privacy_loss(lower - 1): self.mu_upper_cdf(lower - 1),
            self.privacy_loss(upper + 1): 1 - self.mu_upper_cdf(upper)})

    def connect_dots_bounds(self) -> ConnectDotsBounds:
        s = int(self.sensitivity)
        lower, upper = self._unless_replaced((0, s), (-s, 0))
        return ConnectDotsBounds(lower_x=lower, upper_x=upper)

    @classmethod
    def from_privacy_guarantee(cls, privacy_parameters: common.DifferentialPrivacyParameters,
                               sensitivity: int = 1, sampling_prob: float = 1.0,
                               adjacency_type: AdjacencyType = AdjacencyType.REMOVE):
        """The least noise with this epsilon."""
        _whole_sensitivity(sensitivity)
        if sampling_prob <= 0 or math.isclose(sampling_prob, 0):
            raise ValueError(f"Sampling probability ({sampling_prob}) is equal or too close to 0.")
        epsilon = math.log1p(math.expm1(privacy_parameters.epsilon) / sampling_prob)
        return cls(epsilon / sensitivity, sensitivity=sensitivity, sampling_prob=sampling_prob,
                   adjacency_type=adjacency_type)


class DiscreteGaussianPrivacyLoss(AdditiveNoisePrivacyLoss):
    """Whole numbers x with probability proportional to exp(-x² / 2 sigma²), up to a bound."""

    def __init__(self, sigma: float, sensitivity: int = 1, truncation_bound: Optional[int] = None,
                 sampling_prob: float = 1.0, adjacency_type: AdjacencyType = AdjacencyType.REMOVE):
        _positive("Sigma", sigma)
        _whole_sensitivity(sensitivity)
        self._sigma = sigma
        # Beyond 11.6 sigma lies less than 1e-30 of the mass.
        self._truncation_bound = (
            math.ceil(11.6 * sigma) if truncation_bound is None else truncation_bound)
        if 2 * self._truncation_bound < sensitivity:
            raise ValueError(f"Truncation bound ({truncation_bound}) is smaller than 0.5 * "
                             f"sensitivity (0.5 * {sensitivity})")
        # From one place below the first whole number on.
        self._offset = -self._truncation_bound - 1
        x = np.arange(-self._truncation_bound, self._truncation_bound + 1)
        log_mass = np.append(-np.inf, -0.5 * x**2 / sigma**2)
        log_sums = np.logaddexp.accumulate(log_mass)
        self._pmf_array = np.exp(log_mass - log_sums[-1])
        self._log_cdf_array = log_sums - log_sums[-1]
        self._cdf_array = np.exp(self._log_cdf_array)
        super().__init__(sensitivity, True, sampling_prob, adjacency_type)

    def standard_deviation(self) -> float:
        """Of the truncated noise."""
        x = np.arange(len(self._pmf_array)) + self._offset
        return math.sqrt(x**2 @ self._pmf_array)

    def _places(self, x) -> np.ndarray:
        clipped = np.clip(x, self._offset, self._truncation_bound)
        return np.floor(clipped).astype(int) - self._offset

    def noise_cdf(self, x):
        return _like(x, self._cdf_array[self._places(x)])

    def noise_log_cdf(self, x):
        return _like(x, self._log_cdf_array[self._places(x)])

    def privacy_loss(self, x: int) -> float:
        place = float(_whole(x)) * (1 if self.adjacency_type == AdjacencyType.REMOVE else -1)
        if not self._offset - self.sensitivity < place <= self._truncation_bound:
            raise ValueError(f"Privacy loss at x is undefined for x = {x}")
        return float(self._losses(_whole(x)))

    def _log_ratio(self, x: np.ndarray) -> np.ndarray:
        s, bound = self.sensitivity, self._truncation_bound
        inside = s * (-0.5 * s - x) / self._sigma**2
        return np.where(x > bound - s, -np.inf, np.where(x < -bound, np.inf, inside))

    def _inverse_log_ratio(self, losses: np.ndarray) -> np.ndarray:
        s, bound = self.sensitivity, self._truncation_bound
        return np.floor(np.clip(-0.5 * s - losses * self._sigma**2 / s, -bound - 1, bound - s))

    def privacy_loss_tail(self) -> TailPrivacyLossDistribution:
        bound = self._truncation_bound
        short = bound - self.sensitivity if self.sampling_prob == 1 else bound
        lower, upper = self._unless_replaced((-short, bound), (-bound, short))
        return TailPrivacyLossDistribution(lower, upper, {math.inf: self.mu_upper_cdf(lower - 1)})

    def connect_dots_bounds(self) -> ConnectDotsBounds:
        tail = self.privacy_loss_tail()
        return ConnectDotsBounds(lower_x=int(tail.lower_x_truncation),
                                 upper_x=int(tail.upper_x_truncation))

    @classmethod
    def from_privacy_guarantee(cls, privacy_parameters: common.DifferentialPrivacyParameters,
                               sensitivity: int = 1, sampling_prob: float = 1.0,
                               adjacency_type: AdjacencyType = AdjacencyType.REMOVE):
        """The least noise, within the tolerance of the search, with this epsilon and delta."""
        _whole_sensitivity(sensitivity)
        found = _least_noise(
            lambda sigma: cls(sigma, sensitivity=sensitivity,
                              sampling_prob=sampling_prob).get_delta_for_epsilon(
                                  privacy_parameters.epsilon),
            privacy_parameters, sensitivity)
        return cls(found, sensitivity=sensitivity, sampling_prob=sampling_prob,
                   adjacency_type=adjacency_type)
