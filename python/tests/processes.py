# SPDX-License-Identifier: Apache-2.0
"""Processes of their own, for what might end them."""

import os
import subprocess
import sys

# To be put into code: the memory that is left from there on.
LIMITED = """
import resource
def limit_memory(megabytes):
    pages = int(open("/proc/self/statm").read().split()[0])
    limit = pages * resource.getpagesize() + megabytes * 2**20
    resource.setrlimit(resource.RLIMIT_AS, (limit, limit))
"""


def run(code, seconds=60, **environment):
    """A process of its own: what it did, whether or not it lived."""
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True,
                          timeout=seconds, env={**os.environ, **environment})


def lives(code, **environment):
    done = run(code, **environment)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout.split("\n")[:-1]
