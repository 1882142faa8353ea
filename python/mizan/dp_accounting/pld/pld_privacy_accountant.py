# SPDX-License-Identifier: Apache-2.0
"""The accountant that composes exactly."""

import math
import numbers
from typing import Dict, Optional, Union

import numpy as np

import mizan

from .. import dp_event, privacy_accountant
from ..._sequence import sequence
from .._programs import (
    Unsupported,
    check_readable,
    is_idle,
    name_of,
    parts,
    program_of,
    wrong_relation,
)
from . import common, privacy_loss_distribution

NeighborRel = privacy_accountant.NeighboringRelation
CompositionErrorDetails = privacy_accountant.PrivacyAccountant.CompositionErrorDetails
PLD = privacy_loss_distribution

_ADD_OR_SPECIAL = (NeighborRel.ADD_OR_REMOVE_ONE, NeighborRel.REPLACE_SPECIAL)
_ALLOWED = {
    dp_event.RandomizedResponseDpEvent: (NeighborRel.REPLACE_ONE, NeighborRel.REPLACE_SPECIAL),
    dp_event.LaplaceDpEvent: _ADD_OR_SPECIAL,
    dp_event.DiscreteLaplaceDpEvent: _ADD_OR_SPECIAL,
    dp_event.MixtureOfGaussiansDpEvent: _ADD_OR_SPECIAL,
    dp_event.PermuteAndFlipDpEvent: _ADD_OR_SPECIAL,
}


def _exposes(event: dp_event.DpEvent) -> bool:
    """Whether the record may be read off the output."""
    if isinstance(event, dp_event.NonPrivateDpEvent):
        return True
    if isinstance(event, (dp_event.GaussianDpEvent, dp_event.LaplaceDpEvent)):
        return event.noise_multiplier == 0
    if isinstance(event, dp_event.DiscreteLaplaceDpEvent):
        return event.noise_parameter == 0  # no law at all
    if isinstance(event, dp_event.RandomizedResponseDpEvent):
        return event.noise_parameter == 0 and event.num_buckets > 1
    if isinstance(event, dp_event.MixtureOfGaussiansDpEvent):
        return event.standard_deviation == 0 and any(event.sensitivities)
    if isinstance(event, dp_event.PoissonSampledDpEvent):
        return event.sampling_probability > 0 and any(
            _exposes(part) for part, _ in parts(event.event))
    return False


class PLDAccountant(privacy_accountant.PrivacyAccountant):
    """Answers with mizan's upper bounds. `value_discretization_interval` is kept for the objects of
    privacy_loss_distribution only: no answer is discretised."""

    def __init__(self, neighboring_relation: NeighborRel = NeighborRel.ADD_OR_REMOVE_ONE,
                 value_discretization_interval: float = 1e-4):
        super().__init__(neighboring_relation)
        self._contains_non_dp_event = False
        self._value_discretization_interval = value_discretization_interval
        self._counts: Dict[mizan.Program, int] = {}

    def _maybe_compose(self, event: dp_event.DpEvent, count: int,
                       do_compose: bool) -> Optional[CompositionErrorDetails]:
        added, exposed = [], self._contains_non_dp_event
        for part, times in parts(event, count):
            problem = wrong_relation(part, self._neighboring_relation, _ALLOWED)
            if problem:
                return problem
            if is_idle(part):
                continue
            if _exposes(part):
                exposed = True
                continue
            try:
                program = program_of(part, self._neighboring_relation)
                if not do_compose:
                    check_readable(part, program, self._neighboring_relation)
            except Unsupported as error:
                return error.problem
            except ValueError:
                if do_compose:
                    raise
                continue  # bad parameters, not an unknown event: composing it will say so
            added.append((program, times))
        if do_compose:
            self._contains_non_dp_event = exposed
            for program, times in added:
                self._counts[program] = self._counts.get(program, 0) + times
        return None

    def _program(self) -> mizan.Program:
        return sequence(self._counts.items())

    def _relation(self) -> str:
        return name_of(self._neighboring_relation)

    def get_epsilon(self, target_delta: float) -> float:
        if self._contains_non_dp_event:
            return math.inf
        if not self._counts:
            return 0.0
        return mizan.cost(self._program(), delta=target_delta, relation=self._relation()).upper

    def get_delta(self, target_epsilon: float) -> float:
        if self._contains_non_dp_event:
            return 1
        if not self._counts:
            return 0.0 if target_epsilon >= 0 else -math.expm1(target_epsilon)
        if target_epsilon < 0:
            # 1 - exp(ε) (1 - δ(-ε)): the same sets, and the two data sets exchanged.
            return min(1.0, (1 - math.exp(target_epsilon) * (1 - self.get_delta(-target_epsilon)))
                       * (1 + 2**-50))
        return mizan.cost(self._program(), epsilon=target_epsilon,
                          relation=self._relation()).upper

    def get_true_positive_rates(
            self, false_positive_rates: Union[float, np.ndarray],
            deltas: Optional[np.ndarray] = None) -> Union[float, np.ndarray]:
        """No test between neighbours has a larger true positive rate. `deltas` are not needed."""
        rates = np.asarray(false_positive_rates, dtype=np.float64)
        if self._contains_non_dp_event:
            best = np.ones_like(rates)
        elif not self._counts:
            best = rates
        else:
            best = mizan.detection_curve(self._program(), rates, relation=self._relation()).upper
        return float(best) if isinstance(false_positive_rates, numbers.Number) else best

    def get_gdp_parameter_estimate(self, false_positive_rates: Optional[np.ndarray] = None,
                                   deltas: Optional[np.ndarray] = None) -> float:
        """The least μ-GDP that fits true positive rates at some false positive rates: an estimate,
        neither an upper nor a lower bound."""
        if self._contains_non_dp_event:
            return math.inf
        return PLD.gdp_estimate(self.get_true_positive_rates, self.get_delta(math.inf),
                                false_positive_rates)

    @property
    def _pld(self) -> PLD.PrivacyLossDistribution:
        """The discretised loss of all that was composed, for code that reads it."""
        pld = PLD.identity(self._value_discretization_interval)
        for part, count in parts(self.ledger):
            pld = pld.compose(self._pld_of(part, count))
        return pld

    def _pld_of(self, event: dp_event.DpEvent, count: int) -> PLD.PrivacyLossDistribution:
        interval = {"value_discretization_interval": self._value_discretization_interval}
        related = dict(interval, neighboring_relation=self._neighboring_relation)
        if isinstance(event, dp_event.PoissonSampledDpEvent):
            sampled, event = {"sampling_prob": event.sampling_probability}, event.event
        else:
            sampled = {}
        makers = {
            dp_event.EpsilonDeltaDpEvent: lambda e: PLD.from_privacy_parameters(
                common.DifferentialPrivacyParameters(e.epsilon, e.delta), **interval),
            dp_event.GaussianDpEvent: lambda e: PLD.from_gaussian_mechanism(
                e.noise_multiplier, **sampled, **related),
            dp_event.LaplaceDpEvent: lambda e: PLD.from_laplace_mechanism(
                e.noise_multiplier, **sampled, **interval),
            dp_event.DiscreteLaplaceDpEvent: lambda e: PLD.from_discrete_laplace_mechanism(
                e.noise_parameter, e.sensitivity, **sampled, **interval),
            dp_event.RandomizedResponseDpEvent: lambda e: PLD.from_randomized_response(
                e.noise_parameter, e.num_buckets, **related),
            dp_event.MixtureOfGaussiansDpEvent: lambda e: PLD.from_mixture_gaussian_mechanism(
                e.standard_deviation, e.sensitivities, e.sampling_probs, **interval),
        }
        for cls, make in makers.items():
            if isinstance(event, cls):
                return make(event).self_compose(count)
        raise NotImplementedError(f"no discretised privacy loss is known of {event}")
