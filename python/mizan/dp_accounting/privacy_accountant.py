# SPDX-License-Identifier: Apache-2.0
"""What all accountants have in common; third parties derive their own from it."""

import abc
import enum
from typing import Any, Optional

import attr

from . import dp_event, dp_event_builder


class NeighboringRelation(enum.Enum):
    """Which data sets shall not be told apart."""

    ADD_OR_REMOVE_ONE = 1
    REPLACE_ONE = 2
    REPLACE_SPECIAL = 3  # a record becomes a special one, such as zero


class UnsupportedEventError(Exception):
    """No analysis of this event is known to the accountant; the message says why."""


class PrivacyAccountant(abc.ABC):
    """Adds up what is run on the data."""

    def __init__(self, neighboring_relation: NeighboringRelation):
        self._neighboring_relation = neighboring_relation
        self._ledger = dp_event_builder.DpEventBuilder()

    @property
    def neighboring_relation(self) -> NeighboringRelation:
        """Which data sets shall not be told apart; never changes."""
        return self._neighboring_relation

    @attr.s(frozen=True, slots=True, auto_attribs=True)
    class CompositionErrorDetails:
        """Which part of an event is not supported, and why."""

        invalid_event: Optional[dp_event.DpEvent]
        error_message: Optional[str]

    def supports(self, event: dp_event.DpEvent) -> bool:
        """Whether `compose` would know what to do with the event."""
        return self._maybe_compose(event, 0, False) is None

    @abc.abstractmethod
    def _maybe_compose(self, event: dp_event.DpEvent, count: int,
                       do_compose: bool) -> Optional[CompositionErrorDetails]:
        """Why the event is not supported, or None; adds it only if `do_compose`."""

    def compose(self, event: dp_event.DpEvent, count: int = 1) -> Any:
        """Adds `event`, `count` times, and returns self. All of it or, after an error, nothing."""
        self._ledger.check(event, count)
        error = self._maybe_compose(event, count, False)
        if error:
            raise UnsupportedEventError(
                f"Unsupported event: {event}. Error: [{error.error_message}] caused by subevent "
                f"{error.invalid_event}.")
        self._maybe_compose(event, count, True)
        self._ledger.compose(event, count)
        return self

    @property
    def ledger(self) -> dp_event.DpEvent:
        """All that was composed, as one event."""
        return self._ledger.build()

    @abc.abstractmethod
    def get_epsilon(self, target_delta: float) -> float:
        """An epsilon that holds for everything composed so far, with this delta."""

    def get_delta(self, target_epsilon: float) -> float:
        """A delta that holds for everything composed so far, with this epsilon."""
        raise NotImplementedError()
