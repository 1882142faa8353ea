# SPDX-License-Identifier: Apache-2.0
"""The contract of every door of mizan: a request in JSON, a response in JSON."""

import json
import math
from typing import Any, Mapping, Union, overload

from . import _core


@overload
def ask(request: str) -> str: ...
@overload
def ask(request: Mapping[str, Any]) -> Any: ...


def ask(request: Union[str, Mapping[str, Any]]) -> Any:
    """The response to a request: as text, the bytes that the command line prints with --json; of a
    dictionary, what json.loads makes of them. Infinity is the text "inf". What has no answer is
    an error in the response, not an exception.

    >>> response = ask({"command": "cost", "program": "laplace(2)", "delta": 0})
    >>> response["epsilon"]
    {'lower': 0.5, 'upper': 0.5}
    >>> ask({"command": "cost", "program": "laplase(2)", "delta": 0})["error"]["hint"]
    "did you mean 'laplace'?"
    """
    if isinstance(request, str):
        return _core._ask(request)
    return json.loads(_core._ask(json.dumps(_with_infinity_as_text(request), allow_nan=False)))


def _with_infinity_as_text(value: Any) -> Any:
    if isinstance(value, Mapping):
        return {name: _with_infinity_as_text(inner) for name, inner in value.items()}
    if isinstance(value, (list, tuple)):
        return [_with_infinity_as_text(inner) for inner in value]
    if isinstance(value, float) and math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value
