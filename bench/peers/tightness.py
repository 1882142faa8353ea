# SPDX-License-Identifier: Apache-2.0
"""How near to the truth every event is accounted for: ε over the best lower bound, next to the same
ratio of Google's accountants."""

import math
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(ROOT / "tools"))

from events import EVENTS, RELATIONS, answers  # noqa: E402

BEGIN, END = "<!-- tightness: begin (written by bench/peers/run) -->", "<!-- tightness: end -->"
ACCOUNTANTS = ("rdp", "pld")


def show_ratio(epsilon, lower):
    if epsilon == lower:
        return "1"
    if epsilon is None or math.isinf(epsilon):
        return "refused" if epsilon is None else "∞"
    if lower == 0:
        return "–"
    excess = epsilon / lower - 1
    if abs(excess) >= 5e-5:
        return f"{1 + excess:.4f}"
    return f"1 {'+' if excess > 0 else '−'} {abs(excess):.0e}"


def row(event, peer, mizan, google):
    """One line about a hundred runs of an event, under the relation that most accountants know."""
    theirs = google[peer]["epsilon"] if peer else {}
    candidates = []
    for letter in RELATIONS:
        answer = mizan[letter][event, "n"]
        if "error" not in answer:
            numbers = [theirs.get(name, {}).get(letter) for name in ACCOUNTANTS]
            known = sum(number is not None for number in numbers)
            candidates.append((known, letter, answer["epsilon"], numbers))
    _, letter, epsilon, numbers = max(candidates, key=lambda each: each[0])
    lower, upper = float(epsilon["lower"]), float(epsilon["upper"])
    peers = [show_ratio(number, lower) if peer else "no event" for number in numbers]
    cells = [f"{lower:.5g}", f"{upper:.5g}", show_ratio(upper, lower), *peers]
    return f"| `{event}` | {letter} | " + " | ".join(cells).replace("inf", "∞") + " |"


def write_tightness(page, binary, google):
    mizan = {letter: answers(binary, name) for letter, name in RELATIONS.items()}
    rows = [row(event, peer, mizan, google) for event, peer in EVENTS.items()]
    earlier = ", ".join(f"`{name}`" for name in google.get("from the last run", []))
    note = f" Of an earlier run: {earlier}." if earlier else ""
    lines = [BEGIN, "",
             f"Google's accountants are those of dp_accounting {google['version']}, asked by "
             f"`bench/peers/events.py` in the same run.{note}", "",
             "| event | relation | mizan: at least | at most | at most / at least "
             "| Google RDP / at least | Google PLD / at least |",
             "| --- | --- | --- | --- | --- | --- | --- |",
             *rows, ""]
    text = page.read_text()
    page.write_text(text[:text.index(BEGIN)] + "\n".join(lines) + text[text.index(END):])
