# SPDX-License-Identifier: Apache-2.0
"""Pictures show what the curves say."""

import matplotlib
import numpy as np
import pytest

import mizan
from mizan import plot

matplotlib.use("Agg")


@pytest.mark.parametrize("draw, safe_end", [
    (lambda p: plot.renyi(p, [2, 3]), lambda p: mizan.renyi_curve(p, [2, 3]).upper),
    (lambda p: plot.profile(p, [0, 1]), lambda p: mizan.privacy_profile(p, [0, 1]).upper),
    (lambda p: plot.tradeoff(p, [0.1, 0.2]), lambda p: mizan.tradeoff_curve(p, [0.1, 0.2]).lower),
])
def test_a_line_is_the_end_that_promises_less(draw, safe_end):
    programs = {"noise": "gaussian(2)", "answers": "3 * randomized_response(0.7)"}
    lines = draw(programs).get_lines()
    for line, program in zip(lines, programs.values()):
        np.testing.assert_array_equal(line.get_ydata(), safe_end(program))


def test_usual_ranges_and_single_programs_are_drawn():
    for axes in (plot.renyi(mizan.gaussian(1)), plot.profile("gaussian(1)"),
                 plot.loss("gaussian(1)"), plot.tradeoff(["gaussian(1)", "laplace(1)"])):
        assert len(axes.get_lines()[0].get_xdata()) > 100


def test_every_analysis_with_a_bound_has_a_bar():
    answer = mizan.account("10 * gaussian(4)", delta=1e-5)
    bars = plot.analyses(answer).patches
    assert len(bars) == sum(a.bound is not None for a in answer.analyses)
