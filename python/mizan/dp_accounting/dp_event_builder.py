# SPDX-License-Identifier: Apache-2.0
"""Composes events one by one; equal neighbours are counted."""

from typing import List, Tuple

from . import dp_event


class DpEventBuilder:
    """Keeps what was composed as short as it can be said."""

    def __init__(self):
        self._event_counts: List[Tuple[dp_event.DpEvent, int]] = []

    @staticmethod
    def check(event: dp_event.DpEvent, count: int) -> None:
        """Raises TypeError or ValueError for what cannot be composed."""
        if not isinstance(event, dp_event.DpEvent):
            raise TypeError(f"`event` must be a `DpEvent`. Found {type(event)}.")
        if not isinstance(count, int):
            raise TypeError(f"`count` must be an integer. Found {type(count)}.")
        if count < 1:
            raise ValueError(f"`count` must be positive. Found {count}.")

    def compose(self, event: dp_event.DpEvent, count: int = 1) -> None:
        """Adds `event`, `count` times."""
        self.check(event, count)
        if isinstance(event, dp_event.NoOpDpEvent):
            return
        if isinstance(event, dp_event.SelfComposedDpEvent):
            self.compose(event.event, count * event.count)
        elif self._event_counts and self._event_counts[-1][0] == event:
            self._event_counts[-1] = (event, self._event_counts[-1][1] + count)
        else:
            self._event_counts.append((event, count))

    def build(self) -> dp_event.DpEvent:
        """All of it as one event."""
        events = [event if count == 1 else dp_event.SelfComposedDpEvent(event, count)
                  for event, count in self._event_counts]
        if not events:
            return dp_event.NoOpDpEvent()
        return events[0] if len(events) == 1 else dp_event.ComposedDpEvent(events)
