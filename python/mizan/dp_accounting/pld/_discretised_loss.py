# SPDX-License-Identifier: Apache-2.0
"""Losses of a mechanism as masses on multiples of an interval: by buckets or by connected dots."""

import collections
import logging
import math
from typing import Mapping

import numpy as np

from . import pld_pmf
from ._monotone_loss import MonotonePrivacyLoss


def rounded(values: Mapping[float, float], interval: float, up: bool) -> Mapping[int, float]:
    """Masses by loss, each moved to the next multiple of the interval."""
    result: dict = collections.defaultdict(float)
    for loss, mass in values.items():
        result[(math.ceil if up else math.floor)(loss / interval)] += mass
    return dict(result)


def _connected_dots(loss: MonotonePrivacyLoss, interval: float) -> pld_pmf.PLDPmf:
    """Exact δ at multiples of the interval, and lines between them."""
    bounds = loss.connect_dots_bounds()
    if loss.is_discrete:
        scaled = loss._losses(np.arange(bounds.lower_x, bounds.upper_x + 1, dtype=np.float64))
        scaled = scaled[np.isfinite(scaled)] / interval
        epsilons = np.unique(np.concatenate([np.floor(scaled), np.ceil(scaled)])).astype(int)
        return pld_pmf.create_pmf_pessimistic_connect_dots(
            interval, epsilons, loss.get_delta_for_epsilon(epsilons * interval))
    first = math.floor(bounds.epsilon_lower / interval)
    last = math.ceil(bounds.epsilon_upper / interval)
    deltas = loss.get_delta_for_epsilon(np.arange(first, last + 1) * interval)
    # δ falls in ε; what its computation loses is less than this gives back.
    deltas = np.maximum.accumulate(deltas[::-1])[::-1]
    return pld_pmf.create_pmf_pessimistic_connect_dots_fixed_gap(interval, first, last, deltas)


def _bucketed(loss: MonotonePrivacyLoss, interval: float, up: bool) -> pld_pmf.PLDPmf:
    """Every loss moved to the next multiple of the interval."""
    tail = loss.privacy_loss_tail()
    lower, upper = tail.lower_x_truncation, tail.upper_x_truncation
    masses = dict(tail.tail_probability_mass_function)
    infinity_mass = masses.pop(math.inf, 0)
    mass_of = collections.defaultdict(float, rounded(masses, interval, up))
    if loss.is_discrete:
        x = np.arange(math.ceil(lower), math.floor(upper) + 1, dtype=np.float64)
        places = loss._losses(x) / interval
        keys = np.ceil(places) if up else np.floor(places)
        edges = np.append(math.ceil(lower) - 1, x)
    else:
        # Between the places where the loss is a multiple of the interval it has one neighbour.
        last = math.floor(loss.privacy_loss(lower) / interval)
        multiples = np.arange(last, math.floor(loss.privacy_loss(upper) / interval) - 1, -1)
        inner = multiples[multiples * interval > loss.privacy_loss(upper)]
        edges = np.concatenate([[lower], loss._inverses(inner * interval), [upper]])
        keys = np.append(inner, last - len(inner)) + (1 if up else 0)
    for key, mass in zip(keys.astype(int).tolist(), np.diff(loss.mu_upper_cdf(edges)).tolist()):
        mass_of[key] += mass
    return pld_pmf.create_pmf(dict(mass_of), interval, infinity_mass, up)


def discretised(loss: MonotonePrivacyLoss, pessimistic_estimate: bool, interval: float,
                use_connect_dots: bool) -> pld_pmf.PLDPmf:
    """Connected dots where they are wanted and are an upper estimate, else buckets."""
    if use_connect_dots and pessimistic_estimate:
        return _connected_dots(loss, interval)
    if use_connect_dots:
        logging.warning("Connected dots are never optimistic: buckets are used instead.")
    return _bucketed(loss, interval, pessimistic_estimate)
