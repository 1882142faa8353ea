# SPDX-License-Identifier: Apache-2.0
"""Discretised privacy losses of mechanisms, to compose and to ask.

These are estimates in double precision, as in dp_accounting; PLDAccountant does not need them.
"""

import collections
import math
import numbers
from typing import Any, Callable, Mapping, Optional, Sequence, Union

import numpy as np

from mizan import _core

from .. import privacy_accountant
from . import common, pld_pmf, privacy_loss_mechanism
from ._discretised_loss import discretised, rounded

NeighborRel = privacy_accountant.NeighboringRelation
AdjacencyType = privacy_loss_mechanism.AdjacencyType


class PrivacyLossDistribution:
    """The losses when a record goes and when one comes, which may be the same."""

    def __init__(self, pmf_remove: pld_pmf.PLDPmf, pmf_add: Optional[pld_pmf.PLDPmf] = None):
        self._pmf_remove = pmf_remove
        self._symmetric = pmf_add is None
        self._pmf_add = pmf_remove if pmf_add is None else pmf_add

    @classmethod
    def create_from_rounded_probability(
            cls, rounded_probability_mass_function: Mapping[int, float], infinity_mass: float,
            value_discretization_interval: float, pessimistic_estimate: bool = True,
            rounded_probability_mass_function_add: Optional[Mapping[int, float]] = None,
            infinity_mass_add: Optional[float] = None,
            symmetric: bool = True) -> "PrivacyLossDistribution":
        """From probabilities by loss / value_discretization_interval."""
        given = [rounded_probability_mass_function_add is not None, infinity_mass_add is not None]
        if symmetric and any(given):
            raise ValueError("A symmetric privacy loss distribution has no part for ADD.")
        if not symmetric and not all(given):
            raise ValueError("An asymmetric privacy loss distribution needs its part for ADD.")
        remove = pld_pmf.create_pmf(rounded_probability_mass_function,
                                    value_discretization_interval, infinity_mass,
                                    pessimistic_estimate)
        add = None if symmetric else pld_pmf.create_pmf(
            rounded_probability_mass_function_add, value_discretization_interval,
            infinity_mass_add, pessimistic_estimate)
        return cls(remove, add)

    def _pmfs(self):
        return [self._pmf_remove] if self._symmetric else [self._pmf_remove, self._pmf_add]

    def _both(self, other: Optional["PrivacyLossDistribution"],
              combine: Callable) -> "PrivacyLossDistribution":
        """`combine` for each direction; once if they are all the same."""
        if self._symmetric and (other is None or other._symmetric):
            return PrivacyLossDistribution(combine(self._pmf_remove, other and other._pmf_remove))
        return PrivacyLossDistribution(combine(self._pmf_remove, other and other._pmf_remove),
                                       combine(self._pmf_add, other and other._pmf_add))

    def get_delta_for_epsilon(
            self, epsilon: Union[float, Sequence[float]]) -> Union[float, np.ndarray]:
        """δ at one epsilon, or at several in ascending order."""
        deltas = [pmf.get_delta_for_epsilon(epsilon) for pmf in self._pmfs()]
        return deltas[0] if len(deltas) == 1 else np.maximum(*deltas)

    def get_epsilon_for_delta(self, delta: float) -> float:
        """The least ε >= 0 at which δ is at most `delta`; inf if there is none."""
        return max(pmf.get_epsilon_for_delta(delta) for pmf in self._pmfs())

    def validate_composable(self, privacy_loss_distribution: "PrivacyLossDistribution") -> None:
        """Raises ValueError unless both have the same grid and kind of estimate."""
        self._pmf_remove.validate_composable(privacy_loss_distribution._pmf_remove)

    def compose(self, privacy_loss_distribution: "PrivacyLossDistribution",
                tail_mass_truncation: float = 1e-15) -> "PrivacyLossDistribution":
        """The losses of both together."""
        return self._both(privacy_loss_distribution,
                          lambda a, b: pld_pmf.compose_pmfs(a, b, tail_mass_truncation))

    def self_compose(self, num_times: int,
                     tail_mass_truncation: float = 1e-15) -> "PrivacyLossDistribution":
        """The losses of so many runs together."""
        return self._both(None, lambda a, _: a.self_compose(num_times, tail_mass_truncation))

    def compute_mixture(self, other: "PrivacyLossDistribution",
                        self_weight: float) -> "PrivacyLossDistribution":
        """This loss with probability `self_weight`, else the other one."""
        return self._both(other, lambda a, b: a.compute_mixture(b, self_weight))

    def get_delta_for_epsilon_for_composed_pld(
            self, privacy_loss_distribution: "PrivacyLossDistribution", epsilon: float) -> float:
        """δ of the composition of both, without composing them."""
        other = privacy_loss_distribution
        deltas = [self._pmf_remove.get_delta_for_epsilon_for_composed_pld(other._pmf_remove,
                                                                          epsilon)]
        if not (self._symmetric and other._symmetric):
            deltas.append(self._pmf_add.get_delta_for_epsilon_for_composed_pld(other._pmf_add,
                                                                               epsilon))
        return max(deltas)

    def get_true_positive_rates(
            self, false_positive_rates: Union[float, np.ndarray],
            deltas: Optional[np.ndarray] = None) -> Union[float, np.ndarray]:
        """No test between neighbours has a larger true positive rate, by (ε, δ) at some deltas."""
        if deltas is None:
            deltas = np.append(0.0, np.logspace(-13, 0, num=3000))
        rates = np.atleast_1d(np.asarray(false_positive_rates, dtype=np.float64))
        best = np.ones_like(rates)
        for delta in deltas:
            epsilon = self.get_epsilon_for_delta(delta)
            if epsilon < 700:  # else exp(ε) says nothing
                best = np.minimum(best, math.exp(epsilon) * rates + delta)
            best = np.minimum(best, 1 - (1 - delta - rates) * math.exp(-epsilon))
        return float(best[0]) if isinstance(false_positive_rates, numbers.Number) else best

    def get_gdp_parameter_estimate(self, false_positive_rates: Optional[np.ndarray] = None,
                                   deltas: Optional[np.ndarray] = None) -> float:
        """The least μ-GDP that fits true positive rates at some false positive rates: an estimate,
        neither an upper nor a lower bound. Infinite if more mass than the least rate is."""
        return gdp_estimate(lambda rates: self.get_true_positive_rates(rates, deltas),
                            max(pmf._infinity_mass for pmf in self._pmfs()), false_positive_rates)


def gdp_estimate(true_positive_rates: Callable[[np.ndarray], np.ndarray], infinity_mass: float,
                 false_positive_rates: Optional[np.ndarray]) -> float:
    """The largest distance of normal quantiles of both rates, at false-positive rates up to ½."""
    if false_positive_rates is None:
        false_positive_rates = np.logspace(-12, math.log10(0.5), num=500)
    rates = np.asarray(false_positive_rates, dtype=np.float64)
    rates = rates[rates <= 0.5]
    if infinity_mass > rates.min():
        return math.inf
    return float(np.max(_core._normal_quantile(true_positive_rates(rates))
                        - _core._normal_quantile(rates)))


def identity(value_discretization_interval: float = 1e-4,
             pessimistic_estimate: bool = True) -> PrivacyLossDistribution:
    """No loss at all."""
    return PrivacyLossDistribution.create_from_rounded_probability(
        {0: 1}, 0, value_discretization_interval, pessimistic_estimate)


def from_two_probability_mass_functions(
        log_probability_mass_function_lower: Mapping[Any, float],
        log_probability_mass_function_upper: Mapping[Any, float],
        pessimistic_estimate: bool = True, value_discretization_interval: float = 1e-4,
        log_mass_truncation_bound: float = -math.inf,
        symmetric: bool = True) -> PrivacyLossDistribution:
    """From two laws given by the logarithms of their probabilities."""

    def losses(log_lower, log_upper):
        infinity_mass, masses = 0.0, collections.defaultdict(float)
        for outcome, log_prob in log_upper.items():
            log_other = log_lower.get(outcome, -math.inf)
            if log_other == -math.inf:
                infinity_mass += math.exp(log_prob)
            elif log_prob > log_mass_truncation_bound:
                masses[log_prob - log_other] += math.exp(log_prob)
            elif pessimistic_estimate:
                infinity_mass += math.exp(log_prob)
        return rounded(masses, value_discretization_interval, pessimistic_estimate), infinity_mass

    remove = losses(log_probability_mass_function_lower, log_probability_mass_function_upper)
    add = (None, None) if symmetric else losses(log_probability_mass_function_upper,
                                                log_probability_mass_function_lower)
    return PrivacyLossDistribution.create_from_rounded_probability(
        *remove, value_discretization_interval, pessimistic_estimate, *add, symmetric=symmetric)


def create_from_cdf(cdf: Callable[[float], float], pessimistic_estimate: bool = True,
                    value_discretization_interval: float = 1e-4,
                    tail_mass_truncation: float = 1e-15) -> PrivacyLossDistribution:
    """From the distribution function of the loss."""
    interval, masses = value_discretization_interval, {}
    up = 1 if pessimistic_estimate else 0
    place = 0
    while cdf(place * interval) < 1 - tail_mass_truncation / 2:
        masses[place + up] = cdf((place + 1) * interval) - cdf(place * interval)
        place += 1
    place = 0
    while cdf(place * interval) > tail_mass_truncation / 2:
        masses[place - 1 + up] = cdf(place * interval) - cdf((place - 1) * interval)
        place -= 1
    return PrivacyLossDistribution.create_from_rounded_probability(
        masses, tail_mass_truncation if pessimistic_estimate else 0, interval,
        pessimistic_estimate)


def from_randomized_response(
        noise_parameter: float, num_buckets: int, pessimistic_estimate: bool = True,
        value_discretization_interval: float = 1e-4,
        neighboring_relation: NeighborRel = NeighborRel.REPLACE_ONE) -> PrivacyLossDistribution:
    """One of several buckets: the true one, or with probability noise_parameter any."""
    p, k = noise_parameter, num_buckets
    if not 0 < p < 1:
        raise ValueError(f"Noise parameter must be strictly between 0 and 1: Found {p}")
    if not k > 1:
        raise ValueError(f"Number of buckets must be strictly greater than 1: {k}")
    truth, other = 1 - p * (k - 1) / k, p / k
    if neighboring_relation == NeighborRel.REPLACE_ONE:
        upper, lower = [truth, other, (k - 2) * other], [other, truth, (k - 2) * other]
    elif neighboring_relation == NeighborRel.REPLACE_SPECIAL:
        upper, lower = [truth, (k - 1) * other], [1 / k, (k - 1) / k]
    else:
        raise ValueError("Neighboring relation must be either REPLACE_ONE or REPLACE_SPECIAL: "
                         f"Found {neighboring_relation}.")
    logs = [{i: math.log(mass) for i, mass in enumerate(law) if mass > 0}
            for law in (lower, upper)]
    return from_two_probability_mass_functions(
        *logs, pessimistic_estimate, value_discretization_interval,
        symmetric=neighboring_relation == NeighborRel.REPLACE_ONE)


def _of_noise(loss_for: Callable[[AdjacencyType], privacy_loss_mechanism.MonotonePrivacyLoss],
              adjacencies: Sequence[AdjacencyType], pessimistic_estimate: bool, interval: float,
              use_connect_dots: bool) -> PrivacyLossDistribution:
    """The discretised loss for each adjacency."""
    return PrivacyLossDistribution(*(
        discretised(loss_for(adjacency), pessimistic_estimate, interval, use_connect_dots)
        for adjacency in adjacencies))


def _ways(sampling_prob: float) -> Sequence[AdjacencyType]:
    """Without sampling it is the same whether a record comes or goes."""
    return [AdjacencyType.REMOVE] if sampling_prob == 1 else [AdjacencyType.REMOVE,
                                                              AdjacencyType.ADD]


def from_laplace_mechanism(parameter: float, sensitivity: float = 1,
                           pessimistic_estimate: bool = True,
                           value_discretization_interval: float = 1e-4,
                           sampling_prob: float = 1.0,
                           use_connect_dots: bool = True) -> PrivacyLossDistribution:
    """Laplace noise of scale `parameter`."""
    return _of_noise(
        lambda adjacency: privacy_loss_mechanism.LaplacePrivacyLoss(
            parameter, sensitivity, sampling_prob, adjacency_type=adjacency),
        _ways(sampling_prob), pessimistic_estimate, value_discretization_interval, use_connect_dots)


def from_gaussian_mechanism(
        standard_deviation: float, sensitivity: float = 1, pessimistic_estimate: bool = True,
        value_discretization_interval: float = 1e-4, log_mass_truncation_bound: float = -50,
        sampling_prob: float = 1.0, use_connect_dots: bool = True,
        neighboring_relation: NeighborRel = NeighborRel.ADD_OR_REMOVE_ONE
) -> PrivacyLossDistribution:
    """Normal noise."""
    replaced = neighboring_relation == NeighborRel.REPLACE_ONE
    return _of_noise(
        lambda adjacency: privacy_loss_mechanism.GaussianPrivacyLoss(
            standard_deviation, sensitivity, pessimistic_estimate, log_mass_truncation_bound,
            sampling_prob, adjacency_type=adjacency),
        [AdjacencyType.REPLACE] if replaced else _ways(sampling_prob), pessimistic_estimate,
        value_discretization_interval, use_connect_dots)


def from_discrete_laplace_mechanism(parameter: float, sensitivity: int = 1,
                                    pessimistic_estimate: bool = True,
                                    value_discretization_interval: float = 1e-4,
                                    sampling_prob: float = 1.0,
                                    use_connect_dots: bool = False) -> PrivacyLossDistribution:
    """Whole numbers x with probability proportional to exp(-parameter |x|)."""
    return _of_noise(
        lambda adjacency: privacy_loss_mechanism.DiscreteLaplacePrivacyLoss(
            parameter, sensitivity, sampling_prob, adjacency_type=adjacency),
        _ways(sampling_prob), pessimistic_estimate, value_discretization_interval, use_connect_dots)


def from_discrete_gaussian_mechanism(sigma: float, sensitivity: int = 1,
                                     truncation_bound: Optional[int] = None,
                                     pessimistic_estimate: bool = True,
                                     value_discretization_interval: float = 1e-4,
                                     sampling_prob: float = 1.0,
                                     use_connect_dots: bool = False) -> PrivacyLossDistribution:
    """Whole numbers x with probability proportional to exp(-x² / 2 sigma²)."""
    return _of_noise(
        lambda adjacency: privacy_loss_mechanism.DiscreteGaussianPrivacyLoss(
            sigma, sensitivity, truncation_bound, sampling_prob, adjacency_type=adjacency),
        _ways(sampling_prob), pessimistic_estimate, value_discretization_interval, use_connect_dots)


def from_mixture_gaussian_mechanism(standard_deviation: float, sensitivities: Sequence[float],
                                    sampling_probs: Sequence[float],
                                    pessimistic_estimate: bool = True,
                                    value_discretization_interval: float = 1e-4,
                                    log_mass_truncation_bound: float = -50,
                                    use_connect_dots: bool = True) -> PrivacyLossDistribution:
    """Normal noise on a value that moves by a random amount."""
    return _of_noise(
        lambda adjacency: privacy_loss_mechanism.MixtureGaussianPrivacyLoss(
            standard_deviation, sensitivities, sampling_probs, pessimistic_estimate,
            log_mass_truncation_bound, adjacency_type=adjacency),
        [AdjacencyType.REMOVE, AdjacencyType.ADD], pessimistic_estimate,
        value_discretization_interval, use_connect_dots)


def _binomial_tail(least: int, n: int, p: float) -> float:
    """Pr[X >= least] of n draws with probability p each."""
    if least <= 0 or p == 0 or least > n:
        return 1.0 if least <= 0 else 0.0
    if p == 1:
        return 1.0
    j = np.arange(1, n + 1)
    log_choose = np.append(0.0, np.cumsum(np.log((n - j + 1) / j)))
    k = np.arange(n + 1)
    masses = np.exp(log_choose + k * math.log(p) + (n - k) * math.log1p(-p))
    return float(min(masses[least:].sum(), 1.0))


def from_truncated_subsampled_gaussian_mechanism(
        dataset_size: int, sampling_probability: float, truncated_batch_size: int,
        noise_multiplier: float, value_discretization_interval: float = 1e-4,
        log_mass_truncation_bound: float = -50, use_connect_dots: bool = True,
        neighboring_relation: NeighborRel = NeighborRel.ADD_OR_REMOVE_ONE
) -> PrivacyLossDistribution:
    """Normal noise on a Poisson sample that is cut down to a size.

    The analysis is that of "Tighter Privacy Analysis for Truncated Poisson Sampling"
    (arXiv:2508.15089).

    While the others leave room, the record joins them; else it takes the place of one of them.
    """
    shared = dict(value_discretization_interval=value_discretization_interval,
                  log_mass_truncation_bound=log_mass_truncation_bound,
                  use_connect_dots=use_connect_dots)
    joins = from_gaussian_mechanism(noise_multiplier, sampling_prob=sampling_probability,
                                    neighboring_relation=neighboring_relation, **shared)
    full = _binomial_tail(truncated_batch_size, dataset_size - 1, sampling_probability)
    if full == 0:
        return joins
    replaces_with = (_binomial_tail(truncated_batch_size + 1, dataset_size, sampling_probability)
                     * truncated_batch_size / full / dataset_size)
    replaces = from_gaussian_mechanism(noise_multiplier / 2, sampling_prob=replaces_with,
                                       neighboring_relation=NeighborRel.REPLACE_ONE, **shared)
    return replaces.compute_mixture(joins, full)


def from_privacy_parameters(privacy_parameters: common.DifferentialPrivacyParameters,
                            value_discretization_interval: float = 1e-4
                            ) -> PrivacyLossDistribution:
    """The worst mechanism with this (ε, δ)."""
    epsilon, delta = privacy_parameters.epsilon, privacy_parameters.delta
    masses = collections.defaultdict(float)
    for loss in (epsilon, -epsilon):
        masses[math.ceil(loss / value_discretization_interval)] += (
            (1 - delta) / (1 + math.exp(-loss)))
    return PrivacyLossDistribution.create_from_rounded_probability(
        dict(masses), delta, value_discretization_interval)
