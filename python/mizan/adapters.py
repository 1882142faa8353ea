# SPDX-License-Identifier: Apache-2.0
"""What other libraries have recorded, as programs.

>>> from mizan import adapters
>>> adapters.from_opacus([(1.1, 0.01, 10_000)])
Program('10000 * poisson(0.01, gaussian(1.1))')
>>> adapters.from_diffprivlib([(0.1, 0), (0.2, 1e-6)])
Program('pure(0.1) + approximate(0.2, 1e-06)')
"""

import struct
from collections.abc import Mapping
from typing import Any, Iterable, Sequence, Tuple, Union

import mizan

from ._sequence import sequence


def from_opacus(history: Union[Mapping, Iterable[Sequence[float]]]) -> "mizan.Program":
    """The steps of an Opacus accountant: its state_dict, or its history of noise multiplier, sample
    rate and number of steps. Opacus means Poisson samples of data sets that differ by a record."""
    if isinstance(history, Mapping):
        if "history" not in history:
            raise ValueError("an Opacus state_dict has a key `history`")
        history = history["history"]
    return sequence((mizan.poisson(sample_rate, mizan.gaussian(noise_multiplier)), steps)
                    for noise_multiplier, sample_rate, steps in history)


def from_diffprivlib(spent_budget: Iterable[Tuple[float, float]]) -> "mizan.Program":
    """The (epsilon, delta) pairs of a BudgetAccountant's spent_budget."""
    return sequence((mizan.approximate(epsilon, delta), 1) for epsilon, delta in spent_budget)


def from_dp_accounting(event: Any, relation: str = "add_or_remove_one") -> "mizan.Program":
    """An event of mizan.dp_accounting or of dp_accounting itself, or the named tuple of one. Raises
    UnsupportedEventError for what no program says. Needs attrs."""
    from .dp_accounting import _programs, dp_event, privacy_accountant

    if not isinstance(event, dp_event.DpEvent):
        named = event.to_named_tuple() if hasattr(event, "to_named_tuple") else event
        if not isinstance(named, dp_event.DpEventNamedTuple):
            raise TypeError(f"expected an event of dp_accounting or its named tuple, got "
                            f"{type(event).__name__}")
        event = dp_event.DpEvent.from_named_tuple(named)
    relations = {_programs.name_of(each): each for each in privacy_accountant.NeighboringRelation}
    if relation not in relations:
        raise ValueError(f"relation must be one of {', '.join(relations)}, got {relation}")
    try:
        return sequence((_programs.program_of(part, relations[relation]), count)
                        for part, count in _programs.parts(event))
    except _programs.Unsupported as error:
        raise privacy_accountant.UnsupportedEventError(str(error)) from error


def from_pld_proto(message: bytes):
    """The PrivacyLossDistribution in Google's protocol buffer of that name, as an object of
    mizan.dp_accounting.pld: an estimate that was rounded up by who wrote it."""
    from .dp_accounting.pld import pld_pmf, privacy_loss_distribution
    import numpy as np

    (pmf,) = [value for number, value in _fields(message) if number == 1] or [None]
    if not isinstance(pmf, bytes):
        raise ValueError("no pessimistic_pmf in this message")
    min_key, values, infinity_mass, interval = 0, [], 0.0, 1e-4
    for number, value in _fields(pmf):
        if number == 1:
            min_key = value - 2**64 if value >= 2**63 else value
        elif number == 2:  # one by one, or packed
            values += struct.unpack(f"<{len(value) // 8}d", value)
        elif number == 3:
            (infinity_mass,) = struct.unpack("<d", value)
        elif number == 4:
            (interval,) = struct.unpack("<d", value)
    probs = np.array(values)
    if not (np.all(probs >= 0) and infinity_mass >= 0 and interval > 0 and probs.size):
        raise ValueError("no probability mass function in this message")
    return privacy_loss_distribution.PrivacyLossDistribution(
        pld_pmf.DensePLDPmf(interval, min_key, probs, infinity_mass, True))


def _fields(message: bytes) -> Iterable[Tuple[int, Union[int, bytes]]]:
    """The number and the value of every field: whole numbers as such, all else as its bytes."""
    place = 0

    def varint() -> int:
        nonlocal place
        value = shift = 0
        while True:
            if place >= len(message) or shift > 63:
                raise ValueError("this is no protocol buffer, or one that was cut off")
            byte = message[place]
            place += 1
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                return value

    while place < len(message):
        tag = varint()
        kind = tag & 7
        if kind == 0:
            yield tag >> 3, varint()
            continue
        size = {1: lambda: 8, 2: varint, 5: lambda: 4}.get(kind)
        length = size() if size else -1
        if length < 0 or place + length > len(message):
            raise ValueError("this is no protocol buffer, or one that was cut off")
        yield tag >> 3, message[place:place + length]
        place += length
