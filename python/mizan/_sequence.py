# SPDX-License-Identifier: Apache-2.0
"""Long programs from their parts."""

from typing import Iterable, List, Tuple

import mizan


def sequence(parts: Iterable[Tuple["mizan.Program", int]]) -> "mizan.Program":
    """Every program its number of times, one after the other; nothing at all is a program that is
    run zero times."""
    return _sum([program if count == 1 else count * program for program, count in parts])


def _sum(programs: List["mizan.Program"]) -> "mizan.Program":
    # In halves, so that long lists are not copied again and again.
    if len(programs) < 2:
        return programs[0] if programs else 0 * mizan.pure(0)
    half = len(programs) // 2
    return _sum(programs[:half]) + _sum(programs[half:])
