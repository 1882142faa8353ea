# SPDX-License-Identifier: Apache-2.0
"""How the command line is run here, alone or with one call of the system made to fail."""

import json
import os
import resource
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BIN = Path(sys.argv[1] if len(sys.argv) > 1 else ROOT / "build" / "release" / "bin").resolve()
MIZAN, FAULTY = BIN / "mizan", BIN / "mizan_faulty"
CORES = os.cpu_count() or 1
LINES = ["account", "--lines", "--delta", "1e-5"]
ASKED = ["account", "10 * gaussian(10) + laplace(20)", "--delta", "1e-5"]
PLOT = ["curve", "10 * laplace(20)", "--kind", "renyi", "--plot"]
DONE, NEGATIVE, BAD_INPUT, FAILURE, READER_GONE = 0, 1, 2, 3, 141


class Suite:
    def __init__(self):
        self.passed = 0
        self.failures = []

    def check(self, name, holds, found=""):
        if holds:
            self.passed += 1
        else:
            self.failures.append(f"{name}\n    {str(found)[:600]}")


suite = Suite()


class Ran:
    def __init__(self, status, out, err):
        self.status, self.out, self.err = status, out, err.decode(errors="replace")

    def __repr__(self):
        return f"status {self.status}, {len(self.out)} bytes, {self.err[:300]!r}"


def run(arguments, program=MIZAN, limits=(), umask=None, variables=None, timeout=60, **streams):
    def prepare():
        for name, value in limits:
            resource.setrlimit(name, (value, value))
        if umask is not None:
            os.umask(umask)
    streams.setdefault("stdin", subprocess.DEVNULL)
    if "input" in streams:
        streams.pop("stdin")
    streams.setdefault("stdout", subprocess.PIPE)
    done = subprocess.run([str(program), *map(str, arguments)], stderr=subprocess.PIPE,
                          env={**os.environ, **(variables or {})}, timeout=timeout,
                          preexec_fn=prepare if limits or umask is not None else None, **streams)
    return Ran(done.returncode, done.stdout or b"", done.stderr)


def wanted(name, ran, status, words=""):
    suite.check(name, ran.status == status and words in ran.err, ran)


def faulty(arguments, call, number, error, folder, **options):
    """(what ran, whether the call came so often that it failed)"""
    mark = Path(folder) / f"mark-{call}-{number}-{error}"
    ran = run(arguments, program=FAULTY, variables={
        "MIZAN_FAULT": f"{call} {number} {error}", "MIZAN_FAULT_MARK": str(mark)}, **options)
    has_failed = mark.exists()
    mark.unlink(missing_ok=True)
    return ran, has_failed


def answers(ran):
    return [json.loads(line) for line in ran.out.splitlines()]


def shell(line, **options):
    done = subprocess.run(["bash", "-c", line], capture_output=True, timeout=60,
                          env={**os.environ, "MIZAN": str(MIZAN)}, **options)
    return Ran(done.returncode, done.stdout, done.stderr)
