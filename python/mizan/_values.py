# SPDX-License-Identifier: Apache-2.0
"""What pickles of mizan call."""

from typing import Any

from . import _core


def restored(name: str, *state: Any) -> Any:
    """A value of the class of this name; whoever wrote the state, it is checked like any input."""
    return _core._restored(name, state)
