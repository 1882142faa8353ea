# SPDX-License-Identifier: Apache-2.0
"""Memory that is refused, and signals that end a question or a build."""

import os
import resource
import shutil
import signal
import subprocess
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from runs import (ASKED, CORES, DONE, FAILURE, FAULTY, LINES, MIZAN, PLOT, ROOT, faulty, run,
                  suite)


def check_memory():
    with tempfile.TemporaryDirectory() as folder:
        for arguments, streams in ((ASKED, {}), (LINES, {"input": b"gaussian(1)\nlaplace(1)\n"}),
                                   (["calibrate", "gaussian(?)", "--epsilon", "1", "--delta",
                                     "1e-5"], {}),
                                   (["curve", "gaussian(1)", "--kind", "tradeoff", "--csv"], {})):
            # The number of allocations, about: where nothing fails any more.
            total = 1
            while faulty(arguments, "new", total, 0, folder, **streams)[1]:
                total *= 2
            numbers = sorted({*range(1, 40), *(40 + i * total // 60 for i in range(60))})

            undisturbed = run(arguments, program=FAULTY, **streams)

            def one(number):
                return number, *faulty(arguments, "new", number, 0, folder, **streams)

            with ThreadPoolExecutor(CORES) as pool:
                for number, ran, has_failed in pool.map(one, numbers):
                    # A stable sort can do without the memory; the answer is whole then.
                    is_whole = ran.status == DONE and ran.out == undisturbed.out
                    is_told = ran.status == FAILURE and "mizan: out of memory" in ran.err
                    if has_failed:
                        suite.check(f"{arguments[0]}: allocation {number} fails",
                                    is_told or is_whole, ran)
    for kilobytes in range(4000, 40_000, 3000):
        program = " + ".join(f"poisson(0.{i}, gaussian(1.{i}))" for i in range(10, 800))
        ran = run(["account", program, "--delta", "1e-5"],
                  limits=((resource.RLIMIT_AS, kilobytes << 10),))
        is_told = ran.status == FAILURE and "mizan: " in ran.err
        # With less than the program itself takes, the system ends it before it begins.
        is_not_begun = ran.status < 0 and ran.out == b"" and kilobytes < 8000
        suite.check(f"{kilobytes} kB of memory", ran.status == DONE or is_told or is_not_begun, ran)


def check_signals():
    question = ["curve", "50*gaussian(1)+50*laplace(2)+20*poisson(0.1,laplace(1))", "--kind",
                "loss", "--points", "100000", "--csv"]
    stopped = 130  # Ctrl-C: what a shell shows for it, whoever started the command
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        with subprocess.Popen([MIZAN, *question], stdout=subprocess.PIPE,
                              stderr=subprocess.PIPE) as asked:
            time.sleep(0.15)
            asked.send_signal(number)
            written, complained = asked.communicate(timeout=5)
            expected = stopped if number == signal.SIGINT else -number
            suite.check(f"{number.name} ends a question and writes nothing",
                        (asked.returncode, written, complained) == (expected, b"", b""),
                        asked.returncode)
    # Who was started to ignore Ctrl-C, such as a job in the background of a shell, goes on.
    with subprocess.Popen([MIZAN, "account", "gaussian(1)", "--delta", "1e-5"],
                          stdout=subprocess.PIPE,
                          preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)) as asked:
        asked.send_signal(signal.SIGINT)
        suite.check("an ignored SIGINT ends nothing", b"epsilon" in asked.communicate(timeout=5)[0],
                    asked.returncode)
    with tempfile.TemporaryDirectory() as folder:
        for i in range(6):
            with subprocess.Popen([MIZAN, *PLOT, Path(folder) / "a.svg"],
                                  stdout=subprocess.DEVNULL) as asked:
                time.sleep(0.02 * i)
                asked.terminate()
                asked.wait(5)
            found = os.listdir(folder)
            picture = Path(folder) / "a.svg"
            is_whole = not found or picture.read_bytes().rstrip().endswith(b"</svg>")
            suite.check("a picture that is interrupted is whole or not there",
                        set(found) <= {"a.svg"} and is_whole, found)


def is_running(pid):
    try:
        return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False


def check_first_build():
    """./mizan that is ended during its first build ends the build."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        with tempfile.TemporaryDirectory() as folder:
            folder = Path(folder)
            for name in ("src", "cmake", "tools", "fake"):
                (folder / name).mkdir()
            for name in ("CMakeLists.txt", "CMakePresets.json"):
                (folder / name).touch()
            shutil.copy(ROOT / "mizan", folder)
            shutil.copy(ROOT / "tools" / "packages.sh", folder / "tools")
            mark = folder / "mark"
            cmake = folder / "fake" / "cmake"
            cmake.write_text("#!/bin/sh\n[ \"$1\" = --build ] || exit 0\n"
                             f"sleep 60 & echo $! >{mark}.new; mv {mark}.new {mark}; wait\n")
            cmake.chmod(0o755)
            with subprocess.Popen([folder / "mizan", "--version"], stderr=subprocess.DEVNULL,
                                  env={**os.environ,
                                       "PATH": f"{folder / 'fake'}:{os.environ['PATH']}"}) as build:
                for _ in range(200):
                    if mark.exists():
                        break
                    time.sleep(0.05)
                compiler = int(mark.read_text())
                build.send_signal(number)
                suite.check(f"{number.name} ends ./mizan", build.wait(10) == -number,
                            build.returncode)
                for _ in range(40):
                    if not is_running(compiler):
                        break
                    time.sleep(0.05)
                suite.check(f"{number.name} ends the build with it", not is_running(compiler))
                if is_running(compiler):
                    os.kill(compiler, signal.SIGKILL)
