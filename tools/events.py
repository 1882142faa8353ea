#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Asks about every event, alone and with others, under every relation; writes docs/guide/events.md.

    tools/events.py BINARY            writes the page
    tools/events.py BINARY --check    fails if the page says anything else
"""

import json
import pathlib
import re
import subprocess
import sys
import textwrap

from theorems import bibliography
from theorems import reference as citation

ROOT = pathlib.Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "guide" / "events.md"
README = ROOT / "README.md"
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
    "tradeoff([(1e-9, 0.999999997), (0.25, 0.25)])": "",
    "mixture_of_gaussians(1, [0, 1, 2], [0.8, 0.15, 0.05])": "MixtureOfGaussiansDpEvent",
    "truncated_poisson_gaussian(1000, 0.01, 30, 1)": "TruncatedSubsampledGaussianDpEvent",
    "truncated_laplace(1, 20)": "",
    "thresholded_laplace(1, 20)": "",
    "thresholded_gaussian(1, 20)": "",
    "tree(4, [100])": "SingleEpochTreeAggregationDpEvent",
    "matrix_mechanism(4, [1, 0.5], 100, 2, 10)": "",
    "poisson(0.1, gaussian(2))": "PoissonSampledDpEvent of GaussianDpEvent",
    "poisson(0.1, laplace(2))": "PoissonSampledDpEvent of LaplaceDpEvent",
    "poisson(0.1, zcdp(0.1))": "PoissonSampledDpEvent of ZCDpEvent",
    "poisson(0.1, approximate(0.5, 1e-6))": "PoissonSampledDpEvent of EpsilonDeltaDpEvent",
    "poisson(0.1, gaussian(2) + laplace(2))": "PoissonSampledDpEvent of two different events",
    "without_replacement(1000, 100, gaussian(2))":
        "SampledWithoutReplacementDpEvent of GaussianDpEvent",
    "without_replacement(1000, 100, laplace(2))":
        "SampledWithoutReplacementDpEvent of LaplaceDpEvent",
    "with_replacement(1000, 100, gaussian(2))": "SampledWithReplacementDpEvent of GaussianDpEvent",
    "repeat_and_select(gaussian(2), 5, 1)": "RepeatAndSelectDpEvent of GaussianDpEvent",
    "random_allocation(100, 1, gaussian(2))": "",
    "shuffled(1000, randomized_response(0.75))": "",
}

# What is written around any event: its shape below, and where the theorems stand that bound it.
COMPANY = {
    "n * program": ("n", ("mizan/compose/", "src/mizan/inversion/line/line")),
    "program + program": ("c", ("mizan/compose/", "src/mizan/inversion/line/line")),
    "group(k, program)": ("g", ("mizan/group/",)),
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


def meanings():
    """Each line of the table of programs in the README: how they are written, what they mean."""
    table = README.read_text().split("| Expression | Meaning |")[1].split("\n\n")[0]
    rows = [re.split(r" (?<!\\)\| ", line.strip("| ")) for line in table.splitlines()[2:]]
    return [(row[0], row[1].replace("](docs/guide/", "](").replace("](docs/", "](../"))
            for row in rows]


def assumed(answer):
    return [line for line in answer["assumptions"]
            if not line.startswith(("neighbours:", "each release"))]


def theorems(answer):
    return [key for analysis in answer["analyses"] for key in analysis.get("theorems", [])]


def theorems_of_best(answer):
    return [key for analysis in answer["analyses"] if analysis["name"] == answer["best"]
            for key in analysis["theorems"]]


def found(all_answers, events, shape, of):
    """What the answers about these events say, each once."""
    all_of = [item for event in events for relation in RELATIONS
              if "error" not in (answer := all_answers[relation][event, shape])
              for item in of(answer)]
    return list(dict.fromkeys(all_of))


def table_of_theorems(binary):
    run = subprocess.run([binary, "theorems", "--json"], capture_output=True, text=True, check=True)
    return {theorem["key"]: theorem for theorem in json.loads(run.stdout)}


def lines_and_keys(written, all_answers, table):
    """The assumptions and the theorems of what is written so, in the table of the README."""
    inner = [event for event in EVENTS if not re.search(r"\w\(", event.split("(", 1)[1])]
    inner_lines = found(all_answers, inner, "a", assumed)
    inner_keys = found(all_answers, inner, "a", theorems)

    def is_general(key):
        return table[key]["header"].split("/")[1] in ("compose", "convert", "divergence")

    names = re.findall(r"`(\w+)\(", written)
    events = [event for event in EVENTS if event.split("(")[0] in names
              and ("num_buckets" in event) == ("num_buckets" in written)]
    shape, headers = COMPANY.get(written.strip("`"), ("a", ()))
    if headers:
        events = inner
    lines = found(all_answers, events, shape, assumed)
    keys = found(all_answers, events, shape, theorems)
    if headers or not set(events) & set(inner):
        lines = [line for line in lines if line not in inner_lines]
    if headers:
        keys = [key for key in keys if table[key]["header"].startswith(headers)]
    elif set(events) & set(inner):
        keys = ([key for key in keys if not is_general(key)]
                or found(all_answers, events, "a", theorems_of_best))
    else:
        keys = [key for key in keys if key not in inner_keys and not is_general(key)]
    return lines, ["EH14 T9"] if names == ["post"] else keys


def wrapped(line):
    """A line of a list, as several lines of about 125 columns. None begins with a word that would
    make Markdown see a list or a quotation, such as the minus of a formula."""
    lines = textwrap.wrap(line, 125, subsequent_indent="  ", break_long_words=False,
                          break_on_hyphens=False)
    for i in range(1, len(lines)):
        while found := re.match(r"  ([-+*>=#]|\d+[.)]) ", lines[i]):
            lines[i - 1] += " " + found[1]
            lines[i] = "  " + lines[i][found.end():]
    return "\n".join(lines)


def reference(binary, all_answers):
    """A paragraph about each event: its meaning, what is assumed, the formulas that bound it."""
    table = table_of_theorems(binary)
    told, paragraphs = set(), []
    for written, meaning in meanings():
        lines, keys = lines_and_keys(written, all_answers, table)
        sentence = re.sub(r"^[a-z](?=[a-z])", lambda first: first[0].upper(), meaning) + "."
        paragraphs.append("\n".join(
            [f"### {written}", "", sentence, ""] +
            [wrapped(f"* Assumed: {line}.".replace(" * ", " · ")) for line in lines] +
            [wrapped(f"* {key}, {table[key]['title']}: `{table[key]['statement']}`. Needs: "
                     f"{table[key]['conditions']}. Source: {table[key]['source']}.")
             for key in keys if key not in told] +
            [wrapped("* As above: " + ", ".join(key for key in keys if key in told) + ".")
             ] * bool(told & set(keys))))
        told |= set(keys)
    return "\n\n".join(paragraphs)


def cell(event, all_answers, reasons):
    """Which shapes of an event are answered under one relation; adds new reasons to the list."""
    letters, notes = "", []
    for shape in SHAPES:
        answer = all_answers[event, shape]
        if "error" in answer:
            reason = answer["error"]["message"]
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


def rows_of_coverage(all_answers, google):
    """(rows of the first table, the reasons to which their numbers refer)"""
    rows, reasons = [], []
    for event, peer in EVENTS.items():
        ours = [cell(event, all_answers[relation], reasons) for relation in RELATIONS]
        theirs = [google.get(peer, {}).get(accountant, {}).get(relation, "–") if peer else ""
                  for accountant in ("rdp", "pld") for relation in RELATIONS]
        rows.append("| `" + event.replace("|", "\\|") + "` | " + " | ".join(ours + theirs) + " |")
    return rows, reasons


def rows_of_tightness(all_answers, google):
    rows = []
    for event, peer in EVENTS.items():
        theirs = google.get(peer, {}).get("epsilon", {}) if peer else {}
        for relation in RELATIONS:
            numbers = [theirs.get(accountant, {}).get(relation) for accountant in ("rdp", "pld")]
            answer = all_answers[relation][event, "n"]
            if "error" in answer or all(number is None for number in numbers):
                continue
            lower, upper = answer["epsilon"]["lower"], answer["epsilon"]["upper"]
            cells = ["–" if number is None else f"{number:.4g}" for number in numbers]
            rows.append(f"| `{event}` | {relation} | {lower:.4g} | {upper:.4g} | " +
                        " | ".join(cells) + " |")
    return rows


def works(text):
    """A list of the works that the text names, each with its authors and title."""
    return "\n".join(wrapped(f"* {key}: {citation(fields)}")
                     for key, fields in sorted(bibliography().items(), key=lambda x: x[0].lower())
                     if re.search(rf"\b{key}\b", text))


def page(binary):
    google = json.loads(GOOGLE.read_text())
    all_answers = {letter: answers(binary, name) for letter, name in RELATIONS.items()}
    rows, reasons = rows_of_coverage(all_answers, google)
    tightness = rows_of_tightness(all_answers, google)
    told = reference(binary, all_answers)
    shapes = "; ".join(f"**{letter}** {name}" for letter, (name, _) in SHAPES.items())
    return f"""# Events, relations and company

This page shows which questions `account` answers at δ = 1e-5, and next to it what the two
accountants of Google's dp_accounting {google["version"]} answer to the same questions
(`bench/peers/events.py` asks them). `tools/events.py` writes the page from the answers.

Each letter stands for a shape that is answered with a finite ε: {shapes}.
∞ means that the answer is infinite, and truly so. A number means that the question is refused;
the reason has that number in the list below.

The columns are the relations: **A** one record more or less, **R** one record takes another value,
**S** one record becomes ⊥, which says nothing. What Google answers is not always a bound; see
[differences](differences-from-dp-accounting.md).

| event | A | R | S | Google RDP: A | R | S | Google PLD: A | R | S |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |
""" + "\n".join(rows) + """

## Tightness: ε of a hundred runs at δ = 1e-5

No adversary learns more than *at most*; some adversary learns *at least*. Where a number of
Google's accountants lies below *at least*, it is not a bound: they count a hundred runs as one.
Their number for Poisson samples of `zcdp` holds for Gaussian noise, but not for every mechanism
that is zero-concentrated. Under **R** their PLD accountant takes the noise multiplier of an
unsampled `gaussian` as relative to the norm of one record.

| event | relation | mizan: at least | at most | Google RDP | Google PLD |
| --- | --- | --- | --- | --- | --- |
""" + "\n".join(tightness) + "\n\n## Reasons\n\n" + "\n".join(
        f"{i}. {reason}" for i, reason in enumerate(reasons, 1)) + """

## What each event means

For each event: its line of the table in the README, what its answers assume, and the theorems that
bound one run, under all relations together. `mizan theorems KEY` shows a theorem in full. Every
answer also assumes that neighbours differ as the relation says, and that each release may depend on
the outputs before it while its parameters were fixed in advance. [Works](#works) lists what the
letters and years stand for.

""" + told + "\n\n## Works\n\n" + works(told) + "\n"


def main():
    if len(sys.argv) not in (2, 3) or sys.argv[2:] not in ([], ["--check"]):
        sys.exit(__doc__)
    text = page(sys.argv[1])
    if sys.argv[2:] == ["--check"]:
        if PAGE.read_text() != text:
            sys.exit("docs/guide/events.md is not what the program answers; "
                     "run tools/events.py BINARY")
    else:
        PAGE.write_text(text)


if __name__ == "__main__":
    main()
