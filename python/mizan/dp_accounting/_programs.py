# SPDX-License-Identifier: Apache-2.0
"""Events as programs of mizan. A new event of mizan is one line in the table below."""

import math
import numbers
from typing import Iterator, List, Optional, Sequence, Tuple, Union

import attr

import mizan

from .._sequence import sequence
from . import dp_event as ev
from .privacy_accountant import NeighboringRelation, PrivacyAccountant

Problem = PrivacyAccountant.CompositionErrorDetails


def _noise(x: float) -> float:
    if not x >= 0:  # NaN too
        raise ValueError(f"Noise multiplier must be non-negative: {x}")
    return x


def _rate(q: float) -> float:
    if not 0 <= q <= 1:
        raise ValueError(f"Sampling rate must be in [0, 1]. Found {q}.")
    return q


def _discrete_gaussian(event: ev.DiscreteGaussianDpEvent) -> mizan.Program:
    if event.dimension == 1:
        return mizan.discrete_gaussian(event.sigma, event.sensitivity)
    # In more dimensions, or in nobody knows how many, rho is all that is known. Rounded up.
    _noise(event.sigma)
    ratio = math.inf if event.sigma == 0 else event.sensitivity / event.sigma
    return mizan.zcdp(ratio * ratio / 2 * (1 + 2**-50))


def _same(name: str):
    """The event of mizan that has this name and the same fields."""

    def build(event: ev.DpEvent, most: int) -> mizan.Program:
        constructor = getattr(mizan, name, None)
        if constructor is None:
            raise Unsupported(event, f"this version of mizan does not know {name}")
        fields = {field.name: getattr(event, field.name) for field in attr.fields(type(event))}
        return constructor(**{name: _whole(value, most) if isinstance(value, ev.DpEvent) else value
                              for name, value in fields.items()})

    return build


def _steps(counts: Union[int, Sequence[int]]) -> List[int]:
    counts = [counts] if isinstance(counts, numbers.Number) else list(counts)
    if not all(count >= 0 for count in counts):
        raise ValueError(f"Steps must be non-negative. Got {counts}")
    return counts


def _poisson(event: ev.PoissonSampledDpEvent, most: int) -> mizan.Program:
    # Of Gaussian noise on Poisson samples mizan asks what one record adds, replaced or not.
    adds = all(isinstance(part, ev.GaussianDpEvent) for part, _ in parts(event.event))
    return mizan.poisson(_rate(event.sampling_probability),
                         _whole(event.event, 1 if adds else most))


# A replaced record moves a sum of vectors twice as far as one that comes or goes: `most` is 2
# under REPLACE_ONE, else 1.
_TABLE = {
    ev.GaussianDpEvent: lambda e, most: mizan.gaussian(_noise(e.noise_multiplier) / most),
    ev.LaplaceDpEvent: lambda e, most: mizan.laplace(_noise(e.noise_multiplier) / most),
    ev.DiscreteLaplaceDpEvent:
        lambda e, most: mizan.discrete_laplace(e.noise_parameter, most * e.sensitivity),
    ev.DiscreteGaussianDpEvent: lambda e, most: _discrete_gaussian(e),
    ev.RandomizedResponseDpEvent:
        lambda e, most: mizan.randomized_response(e.noise_parameter, e.num_buckets),
    ev.EpsilonDeltaDpEvent: lambda e, most: mizan.approximate(e.epsilon, e.delta),
    ev.ZCDpEvent: lambda e, most: mizan.zcdp(e.rho, e.xi),
    ev.PoissonSampledDpEvent: _poisson,
    ev.ExponentialMechanismDpEvent: _same("exponential"),
    ev.PermuteAndFlipDpEvent: _same("permute_and_flip"),
    ev.MixtureOfGaussiansDpEvent: _same("mixture_of_gaussians"),
    ev.TruncatedSubsampledGaussianDpEvent: _same("truncated_poisson_gaussian"),
    ev.SampledWithoutReplacementDpEvent: _same("without_replacement"),
    ev.SampledWithReplacementDpEvent: _same("with_replacement"),
    ev.RepeatAndSelectDpEvent: _same("repeat_and_select"),
    ev.SingleEpochTreeAggregationDpEvent:
        lambda e, most: mizan.tree(_noise(e.noise_multiplier) / most, _steps(e.step_counts)),
}


def _whole(event: ev.DpEvent, most: int) -> mizan.Program:
    """All of an event as one program."""
    return sequence((_leaf(leaf, most), count) for leaf, count in parts(event))


def _leaf(event: ev.DpEvent, most: int) -> mizan.Program:
    for cls in type(event).__mro__:
        if cls in _TABLE:
            return _TABLE[cls](event, most)
    raise Unsupported(event, "Unsupported event.")


class Unsupported(Exception):
    """No program says what this event does."""

    def __init__(self, event: ev.DpEvent, message: str):
        super().__init__(message)
        self.problem = Problem(event, message)


def parts(event: ev.DpEvent, count: int = 1) -> Iterator[Tuple[ev.DpEvent, int]]:
    """What is composed, in order, with its counts multiplied through."""
    if isinstance(event, ev.NoOpDpEvent):
        return
    if isinstance(event, ev.SelfComposedDpEvent):
        yield from parts(event.event, count * event.count)
    elif isinstance(event, ev.ComposedDpEvent):
        for part in event.events:
            yield from parts(part, count)
    else:
        yield event, count


def is_idle(event: ev.DpEvent) -> bool:
    """Whether no record is ever looked at."""
    if isinstance(event, ev.PoissonSampledDpEvent):
        return event.sampling_probability == 0
    if isinstance(event, ev.MixtureOfGaussiansDpEvent):
        return not any(event.sensitivities)
    if isinstance(event, ev.TruncatedSubsampledGaussianDpEvent):
        return 0 in (event.dataset_size, event.sampling_probability, event.truncated_batch_size)
    if isinstance(event, (ev.SampledWithoutReplacementDpEvent, ev.SampledWithReplacementDpEvent)):
        return event.sample_size == 0
    return False


def program_of(event: ev.DpEvent, relation: NeighboringRelation) -> mizan.Program:
    """One part as a program. Raises Unsupported, or ValueError for parameters that cannot be."""
    return _leaf(event, 2 if relation is NeighboringRelation.REPLACE_ONE else 1)


def check_readable(event: ev.DpEvent, program: mizan.Program, relation: NeighboringRelation,
                   needs_renyi: bool = False) -> None:
    """Raises Unsupported if mizan has no analysis, or no Rényi curve, of the event's program."""
    try:  # asks nothing but to be read
        mizan.explain(program, relation=name_of(relation))
        if needs_renyi:
            mizan.renyi_curve(program, [], relation=name_of(relation))
    except (mizan.Refused, mizan.InputError) as error:
        raise Unsupported(event, str(error)) from error


def name_of(relation: NeighboringRelation) -> str:
    """As mizan calls it."""
    return relation.name.lower()


def wrong_relation(event: ev.DpEvent, relation: NeighboringRelation, allowed) -> Optional[Problem]:
    """The first event, inside or out, to which `allowed` gives relations without this one."""
    for cls, relations in allowed.items():
        if isinstance(event, cls) and relation not in relations:
            names = " or ".join(f"`{each.name}`" for each in relations)
            return Problem(event, f"neighboring_relation must be {names} for `{cls.__name__}`. "
                                  f"Found {relation}.")
    inner = getattr(event, "event", None)
    for part, _ in parts(inner) if isinstance(inner, ev.DpEvent) else ():
        problem = wrong_relation(part, relation, allowed)
        if problem:
            return problem
    return None
