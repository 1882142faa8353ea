#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What ./test runs once the packages are there: two builds, and the tests that ctest knows of each.

See ./test for the arguments and docs/internals/tests.md for the labels.
"""

import json
import os
import re
import subprocess
import sys
import time
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BUILDS = {"gcc": ROOT / "build" / "release", "dev": ROOT / "build" / "dev"}
CORES = os.cpu_count() or 1
# The same random cases every time, so that a commit passes or fails once and for all, but other
# cases in each build; a full run draws new ones.
EVERYDAY = {"gcc": "max_success=200 seed=1", "dev": "max_success=60 seed=2"}
FULL = "max_success=100000 max_size=200"
SECONDS, SECONDS_FULL = 1800, 1_000_000  # that a test may take

ENDED = re.compile(r"\s*\d+/\d+ Test\s+#(\d+): (\S+) \.*(.*?)\s+([\d.]+) sec")


@dataclass
class Tally:
    """Counts, and shows each step as it ends: one line, or all it printed if it failed."""

    passed: int = 0
    failed: int = 0
    start: float = field(default_factory=time.monotonic)
    seconds: dict = field(default_factory=dict)  # by label, or by what is no test

    def add(self, name, labels, counts, seconds, output=""):
        clock = int(time.monotonic() - self.start)
        passed, failed = counts
        verdict = f"{passed:5} passed" if not failed else f"{failed:5} FAILED"
        print(f"{clock // 60:2}:{clock % 60:02}  {verdict}  {name} ({seconds:.1f} s)")
        if failed and output.strip():
            print("    " + output.strip().replace("\n", "\n    "))
        sys.stdout.flush()
        self.passed += passed
        self.failed += failed
        for label in labels:
            self.seconds[label] = self.seconds.get(label, 0) + seconds


@dataclass
class Test:
    """A test as ctest describes it."""

    name: str
    labels: list
    needs: list  # files that must have been built


def tests_of(build, full):
    configuration = ["-C", "Full"] if full else []
    listing = subprocess.run(["ctest", "--show-only=json-v1", *configuration], cwd=build,
                             stdout=subprocess.PIPE, check=True).stdout
    tests = []
    for test in json.loads(listing)["tests"]:
        properties = {each["name"]: each["value"] for each in test.get("properties", [])}
        tests.append(Test(test["name"], properties.get("LABELS", []),
                          properties.get("REQUIRED_FILES", [])))
    return tests


def counted(output, good):
    """(passed, failed) by what a test printed: GoogleTest, pytest, or "N passed, M failed"."""
    lines = output.strip().splitlines() or [""]
    google = re.search(r"^\[  PASSED  \] (\d+) tests?\.", output, re.MULTILINE)
    broken = re.search(r"^ ?(\d+) FAILED TESTS?", output, re.MULTILINE)
    words = {}
    if re.search(r"^\d+ passed, \d+ failed$| in [\d.]+s", lines[-1]):
        found = re.findall(r"(\d+) (passed|failed|error)", lines[-1])
        words = {word: int(number) for number, word in found}
    if google:
        passed, failed = int(google[1]), int(broken[1]) if broken else 0
    elif words:
        passed, failed = words.get("passed", 0), words.get("failed", 0) + words.get("error", 0)
    else:
        passed, failed = int(good), 0
    if not good and failed == 0 or passed + failed == 0:
        failed += 1
    return passed, failed


def run(tally, preset, tests, full):
    """These tests of one build, by ctest, as many at once as there are cores."""
    if not tests:
        return
    environment = dict(os.environ, GTEST_BRIEF="1")
    environment["RC_PARAMS"] = FULL if full else os.environ.get("RC_PARAMS", EVERYDAY[preset])
    if full:
        environment["MIZAN_STOPS"] = "10000"
    names = "|".join(re.escape(test.name) for test in tests)
    command = ["ctest", "--verbose", f"-j{CORES}", "-R", f"^({names})$",
               "--timeout", str(SECONDS_FULL if full else SECONDS)]
    if full:
        command += ["-C", "Full"]
    waiting, printed = {test.name: test for test in tests}, {}
    with subprocess.Popen(command, cwd=BUILDS[preset], env=environment, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace") as process:
        for line in process.stdout:
            said = re.match(r"(\d+): ?(.*\n)", line)
            ended = ENDED.match(line)
            if said:
                printed.setdefault(said[1], []).append(said[2])
            elif ended and ended[2] in waiting:
                number, name, verdict, seconds = ended.groups()
                # The first lines are ctest's: command, folder, environment, time.
                output = "".join(printed.pop(number, []))
                good = verdict.strip() == "Passed"
                if not good:
                    output += f"\n{verdict.strip()}"
                tally.add(f"{preset}: {name}", waiting.pop(name).labels, counted(output, good),
                          float(seconds), output)
    for name, test in waiting.items():
        tally.add(f"{preset}: {name}", test.labels, (0, 1), 0, "ctest did not run it")


def check(tally, name, command):
    """A step that is no test: passed if its status is 0."""
    start = time.monotonic()
    done = subprocess.run([str(word) for word in command], cwd=ROOT, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                          errors="replace", check=False)
    good = done.returncode == 0
    tally.add(name, ["building"], (int(good), int(not good)), time.monotonic() - start, done.stdout)
    return good


def build(tally, preset, tests, everything):
    """What these tests need, or everything: what no test needs must compile too."""
    folder = BUILDS[preset]
    if everything:
        if preset == "gcc":  # first as a user would; one build serves both
            check(tally, "release: build", ["./mizan", "--version"])
            check(tally, "gcc: configure", ["cmake", "--preset", "gcc"])
        check(tally, f"{preset}: build", ["cmake", "--build", folder, "--", "-k", "0"])
        return
    files = sorted({os.path.relpath(file, folder) for test in tests for file in test.needs})
    if files:
        check(tally, f"{preset}: build", ["cmake", "--build", folder, "--target", *files])


def labels_of(tests):
    return sorted({label for each in tests.values() for test in each for label in test.labels})


def show_labels(tests):
    for label in labels_of(tests):
        counts = ", ".join(f"{number} {preset}" for preset, each in tests.items()
                           if (number := sum(label in test.labels for test in each)))
        print(f"{label:14} {counts}")


def main(arguments):
    full, listing = "--full" in arguments, "--list" in arguments
    wanted = [word for word in arguments if word not in ("--full", "--list")]
    if any(word.startswith("-") for word in wanted):
        raise SystemExit((ROOT / "test").read_text().split("\n\n")[0])
    tally, tests = Tally(), {}
    for preset, folder in BUILDS.items():
        if check(tally, f"{preset}: configure", ["cmake", "--preset", preset]):
            tests[preset] = tests_of(folder, full)
    if listing:
        show_labels(tests)
        return 0
    unknown = sorted(set(wanted) - set(labels_of(tests)))
    if unknown and not tally.failed:
        print(f"./test: no test has the label {', '.join(unknown)}; labels are\n  "
              + "\n  ".join(labels_of(tests)), file=sys.stderr)
        return 2
    for preset, each in tests.items():
        chosen = [test for test in each if not wanted or set(wanted) & set(test.labels)]
        run(tally, preset, [test for test in chosen if not test.needs], full)  # they tell soonest
        build(tally, preset, chosen, not wanted)
        run(tally, preset, [test for test in chosen if test.needs], full)
    print("\nSeconds: " + ", ".join(f"{label} {seconds:.0f}" for label, seconds in
                                    sorted(tally.seconds.items(), key=lambda item: -item[1])))
    print(f"\n{tally.passed} passed, {tally.failed} failed")
    return 0 if tally.failed == 0 and tally.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
