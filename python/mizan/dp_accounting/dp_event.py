# SPDX-License-Identifier: Apache-2.0
"""What was run on the data: one class per mechanism, sampling scheme and composition."""

from collections.abc import Mapping, Sequence
from typing import Any, List, NamedTuple, Optional, Protocol, Tuple, Type, Union, runtime_checkable

import attr


@runtime_checkable
class DpEventNamedTuple(Protocol):
    """An event as a plain tuple that names its class."""

    _fields: Tuple[str, ...]
    module_name: str
    class_name: str


def _mapped(value: Any, convert) -> Any:
    """`value`, or what it holds, after `convert`."""
    if isinstance(value, (str, bytes)):
        return value
    if isinstance(value, (DpEvent, DpEventNamedTuple)):
        return convert(value)
    if isinstance(value, Mapping):
        return type(value)([(key, _mapped(item, convert)) for key, item in value.items()])
    if isinstance(value, Sequence):
        return type(value)([_mapped(item, convert) for item in value])
    return value


def _check_fields(cls: type) -> None:
    if not attr.has(cls):
        raise ValueError(f"{cls} is not an attrs class")
    for field in attr.fields(cls):
        if field.name.startswith("_") or not field.init:
            raise ValueError(f"the field `{field.name}` of {cls} is private or not set by __init__")


def _text(name: Union[str, bytes]) -> str:
    return name.decode() if isinstance(name, bytes) else name


def _class_named(module: str, name: str) -> Type["DpEvent"]:
    """The loaded subclass of DpEvent with that name. Data never makes a module be imported."""
    classes = [DpEvent]
    for cls in classes:
        classes.extend(cls.__subclasses__())
    # A class with slots is made twice; only the second one has attributes of its own.
    known = [cls for cls in classes
             if cls.__name__ == name and "__attrs_attrs__" in vars(cls)]
    for cls in known:
        if cls.__module__ == module:
            return cls
    # Tuples written by dp_accounting itself name its own module.
    if module == "dp_accounting.dp_event":
        for cls in known:
            if cls.__module__ == __name__:
                return cls
    raise ValueError(f"no event {module}.{name} is known; import its module first")


@attr.s(frozen=True)
class DpEvent:
    """Everything about a mechanism that accounting needs. Third parties derive their own."""

    def to_named_tuple(self) -> DpEventNamedTuple:
        """The event as a named tuple, with the module and the name of its class in front."""
        cls = type(self)
        _check_fields(cls)
        fields = [("module_name", str), ("class_name", str)]
        fields += [(field.name, field.type) for field in attr.fields(cls)]
        values = [_mapped(getattr(self, field.name), DpEvent.to_named_tuple)
                  for field in attr.fields(cls)]
        return NamedTuple(f"_{cls.__name__}NamedTuple", fields)(
            cls.__module__, cls.__name__, *values)

    @classmethod
    def from_named_tuple(cls, obj: DpEventNamedTuple) -> "DpEvent":
        """The event that to_named_tuple wrote. Its class must have been imported already."""
        event = _class_named(_text(obj.module_name), _text(obj.class_name))
        _check_fields(event)
        return event(**{name: _mapped(getattr(obj, name), DpEvent.from_named_tuple)
                        for name in obj._fields if name not in ("module_name", "class_name")})


def _event(cls):
    return attr.s(frozen=True, slots=True, auto_attribs=True)(cls)


@attr.s(frozen=True)
class NoOpDpEvent(DpEvent):
    """Nothing that touches the data."""


@attr.s(frozen=True)
class NonPrivateDpEvent(DpEvent):
    """Something without any privacy: every epsilon is infinite from here on."""


@attr.s(frozen=True)
class UnsupportedDpEvent(DpEvent):
    """Something that nobody has described yet: every accountant refuses it."""


@_event
class RandomizedResponseDpEvent(DpEvent):
    """One of `num_buckets` buckets: the true one, or with probability `noise_parameter` any."""

    noise_parameter: float
    num_buckets: int


@_event
class EpsilonDeltaDpEvent(DpEvent):
    """A mechanism of which only (epsilon, delta)-DP is known."""

    epsilon: float
    delta: float


@_event
class GaussianDpEvent(DpEvent):
    """Normal noise on a sum of records; `noise_multiplier` times the largest norm of a record."""

    noise_multiplier: float


@_event
class LaplaceDpEvent(DpEvent):
    """Laplace noise of scale `noise_multiplier` times the largest L1 norm of a record's value."""

    noise_multiplier: float


@_event
class DiscreteLaplaceDpEvent(DpEvent):
    """Whole numbers x with probability proportional to exp(-noise_parameter |x|) on a sum of them,
    to which a record adds at most `sensitivity`."""

    noise_parameter: float
    sensitivity: int


@_event
class DiscreteGaussianDpEvent(DpEvent):
    """Whole numbers z with probability proportional to exp(-z² / 2 sigma²) on a function that
    neighbours move by at most `sensitivity`. `dimension` is that of the output; None if unknown."""

    sigma: float
    sensitivity: float = 1.0
    dimension: Optional[int] = None


@_event
class SelfComposedDpEvent(DpEvent):
    """`event`, `count` times, each free to depend on what came before."""

    event: DpEvent
    count: int


@_event
class ComposedDpEvent(DpEvent):
    """One event after the other, each free to depend on what came before."""

    events: List[DpEvent]


@_event
class PoissonSampledDpEvent(DpEvent):
    """`event` on a sample that holds every record with this probability, independently."""

    sampling_probability: float
    event: DpEvent


@_event
class SampledWithReplacementDpEvent(DpEvent):
    """`event` on `sample_size` records drawn uniformly, each from all of them."""

    source_dataset_size: int
    sample_size: int
    event: DpEvent


@_event
class SampledWithoutReplacementDpEvent(DpEvent):
    """`event` on a uniformly drawn set of `sample_size` records."""

    source_dataset_size: int
    sample_size: int
    event: DpEvent


@_event
class SingleEpochTreeAggregationDpEvent(DpEvent):
    """Trees of noisy partial sums over `step_counts` steps each; a record is in one step of one
    tree only. `noise_multiplier` is the noise of a node over what a record adds to it."""

    noise_multiplier: float
    step_counts: Union[int, List[int]]


@_event
class RepeatAndSelectDpEvent(DpEvent):
    """`event`, run a random number of times, of which the best output is published. The number has
    this mean and is Poisson (shape inf), geometric (1), logarithmic (0) or a truncated negative
    binomial (any other shape)."""

    event: DpEvent
    mean: float
    shape: float


@_event
class MixtureOfGaussiansDpEvent(DpEvent):
    """N(0, s²) against the mixture of N(sensitivities[i], s²) with weights sampling_probs[i], where
    s is `standard_deviation`."""

    standard_deviation: float
    sensitivities: Sequence
    sampling_probs: Sequence


@_event
class ZCDpEvent(DpEvent):
    """A mechanism of which only its Rényi divergence is known: at most xi + rho·α at order α."""

    rho: float
    xi: float = 0.0


@_event
class ExponentialMechanismDpEvent(DpEvent):
    """The exponential mechanism with pure privacy `epsilon`."""

    epsilon: float


@_event
class PermuteAndFlipDpEvent(DpEvent):
    """Permute-and-flip with pure privacy `epsilon`."""

    epsilon: float


@_event
class TruncatedSubsampledGaussianDpEvent(DpEvent):
    """Normal noise on a Poisson sample of `dataset_size` records, of which a random
    `truncated_batch_size` stay if it holds more."""

    dataset_size: int
    sampling_probability: float
    truncated_batch_size: int
    noise_multiplier: float
