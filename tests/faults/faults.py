#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the command line does when something around it fails.

    tests/faults/faults.py DIRECTORY    that holds mizan and mizan_faulty (build/release/bin)

Every case says which exit status and which words it wants. Ends with "N passed, M failed".
"""

import errno
import json
import os
import re
import resource
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
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


def check_reading():
    wanted("standard input is a directory", shell('"$MIZAN" account --lines --delta 1e-5 < /'),
           FAILURE, "mizan: cannot read standard input: Is a directory")
    wanted("standard input is closed", shell('"$MIZAN" account --lines --delta 1e-5 <&-'),
           FAILURE, "cannot read standard input")
    with tempfile.TemporaryDirectory() as folder:
        text = ("gaussian(1)\n" + "#" * 30_000 + "\n") * 10
        for number in range(1, 100):
            ran, has_failed = faulty(LINES, "read", number, errno.EIO, folder,
                                     input=text.encode())
            if not has_failed:
                break
            wanted(f"read {number} of standard input fails", ran, FAILURE,
                   "cannot read standard input: Input/output error")
            suite.check(f"answers before read {number} are whole",
                        all("epsilon" in each for each in answers(ran)), ran)
        suite.check("reads were made to fail", number > 3, number)
        wanted("an interrupted read goes on",
               faulty(LINES, "read", 2, errno.EINTR, folder, input=text.encode())[0], DONE)
        p, q = Path(folder) / "p", Path(folder) / "q"
        p.write_text("[0.5, 0.5]")
        q.write_text("[0.25, 0.75]")
        for number in range(1, 5):
            ran, _ = faulty(["divergence", p, q], "read", number, errno.EIO, folder)
            wanted(f"read {number} of a file fails", ran, FAILURE, "cannot read '")
        for call_error in (errno.ENOENT, errno.EACCES):
            ran, _ = faulty(["divergence", p, q], "open", 1, call_error, folder)
            wanted("a file cannot be opened", ran, BAD_INPUT, "cannot read '")
        wanted("a directory is no file", run(["divergence", folder, q]), BAD_INPUT, "is a directory")
        wanted("a file is missing", run(["divergence", p, p / "x"]), BAD_INPUT, "cannot read '")
        wanted("a file without end", run(["divergence", "/dev/zero", q]), BAD_INPUT, "larger than")


def check_long_lines():
    bound = ((resource.RLIMIT_AS, 150 << 20),)
    # 300 MB that nobody holds at once.
    ran = shell("{ echo 'gaussian(1)'; head -c 300000000 /dev/zero | tr '\\0' a; echo; "
                "echo 'laplace(1)'; } | (ulimit -v 150000; \"$MIZAN\" account --lines --delta 1e-5)")
    found = answers(ran)
    suite.check("a line of 300 MB is answered and the next one is read",
                ran.status == BAD_INPUT and [each["line"] for each in found] == [1, 2, 3]
                and "at most 1048576 bytes, got 300000000" in found[1]["error"]
                and "epsilon" in found[2], ran)
    for size, is_read in ((1 << 20, True), ((1 << 20) + 1, False)):
        text = "gaussian(1)".ljust(size) + "\nlaplace(1)"
        found = answers(run(LINES, input=text.encode(), limits=bound))
        suite.check(f"a line of {size} bytes", ("epsilon" in found[0]) == is_read and
                    "epsilon" in found[1], found)
    ran = run(LINES, input=b"\n\r\n  \n# no program\ngaussian(1)\0\ngaussian(1)\r\n\xff")
    suite.check("bad bytes", [each["line"] for each in answers(ran)] == [5, 6, 7]
                and ran.status == BAD_INPUT, ran)
    # Whoever waits for an answer gets it before the next question.
    with subprocess.Popen([MIZAN, *LINES], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as talk:
        for _ in range(3):
            talk.stdin.write(b"gaussian(1)\n")
            talk.stdin.flush()
            suite.check("an answer for each question", b"epsilon" in talk.stdout.readline())
        talk.stdin.close()
        suite.check("the end of the questions", talk.wait(10) == DONE)


def check_writing():
    commands = [ASKED, ["--help"], ["--version"], ["theorems"],
                ["curve", "gaussian(1)", "--kind", "renyi", "--csv"],
                ["theorems", "--json"]]
    for command in commands:
        with open("/dev/full", "wb") as full:
            wanted(f"{command[0]}: a full disk", run(command, stdout=full), FAILURE,
                   "mizan: cannot write to standard output")
        words = " ".join(f"'{word}'" for word in command)
        wanted(f"{command[0]}: a closed standard output", shell(f'"$MIZAN" {words} >&-'), FAILURE,
               "cannot write to standard output")
        suite.check(f"{command[0]}: closed standard input and error",
                    shell(f'"$MIZAN" {words} <&- 2>&-').status == DONE)
        suite.check(f"{command[0]}: all closed",
                    shell(f'"$MIZAN" {words} <&- >&- 2>&-').status == FAILURE)
    suite.check("a mistake without a standard error",
                shell('"$MIZAN" account 2>&-').status == BAD_INPUT)
    ran = shell('"$MIZAN" theorems | head -1 >/dev/null; exit ${PIPESTATUS[0]}')
    suite.check("nobody reads on", ran.status in (DONE, READER_GONE) and ran.err == "", ran)
    with tempfile.TemporaryDirectory() as folder:
        text = b"gaussian(1)\n" * 3000
        fired = 0
        for call in ("write", "writev"):
            for number in range(1, 40):
                ran, has_failed = faulty(LINES, call, number, errno.ENOSPC, folder, input=text)
                if not has_failed:
                    break
                fired += 1
                wanted(f"{call} {number} of standard output fails", ran, FAILURE,
                       "cannot write to standard output")
        suite.check("writes were made to fail", fired > 2, fired)
        # With standard output closed, no file takes its place.
        target = Path(folder) / "a.svg"
        shell(f'"$MIZAN" curve "laplace(2)" --kind renyi --plot {target} >&-')
        suite.check("a file in place of standard output",
                    not target.exists() or target.read_bytes().rstrip().endswith(b"</svg>"))


def check_files():
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        target = folder / "a.svg"
        wanted("a picture", run([*PLOT, target], umask=0o077), DONE)
        suite.check("the umask is kept", target.stat().st_mode & 0o777 == 0o600)
        whole = target.read_bytes()
        for mode in (0o600, 0o640, 0o604):
            target.chmod(mode)
            run([*PLOT, target], umask=0o022)
            suite.check(f"mode {mode:o} is kept", target.stat().st_mode & 0o777 == mode)
        (folder / "b.svg").unlink(missing_ok=True)
        run([*PLOT, folder / "b.svg"], umask=0o027)
        suite.check("the umask of a new file", (folder / "b.svg").stat().st_mode & 0o777 == 0o640)
        (folder / "b.svg").unlink()

        link = folder / "link.svg"
        link.symlink_to("a.svg")
        target.write_bytes(b"old")
        wanted("a link", run([*PLOT, link]), DONE)
        suite.check("a link stays", link.is_symlink() and target.read_bytes() == whole)
        link.unlink()
        link.symlink_to("c.svg")
        run([*PLOT, link])
        suite.check("a link to nothing yet", (folder / "c.svg").read_bytes() == whole)
        (folder / "c.svg").unlink()
        link.unlink()
        link.symlink_to("link.svg")
        wanted("a link to itself", run([*PLOT, link]), BAD_INPUT, "cannot write")
        link.unlink()
        link.symlink_to("/dev/full")
        wanted("a full device", run([*PLOT, link]), FAILURE, "No space left")
        suite.check("the device stays", link.is_symlink())
        link.unlink()

        (folder / "d.svg").mkdir()
        wanted("a directory in the way", run([*PLOT, folder / "d.svg"]), BAD_INPUT, "cannot write")
        (folder / "d.svg").rmdir()
        wanted("a missing directory", run([*PLOT, folder / "x" / "a.svg"]), BAD_INPUT,
               "No such file or directory")
        wanted("a file as a directory", run([*PLOT, target / "a.svg"]), BAD_INPUT, "cannot write")
        wanted("a long name", run([*PLOT, folder / ("x" * 300 + ".svg")]), BAD_INPUT, "too long")
        wanted("files of at most 1 kB", run([*PLOT, target], limits=((resource.RLIMIT_FSIZE, 1024),)),
               FAILURE, "File too large")
        suite.check("the old file is whole", target.read_bytes() == whole)
        for png in (False, True):
            new = folder / ("n.png" if png else "n.svg")
            wanted("a new file of at most 1 kB",
                   run([*PLOT, new], limits=((resource.RLIMIT_FSIZE, 1024),)), FAILURE)
            suite.check("is not there", not new.exists())
        wanted("no directory can be made", run(["figures", target / "x"]), BAD_INPUT,
               "cannot make the directory")
        suite.check("nothing is left behind", os.listdir(folder) == ["a.svg"], os.listdir(folder))


def check_faults_of_files():
    storage = {"write": errno.ENOSPC, "fsync": errno.EIO, "close": errno.EIO, "open": errno.EMFILE,
               "rename": errno.EIO, "fchmod": errno.EIO, "pipe2": errno.EMFILE, "read": errno.EIO}
    fired = dict.fromkeys(storage, 0)

    def one(case):
        call, error, number, is_new = case
        with tempfile.TemporaryDirectory() as folder:
            target = Path(folder) / "a.svg"
            if not is_new:
                target.write_bytes(b"old")
            ran, has_failed = faulty([*PLOT, target], call, number, error, folder)
            return case, ran, has_failed, target.read_bytes() if target.exists() else None, \
                os.listdir(folder)

    cases = [(call, error, number, is_new) for call, error in storage.items()
             for number in range(1, 11) for is_new in (False, True)]
    cases += [("open", errno.EACCES, number, True) for number in (1, 2)]
    cases += [("rename", errno.EACCES, 1, False)]
    with ThreadPoolExecutor(CORES) as pool:
        for (call, error, number, is_new), ran, has_failed, content, left in pool.map(one, cases):
            if not has_failed:
                continue
            name = f"{call} {number} of a picture fails with {errno.errorcode[error]}, " \
                   f"{'new' if is_new else 'old'}"
            fired[call] += 1
            is_whole = content is not None and content.rstrip().endswith(b"</svg>")
            is_untouched = content == (None if is_new else b"old")
            # Closing what was only read from, or a pipe, may fail without harm; and the name of the
            # file is told after it was written.
            if ran.status == DONE:
                suite.check(name, is_whole and call in ("close", "read", "write"), ran)
            else:
                status = BAD_INPUT if error == errno.EACCES else FAILURE
                suite.check(name, ran.status == status and "mizan: " in ran.err
                            and (is_untouched or is_whole), (ran, content))
            suite.check(name + ": nothing else is there", set(left) <= {"a.svg"}, left)
    suite.check("every call was made to fail", all(fired.values()), fired)


def check_gnuplot():
    with tempfile.TemporaryDirectory() as folder:
        folder = Path(folder)
        target = folder / "a.svg"
        run([*PLOT, target])
        whole = target.read_bytes()
        for variables in ({"GNUTERM": "dumb"}, {"GNUTERM": "no such terminal"},
                          {"GNUPLOT_LIB": "/nowhere"}, {"LC_ALL": "de_DE.UTF-8"},
                          {"GNUPLOT_DRIVER_DIR": "/nowhere"}, {"LANG": "tr_TR.UTF-8"}):
            wanted(f"gnuplot with {variables}", run([*PLOT, target], variables=variables), DONE)
            suite.check(f"draws the same with {variables}", target.read_bytes() == whole)
        target.unlink()
        wanted("no gnuplot", run([*PLOT, target], variables={"PATH": "/nowhere"}), FAILURE,
               "which is not installed")
        fake = folder / "bin"
        fake.mkdir()
        for what, script in {
                "is cut off": "cat >/dev/null; printf '<svg> half'",
                "says nothing": "cat >/dev/null",
                "ends by a signal": "kill -KILL $$",
                "does not read": "exit 0",
                "complains": "cat >/dev/null; printf 'bad \\033[31m' >&2; exit 1",
                "is whole but fails": "cat >/dev/null; printf '<svg></svg>'; exit 1"}.items():
            (fake / "gnuplot").write_text(f"#!/bin/sh\n{script}\n")
            (fake / "gnuplot").chmod(0o755)
            ran = run([*PLOT, target], variables={"PATH": f"{fake}:{os.environ['PATH']}"})
            wanted(f"gnuplot {what}", ran, FAILURE, "gnuplot failed")
            suite.check(f"gnuplot {what}: no picture", not target.exists() and "\x1b" not in ran.err,
                        ran)


def check_memory():
    with tempfile.TemporaryDirectory() as folder:
        for arguments, streams in ((ASKED, {}), (LINES, {"input": b"gaussian(1)\nlaplace(1)\n"}),
                                   (["calibrate", "gaussian(?)", "--epsilon", "1", "--delta", "1e-5"],
                                    {}),
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
                    # A stable sort does without the memory that it asks for; the answer is whole then.
                    is_whole = ran.status == DONE and ran.out == undisturbed.out
                    is_told = ran.status == FAILURE and "mizan: out of memory" in ran.err
                    if has_failed:
                        suite.check(f"{arguments[0]}: allocation {number} fails",
                                    is_told or is_whole, ran)
    for kilobytes in range(4000, 40_000, 3000):
        ran = run(["account", " + ".join(f"poisson(0.{i}, gaussian(1.{i}))" for i in range(10, 800)),
                   "--delta", "1e-5"], limits=((resource.RLIMIT_AS, kilobytes << 10),))
        is_told = ran.status == FAILURE and "mizan: " in ran.err
        # With less than the program itself takes, the system ends it before it begins.
        is_not_begun = ran.status < 0 and ran.out == b"" and kilobytes < 8000
        suite.check(f"{kilobytes} kB of memory", ran.status == DONE or is_told or is_not_begun, ran)


def check_signals():
    question = ["curve", "50*gaussian(1)+50*laplace(2)+20*poisson(0.1,laplace(1))", "--kind", "loss",
                "--points", "100000", "--csv"]
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        with subprocess.Popen([MIZAN, *question], stdout=subprocess.DEVNULL,
                              stderr=subprocess.PIPE) as asked:
            time.sleep(0.15)
            asked.send_signal(number)
            suite.check(f"{number.name} ends a question", asked.wait(5) == -number,
                        asked.returncode)
    with tempfile.TemporaryDirectory() as folder:
        for i in range(6):
            with subprocess.Popen([MIZAN, *PLOT, Path(folder) / "a.svg"],
                                  stdout=subprocess.DEVNULL) as asked:
                time.sleep(0.02 * i)
                asked.terminate()
                asked.wait(5)
            found = os.listdir(folder)
            is_whole = not found or (Path(folder) / "a.svg").read_bytes().rstrip().endswith(b"</svg>")
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


def check_locales():
    with tempfile.TemporaryDirectory() as folder:
        plain = [run(arguments).out for arguments in (ASKED, ["theorems"])]
        event = '{"type": "GaussianDpEvent", "noise_multiplier": 1.5}'
        for language in ("de_DE", "tr_TR"):
            subprocess.run(["localedef", "-i", language, "-f", "UTF-8",
                            f"{folder}/{language}.UTF-8"], capture_output=True)
            variables = {"LOCPATH": folder, "LC_ALL": f"{language}.UTF-8"}
            suite.check(f"{language}: is made", (Path(folder) / f"{language}.UTF-8").exists())
            found = [run(arguments, variables=variables).out
                     for arguments in (ASKED, ["theorems"])]
            suite.check(f"{language}: the same answers", found == plain)
            wanted(f"{language}: numbers with a point",
                   run(["account", event, "--delta", "1e-5"], variables=variables), DONE)


def check_messages():
    """Nothing that a user gives is echoed such that it commands a terminal or fills it."""
    bad = "\x1b[31m\x07\u202e\u2066x\udcff"
    for word in (bad, "x" * 100_000):
        for arguments in ([word], ["account", word, "--delta", "1e-5"],
                          ["account", "gaussian(1)", "--delta", word],
                          ["account", "gaussian(1)", f"--{word}"], ["account", "--lines", word, "--delta", "1"],
                          ["account", '{"type": "' + word.replace("\udcff", "") + '"}', "--delta", "1"],
                          ["account", '{"' + word.replace("\udcff", "") + '": 1}', "--delta", "1"],
                          ["account", "gaussian(1)", "--delta", "1e-5", "--relation", word],
                          ["curve", "gaussian(1)", "--kind", word],
                          ["curve", "gaussian(1)", "--kind", "renyi", "--plot", word],
                          ["curve", "gaussian(1)", "--kind", "renyi", "--plot", f"/no/{word}.svg"],
                          ["convert", word, "--to", "gdp"], ["convert", "gdp(1)", "--to", word],
                          ["divergence", word, word], ["theorems", word], ["figures", f"/dev/null/{word}"],
                          ["game", "randomized_response(0.7)", "--delta", "0.1", "--adversary", word],
                          ["game", "randomized_response(0.7)", "--delta", "0.1", "--adversary",
                           "scripted", "--script", word],
                          ["game", "randomized_response(0.7)", "--show", word],
                          ["calibrate", word, "--epsilon", "1", "--delta", "1e-5"],
                          ["explain", word]):
            ran = run(arguments)
            shown = ran.err.replace("\n", "")
            name = f"{' '.join(each[:12] for each in arguments)!r}"
            suite.check(f"{name}: refused", ran.status in (NEGATIVE, BAD_INPUT), ran)
            suite.check(f"{name}: a short message without commands",
                        0 < len(shown) < 1500
                        and not re.search("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", shown),
                        ran)
    wanted("too many points", run(["curve", "gaussian(1)", "--kind", "loss", "--points", "1e9"]),
           BAD_INPUT, "from 2 to 1000000")


def main():
    # A job in the background ignores some signals, and so would what it starts.
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        signal.signal(number, signal.SIG_DFL)
    start = time.monotonic()
    for step in (check_reading, check_long_lines, check_writing, check_files, check_faults_of_files,
                 check_gnuplot, check_memory, check_signals, check_first_build, check_locales,
                 check_messages):
        before, clock = suite.passed, time.monotonic()
        step()
        print(f"{step.__name__[6:].replace('_', ' ')}: {suite.passed - before} in "
              f"{time.monotonic() - clock:.1f} s", flush=True)
    for failure in suite.failures:
        print(f"FAILED {failure}")
    print(f"{time.monotonic() - start:.1f} s")
    print(f"{suite.passed} passed, {len(suite.failures)} failed")
    return 1 if suite.failures or not suite.passed else 0


if __name__ == "__main__":
    sys.exit(main())
