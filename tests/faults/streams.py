# SPDX-License-Identifier: Apache-2.0
"""Standard input, standard output and files that are read."""

import errno
import resource
import subprocess
import tempfile
from pathlib import Path

from runs import (ASKED, BAD_INPUT, DONE, FAILURE, LINES, MIZAN, READER_GONE, answers, faulty, run,
                  shell, suite, wanted)


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
        wanted("a directory is no file", run(["divergence", folder, q]), BAD_INPUT,
               "is a directory")
        wanted("a file is missing", run(["divergence", p, p / "x"]), BAD_INPUT, "cannot read '")
        wanted("a file without end", run(["divergence", "/dev/zero", q]), BAD_INPUT, "larger than")


def check_long_lines():
    bound = ((resource.RLIMIT_AS, 150 << 20),)
    # 300 MB that nobody holds at once.
    ran = shell("{ echo 'gaussian(1)'; head -c 300000000 /dev/zero | tr '\\0' a; echo; "
                "echo 'laplace(1)'; } | "
                "(ulimit -v 150000; \"$MIZAN\" account --lines --delta 1e-5)")
    found = answers(ran)
    suite.check("a line of 300 MB is answered and the next one is read",
                ran.status == BAD_INPUT and [each["line"] for each in found] == [1, 2, 3]
                and "at most 1048576 bytes, got 300000000" in found[1]["error"]["message"]
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
