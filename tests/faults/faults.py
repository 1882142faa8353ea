#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""What the command line does when something around it fails.

    tests/faults/faults.py DIRECTORY    that holds mizan and mizan_faulty (build/release/bin)

Every case says which exit status and which words it wants. Ends with "N passed, M failed".
"""

import signal
import sys
import time

from limits import check_first_build, check_memory, check_signals
from pictures import check_faults_of_files, check_files, check_gnuplot
from runs import suite
from streams import check_long_lines, check_reading, check_writing
from words import check_locales, check_messages


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
