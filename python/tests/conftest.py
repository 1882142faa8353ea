# SPDX-License-Identifier: Apache-2.0
"""Every docstring of the module is a test, with the names of the package at hand."""

import doctest
import inspect
from pathlib import Path

import mizan
from mizan import adapters, odometer

ROOT = Path(__file__).resolve().parent.parent.parent


def documented():
    """(name, text) of everything in the package that has a docstring."""
    yield "README", (ROOT / "README.md").read_text().split("```python\n")[1].split("```")[0]
    yield "docs/guide/python.md", (ROOT / "docs" / "guide" / "python.md").read_text()
    yield "mizan", mizan.__doc__
    yield "mizan.odometer", odometer.__doc__
    yield "mizan.adapters", adapters.__doc__
    for name in mizan.__all__:
        value = getattr(mizan, name)
        yield name, inspect.getdoc(value)
        if inspect.isclass(value):
            for member in vars(value):
                yield f"{name}.{member}", inspect.getdoc(getattr(value, member, None))


def pytest_generate_tests(metafunc):
    if "docstring" in metafunc.fixturenames:
        parser = doctest.DocTestParser()
        tests = [parser.get_doctest(text, dict(vars(mizan)), name, None, 0)
                 for name, text in documented() if text and ">>>" in text]
        metafunc.parametrize("docstring", tests, ids=[test.name for test in tests])
