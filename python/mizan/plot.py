# SPDX-License-Identifier: Apache-2.0
"""Pictures of curves and answers. Needs matplotlib.

Every function takes one program or several, {"name": program, ...} or a list, draws into `axes` (or
new ones) and returns them. A line is the end that promises less privacy; what lies between both
ends is shaded.
"""

import matplotlib.pyplot as plt
import numpy as np

from . import _core

# Told apart by people with any colour vision, and in grey.
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7")


def _named(programs):
    if isinstance(programs, dict):
        return programs
    if isinstance(programs, (str, _core.Program)):
        programs = [programs]
    return {str(program): program for program in programs}


def _draw(programs, curve_of, axes, x_label, y_label, title, end="upper"):
    axes = axes or plt.subplots(figsize=(8, 5))[1]
    named = _named(programs)
    for i, (name, program) in enumerate(named.items()):
        colour = COLOURS[i % len(COLOURS)]
        curve = curve_of(program)
        axes.plot(curve.x, getattr(curve, end), color=colour, label=name)
        axes.fill_between(curve.x, curve.lower, curve.upper, color=colour, alpha=0.2)
    axes.set_xlabel(x_label)
    axes.set_ylabel(y_label)
    axes.set_title(title if len(named) > 1 else f"{title}\n{next(iter(named))}")
    axes.grid(color="#e4e4e4")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    if len(named) > 1:
        axes.legend(frameon=False)
    return axes


def renyi(programs, orders=None, *, axes=None, **neighbours):
    """Rényi divergence against the order."""
    orders = 1 + np.logspace(-1, 2, 200) if orders is None else orders
    axes = _draw(programs, lambda p: _core.renyi_curve(p, orders, **neighbours), axes,
                 "order α", "Rényi divergence", "Rényi divergence of neighbours")
    axes.set_xscale("log")
    axes.set_yscale("log")
    return axes


def profile(programs, epsilons=None, *, axes=None, **neighbours):
    """δ against ε. Without epsilons: from 0 to where δ is 1e-10."""
    named = _named(programs)
    if epsilons is None:
        last = max(_core.cost(p, delta=1e-10, **neighbours).upper for p in named.values())
        epsilons = np.linspace(0, last if np.isfinite(last) else 10, 200)
    axes = _draw(named, lambda p: _core.privacy_profile(p, epsilons, **neighbours), axes,
                 "ε", "δ", "Privacy profile")
    axes.set_yscale("log")
    return axes


def tradeoff(programs, rates=None, *, axes=None, **neighbours):
    """The least false-negative rate of a test between neighbours, by its false-positive rate."""
    rates = np.linspace(0, 1, 200) if rates is None else rates
    axes = _draw(programs, lambda p: _core.tradeoff_curve(p, rates, **neighbours), axes,
                 "false-positive rate", "false-negative rate", "What a test can do", end="lower")
    axes.plot([0, 1], [1, 0], color="#999999", linestyle=":", linewidth=1)
    axes.set_aspect("equal")
    return axes


def loss(programs, points=200, *, axes=None, **neighbours):
    """The law of the privacy loss, Pr[L ≤ x]."""
    return _draw(programs, lambda p: _core.loss_curve(p, points=points, **neighbours), axes,
                 "privacy loss", "Pr[L ≤ x]", "Law of the privacy loss")


def analyses(answer, *, axes=None):
    """The bound of every analysis of an answer, and the bracket they leave."""
    axes = axes or plt.subplots(figsize=(8, 3))[1]
    known = [a for a in answer.analyses if a.bound is not None and np.isfinite(a.bound)]
    is_epsilon = answer.delta.width == 0
    best = answer.epsilon if is_epsilon else answer.delta
    axes.barh([a.name for a in known], [a.bound for a in known],
              color=[COLOURS[0] if a.name == answer.best else "#bbbbbb" for a in known])
    axes.axvline(best.lower, color=COLOURS[1], linestyle="--", linewidth=1)
    axes.invert_yaxis()
    axes.set_xlabel("ε" if is_epsilon else "δ")
    axes.set_title(f"{answer.program}: at least {best.lower:.6g} (dashed), "
                   f"at most {best.upper:.6g}")
    for side in ("top", "right"):
        axes.spines[side].set_visible(False)
    return axes
