# SPDX-License-Identifier: Apache-2.0
"""Calls with a wrong number or wrong names of arguments: always a TypeError in mizan's words."""

import inspect
import types

import pytest

import mizan
from mizan import _core

COST = "cost(program, *, delta=None, epsilon=None, relation=None, group_size=1, effort=None)"


@pytest.mark.parametrize("call, words", [
    (lambda: mizan.cost(), f"cost: expected {COST}, got no 'program'"),
    (lambda: mizan.cost("gaussian(1)", 1e-5),
     f"cost: expected {COST}, got 2 arguments without names"),
    (lambda: mizan.cost("gaussian(1)", deta=1e-5),
     f"cost: expected {COST}, got an argument called 'deta'"),
    (lambda: mizan.cost("gaussian(1)", program="gaussian(1)"),
     f"cost: expected {COST}, got 'program' twice"),
    (lambda: mizan.cost(**{"\ud800": 1}),
     f"cost: expected {COST}, got an argument called '\\ud800'"),
    (lambda: mizan.renyi_curve("gaussian(1)"),
     "renyi_curve: expected renyi_curve(program, orders, *, relation=None, group_size=1, "
     "effort=None), got no 'orders'"),
    (lambda: mizan.Bracket(1), "Bracket: expected Bracket(lower, upper), got no 'upper'"),
    (lambda: mizan.Bracket(1, 2, 3),
     "Bracket: expected Bracket(lower, upper), got 3 arguments without names"),
    (lambda: mizan.Bracket(1, 2).__contains__(),
     "Bracket.__contains__: expected 1 argument, got 0"),
    (lambda: mizan.Bracket.__contains__(3, 4),
     "Bracket.__contains__: expected a Bracket, got type 'int'"),
    (lambda: mizan.Bracket.__repr__(), "Bracket.__repr__: expected a Bracket, got nothing"),
    (lambda: mizan.Program(), "Program: expected Program(text), got no 'text'"),
    (lambda: mizan.gaussian(1).to_json(1, 2),
     "Program.to_json: expected Program.to_json(relation=None), got 2 arguments without names"),
    (lambda: mizan.explain("laplace(1)").best_guess(before=1),
     "Explanation.best_guess: expected Explanation.best_guess(prior=0.5), "
     "got an argument called 'before'"),
    (lambda: mizan.PrivacyLoss([1], [1]).moment(1, k=2),
     "PrivacyLoss.moment: expected PrivacyLoss.moment(k), got 'k' twice"),
    (lambda: mizan.PrivacyLoss([1], [1]).reversed(1),
     "PrivacyLoss.reversed: expected PrivacyLoss.reversed(), got 1 argument without a name"),
    (lambda: mizan.theorems("renyi", words="gdp"),
     "theorems: expected theorems(words=''), got 'words' twice"),
    (lambda: _core._restored("Bracket", (1,)), "state of a Bracket: expected 2 arguments, got 1"),
    (lambda: _core._restored("Bracket"), "_restored: expected 2 arguments, got 1"),
])
def test_the_function_what_it_takes_and_what_it_got_are_named(call, words):
    with pytest.raises(TypeError) as found:
        call()
    assert str(found.value) == words


def test_what_is_called_with_long_names_does_not_echo_them():
    with pytest.raises(TypeError) as found:
        mizan.cost(**{"\x1b[31m" + "x" * 10**5: 1})
    assert len(str(found.value)) < 400 and "\x1b" not in str(found.value)


def bound_functions():
    """(name, function) of all that the module can be asked to do, except the events."""
    for name, value in vars(_core).items():
        if isinstance(value, types.BuiltinFunctionType) and not is_event(value):
            yield name, value
        if inspect.isclass(value) and not issubclass(value, Exception):
            if value in (mizan.Bracket, mizan.Program, mizan.PrivacyLoss):
                yield name, value
            for member, function in vars(value).items():
                if isinstance(function, property):
                    yield f"{name}.{member}", function.fget
                elif "instancemethod" in type(function).__name__:
                    yield f"{name}.{member}", function


def is_event(function):
    """gaussian, poisson, …: the language of programs says in a mizan.Error what they take."""
    try:
        function(**{"no such name": 1})
    except mizan.InputError:
        return True
    except TypeError:
        return False


BOUND = list(bound_functions())


def test_all_functions_methods_and_properties_are_looked_at():
    names = [name for name, _ in BOUND]
    assert len(names) > 130 and len(names) == len(set(names))
    for name in ("cost", "account", "calibrate", "convert", "explain", "loss_curve", "Bracket",
                 "Bracket.lower", "Answer.alternatives", "Curve.__len__", "_restored",
                 "_normal_cdf", "Theorem.key"):
        assert name in names


@pytest.mark.parametrize("name, function", BOUND, ids=[name for name, _ in BOUND])
def test_every_wrong_call_is_answered_in_the_words_of_mizan(name, function):
    calls = [lambda: function(*[None] * 12), lambda: function(no_such_name=1),
             lambda: function(None, no_such_name=1)]
    if name != "theorems":  # the only one that can be called without arguments
        calls.append(lambda: function())
    for call in calls:
        with pytest.raises(TypeError) as found:
            call()
        words = str(found.value)
        assert words.startswith(f"{name}: expected ") and ", got " in words, words
        assert "incompatible" not in words and "supported" not in words


def test_operators_leave_what_they_do_not_know_to_the_other():
    class Other:
        def __eq__(self, _):
            return "mine"

        __add__ = __radd__ = __mul__ = __rmul__ = __eq__

    for value in (mizan.Bracket(1, 2), mizan.gaussian(1), mizan.PrivacyLoss([1], [1])):
        assert value != 1 and (value == Other()) == "mine"
    for value in (mizan.gaussian(1), mizan.PrivacyLoss([1], [1])):
        assert value + Other() == "mine" and Other() + value == "mine"
        with pytest.raises(TypeError, match="unsupported operand"):
            value + object()


def test_signatures_can_be_inspected():
    assert str(inspect.signature(mizan.cost)) == COST.removeprefix("cost")
    assert str(inspect.signature(mizan.Bracket.__contains__)).startswith("(self")
    assert mizan.cost.__doc__.startswith("The bracket of account")
