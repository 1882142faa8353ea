# SPDX-License-Identifier: Apache-2.0
"""ε after every step of a long run of different steps.

>>> from mizan.odometer import EpsilonEstimates
>>> so_far = EpsilonEstimates(delta=1e-6)
>>> estimates = [so_far.after(f"poisson(0.01, gaussian({1 + 0.01 * i}))") for i in range(30)]
>>> truth = so_far.epsilon()
>>> abs(estimates[-1] - truth.upper) < 0.03 * truth.upper
True

These numbers are estimates, for two reasons. First, each is what the steps so far would cost if
they had been fixed in advance. Steps that are chosen by looking at earlier outputs need a privacy
odometer, whose bound is larger because it may be read at every step. Second, each is scaled from
the last exact composition. A composition is made whenever the run has grown by a tenth, so that on
average a step takes the time of composing some ten parts, however long the run is.
"""

from typing import List, Optional

import numpy as np

import mizan

from ._sequence import sequence

# A bound from Rényi divergences at these orders is never far from the best one.
_ORDERS = np.concatenate([1 + np.logspace(-1.5, 1, 24), np.logspace(1.1, 4, 24)])
_GROWTH = 1.1


class EpsilonEstimates:
    """Estimates of ε at one delta while programs are run one after the other."""

    def __init__(self, delta: float, relation: Optional[str] = None, group_size: int = 1):
        mizan.cost("gaussian(1)", delta=delta, relation=relation, group_size=group_size)
        self._question = {"relation": relation, "group_size": group_size}
        self._delta = delta
        self._programs: List[mizan.Program] = []
        self._curve: Optional[np.ndarray] = np.zeros(len(_ORDERS))
        self._ratio, self._next = 1.0, 1.0

    def after(self, program: "mizan.Program | str") -> float:
        """Adds a program, and estimates what all of them cost."""
        program = mizan.Program(program) if isinstance(program, str) else program
        curve = self._curve
        if curve is not None:
            try:
                curve = curve + mizan.renyi_curve(program, _ORDERS, **self._question).upper
            except mizan.Refused:  # no curve is known: every estimate is a composition from here on
                curve = None
        self._programs.append(program)
        self._curve = curve
        if curve is None:
            return self.epsilon().upper
        bound = self._bound()
        if len(self._programs) >= self._next and 0 < bound < np.inf:
            self._ratio = self.epsilon().upper / bound
            self._next = max(_GROWTH * len(self._programs), len(self._programs) + 1)
        return self._ratio * bound

    def epsilon(self) -> "mizan.Bracket":
        """What all programs cost if they were fixed in advance: a bracket, no estimate."""
        program = sequence((program, 1) for program in self._programs)
        return mizan.cost(program, delta=self._delta, **self._question)

    def _bound(self) -> float:
        points = np.stack([_ORDERS, self._curve], axis=1)
        found = mizan.convert(mizan.renyi(points), "approximate", delta=self._delta)
        return found.parameters["epsilon"]

    def __len__(self) -> int:
        return len(self._programs)

    def __repr__(self) -> str:
        return f"EpsilonEstimates(delta={self._delta!r}, {len(self)} programs)"
