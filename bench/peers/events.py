#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks Google's two accountants about every event, alone and with others, and writes
google_events.json.

The package 0.6.0 lacks some events that its source tree has, and mixtures of Gaussians take longer
than some minutes. Answers that are missing for one of these reasons are kept from the last run.
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
    "GaussianDpEvent": lambda: GAUSSIAN,
    "LaplaceDpEvent": lambda: LAPLACE,
    "DiscreteGaussianDpEvent": lambda: dp.DiscreteGaussianDpEvent(2.0, 1),
    "DiscreteLaplaceDpEvent": lambda: dp_event.DiscreteLaplaceDpEvent(0.5, 2),
    "RandomizedResponseDpEvent": lambda: dp.RandomizedResponseDpEvent(0.5, 4),
    "ExponentialMechanismDpEvent": lambda: dp.ExponentialMechanismDpEvent(0.5),
    "PermuteAndFlipDpEvent": lambda: dp.PermuteAndFlipDpEvent(0.5),
    "EpsilonDeltaDpEvent": lambda: dp_event.EpsilonDeltaDpEvent(0.5, 1e-6),
    "ZCDpEvent": lambda: dp.ZCDpEvent(0.1),
    "MixtureOfGaussiansDpEvent": lambda: dp_event.MixtureOfGaussiansDpEvent(
        1.0, [0, 1, 2], [0.8, 0.15, 0.05]),
    "TruncatedSubsampledGaussianDpEvent": lambda: dp.TruncatedSubsampledGaussianDpEvent(
        1000, 0.01, 30, 1.0),
    "SingleEpochTreeAggregationDpEvent": lambda: dp.SingleEpochTreeAggregationDpEvent(4.0, [100]),
    "PoissonSampledDpEvent of GaussianDpEvent": lambda: dp.PoissonSampledDpEvent(0.1, GAUSSIAN),
    "PoissonSampledDpEvent of LaplaceDpEvent": lambda: dp.PoissonSampledDpEvent(0.1, LAPLACE),
    "PoissonSampledDpEvent of ZCDpEvent": lambda: dp.PoissonSampledDpEvent(0.1, dp.ZCDpEvent(0.1)),
    "PoissonSampledDpEvent of EpsilonDeltaDpEvent": lambda: dp.PoissonSampledDpEvent(
        0.1, dp_event.EpsilonDeltaDpEvent(0.5, 1e-6)),
    "PoissonSampledDpEvent of two different events": lambda: dp.PoissonSampledDpEvent(
        0.1, dp.ComposedDpEvent([GAUSSIAN, LAPLACE])),
    "SampledWithoutReplacementDpEvent of GaussianDpEvent": lambda: (
        dp.SampledWithoutReplacementDpEvent(1000, 100, GAUSSIAN)),
    "SampledWithoutReplacementDpEvent of LaplaceDpEvent": lambda: (
        dp.SampledWithoutReplacementDpEvent(1000, 100, LAPLACE)),
    "SampledWithReplacementDpEvent of GaussianDpEvent": lambda: dp.SampledWithReplacementDpEvent(
        1000, 100, GAUSSIAN),
    "RepeatAndSelectDpEvent of GaussianDpEvent": lambda: dp_event.RepeatAndSelectDpEvent(
        GAUSSIAN, 5.0, 1.0),
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


def knows_less(entry, last):
    """Whether something is not answered here that was answered before."""
    return any(set(last[accountant][letter]) - set(entry[accountant][letter]) - {"–"}
               for accountant in ACCOUNTANTS for letter in RELATIONS)


def main():
    signal.signal(signal.SIGALRM, give_up)
    path = pathlib.Path(__file__).with_name("google_events.json")
    last = json.loads(path.read_text())
    table = {"version": importlib.metadata.version("dp-accounting"), "from the last run": []}
    for name, made in EVENTS.items():
        try:
            table[name] = ask(made())
        except (AttributeError, TooLong):
            table[name] = None
        if table[name] is None or knows_less(table[name], last[name]):
            table[name] = last[name]
            table["from the last run"].append(name)
        print(name, table[name], flush=True)
    path.write_text(json.dumps(table, ensure_ascii=False, indent=1) + "\n")


main()
