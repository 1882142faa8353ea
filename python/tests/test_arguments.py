# SPDX-License-Identifier: Apache-2.0
"""What is given as an argument is taken for what it is, or refused by name."""

import datetime
import decimal
import fractions
import math
import pickle
import time

import numpy as np
import pytest

import mizan

MASKED = np.ma.masked_array([2.0, 3.0], [False, True])
NO_NUMBERS = [
    MASKED, np.ma.masked, [MASKED, MASKED], [np.ma.masked], np.array([2 + 1j]), [2j],
    np.complex64(2),
    np.array(["2020"], "M8[Y]"), np.datetime64("2020"), [np.timedelta64(3, "s")],
    datetime.timedelta(3),
    "2", ["2"], [b"2"], b"2", bytearray(b"2"), np.array(["2"]), np.array([b"2"]), [None],
    np.array([None]), np.array([2, "3"], object), np.array([True]), True, [True, 2.0],
    np.bool_(True), [[2], 3],
    [[2, 3], [4]], {2: 3}, {2, 3}, iter([2]), object(), np.zeros(2, [("a", float)]),
]


@pytest.mark.parametrize("wrong", NO_NUMBERS, ids=repr)
def test_what_is_no_number_is_a_type_error_that_names_the_argument(wrong):
    loss = mizan.PrivacyLoss([0.5, 0.5], [1, 0])
    with np.errstate(all="raise"):
        for name, ask in (
            ("orders", lambda: mizan.renyi_curve("gaussian(1)", wrong)),
            ("deltas", lambda: mizan.epsilon_curve("gaussian(1)", wrong)),
            ("false_positive_rates", lambda: mizan.tradeoff_curve("gaussian(1)", wrong)),
            ("epsilons", lambda: loss.delta(wrong)),
            ("p", lambda: mizan.PrivacyLoss(wrong, [1])),
            ("q", lambda: mizan.PrivacyLoss([1], wrong)),
            ("weights", lambda: mizan.calibrate(["gaussian(?)"], epsilon=1, delta=0.1,
                                                weights=wrong)),
            ("delta", lambda: mizan.cost("gaussian(1)", delta=wrong)),
            ("epsilon", lambda: mizan.account("gaussian(1)", epsilon=wrong)),
            ("lower", lambda: mizan.Bracket(wrong, 1)),
            ("probability", lambda: mizan.explain("laplace(1)").bad_outcome(wrong)),
            ("group_size", lambda: mizan.cost("gaussian(1)", delta=0.1, group_size=wrong)),
            ("points", lambda: mizan.loss_curve("gaussian(1)", points=wrong)),
        ):
            with pytest.raises(TypeError, match=rf"^{name}: expected"):
                ask()
        if not isinstance(wrong, (str, list, np.ndarray)):
            with pytest.raises(TypeError, match="^noise_multiplier: expected"):
                mizan.gaussian(wrong)
            with pytest.raises(TypeError, match="^scale: expected"):
                mizan.laplace(scale=wrong)


def test_every_kind_of_real_number_is_one():
    for two in (2, 2.0, np.float32(2), np.int8(2), np.uint64(2), np.longdouble(2), np.array(2.0),
                np.array(2),
                fractions.Fraction(2), decimal.Decimal(2)):
        assert mizan.gaussian(two) == mizan.gaussian(2)
        assert mizan.renyi_curve("gaussian(1)", two).upper.shape == ()
        assert mizan.renyi_curve("gaussian(1)", [two]) == mizan.renyi_curve("gaussian(1)", [2.0])
    for orders in (range(2, 4), (2, 3), np.array([2, 3]), np.array([2, 3], object),
                   [np.array(2), 3],
                   np.array([9, 2, 9, 3])[1::2], memoryview(np.array([2.0, 3.0]))):
        assert mizan.renyi_curve("gaussian(1)", orders).upper.tolist() == [1, 1.5]
    assert mizan.renyi_curve("gaussian(1)", [np.array([2, 3.0]), [4, 5]]).upper.shape == (2, 2)
    assert mizan.cost("gaussian(1)", delta=0.1, group_size=np.array(2)).upper > 0


@pytest.mark.parametrize("wrong, error, words", [
    (lambda: mizan.cost("gaussian(1)", delta=0.1, group_size=2**70), mizan.InputError,
     "^group_size"),
    (lambda: mizan.cost("gaussian(1)", delta=0.1, group_size=-1), mizan.InputError, "^group_size"),
    (lambda: mizan.cost("gaussian(1)", delta=0.1, group_size=10**5000), mizan.InputError, "bits"),
    (lambda: 10**5000 * mizan.gaussian(1), mizan.InputError, "^count.*bits"),
    (lambda: mizan.gaussian(10**5000), mizan.InputError, "^noise_multiplier"),
    (lambda: mizan.gaussian(2**53 + 1), mizan.InputError, "^noise_multiplier.*exactly"),
    (lambda: mizan.renyi_curve("gaussian(1)", np.array([2**53 + 1])), mizan.InputError, "^orders"),
    (lambda: mizan.Program("gaussian(1)\ud800"), mizan.InputError, "^text.*surrogate"),
    (lambda: mizan.account("\udfff", delta=0.1), mizan.InputError, "^program.*surrogate"),
    (lambda: mizan.account("gaussian(1)", delta=0.1, relation="\ud800"), mizan.InputError,
     "^relation"),
    (lambda: mizan.gaussian(**{"\ud800": 1}), mizan.InputError, "^gaussian.*surrogate"),
    (lambda: mizan.poisson(0.1, "\ud800"), mizan.InputError, "^sampling|^event|^program"),
    (lambda: mizan.gaussian(1) + "\ud800", mizan.InputError, "surrogate"),
    (lambda: mizan.calibrate("\ud800", epsilon=1, delta=0), mizan.InputError, "^program"),
    (lambda: mizan.calibrate(["gaussian(?)", 3], epsilon=1, delta=0), TypeError, "^program"),
    (lambda: mizan.calibrate(mizan.gaussian(1), epsilon=1, delta=0), TypeError, "^program"),
    (lambda: mizan.theorems("\ud800"), mizan.InputError, "^words"),
    (lambda: mizan.theorems(3), TypeError, "^words"),
    (lambda: mizan.convert("pure(1)", 3), TypeError, "^to"),
    (lambda: mizan.Program(b"gaussian(1)"), TypeError, "^text.*bytes"),
    (lambda: mizan.Program(None), TypeError, "^text.*NoneType"),
    (lambda: mizan.account(b"gaussian(1)", delta=0.1), TypeError, "^program.*bytes"),
    (lambda: mizan.account("gaussian(1)", delta=0.1, relation=b"x"), TypeError, "^relation.*bytes"),
    (lambda: mizan.account("gaussian(1)", delta=0.1, verify="no"), TypeError, "^verify"),
    (lambda: mizan.account("gaussian(1)", delta=0.1, verify=None), TypeError, "^verify"),
    (lambda: mizan.loss_curve("gaussian(1)", points=math.nan), TypeError, "^points"),
    (lambda: mizan.loss_curve("gaussian(1)", points=0), mizan.InputError, "^points"),
    (lambda: mizan.renyi_curve("gaussian(1)", [math.nan]), mizan.DomainError, "order"),
    (lambda: mizan.PrivacyLoss([1], [1]).moment(-1), mizan.InputError, "^k must"),
    (lambda: mizan.gaussian(type("\x1b[31m" + "x" * 10**5, (), {})()), TypeError,
     "^noise_multiplier"),
])
def test_mistakes_name_the_argument(wrong, error, words):
    with pytest.raises(error, match=words) as found:
        wrong()
    assert len(str(found.value)) < 400 and "\x1b" not in str(found.value)


def test_endless_lists_end():
    endless = [1.0]
    endless.append(endless)
    deep = [1.0]
    for _ in range(10_000):
        deep = [deep]
    for wrong in (endless, deep):
        with pytest.raises(TypeError):
            mizan.renyi_curve("gaussian(1)", wrong)


def test_errors_of_what_is_given_are_passed_on():
    class Broken:
        def __float__(self):
            raise KeyError("mine")

    class Shrinking:
        def __float__(self):
            numbers.clear()
            return 2.0

    with pytest.raises(KeyError, match="mine"):
        mizan.gaussian(Broken())
    numbers = [Shrinking(), 3.0]
    assert mizan.renyi_curve("gaussian(1)", numbers).upper.tolist() == [1, 1.5]


def test_arrays_that_are_values_do_not_change():
    given = np.array([2.0, 3.0])
    for value in (mizan.renyi_curve("gaussian(1)", given),
                  mizan.loss_curve("gaussian(1)", points=5),
                  pickle.loads(pickle.dumps(mizan.renyi_curve("gaussian(1)", given)))):
        before = hash(value)
        for array in (value.x, value.lower, value.upper):
            with pytest.raises(ValueError):
                array[0] = 7
            with pytest.raises(ValueError):
                array.setflags(write=True)
        assert hash(value) == before
    curve = mizan.renyi_curve("gaussian(1)", given)
    given[0] = 5
    assert curve.x.tolist() == [2, 3]


def test_limits_are_named_at_once():
    begin = time.monotonic()
    for ask in (lambda: mizan.loss_curve("gaussian(1)", points=10**9),
                lambda: mizan.loss_curve("gaussian(1)", points=10**30),
                lambda: mizan.renyi_curve("gaussian(1)", np.broadcast_to(2.0, 10**9)),
                lambda: mizan.epsilon_curve("gaussian(1)", [[0.1] * 1001] * 1000),
                lambda: mizan.PrivacyLoss([1], [1]).cdf(np.broadcast_to(2, 10**9))):
        with pytest.raises(mizan.InputError, match="1000000"):
            ask()
    assert time.monotonic() - begin < 5


def test_sums_that_double_are_refused_before_they_fill_the_memory():
    program = mizan.gaussian(1)
    with pytest.raises(mizan.InputError, match="1000000 parts"):
        for _ in range(22):
            program = program + program
    nested = mizan.gaussian(1)
    with pytest.raises(mizan.InputError, match="1000000 parts"):
        for _ in range(22):
            nested = mizan.post(nested + nested)
