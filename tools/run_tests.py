#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What ./test runs once the packages are there. See ./test."""

import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RELEASE, DEV = ROOT / "build" / "release", ROOT / "build" / "dev"
CORES = os.cpu_count() or 1
# The same random cases every time, so that a commit passes or fails once and for all, but other
# cases in each build; a full run draws new ones.
EVERYDAY = {"gcc": "max_success=200 seed=1", "dev": "max_success=60 seed=2"}
FULL = "max_success=100000 max_size=200"
# Programs that take longer than all others together run in parts, at the same time.
PARTS = {"account_tests": 4}
RANDOM_PROGRAMS = 1_000_000 if "--full" in sys.argv[1:] else 10_000
FUZZ_SECONDS = 10

FULL_RUN = "--full" in sys.argv[1:]


class Tally:
    """Counts, and shows each step as it ends: one line, or all it printed if it failed."""

    def __init__(self):
        self.passed = self.failed = 0
        self.start = time.monotonic()
        self.lock = threading.Lock()

    def add(self, name, passed, failed, seconds, output=""):
        clock = int(time.monotonic() - self.start)
        verdict = f"{passed:5} passed" if not failed else f"{failed:5} FAILED"
        line = f"{clock // 60:2}:{clock % 60:02}  {verdict}  {name} ({seconds:.1f} s)"
        if failed and output:
            line += "\n    " + output.strip().replace("\n", "\n    ")
        with self.lock:
            self.passed += passed
            self.failed += failed
            print(line, flush=True)


def at_once(tally, *checks):
    """Checks that do not need each other, as many at once as there are cores."""
    with ThreadPoolExecutor(CORES) as pool:
        for running in [pool.submit(check, tally) for check in checks]:
            running.result()


def execute(command, timeout=None, cwd=ROOT, environment=None):
    """(status, output, seconds); a command that takes too long has status 124."""
    start = time.monotonic()
    try:
        done = subprocess.run([str(part) for part in command], cwd=cwd,
                              env={**os.environ, **(environment or {})}, timeout=timeout,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                              stderr=subprocess.STDOUT)
        status, output = done.returncode, done.stdout
    except subprocess.TimeoutExpired as late:
        status, output = 124, (late.stdout or b"") + b"\nstopped: took too long"
    except OSError as error:
        status, output = 127, str(error).encode()
    return status, output.decode(errors="replace"), time.monotonic() - start


def check(tally, name, command, **options):
    """One command that passes if its status is 0."""
    status, output, seconds = execute(command, **options)
    tally.add(name, status == 0, status != 0, seconds, output)
    return status == 0


def check_all(tally, name, commands, wanted=lambda status: status == 0):
    """Many commands, as many at once as there are cores; each counts."""
    start = time.monotonic()
    with ThreadPoolExecutor(CORES) as pool:
        results = list(pool.map(execute, commands))
    bad = [f"$ {' '.join(map(str, command))}\n{output}"
           for command, (status, output, _) in zip(commands, results) if not wanted(status)]
    tally.add(name, len(results) - len(bad), len(bad), time.monotonic() - start, "\n".join(bad))


def run_program(program, part, directory, cases):
    """Runs a part of one GoogleTest program: (name, passed, failed, seconds, output)."""
    name = Path(program).name
    parts = PARTS.get(name, 1)
    report = Path(directory) / f"{name}.{part}.json"
    limit = None if FULL_RUN else 1800
    status, output, seconds = execute(
        [program, "--gtest_brief=1", f"--gtest_output=json:{report}"],
        timeout=limit, environment={"RC_PARAMS": cases, "GTEST_TOTAL_SHARDS": str(parts),
                                    "GTEST_SHARD_INDEX": str(part)})
    if parts > 1:
        name += f", part {part + 1} of {parts}"
    if not report.exists():
        return name, 0, 1, seconds, f"{name} ended with status {status}\n{output}"
    counts = json.loads(report.read_text())
    failed = counts["failures"] + counts["errors"]
    passed = counts["tests"] - counts["disabled"] - failed
    if status != 0 and failed == 0 or passed + failed == 0:
        failed += 1
        output += f"\n{name} ended with status {status} after {passed} tests"
    return name, passed, failed, seconds, output


def is_labelled(test):
    return any(each["name"] == "LABELS" for each in test.get("properties", []))


def build_and_run(tally, preset, build):
    """Every test program of one preset, built and run."""
    if not check(tally, f"{preset}: configure", ["cmake", "--preset", preset]):
        return
    check(tally, f"{preset}: build", ["cmake", "--build", build, "--", "-k", "0"])
    _, listing, _ = execute(["ctest", "--show-only=json-v1"], cwd=build)
    # The upper layers first: their tests take longest, and should not be what the end waits for.
    # Those with a label are not GoogleTest's and have steps of their own.
    programs = [test["command"][0] for test in json.loads(listing)["tests"]
                if "command" in test and not is_labelled(test)][::-1]
    pieces = [(program, part) for program in programs
              for part in range(PARTS.get(Path(program).name, 1))]
    cases = FULL if FULL_RUN else os.environ.get("RC_PARAMS", EVERYDAY[preset])
    with tempfile.TemporaryDirectory() as directory, ThreadPoolExecutor(CORES) as pool:
        for name, passed, failed, seconds, output in pool.map(
                lambda piece: run_program(*piece, directory, cases), pieces):
            tally.add(f"{preset}: {name}", passed, failed, seconds, output)


def check_texts(tally):
    check(tally, "layers", ["tools/layers.py"])
    check(tally, "theorems", ["tools/theorems.py", "--check"])
    check_format(tally)


def check_oracles(tally):
    """The tables are what their programs print. Debian's Python, which has mpmath."""
    for program in sorted((ROOT / "oracles").glob("*.py")):
        _, output, seconds = execute(["/usr/bin/python3", program])
        current = output == program.with_suffix(".inc").read_text()
        tally.add(f"oracle {program.name}", current, not current, seconds,
                  "the table is not what the program prints")


def check_format(tally):
    files = [path for folder in ("src", "tests", "examples", "bench", "fuzz")
             for path in sorted((ROOT / folder).rglob("*.?pp")) if path.name != "table.cpp"]
    check(tally, "format", ["clang-format-14", "--dry-run", "-Werror", "--ferror-limit=1", *files])


def check_tidy(tally):
    if not (DEV / "compile_commands.json").exists():
        return  # the configuration failed, and that counts already
    files = [path for path in sorted((ROOT / "src").rglob("*.cpp"))
             if not path.name.endswith("_test.cpp") and path.name != "table.cpp"]
    check_all(tally, "clang-tidy",
              [["clang-tidy-14", "--quiet", "-p", DEV, path] for path in files])


def check_compile_fail(tally):
    files = sorted((ROOT / "tests" / "compile_fail").glob("*.cpp"))
    compile_only = ["-std=c++20", "-Wall", "-Wextra", "-Werror", "-Wno-unused", "-Wunused-result",
                    "-fsyntax-only", "-Isrc"]
    for compiler in ("g++-12", "clang++-14"):
        check_all(tally, f"{compiler}: what must compile",
                  [[compiler, *compile_only, path] for path in files])
        check_all(tally, f"{compiler}: what must not compile",
                  [[compiler, *compile_only, "-DMUST_NOT_COMPILE", path] for path in files],
                  wanted=lambda status: status == 1)


def check_transcripts(tally):
    program = RELEASE / "bin" / "mizan"
    files = [*sorted((ROOT / "tests" / "golden").glob("*.txt")), ROOT / "README.md"]
    for path in files:
        _, output, seconds = execute(["tools/transcripts.py", program, path])
        counts = output.strip().splitlines()[-1].split()
        good = len(counts) == 4 and counts[1] == "passed,"
        tally.add(f"transcript {path.relative_to(ROOT)}", int(counts[0]) if good else 0,
                  int(counts[2]) if good else 1, seconds, output)
    check(tally, "docs/events.md says what is answered", ["tools/events.py", program, "--check"])


def check_install(tally):
    with tempfile.TemporaryDirectory() as directory:
        prefix, build = Path(directory) / "prefix", Path(directory) / "build"
        source = Path(directory) / "source"
        shutil.copytree(ROOT / "tests" / "install", source)
        readme = (ROOT / "README.md").read_text()
        shutil.copytree(ROOT / "examples", source, dirs_exist_ok=True)
        (source / "readme.cpp").write_text(readme.split("```cpp\n")[1].split("```")[0])
        (check(tally, "install: into a prefix",
               ["cmake", "--install", RELEASE, "--prefix", prefix])
         and check(tally, "install: another project finds it",
                   ["cmake", "-S", source, "-B", build, "-G", "Ninja",
                    f"-DCMAKE_PREFIX_PATH={prefix}"])
         and check(tally, "install: builds with it", ["cmake", "--build", build])
         and check(tally, "install: and runs", [build / "consumer"])
         and check(tally, "install: the example of the README runs", [build / "readme"])
         and check(tally, "install: a mechanism of one's own runs", [build / "own_mechanism"])
         and check(tally, "install: the command runs", [prefix / "bin" / "mizan", "--version"]))


def first_include(path):
    found = re.search(r'^#include ["<](.*)[">]', path.read_text(), re.MULTILINE)
    return found and found[1]


def check_headers(tally):
    """Every header compiles alone. A source file that begins with its header has shown it."""
    source = ROOT / "src"
    shown = {first_include(path) for path in source.rglob("*.cpp")
             if not path.name.endswith("_test.cpp")}
    headers = [path for path in sorted(source.rglob("*.hpp"))
               if str(path.relative_to(source)) not in shown]
    check_all(tally, "clang++-14: headers compile alone",
              [["clang++-14", "-std=c++20", "-Isrc", "-Itests", "-fsyntax-only", "-x", "c++", path]
               for path in headers])


def check_fuzz(tally):
    with tempfile.TemporaryDirectory() as directory:
        commands = []
        for target, words in (("expression", "expression"), ("json", "json"),
                              ("questions", "expression")):
            found = Path(directory) / target
            found.mkdir()
            commands.append([DEV / "fuzz" / f"fuzz_{target}", f"-dict=fuzz/{words}.dict",
                             f"-max_total_time={FUZZ_SECONDS}", f"-artifact_prefix={directory}/",
                             found, f"fuzz/corpus/{target}"])
        check_all(tally, f"dev: {FUZZ_SECONDS} seconds of each fuzzer", commands)


def check_bits(tally):
    """Same input, same bits: from both compilers, with sanitizers, on one core and on all."""
    if not (RELEASE / "bin" / "mizan").exists() or not (DEV / "bin" / "mizan").exists():
        return  # a build failed, and that counts already
    many = " + ".join(f"poisson(0.0{i}, gaussian(1.{i}))" for i in range(1, 600))
    programs = (ROOT / "tests" / "bits" / "programs.txt").read_text() + many + "\n"
    question = ["account", "--lines", "--delta", "1e-6"]
    start = time.monotonic()
    commands = [[RELEASE / "bin" / "mizan"], ["taskset", "-c", "0", RELEASE / "bin" / "mizan"],
                [DEV / "bin" / "mizan"]]
    with ThreadPoolExecutor(CORES) as pool:
        answers = set(pool.map(
            lambda command: subprocess.run([*map(str, command), *question], input=programs,
                                           text=True, capture_output=True).stdout, commands))
    same = len(answers) == 1 and all("epsilon" in answer for answer in answers)
    tally.add("same bits from both compilers, on one core and on all", same, not same,
              time.monotonic() - start, "\n".join(answers))


def check_faults(tally):
    """What happens when something around the command line fails."""
    status, output, seconds = execute(["python3", "tests/faults/faults.py", RELEASE / "bin"])
    counts = re.fullmatch(r"(\d+) passed, (\d+) failed", (output.strip().splitlines() or [""])[-1])
    passed, failed = map(int, counts.groups()) if counts else (0, 1)
    if status != 0 and failed == 0:
        failed = 1
    tally.add("gcc: faults", passed, failed, seconds, output)


def check_python(tally):
    """The package as it stands in the build, with Debian's Python."""
    status, output, seconds = execute(
        ["/usr/bin/python3", "-m", "pytest", "-q", "-p", "no:cacheprovider", "python/tests"],
        environment={"PYTHONPATH": str(RELEASE / "python"), "PYTHONDONTWRITEBYTECODE": "1"})
    counts = {word: int(number) for number, word in
              re.findall(r"(\d+) (passed|failed|error)", output.splitlines()[-1] if output else "")}
    failed = counts.get("failed", 0) + counts.get("error", 0)
    if status != 0 and failed == 0 or not counts:
        failed += 1
    tally.add("gcc: python package", counts.get("passed", 0), failed, seconds, output)


def check_benchmarks(tally):
    programs = sorted((RELEASE / "bench").glob("*_bench"))
    check_all(tally, "gcc: every benchmark runs",
              [[path, "--benchmark_min_time=0.001"] for path in programs])


def check_random_programs(tally):
    """More of what the test Overlap asks: no two answers about a program contradict each other."""
    check(tally, f"gcc: {RANDOM_PROGRAMS} random programs",
          [RELEASE / "bench" / "random_programs", RANDOM_PROGRAMS])


def main():
    if not set(sys.argv[1:]) <= {"--full"}:
        raise SystemExit((ROOT / "test").read_text().split("\n\n")[0])
    tally = Tally()
    check_texts(tally)
    # First with the warnings of the preset as errors, then as a user would; one build serves both.
    if (check(tally, "release: configure", ["cmake", "--preset", "gcc"])
            and check(tally, "release: build", ["./mizan", "--version"])):
        at_once(tally, check_transcripts, check_install)
    check_compile_fail(tally)
    check_headers(tally)
    build_and_run(tally, "gcc", RELEASE)
    check_faults(tally)
    check_benchmarks(tally)
    at_once(tally, check_random_programs, check_python, check_oracles)  # one core each
    build_and_run(tally, "dev", DEV)
    check_bits(tally)
    check_fuzz(tally)
    if FULL_RUN:
        check_tidy(tally)  # as long as all the rest together
    print(f"\n{tally.passed} passed, {tally.failed} failed")
    return 0 if tally.failed == 0 and tally.passed > 0 else 1


if __name__ == "__main__":
    sys.exit(main())
