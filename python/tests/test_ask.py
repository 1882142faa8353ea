# SPDX-License-Identifier: Apache-2.0
"""Requests in JSON, and errors whose parts are those of the error in a response."""

import json

import mizan
import pytest

PARTS = ("place", "rule", "found", "hint")

MISTAKES = [
    (mizan.Refused, "with_replacement(9, 3, gaussian(1))", {"delta": 1e-5}),
    (mizan.InputError, "laplase(2)", {"delta": 0}),
    (mizan.InputError, "laplace(2)", {}),
    (mizan.InputError, "laplace(-2)", {"delta": 0}),
]


@pytest.mark.parametrize("kind, program, at", MISTAKES)
def test_an_exception_says_what_the_error_in_a_response_says(kind, program, at):
    with pytest.raises(kind) as caught:
        mizan.account(program, **at)
    error = mizan.ask({"command": "account", "program": program, **at})["error"]
    assert str(caught.value) == error["message"]
    assert {name: getattr(caught.value, name) or None for name in PARTS} == {
        name: error[name] for name in PARTS}
    assert isinstance(caught.value, mizan.Error)


def test_a_refusal_names_what_works():
    with pytest.raises(mizan.Refused) as caught:
        mizan.cost("with_replacement(9, 3, gaussian(1))", delta=1e-5)
    assert caught.value.hint == "use replace_one, or poisson"
    assert mizan.cost("with_replacement(9, 3, gaussian(1))", delta=1e-5,
                      relation="replace_one").upper > 0


def test_text_gives_the_text_of_the_response_to_a_dictionary():
    request = {"command": "cost", "program": "pure(inf)", "delta": 0}
    assert json.loads(mizan.ask(json.dumps(request))) == mizan.ask(request)
    assert mizan.ask(request)["epsilon"] == {"lower": "inf", "upper": "inf"}


def test_infinity_is_written_as_the_contract_says():
    asked = {"command": "cost", "program": {"type": "LaplaceDpEvent", "noise_multiplier": 1},
             "epsilon": float("inf")}
    assert mizan.ask(asked)["delta"] == {"lower": 0, "upper": 0}


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "\0", "ü", '{"command": "\\ud800"}',
                                  "9" * 400])
def test_any_text_is_a_request(text):
    assert set(json.loads(mizan.ask(text))) == {"error"}


@pytest.mark.parametrize("request_", [{"command": float("nan")}, {"command": {1, 2}}, b"{}"])
def test_what_json_cannot_hold_is_no_request(request_):
    with pytest.raises((ValueError, TypeError)):
        mizan.ask(request_)


def test_a_number_outside_of_its_range_is_a_domain_error():
    with pytest.raises(mizan.DomainError) as caught:
        mizan.account("laplace(2)", delta=2)
    error = mizan.ask({"command": "account", "program": "laplace(2)", "delta": 2})["error"]
    assert (error["code"], error["place"]) == ("domain", "$.delta")
    assert (caught.value.rule, caught.value.found) == (error["rule"], error["found"])
