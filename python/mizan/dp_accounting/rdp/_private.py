# SPDX-License-Identifier: Apache-2.0
"""Names with an underscore that code and tests written for dp_accounting reach for.

The accountant needs none of them; each asks mizan, or states one formula.
"""

import math
from typing import Sequence, Union

import numpy as np

import mizan

from .. import dp_event
from .._programs import name_of, parts
from ..privacy_accountant import NeighboringRelation


def _compute_rdp_poisson_subsampled_gaussian(q: float, noise_multiplier: float,
                                             orders: Sequence[float]) -> np.ndarray:
    """Rényi divergences of Gaussian noise on Poisson samples."""
    program = mizan.poisson(q, mizan.gaussian(noise_multiplier))
    return mizan.renyi_curve(program, np.asarray(orders, dtype=np.float64)).upper


def _compute_log_a(q: float, noise_multiplier: float, alpha: float) -> float:
    """log E[(dP/dQ)^alpha] of the same, which is (alpha - 1) times its divergence."""
    (divergence,) = _compute_rdp_poisson_subsampled_gaussian(q, noise_multiplier, [alpha])
    return float((alpha - 1) * divergence)


_compute_log_a_frac = _compute_log_a


def _compute_randomized_response_rdp(noise_parameter: float, num_buckets: int,
                                     alphas: Sequence[float],
                                     neighboring_relation: NeighboringRelation) -> np.ndarray:
    """Rényi divergences of randomized response."""
    if not 0 <= noise_parameter <= 1:
        raise ValueError(f"noise_parameter must be in [0,1]. Got {noise_parameter}")
    if num_buckets < 1:
        raise ValueError(f"num_buckets must be >= 1. Got {num_buckets}")
    if not np.all(np.asarray(alphas) > 1):
        raise ValueError(f"Renyi divergence order alpha must be > 1. Got {alphas}")
    return mizan.renyi_curve(mizan.randomized_response(noise_parameter, num_buckets), alphas,
                             relation=name_of(neighboring_relation)).upper


def _effective_gaussian_noise_multiplier(
        event: dp_event.DpEvent, accept_zcdp: bool = False) -> Union[float, dp_event.DpEvent]:
    """The one noise multiplier that several Gaussians amount to, or the event that is none."""
    inverse_square = 0.0
    only = None
    for part, count in parts(event):
        if isinstance(part, dp_event.GaussianDpEvent):
            sigma = part.noise_multiplier
        elif accept_zcdp and isinstance(part, dp_event.ZCDpEvent) and part.xi == 0:
            sigma = math.inf if part.rho == 0 else 1 / math.sqrt(2 * part.rho)
        elif accept_zcdp and isinstance(part, dp_event.DiscreteGaussianDpEvent):
            sigma = part.sigma / part.sensitivity
        else:
            return part
        only = sigma if inverse_square == 0 and count == 1 else None
        inverse_square += math.inf if sigma == 0 else count / sigma**2
    if only is not None:
        return only
    return math.inf if inverse_square == 0 else inverse_square**-0.5


def _truncated_negative_binomial_mean(gamma: float, shape: float) -> float:
    """shape (1/gamma - 1) / (1 - gamma^shape), and its limits (PS21 Definition 1)."""
    if not shape >= 0:
        raise ValueError(f"shape must be non-negative. Got {shape}")
    if not 0 < gamma <= 1:
        raise ValueError(f"gamma must be in (0,1]. Got {gamma}")
    if gamma == 1:
        return 1.0
    if shape == 1:
        return 1 / gamma
    log_gamma = math.log(gamma) if gamma < 0.5 else math.log1p(gamma - 1)
    if shape == 0:
        return (1 - gamma) / (-gamma * log_gamma)
    return shape * (1 - gamma) / gamma / -math.expm1(shape * log_gamma)


def _gamma_truncated_negative_binomial(shape: float, mean: float,
                                       tolerance: float = 1e-9) -> float:
    """The gamma with this mean, at most `tolerance` too small in relation."""
    if not shape >= 0:
        raise ValueError(f"shape must be non-negative. Got {shape}")
    if not mean >= 1:
        raise ValueError(f"mean must be at least 1. Got {mean}")
    low, high = 0.0, min(1.0, 2 * (shape + 1) / mean)
    while high > low * (1 + tolerance):
        middle = (low + high) / 2
        if _truncated_negative_binomial_mean(middle, shape) < mean:
            high = middle
        else:
            low = middle
    return low
