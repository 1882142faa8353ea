# SPDX-License-Identifier: Apache-2.0
"""Objects of mizan are values, however they are made: without a constructor, or by a pickle that
was changed."""

import copy
import inspect
import math
import os
import pickle
import sys

import numpy as np
import pytest

import mizan
from mizan import _values
from processes import lives

CLASSES = [value for name, value in vars(mizan).items()
           if inspect.isclass(value) and not issubclass(value, Exception)]


def values():
    answer = mizan.account("250 * poisson(0.01, laplace(2))", delta=1e-5,
                           relation="replace_special")
    return [
        mizan.Bracket(1, 2),
        10 * mizan.poisson(0.01, mizan.gaussian(1.1)) + mizan.laplace(10),
        mizan.account("laplace(1)", delta=0.1, group_size=2),
        answer.analyses[0],
        answer.alternatives[0],
        mizan.calibrate("gaussian(?)", epsilon=1, delta=1e-5),
        mizan.calibrate(["gaussian(?)", "? * laplace(10)"], epsilon=1, delta=1e-6),
        mizan.convert("zcdp(0.5)", "renyi"),
        mizan.renyi_curve("gaussian(1)", [[2, 3], [4, 5]]),
        mizan.renyi_curve("gaussian(1)", np.empty((3, 0))),
        mizan.loss_curve("gaussian(1)", points=5),
        mizan.PrivacyLoss([0.5, 0.5, 0], [0.25, 0.25, 0.5]) + mizan.PrivacyLoss([1], [1]),
        mizan.theorems("Mironov17 P10")[0],
        mizan.explain("laplace(1)"),
    ]


def test_no_object_is_there_before_its_value():
    assert len(CLASSES) >= 13
    for each in CLASSES:
        makers = [each.__new__, object.__new__, each.__mro__[1].__new__, lambda bound: bound()]
        for make in makers:
            if each is mizan.Effort and make in (makers[0], makers[3]):
                assert make(each) == mizan.Effort(work=1e9, width=0)  # the usual one
                continue
            with pytest.raises(TypeError):
                make(each)
        with pytest.raises(TypeError):
            type("Derived", (each,), {})


def test_nothing_changes_a_value_or_its_class():
    bracket = mizan.Bracket(1, 2)
    bracket.__init__(3, 4)
    assert bracket == mizan.Bracket(1, 2)
    for change in (lambda: setattr(bracket, "lower", 0), lambda: setattr(bracket, "other", 0),
                   lambda: setattr(bracket, "__class__", mizan.Program)):
        with pytest.raises((AttributeError, TypeError)):
            change()
    if sys.version_info >= (3, 10):
        with pytest.raises(TypeError):
            mizan.Bracket.upper = property(lambda self: 0)


@pytest.mark.parametrize("value", values(), ids=lambda value: type(value).__name__)
def test_every_protocol_keeps_every_value(value):
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        again = pickle.loads(pickle.dumps(value, protocol))
        assert type(again) is type(value) and again == value and hash(again) == hash(value)
    assert copy.copy(value) is value and copy.deepcopy([value])[0] is value


def test_long_programs_have_pickles_too():
    program = mizan.Program(" + ".join(f"gaussian({i})" for i in range(1, 50_000)))
    twice = program + program
    assert len(str(twice)) > 2**20 and pickle.loads(pickle.dumps(twice)) == twice
    with pytest.raises(mizan.InputError, match="cannot be pickled"):
        pickle.dumps(mizan.post(twice))


GAUSSIAN, BRACKET = mizan.gaussian(1), mizan.Bracket(0.5, 1)
CALIBRATION = [1.0, GAUSSIAN, BRACKET, 1.0, 0.0, "sigma", "add_or_remove_one", 1]
ANALYSIS = ["pld", 1.0, None, (), ""]
ALTERNATIVE = ["words", GAUSSIAN, 1e-5, None, "replace_one", 1, BRACKET]


def floats(*numbers, shape=None):
    return (shape or (len(numbers),), np.array(numbers, dtype=float).tobytes())


def with_one_other(state, place, other):
    return [*state[:place], other, *state[place + 1:]]


@pytest.mark.parametrize("name, state", [
    ("Bracket", [2, 1]), ("Bracket", [math.nan, 1]), ("Bracket", [1, math.nan]), ("Bracket", [1]),
    ("Bracket", ["1", 2]), ("Bracket", []), ("Program", ["gaussian(1)"]), ("Program", [()]),
    ("Program", [(1,)]), ("Program", [("gaussian(-1)",)]), ("Program", [("\ud800",)]),
    *[("Calibration", with_one_other(CALIBRATION, *other)) for other in (
        (0, -5), (0, math.nan), (0, "5"), (0, None), (1, "gaussian(1)"), (1, None), (2, 1.0),
        (2, mizan.Bracket(-1, 1)), (3, -1), (4, math.nan), (5, 3), (6, "nobody"), (6, None), (7, 0),
        (7, 2**70), (7, 1.5))],
    ("Calibration", CALIBRATION[:-1]), ("Calibration", [*CALIBRATION, 0]),
    ("SharedCalibration", [GAUSSIAN, BRACKET, ()]),
    ("SharedCalibration", [GAUSSIAN, BRACKET, (3,)]),
    ("SharedCalibration", [GAUSSIAN, BRACKET, 3]),
    *[("Analysis", with_one_other(ANALYSIS, *other)) for other in (
        (0, 3), (1, -1), (1, math.nan), (1, None), (2, 0.5), (2, "2"), (3, "abc"), (3, (1,)),
        (4, "no"))],
    *[("Alternative", with_one_other(ALTERNATIVE, *other)) for other in (
        (0, None), (1, 3), (2, 2.0), (2, None), (3, 1.0), (4, "x"), (5, -1), (6, None))],
    ("Curve", [floats(1, 2), floats(1), floats(1)]),
    ("Curve", [floats(1), floats(1, 2), floats(1, 2)]),
    ("Curve", [floats(1), floats(2), floats(1)]),
    ("Curve", [floats(1), floats(math.nan), floats(1)]),
    ("Curve", [floats(math.nan), floats(1), floats(1)]), ("Curve", [floats(1), floats(1)]),
    ("Curve", [floats(1, shape=(2,))] * 3), ("Curve", [floats(1, shape=(-1,))] * 3),
    ("Curve", [floats(1, shape=(2**62, 4))] * 3), ("Curve", [floats(1, shape=(1,) * 40)] * 3),
    ("Curve", [((1,), b"1234567")] * 3), ("Curve", [((1,), "12345678")] * 3), ("Curve", [3, 4, 5]),
    ("Curve", [floats(shape=(0, 2**70))] * 3),
    ("LossCurve", [floats(1), floats(0), floats(1), 1.0, True, ""]),
    ("LossCurve", [floats(1), floats(0), floats(1), mizan.Bracket(0, 2), True, ""]),
    ("LossCurve", [floats(1), floats(0), floats(1), mizan.Bracket(0, 1), 1, ""]),
    ("LossCurve", [floats(1), floats(0), floats(1), mizan.Bracket(0, 1), True, 1]),
    ("PrivacyLoss", []), ("PrivacyLoss", [(1, 1, 1, 1, 0)]),
    ("PrivacyLoss", [(1, 1, 1, 1, 0, "0")]),
    ("PrivacyLoss", [(1, 1, 1, 1, 5, 5)]), ("PrivacyLoss", [(0.5, 0.5, 0.5, 0.5, 0, 0)]),
    ("PrivacyLoss", [(-1, -1, 1, 1, 0, 0)]), ("PrivacyLoss", [(1, 0.5, 1, 1, 0, 0)]),
    ("PrivacyLoss", [(math.nan,) * 6]), ("PrivacyLoss", [(0, 0, 0, 0, 0, 0)]),
    ("Theorem", ["gaussian"]), ("Theorem", [3]),
    ("Answer", ["gaussian(1)", 2, None, None, 1, False]),
    ("Answer", ["gaussian(1)", 0.1, None, None, 1, "no"]),
    ("Conversion", ["pure(1)", "x", None, None]),
    ("Explanation", ["gaussian(1)", "x", 1]), ("Nothing", []), ("\ud800", []), (3, []),
])
def test_crafted_pickles_are_checked(name, state):
    with pytest.raises((ValueError, TypeError)):
        _values.restored(name, *state)


def test_the_same_pickles_without_the_mistake_are_read():
    for name, state in (("Calibration", CALIBRATION), ("Analysis", ANALYSIS),
                        ("Alternative", ALTERNATIVE),
                        ("Curve", [floats(1), floats(1), floats(2)]),
                        ("PrivacyLoss", [(1, 1, 1, 1, 0, 0)])):
        assert type(_values.restored(name, *state)).__name__ == name


def test_thousands_of_changed_pickles_never_crash():
    code = """
import io, pickle, random, warnings
import mizan, processes, test_values
exec(processes.LIMITED)
limit_memory(100)
warnings.simplefilter("ignore")

class Unpickler(pickle.Unpickler):
    def find_class(self, module, name):
        if not module.startswith("mizan"):
            raise pickle.UnpicklingError("not of mizan")
        return super().find_class(module, name)

random.seed(1)
read = refused = 0
for value in test_values.values():
    for _ in range(250):
        data = bytearray(pickle.dumps(value, random.randrange(6)))
        for _ in range(random.randrange(1, 4)):
            place = random.randrange(len(data))
            change = random.randrange(3)
            if change == 0:
                data[place] = random.randrange(256)
            elif change == 1:
                del data[place:place + random.randrange(1, 9)]
            else:
                data[place:place] = data[random.randrange(len(data)):][:random.randrange(9)]
            if not data:
                break
        try:
            found = Unpickler(io.BytesIO(bytes(data))).load()
        except Exception:
            refused += 1
        else:
            read += 1
            repr(found), found == value
            try:
                hash(found)
            except TypeError:
                pass  # a list or the like
print(read, refused)
"""
    path = os.pathsep.join([os.path.dirname(__file__), os.environ.get("PYTHONPATH", "")])
    read, refused = map(int, lives(code, PYTHONPATH=path, OPENBLAS_NUM_THREADS="1")[0].split())
    assert read > 100 and refused > 1000
