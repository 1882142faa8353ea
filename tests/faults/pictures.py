# SPDX-License-Identifier: Apache-2.0
"""Files that are written, and the program that draws them."""

import errno
import os
import resource
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from runs import BAD_INPUT, CORES, DONE, FAILURE, PLOT, faulty, run, suite, wanted


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
        wanted("files of at most 1 kB",
               run([*PLOT, target], limits=((resource.RLIMIT_FSIZE, 1024),)), FAILURE,
               "File too large")
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
            suite.check(f"gnuplot {what}: no picture",
                        not target.exists() and "\x1b" not in ran.err, ran)
