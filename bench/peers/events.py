#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks Google's two accountants about every event in every company and writes google_events.json.

The package 0.6.0 has no DiscreteGaussianDpEvent, though its source tree has: of what cannot be asked here, or is not
answered within some minutes (mixtures of Gaussians), the answers of the last run stay.
"""

import importlib.metadata
import json
import math
import pathlib
import signal

import dp_accounting as dp
from dp_accounting import dp_event

A, N, S, C, G = "a", "n", "s", "c", "g"
GAUSSIAN = dp.GaussianDpEvent(2.0)
LAPLACE = dp.LaplaceDpEvent(2.0)

EVENTS = {
    "GaussianDpEvent": GAUSSIAN,
    "LaplaceDpEvent": LAPLACE,
    "DiscreteGaussianDpEvent": dp.DiscreteGaussianDpEvent(2.0, 1)
                               if hasattr(dp, "DiscreteGaussianDpEvent") else None,
    "DiscreteLaplaceDpEvent": dp_event.DiscreteLaplaceDpEvent(0.5, 2),
    "RandomizedResponseDpEvent": dp.RandomizedResponseDpEvent(0.5, 4),
    "ExponentialMechanismDpEvent": dp.ExponentialMechanismDpEvent(0.5),
    "PermuteAndFlipDpEvent": dp.PermuteAndFlipDpEvent(0.5),
    "EpsilonDeltaDpEvent": dp_event.EpsilonDeltaDpEvent(0.5, 1e-6),
    "ZCDpEvent": dp.ZCDpEvent(0.1),
    "MixtureOfGaussiansDpEvent": dp_event.MixtureOfGaussiansDpEvent(1.0, [0, 1, 2], [0.8, 0.15, 0.05]),
    "TruncatedSubsampledGaussianDpEvent": dp.TruncatedSubsampledGaussianDpEvent(1000, 0.01, 30, 1.0),
    "SingleEpochTreeAggregationDpEvent": dp.SingleEpochTreeAggregationDpEvent(4.0, [100]),
    "PoissonSampledDpEvent of GaussianDpEvent": dp.PoissonSampledDpEvent(0.1, GAUSSIAN),
    "PoissonSampledDpEvent of LaplaceDpEvent": dp.PoissonSampledDpEvent(0.1, LAPLACE),
    "PoissonSampledDpEvent of ZCDpEvent": dp.PoissonSampledDpEvent(0.1, dp.ZCDpEvent(0.1)),
    "PoissonSampledDpEvent of EpsilonDeltaDpEvent": dp.PoissonSampledDpEvent(
        0.1, dp_event.EpsilonDeltaDpEvent(0.5, 1e-6)),
    "PoissonSampledDpEvent of two different events": dp.PoissonSampledDpEvent(
        0.1, dp.ComposedDpEvent([GAUSSIAN, LAPLACE])),
    "SampledWithoutReplacementDpEvent of GaussianDpEvent": dp.SampledWithoutReplacementDpEvent(
        1000, 100, GAUSSIAN),
    "SampledWithoutReplacementDpEvent of LaplaceDpEvent": dp.SampledWithoutReplacementDpEvent(
        1000, 100, LAPLACE),
    "SampledWithReplacementDpEvent of GaussianDpEvent": dp.SampledWithReplacementDpEvent(
        1000, 100, GAUSSIAN),
    "RepeatAndSelectDpEvent of GaussianDpEvent": dp_event.RepeatAndSelectDpEvent(GAUSSIAN, 5.0, 1.0),
}

# There is no event for groups.
SHAPES = {
    A: lambda event: event,
    N: lambda event: dp.SelfComposedDpEvent(event, 100),
    S: lambda event: dp.PoissonSampledDpEvent(0.1, event),
    C: lambda event: dp.ComposedDpEvent([event, dp.GaussianDpEvent(4.0)]),
}

ACCOUNTANTS = {"rdp": dp.rdp.RdpAccountant, "pld": dp.pld.PLDAccountant}
RELATIONS = {"A": dp.NeighboringRelation.ADD_OR_REMOVE_ONE, "R": dp.NeighboringRelation.REPLACE_ONE,
             "S": dp.NeighboringRelation.REPLACE_SPECIAL}


def make(accountant, relation):
    if accountant == "rdp":
        return ACCOUNTANTS[accountant](neighboring_relation=relation)
    return ACCOUNTANTS[accountant](relation)


PATIENCE = 180  # seconds for one question


class TooLong(BaseException):
    """Nothing that an accountant catches."""


def give_up(signum, frame):
    raise TooLong


def epsilon_of(accountant, relation, event):
    """The epsilon at delta 1e-5, or None if there is no finite answer."""
    signal.alarm(PATIENCE)
    try:
        made = make(accountant, relation)
        if not made.supports(event):
            return None
        epsilon = made.compose(event).get_epsilon(1e-5)
    except Exception:  # whatever it is, it is no answer
        return None
    finally:
        signal.alarm(0)
    return float(epsilon) if math.isfinite(epsilon) else None


def ask(event):
    """What both accountants say of it, under every relation."""
    entry = {"epsilon": {}}
    for accountant in ACCOUNTANTS:
        entry[accountant] = {}
        entry["epsilon"][accountant] = {}
        for letter, relation in RELATIONS.items():
            found = {shape: epsilon_of(accountant, relation, build(event))
                     for shape, build in SHAPES.items()}
            entry[accountant][letter] = "".join(
                shape for shape, epsilon in found.items() if epsilon is not None) or "–"
            entry["epsilon"][accountant][letter] = found[N]
    return entry


def main():
    signal.signal(signal.SIGALRM, give_up)
    path = pathlib.Path(__file__).with_name("google_events.json")
    last = json.loads(path.read_text())
    table = {"version": importlib.metadata.version("dp-accounting"), "from the last run": []}
    for name, event in EVENTS.items():
        try:
            table[name] = ask(event) if event else None
        except TooLong:
            table[name] = None
        if table[name] is None:
            table[name] = last[name]
            table["from the last run"].append(name)
        print(name, table[name], flush=True)
    path.write_text(json.dumps(table, ensure_ascii=False, indent=1) + "\n")


main()
