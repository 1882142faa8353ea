# SPDX-License-Identifier: Apache-2.0
"""The package from the outside: programs, answers, curves, and everything that can go wrong."""

import copy
import doctest
import json
import math
import pickle
import subprocess
import sys
import threading

import numpy as np
import pytest

import mizan
from mizan import odometer


def test_every_example_in_a_docstring_is_true(docstring):
    runner = doctest.DocTestRunner()
    assert runner.run(docstring).failed == 0


def test_programs_are_values():
    a = 10_000 * mizan.poisson(0.01, mizan.gaussian(1.1)) + 100 * mizan.laplace(10)
    b = mizan.Program("10000 * poisson(0.01, gaussian(sigma=1.1)) + 100 * laplace(10)")
    assert a == b and hash(a) == hash(b)
    assert a != mizan.gaussian(1)
    assert eval(repr(a), vars(mizan)) == a
    assert pickle.loads(pickle.dumps(a)) == a and copy.deepcopy(a) == a
    assert mizan.Program(a.to_json()) == a
    assert str(a) == "10000 * poisson(0.01, gaussian(1.1)) + 100 * laplace(10)"


def test_sums_and_products_take_what_python_takes():
    g = mizan.gaussian(1)
    assert sum([g, g, g]) == g + g + g
    assert g * 3 == 3 * g == np.int64(3) * g == g * np.int64(3)
    assert g + "laplace(2)" == g + mizan.laplace(2)
    assert "laplace(2)" + g == mizan.laplace(2) + g
    for wrong in (2.5, "2", None, True, [2]):
        with pytest.raises(TypeError):
            wrong * g
    with pytest.raises(TypeError):
        g + 1


@pytest.mark.parametrize("built, expression", [
    (lambda: mizan.gaussian(noise_multiplier=2), "gaussian(2)"),
    (lambda: mizan.laplace(scale=np.float32(0.5)), "laplace(0.5)"),
    (lambda: mizan.randomized_response(0.75), "randomized_response(0.75)"),
    (lambda: mizan.randomized_response(noise_parameter=0.5, num_buckets=4),
     "randomized_response(0.5, 4)"),
    (lambda: mizan.renyi([(2, 0.1), (math.inf, 0.3)]), "renyi([(2, 0.1), (inf, 0.3)])"),
    (lambda: mizan.renyi(np.array([[2, 0.1], [4, 0.3]])), "renyi([(2, 0.1), (4, 0.3)])"),
    (lambda: mizan.pair(np.array([0.5, 0.5]), [1, 0]), "pair([0.5, 0.5], [1, 0])"),
    (lambda: mizan.group(3, mizan.post("gaussian(1)")), "group(3, post(gaussian(1)))"),
    (lambda: mizan.discrete_gaussian(4), "discrete_gaussian(4)"),
    (lambda: mizan.exponential(epsilon=0.5), "exponential(0.5)"),
    (lambda: mizan.tree(2, 100), "tree(2, [100])"),
    (lambda: mizan.matrix_mechanism(2, np.array([1, 0.5]), 100, 3),
     "matrix_mechanism(2, [1, 0.5], 100, 3, 1)"),
    (lambda: mizan.sparse_vector(2, 8, cutoff=3), "sparse_vector(2, 8, 3, 0)"),
])
def test_every_event_is_built_by_place_or_by_name(built, expression):
    assert built() == mizan.Program(expression)


@pytest.mark.parametrize("wrong, error, words", [
    (lambda: mizan.gaussian(-1), ValueError, "noise_multiplier must be"),
    (lambda: mizan.gaussian(math.nan), ValueError, "noise_multiplier"),
    (lambda: mizan.gaussian(), ValueError, "noise_multiplier"),
    (lambda: mizan.gaussian(1, 2), ValueError, "gaussian"),
    (lambda: mizan.gaussian(noise=1), ValueError, "noise"),
    (lambda: mizan.gaussian(None), TypeError, "NoneType"),
    (lambda: mizan.gaussian(True), TypeError, "bool"),
    (lambda: mizan.gaussian(object()), TypeError, "object"),
    (lambda: mizan.poisson(0.1, 3), ValueError, "event"),
    (lambda: mizan.renyi([(1, 2), 3]), TypeError, "list"),
    (lambda: mizan.renyi([("a", 2)]), TypeError, "str"),
    (lambda: mizan.Program("laplase(1)"), mizan.InputError, "did you mean"),
    (lambda: mizan.Program('{"type": 3}'), mizan.InputError, "type"),
    (lambda: 10**400 * mizan.gaussian(1), mizan.InputError, "whole number"),
    (lambda: -1 * mizan.gaussian(1), mizan.InputError, "count"),
    (lambda: mizan.gaussian(10**400), mizan.InputError, "double"),
    (lambda: mizan.group(2**53 + 1, mizan.gaussian(1)), mizan.InputError, "exactly"),
    (lambda: mizan.account("gaussian(1)"), mizan.InputError, "exactly one"),
    (lambda: mizan.account("gaussian(1)", delta=1e-5, epsilon=1), mizan.InputError, "both"),
    (lambda: mizan.account("gaussian(1)", delta=2), mizan.DomainError, r"\[0, 1\]"),
    (lambda: mizan.account("gaussian(1)", delta=math.nan), mizan.DomainError, "delta"),
    (lambda: mizan.account("gaussian(1)", delta="x"), TypeError, "delta"),
    (lambda: mizan.account(3, delta=1e-5), TypeError, "int"),
    (lambda: mizan.account("gaussian(1)", delta=0.1, relation="x"), mizan.InputError, "x"),
    (lambda: mizan.account("gaussian(1)", delta=0.1, group_size=0), ValueError, "group_size"),
    (lambda: mizan.account("gaussian(1)", delta=0.1, group_size=1.5), TypeError, "group_size"),
    (lambda: mizan.calibrate("gaussian(1)", epsilon=1, delta=0), mizan.InputError, r"\?"),
    (lambda: mizan.calibrate("gaussian(?)", epsilon=1), mizan.InputError, "target"),
    (lambda: mizan.calibrate([], epsilon=1, delta=0), mizan.InputError, "required"),
    (lambda: mizan.calibrate("gaussian(?)", epsilon=1, delta=0), mizan.Refused, "."),
    (lambda: mizan.renyi_curve("gaussian(1)", [0.5]), mizan.DomainError, "order"),
    (lambda: mizan.renyi_curve("gaussian(1)", ["a"]), (TypeError, ValueError), "."),
    (lambda: mizan.tradeoff_curve("gaussian(1)", [2]), mizan.DomainError, "probability"),
    (lambda: mizan.loss_curve("zcdp(1)"), mizan.Refused, "."),
    (lambda: mizan.PrivacyLoss([0.5, 0.5], [1]), mizan.InputError, "."),
    (lambda: mizan.PrivacyLoss([[0.5, 0.5]], [1]), mizan.InputError, "dimensions"),
    (lambda: mizan.PrivacyLoss([math.nan, 1], [1, 0]), ValueError, "."),
    (lambda: mizan.Bracket(2, 1), mizan.InputError, "lower"),
    (lambda: mizan.Bracket(math.nan, 1), mizan.InputError, "lower"),
])
def test_mistakes_are_exceptions_that_say_what_is_wrong(wrong, error, words):
    with pytest.raises(error, match=words):
        wrong()


def test_an_answer_has_its_derivation():
    answer = mizan.account("10 * laplace(10) + gaussian(3)", delta=1e-6, group_size=2)
    assert answer.epsilon.lower <= answer.epsilon.upper
    assert answer.delta == mizan.Bracket(1e-6, 1e-6)
    assert answer.best in [analysis.name for analysis in answer.analyses]
    for analysis in answer.analyses:
        assert (analysis.bound is None) == (analysis.why_not != "")
        for key in analysis.theorems:
            assert [t.key for t in mizan.theorems(key)] == [key]
    assert json.loads(answer.to_json())["epsilon"]["upper"] == answer.epsilon.upper
    assert any("groups of 2" in assumed for assumed in answer.assumptions)
    assert answer.relation == "add_or_remove_one" and answer.group_size == 2


def test_an_answer_says_what_other_code_would_cost():
    answer = mizan.account("250 * poisson(0.01, laplace(2))", delta=1e-5,
                           relation="replace_special")
    epochs, allocated, fixed = answer.alternatives
    assert epochs.program == 3 * mizan.laplace(2) and "shuffled" in epochs.behaviour
    assert epochs.cost == mizan.cost(epochs.program, delta=1e-5, relation=epochs.relation)
    assert allocated.cost.upper < epochs.cost.upper and fixed.group_size == 1
    assert pickle.loads(pickle.dumps(epochs)) == epochs != fixed
    assert len(json.loads(answer.to_json())["alternatives"]) == 3
    assert mizan.account("3 * laplace(2)", delta=1e-5).alternatives == []


def test_a_verified_answer_is_known_to_the_last_digits():
    program = "1000 * poisson(0.01, gaussian(1))"
    usual = mizan.account(program, delta=1e-5)
    verified = mizan.account(program, delta=1e-5, verify=True)
    assert verified.unverified == "" and verified != usual
    assert verified.epsilon.width <= 2e-15 * verified.epsilon.upper
    assert usual.epsilon.lower <= verified.epsilon.lower
    assert verified.epsilon.upper <= usual.epsilon.upper
    assert mizan.account("3 * poisson(0.1, laplace(1))", delta=1e-5, verify=True).unverified != ""
    assert pickle.loads(pickle.dumps(verified)) == verified


def test_an_answer_says_whether_work_ran_out():
    assert mizan.account("3 * poisson(0.01, gaussian(0.05))", delta=1e-5).work_limited
    assert not mizan.account("1000 * poisson(0.01, gaussian(1))", delta=1e-5).work_limited
    assert not mizan.account("10 * zcdp(0.1)", delta=1e-5).work_limited


def test_answers_and_curves_are_values():
    answer = mizan.account("3 * gaussian(2)", delta=1e-6, relation="replace_one", group_size=2)
    again = pickle.loads(pickle.dumps(answer))
    assert again == answer and hash(again) == hash(answer)
    assert again.to_json() == answer.to_json()
    assert answer != mizan.account("3 * gaussian(2)", delta=1e-6)
    curve = mizan.renyi_curve("laplace(2)", [2, 3])
    assert pickle.loads(pickle.dumps(curve)) == curve
    assert curve != mizan.renyi_curve("laplace(2)", [2, 4])
    bracket = mizan.Bracket(1, 2)
    assert pickle.loads(pickle.dumps(bracket)) == bracket and hash(bracket) == hash((1.0, 2.0))


@pytest.mark.parametrize("make", [
    lambda: mizan.calibrate("gaussian(?)", epsilon=1, delta=1e-5, group_size=2),
    lambda: mizan.calibrate(["gaussian(?)", "? * laplace(10)"], epsilon=1, delta=1e-6),
    lambda: mizan.loss_curve("gaussian(1)", points=5),
    lambda: mizan.renyi_curve("gaussian(1)", [[2, 3], [4, 5]]),
    lambda: mizan.PrivacyLoss([0.5, 0.5, 0], [0.25, 0.25, 0.5]) + mizan.PrivacyLoss([1], [1]),
    lambda: mizan.theorems("Mironov17 P10")[0],
    lambda: mizan.account("gaussian(1)", delta=1e-5).analyses[0],
    lambda: mizan.convert("zcdp(0.5)", "renyi"),
    lambda: mizan.explain("laplace(1)", relation="replace_one"),
])
def test_everything_is_a_value(make):
    value, same = make(), make()
    assert value == same and hash(value) == hash(same)
    assert value != mizan.gaussian(1) and value != None  # noqa: E711: what == says
    again = pickle.loads(pickle.dumps(value))
    assert again == value and hash(again) == hash(value) and type(again) is type(value)
    assert copy.deepcopy(value) == value
    assert type(value).__name__ in repr(value)


def test_values_that_differ_are_not_equal():
    assert mizan.loss_curve("gaussian(1)") != mizan.loss_curve("gaussian(2)")
    assert mizan.PrivacyLoss([0.5, 0.5], [1, 0]) != mizan.PrivacyLoss([1, 0], [0.5, 0.5])
    assert mizan.theorems("Mironov17 P10")[0] != mizan.theorems("Mironov17 P1")[0]
    assert mizan.explain("laplace(1)") != mizan.explain("laplace(1)", group_size=2)
    assert mizan.convert("pure(1)", "zcdp") != mizan.convert("pure(1)", "cdp")


def test_a_long_question_can_be_interrupted():
    # Where a job runs in the background of a shell, interrupts are ignored until somebody asks for
    # them.
    code = ("import os, signal, threading, mizan\n"
            "signal.signal(signal.SIGINT, signal.default_int_handler)\n"
            "threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT)).start()\n"
            "try: mizan.epsilon_curve('1000 * poisson(0.01, gaussian(1))', [1e-5] * 10**6)\n"
            "except KeyboardInterrupt: print('interrupted', flush=True)\n"
            "print(mizan.cost('laplace(2)', delta=0).upper)")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60)
    assert done.stdout.split() == ["interrupted", "0.5"]


DEAR = "group(64, 100 * poisson(0.1, gaussian(1)))"


def test_an_effort_limits_the_work():
    some = mizan.account(DEAR, delta=1e-5, effort=mizan.Effort(work=1e7))
    assert some.work_limited and some.epsilon.lower < 3069.36 < some.epsilon.upper
    assert some == mizan.account(DEAR, delta=1e-5, effort=mizan.Effort(work=1e7))
    assert pickle.loads(pickle.dumps(some)) == some
    assert mizan.Effort() == mizan.Effort(work=1e9, width=0)
    for wrong in ({"work": -1}, {"width": float("inf")}, {"width": -1}):
        with pytest.raises(mizan.DomainError):
            mizan.Effort(**wrong)
    with pytest.raises(TypeError, match="effort"):
        mizan.cost(DEAR, delta=1e-5, effort=1e7)


@pytest.mark.parametrize("is_main", [True, False])
def test_another_thread_stops_a_question(is_main):
    effort, ended = mizan.Effort(work=float("inf")), []

    def ask():
        try:
            mizan.account(DEAR, delta=1e-5, effort=effort)
        except mizan.Stopped:
            ended.append(True)

    stop = threading.Timer(0.1, effort.stop)
    stop.start()
    asking = threading.Thread(target=ask)
    if is_main:
        ask()
    else:
        asking.start()
        asking.join()
    assert ended == [True]
    with pytest.raises(mizan.Stopped):
        mizan.cost(DEAR, delta=1e-5, effort=effort)
    assert mizan.cost("laplace(2)", delta=0).upper == 0.5


def test_estimates_after_every_step_follow_the_truth():
    so_far = odometer.EpsilonEstimates(1e-6)
    for i in range(40):
        estimate = so_far.after(mizan.laplace(10 + i))
        if i % 13 == 12:
            assert estimate == pytest.approx(so_far.epsilon().upper, rel=0.01)
    assert len(so_far) == 40
    # Without a Rényi curve every estimate is a composition.
    assert so_far.after("approximate(0.1, 1e-8)") == so_far.epsilon().upper
    with pytest.raises(mizan.InputError):
        so_far.after("laplase(1)")
    with pytest.raises(mizan.DomainError):
        odometer.EpsilonEstimates(delta=2)
    assert len(so_far) == 41


def test_cost_is_the_bracket_of_the_answer():
    for program in ("1000 * poisson(0.01, gaussian(1))", "laplace(3)", "5 * gaussian(2)"):
        cost, answer = mizan.cost(program, delta=1e-6), mizan.account(program, delta=1e-6)
        assert cost.upper == pytest.approx(answer.epsilon.upper, rel=1e-8)


def test_curves_keep_the_shape_of_what_is_asked():
    orders = np.linspace(1, 9, 6).reshape(2, 3)
    curve = mizan.renyi_curve(mizan.gaussian(1), orders)
    assert curve.upper.shape == curve.x.shape == (2, 3)
    np.testing.assert_allclose(curve.upper, orders / 2, rtol=1e-14)
    assert np.all(curve.lower <= curve.upper)
    deltas = np.logspace(-12, -2, 7)
    epsilons = mizan.epsilon_curve("100 * laplace(20)", deltas)
    back = mizan.privacy_profile("100 * laplace(20)", epsilons.upper)
    assert np.all(back.lower <= deltas)
    assert np.all(np.diff(epsilons.upper) < 0)
    assert len(mizan.renyi_curve("gaussian(1)", [])) == 0


def test_calibration_keeps_its_target_and_shares_it():
    found = mizan.calibrate("? * laplace(10)", epsilon=1, delta=1e-5)
    assert found.unknown == "count" and found.parameter == 10
    assert found.program == 10 * mizan.laplace(10)
    assert mizan.account(found.program, delta=1e-5).epsilon.upper <= 1
    shared = mizan.calibrate(["gaussian(?)", "laplace(?)"], epsilon=1, delta=1e-6, weights=[2, 1])
    assert len(shared.shares) == 2 and shared.cost.upper <= 1
    assert shared.shares[0].cost.upper == pytest.approx(2 * shared.shares[1].cost.upper, rel=1e-6)
    risk = mizan.calibrate("gaussian(?)", advantage=0.1)
    assert mizan.account(risk.program, epsilon=0).delta.upper <= 0.1


def test_losses_of_explicit_distributions():
    loss = mizan.PrivacyLoss([0.5, 0.25, 0.25], [0.25, 0.25, 0.5])
    lower, upper = loss.renyi(np.array([1.0, 2.0, np.inf]))
    np.testing.assert_allclose(upper, [0.25 * math.log(2), math.log(1.375), math.log(2)],
                               rtol=1e-13)
    assert np.all(lower <= upper)
    assert 0.25 in loss.total_variation
    assert loss.mean == loss.reversed().mean
    assert (loss + loss).mean.upper == pytest.approx(2 * loss.mean.upper)
    assert mizan.PrivacyLoss([0.5, 0.5], [1, 0]).max.upper == math.inf


def test_threads_ask_at_the_same_time():
    answers = [None] * 8

    def ask(i):
        answers[i] = mizan.account("3000 * poisson(0.01, gaussian(1))", delta=1e-5).epsilon

    threads = [threading.Thread(target=ask, args=(i,)) for i in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(set(answers)) == 1


def test_a_forked_process_asks_too():
    code = ("import os, mizan\nmizan.cost('gaussian(1)', delta=1e-5)\npid = os.fork()\n"
            "b = mizan.cost('1000 * poisson(0.01, gaussian(1))', delta=1e-5)\n"
            "if pid == 0: os._exit(0 if b.upper < 2 else 1)\n"
            "raise SystemExit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))")
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_definitions_follow_from_each_other_or_are_refused():
    found = mizan.convert(mizan.renyi([(2, 0.1)]), "approximate", delta=0.01)
    assert found.notion == "approximate" and found.parameters["delta"] == 0.01
    assert 0 < found.parameters["epsilon"] < 5
    curve = mizan.convert("zcdp(0.5)", "renyi").divergences([2, 4])
    np.testing.assert_allclose(curve, [1, 2])
    for wrong, error in ((lambda: mizan.convert("gdp(1)", "pure"), mizan.Refused),
                         (lambda: mizan.convert("gaussian(1)", "zcdp"), mizan.InputError),
                         (lambda: mizan.convert("pure(1)", "zdcp"), mizan.InputError),
                         (lambda: mizan.convert("pure(1)", "zcdp", delta=0.1), mizan.InputError),
                         (lambda: mizan.convert("pure(1)", "approximate"), mizan.InputError)):
        with pytest.raises(error):
            wrong()
