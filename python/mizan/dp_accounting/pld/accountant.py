# SPDX-License-Identifier: Apache-2.0
"""How much noise is enough, and what (ε, δ) becomes of several."""

import math
from typing import Callable, Optional

import mizan

from . import common, privacy_loss_distribution, privacy_loss_mechanism

Parameters = common.DifferentialPrivacyParameters


def get_smallest_parameter(
        privacy_parameters: Parameters, num_queries: int,
        privacy_loss_distribution_constructor: Callable[
            [float], privacy_loss_distribution.PrivacyLossDistribution],
        search_parameters: common.BinarySearchParameters) -> Optional[float]:
    """The least parameter with which so many runs keep the privacy; None if no one does."""

    def delta(parameter: float) -> float:
        single = privacy_loss_distribution_constructor(parameter)
        return single.self_compose(num_queries).get_delta_for_epsilon(privacy_parameters.epsilon)

    return common.inverse_monotone_function(delta, privacy_parameters.delta, search_parameters)


def _calibrated(template: str, unit: float, privacy_parameters: Parameters) -> float:
    """What mizan finds for the ? of the template, times `unit`."""
    return unit * mizan.calibrate(template, epsilon=privacy_parameters.epsilon,
                                  delta=privacy_parameters.delta).parameter


def get_smallest_laplace_noise(privacy_parameters: Parameters, num_queries: int = 1,
                               sensitivity: float = 1) -> float:
    """The least scale of Laplace noise for so many queries."""
    return _calibrated(f"{num_queries} * laplace(?)", sensitivity, privacy_parameters)


def get_smallest_discrete_laplace_noise(privacy_parameters: Parameters, num_queries: int = 1,
                                        sensitivity: int = 1) -> float:
    """The largest parameter, which is the least noise, for so many queries."""
    return _calibrated(f"{num_queries} * discrete_laplace(?, {sensitivity})", 1,
                       privacy_parameters)


def get_smallest_gaussian_noise(privacy_parameters: Parameters, num_queries: int = 1,
                                sensitivity: float = 1) -> float:
    """The least standard deviation of normal noise for so many queries."""
    return privacy_loss_mechanism.GaussianPrivacyLoss.from_privacy_guarantee(
        privacy_parameters, sensitivity=sensitivity * math.sqrt(num_queries)).standard_deviation


def get_smallest_subsampled_gaussian_noise(privacy_parameters: Parameters, num_queries: int = 1,
                                           sensitivity: int = 1,
                                           sampling_prob: float = 1.0) -> float:
    """The least standard deviation of normal noise for so many queries on Poisson samples."""
    return _calibrated(f"{num_queries} * poisson({sampling_prob!r}, gaussian(?))", sensitivity,
                       privacy_parameters)


def advanced_composition(privacy_parameters: Parameters, num_queries: int,
                         total_delta: float) -> Optional[float]:
    """The least ε of so many (ε, δ) mechanisms that is a multiple of theirs with the same parity as
    their number, by KOV15 Theorem 3.3; None if no ε goes with total_delta."""
    epsilon, k = privacy_parameters.epsilon, num_queries
    program = k * mizan.pure(epsilon)
    kept = (1 - privacy_parameters.delta) ** k
    for i in range(k // 2, -1, -1):
        total = epsilon * (k - 2 * i)
        if 1 - kept * (1 - mizan.cost(program, epsilon=total).upper) <= total_delta:
            return total
    return None


def get_smallest_epsilon_from_advanced_composition(
        total_privacy_parameters: Parameters, num_queries: int,
        delta: float = 0) -> Optional[float]:
    """The largest ε of each of so many (ε, δ) mechanisms that together keep the privacy."""
    if 1 - (1 - delta) ** num_queries > total_privacy_parameters.delta:
        return None
    total = total_privacy_parameters.epsilon
    return common.inverse_monotone_function(
        lambda epsilon: advanced_composition(Parameters(epsilon, delta), num_queries,
                                             total_privacy_parameters.delta),
        total, common.BinarySearchParameters(total / num_queries, total), increasing=True)
