# SPDX-License-Identifier: Apache-2.0
"""What is said: in any locale the same, and never what commands a terminal."""

import re
import subprocess
import tempfile
from pathlib import Path

from runs import ASKED, BAD_INPUT, DONE, NEGATIVE, run, suite, wanted


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
        in_json = word.replace("\udcff", "")
        for arguments in ([word], ["account", word, "--delta", "1e-5"],
                          ["account", "gaussian(1)", "--delta", word],
                          ["account", "gaussian(1)", f"--{word}"],
                          ["account", "--lines", word, "--delta", "1"],
                          ["account", '{"type": "' + in_json + '"}', "--delta", "1"],
                          ["account", '{"' + in_json + '": 1}', "--delta", "1"],
                          ["account", "gaussian(1)", "--delta", "1e-5", "--relation", word],
                          ["curve", "gaussian(1)", "--kind", word],
                          ["curve", "gaussian(1)", "--kind", "renyi", "--plot", word],
                          ["curve", "gaussian(1)", "--kind", "renyi", "--plot", f"/no/{word}.svg"],
                          ["convert", word, "--to", "gdp"], ["convert", "gdp(1)", "--to", word],
                          ["divergence", word, word], ["theorems", word],
                          ["figures", f"/dev/null/{word}"],
                          ["game", "randomized_response(0.7)", "--delta", "0.1", "--adversary",
                           word],
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
