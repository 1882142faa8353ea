# SPDX-License-Identifier: Apache-2.0
"""Differential-privacy budgets: sound, tight, fast.

>>> import mizan
>>> program = 10_000 * mizan.poisson(0.01, mizan.gaussian(1.1)) + 100 * mizan.laplace(10)
>>> epsilon = mizan.account(program, delta=1e-5).epsilon
>>> round(epsilon.lower, 4), round(epsilon.upper, 4)
(7.1019, 7.1019)

A program is a value made of gaussian, laplace, … with + and *, or a text that says the same:
"10000 * poisson(0.01, gaussian(1.1)) + 100 * laplace(10)", or JSON. Every answer is a Bracket of
two numbers between which the truth lies, for certain.
"""

from . import _core
from ._ask import ask
from ._core import *  # noqa: F403: the module lists its names
from ._core import __version__

__all__ = ["ask", *(name for name in dir(_core) if not name.startswith("_"))]
