#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Runs the test files of an installed dp-accounting, unchanged, against mizan.dp_accounting.

    pip install dp-accounting dm-tree mpmath    # in an environment of its own
    PYTHONPATH=build/release/python python python/conformance/google.py [--from FOLDER] [FILE …]

Prints how many cases of each file pass, and each that does not with its last line. Ends with 1 if
one fails whose name is not in EXPECTED, which says why it cannot pass.
"""

import argparse
import importlib
import importlib.util
import pkgutil
import sys
import time
import unittest
from pathlib import Path

from expected import EXPECTED

import mizan.dp_accounting


def installed() -> Path:
    """The folder of the installed dp_accounting, which is not imported."""
    spec = importlib.util.find_spec("dp_accounting")
    if spec is None:
        sys.exit("dp-accounting is not installed here")
    return Path(spec.submodule_search_locations[0])


def alias() -> None:
    """Makes `dp_accounting` mean mizan's."""
    sys.modules["dp_accounting"] = ours = mizan.dp_accounting
    for module in pkgutil.walk_packages(ours.__path__, ours.__name__ + "."):
        sys.modules[module.name.removeprefix("mizan.")] = importlib.import_module(module.name)


def load(folder: Path, path: Path):
    """A test file as the module it was written as."""
    name = ".".join(["dp_accounting", *path.relative_to(folder).with_suffix("").parts])
    if name not in sys.modules:
        spec = importlib.util.spec_from_file_location(name, path)
        module = importlib.util.module_from_spec(spec)
        sys.modules[name] = module
        parent, _, child = name.rpartition(".")
        setattr(sys.modules[parent], child, module)
        spec.loader.exec_module(module)
    return sys.modules[name]


class Result(unittest.TestResult):
    """Failures with the last line of each."""

    def __init__(self):
        super().__init__()
        self.why = {}

    def _note(self, test, error):
        name = f"{type(test).__name__}.{test._testMethodName}"
        self.why[name] = str(error[1]).strip().splitlines()[-1:] or [error[0].__name__]

    def addFailure(self, test, err):
        super().addFailure(test, err)
        self._note(test, err)

    def addError(self, test, err):
        super().addError(test, err)
        self._note(test, err)

    def addSubTest(self, test, subtest, err):
        super().addSubTest(test, subtest, err)
        if err is not None:
            self._note(test, err)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--from", dest="folder", type=Path,
                        help="a folder dp_accounting with tests")
    parser.add_argument("files", nargs="*", help="names of test files; all of them if none")
    options = parser.parse_args()
    folder, wanted = options.folder or installed(), options.files
    alias()
    load(folder, folder / "privacy_accountant_test.py")
    unexpected = 0
    print("| file | cases | pass | seconds |\n| --- | --- | --- | --- |")
    reasons = []
    for path in sorted(folder.rglob("*_test.py")):
        if wanted and path.name not in wanted or path.name == "privacy_accountant_test.py":
            continue
        file = str(path.relative_to(folder))
        try:
            suite = unittest.defaultTestLoader.loadTestsFromModule(load(folder, path))
        except ImportError as error:
            print(f"| `{file}` | – | – | – |")
            reasons.append(f"{file}: {error}")
            continue
        result, started = Result(), time.process_time()
        suite.run(result)
        print(f"| `{file}` | {result.testsRun} | {result.testsRun - len(result.why)} "
              f"| {time.process_time() - started:.1f} |", flush=True)
        for name, (last,) in result.why.items():
            known = next((why for key, why in EXPECTED.items() if name.startswith(key)), None)
            unexpected += known is None
            reasons.append(f"{file}: {name}: {known or 'UNEXPECTED: ' + last[:300]}")
    print("\n" + "\n".join(reasons))
    return 1 if unexpected else 0


if __name__ == "__main__":
    sys.exit(main())
