# SPDX-License-Identifier: Apache-2.0
"""Assertions about dictionaries of floating-point numbers, for tests."""

import math


def _is_close(a: float, b: float) -> bool:
    return a == b or abs(a - b) <= 1e-8 + 1e-5 * abs(b)


def assert_dictionary_contained(testcase, dict1, dict2):
    """Every entry of the first that is not almost 0 is almost in the second."""
    for key, value in dict1.items():
        if _is_close(value, 0):
            continue
        found = [other for near, other in dict2.items() if _is_close(key, near)]
        testcase.assertTrue(bool(found), msg=f"Key {key} in {dict1} not found in {dict2}")
        testcase.assertTrue(any(_is_close(value, other) for other in found),
                            msg=f"Value for key {key} in {dict1} not matching that in {dict2}")


def assert_dictionary_almost_equal(testcase, dictionary1, dictionary2):
    """Each is contained in the other."""
    assert_dictionary_contained(testcase, dictionary1, dictionary2)
    assert_dictionary_contained(testcase, dictionary2, dictionary1)


def assert_almost_greater_equal(testcase, a, b, msg=None):
    """a is at least b, or almost."""
    testcase.assertTrue(a >= b or (math.isfinite(a) and _is_close(a, b)),
                        msg=msg or f"{a} is less than {b}")
