#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks about every event, alone and in every company, under every relation, and writes docs/events.md.

    tools/events.py BINARY            writes the page
    tools/events.py BINARY --check    fails if the page says anything else
"""

import json
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "events.md"
GOOGLE = ROOT / "bench" / "peers" / "google_events.json"

# One example of each event; the name is that of Google's class, where there is one.
EVENTS = {
    "gaussian(2)": "GaussianDpEvent",
    "laplace(2)": "LaplaceDpEvent",
    "discrete_gaussian(2, 1)": "DiscreteGaussianDpEvent",
    "discrete_laplace(0.5, 2)": "DiscreteLaplaceDpEvent",
    "randomized_response(0.75)": "",
    "randomized_response(noise_parameter=0.5, num_buckets=4)": "RandomizedResponseDpEvent",
    "exponential(0.5)": "ExponentialMechanismDpEvent",
    "permute_and_flip(0.5)": "PermuteAndFlipDpEvent",
    "report_noisy_max(0.5)": "",
    "sparse_vector(2, 4, 1, 0)": "",
    "pure(0.5)": "EpsilonDeltaDpEvent",
    "approximate(0.5, 1e-6)": "EpsilonDeltaDpEvent",
    "zcdp(0.1)": "ZCDpEvent",
    "cdp(0.1, 0.5)": "",
    "renyi([(2, 0.1), (8, 0.5)])": "",
    "gdp(0.5)": "",
    "pair([0.75, 0.25], [0.25, 0.75])": "",
    "profile([(0.5, 1e-3), (1, 1e-6)])": "",
    "tradeoff([(0, 1), (0.1, 0.7), (0.7, 0.1), (1, 0)])": "",
    "mixture_of_gaussians(1, [0, 1, 2], [0.8, 0.15, 0.05])": "MixtureOfGaussiansDpEvent",
    "truncated_poisson_gaussian(1000, 0.01, 30, 1)": "TruncatedSubsampledGaussianDpEvent",
    "tree(4, [100])": "SingleEpochTreeAggregationDpEvent",
    "poisson(0.1, gaussian(2))": "PoissonSampledDpEvent of GaussianDpEvent",
    "poisson(0.1, laplace(2))": "PoissonSampledDpEvent of LaplaceDpEvent",
    "poisson(0.1, zcdp(0.1))": "PoissonSampledDpEvent of ZCDpEvent",
    "poisson(0.1, approximate(0.5, 1e-6))": "PoissonSampledDpEvent of EpsilonDeltaDpEvent",
    "poisson(0.1, gaussian(2) + laplace(2))": "PoissonSampledDpEvent of two different events",
    "without_replacement(1000, 100, gaussian(2))": "SampledWithoutReplacementDpEvent of GaussianDpEvent",
    "without_replacement(1000, 100, laplace(2))": "SampledWithoutReplacementDpEvent of LaplaceDpEvent",
    "with_replacement(1000, 100, gaussian(2))": "SampledWithReplacementDpEvent of GaussianDpEvent",
    "repeat_and_select(gaussian(2), 5, 1)": "RepeatAndSelectDpEvent of GaussianDpEvent",
    "random_allocation(100, 1, gaussian(2))": "",
    "shuffled(1000, randomized_response(0.75))": "",
}

RELATIONS = {"A": "add_or_remove_one", "R": "replace_one", "S": "replace_special"}

# Each shape and the letter by which it is named.
SHAPES = {
    "a": ("alone", "{}"),
    "n": ("a hundred times", "100 * {}"),
    "s": ("on a Poisson sample", "poisson(0.1, {})"),
    "c": ("with another event", "{} + gaussian(4)"),
    "g": ("for groups of three", "group(3, {})"),
}


def answers(binary, relation):
    """(event, shape) -> an answer or an error, all of one relation."""
    keys = [(event, shape) for event in EVENTS for shape in SHAPES]
    lines = "\n".join(SHAPES[shape][1].format(event) for event, shape in keys) + "\n"
    run = subprocess.run(
        [binary, "account", "--lines", "--delta", "1e-5", "--relation", relation],
        input=lines, capture_output=True, text=True)
    found = [json.loads(line) for line in run.stdout.splitlines()]
    if len(found) != len(keys):
        sys.exit(f"{binary} gave {len(found)} answers to {len(keys)} questions:\n{run.stderr}")
    return dict(zip(keys, found))


def page(binary):
    google = json.loads(GOOGLE.read_text())
    all_answers = {letter: answers(binary, name) for letter, name in RELATIONS.items()}
    reasons = []

    def cell(event, relation):
        letters, notes = "", []
        for shape in SHAPES:
            answer = all_answers[relation][event, shape]
            if "error" in answer:
                reason = answer["error"]
                if reason not in reasons:
                    reasons.append(reason)
                number = reasons.index(reason) + 1
                if number not in notes:
                    notes.append(number)
            elif answer["epsilon"]["upper"] == "inf":
                letters += "∞"
            else:
                letters += shape
        return (letters or "–") + "".join(f" ({n})" for n in notes)

    rows = []
    for event, peer in EVENTS.items():
        ours = [cell(event, relation) for relation in RELATIONS]
        theirs = [google.get(peer, {}).get(accountant, {}).get(relation, "–") if peer else ""
                  for accountant in ("rdp", "pld") for relation in RELATIONS]
        rows.append("| `" + event.replace("|", "\\|") + "` | " + " | ".join(ours + theirs) + " |")

    tightness = []
    for event, peer in EVENTS.items():
        theirs = google.get(peer, {}).get("epsilon", {}) if peer else {}
        for relation in RELATIONS:
            numbers = [theirs.get(accountant, {}).get(relation) for accountant in ("rdp", "pld")]
            answer = all_answers[relation][event, "n"]
            if "error" in answer or all(number is None for number in numbers):
                continue
            lower, upper = answer["epsilon"]["lower"], answer["epsilon"]["upper"]
            cells = ["–" if number is None else f"{number:.4g}" for number in numbers]
            tightness.append(f"| `{event}` | {relation} | {lower:.4g} | {upper:.4g} | " +
                             " | ".join(cells) + " |")

    shapes = "; ".join(f"**{letter}** {name}" for letter, (name, _) in SHAPES.items())
    return f"""# Events, relations and company

What `account` answers, made by `tools/events.py` from its answers at δ = 1e-5, next to the two accountants of Google's
dp_accounting {google["version"]} asked the same (`bench/peers/events.py`). A letter stands for each shape that is answered with a finite ε:
{shapes}. ∞ stands for a true answer that is infinite, a number for the reason of a refusal.

Relations: **A** one record more or less, **R** one record takes another value, **S** one record takes the value that says nothing.
What Google answers is not always a bound; see [differences](differences-from-dp-accounting.md).

| event | A | R | S | Google RDP: A | R | S | Google PLD: A | R | S |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
""" + "\n".join(rows) + """

## Tightness: ε of a hundred runs at δ = 1e-5

No adversary learns more than *at most*, some learns *at least*. Numbers of Google's accountants below *at least* are not bounds:
they count a hundred runs as one. Their number for Poisson samples of `zcdp` is true of Gaussian noise, not of every mechanism that is
zero-concentrated, and under **R** their PLD accountant reads the noise of an unsampled `gaussian` as noise per norm of a record.

| event | relation | mizan: at least | at most | Google RDP | Google PLD |
| --- | --- | --- | --- | --- | --- |
""" + "\n".join(tightness) + "\n\n## Reasons\n\n" + "\n".join(
        f"{i}. {reason}" for i, reason in enumerate(reasons, 1)) + "\n"


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--check"]):
        sys.exit(__doc__)
    text = page(sys.argv[1])
    if sys.argv[2:] == ["--check"]:
        if PAGE.read_text() != text:
            sys.exit("docs/events.md is not what the program answers; run tools/events.py BINARY")
    else:
        PAGE.write_text(text)


main()
