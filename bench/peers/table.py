# SPDX-License-Identifier: Apache-2.0
"""Results side by side, in Markdown, between two markers of a page."""

import json
from decimal import Decimal
from pathlib import Path

from accountants import ACCOUNTANTS
from workloads import GROUPS

BEGIN, END = "<!-- peers: begin (written by bench/peers/run) -->", "<!-- peers: end -->"
TRUTH = json.loads((Path(__file__).parent / "truth.json").read_text())


def as_list(value):
    return value if isinstance(value, list) else [value]


def show_time(seconds):
    for unit, size in (("s", 1), ("ms", 1e-3)):
        if seconds >= size:
            return f"{seconds / size:.3g} {unit}"
    return f"{seconds / 1e-6:.3g} µs"


def show_excess(excess):
    """A ratio less 1: as 1 + it where that says more."""
    if not excess.is_finite():
        return "infinite"
    if abs(excess) >= Decimal("0.001"):
        return f"{1 + excess:.4f}"
    return "1" if excess == 0 else f"1 {'+' if excess > 0 else '−'} {abs(excess):.1e}"


def excesses(answer, truth):
    return [Decimal(value) / Decimal(true) - 1
            for value, true in zip(as_list(answer), as_list(truth))]


def row(accountant, result, truth, unit):
    if "not covered" in result:
        return None
    if "failed" in result:
        return f"| {accountant} | | | {result['failed'].replace('|', '/')} | | | |"
    relative = excesses(result["answer"], truth)
    worst = max(relative, key=abs)
    lowest = min(relative)
    lower_ends = excesses(result["lower"], truth) if "lower" in result else []
    sound = "yes" if lowest >= 0 else f"**no**, {show_excess(lowest)}"
    if any(end > 0 for end in lower_ends):
        sound = "**no**, its lower end is above"
    bracket = (f", lower end {show_excess(min(lower_ends))}" if lower_ends else "")
    answer = as_list(result["answer"])
    shown = f"{answer[0]:.10g}" if len(answer) == 1 else f"{len(answer)} values"
    slower = f"{result['seconds'] / unit:,.3g}" if unit else ""
    return (f"| {accountant} | {show_time(result['seconds'])} | {result['megabytes']:.0f} MB "
            f"| {shown} | {show_excess(worst)}{bracket} | {sound} | {slower} |")


def section(workload, answers):
    truth = TRUTH[workload.name]
    unit = answers.get("mizan", {}).get("seconds")
    true = truth if isinstance(truth, str) else "100 values"
    lines = [f"**{workload.title}**; the truth is {true[:16]}", "",
             "| | time | peak memory | answer | answer / truth | sound | time / mizan's |",
             "| --- | --- | --- | --- | --- | --- | --- |"]
    silent = []
    for accountant in ["mizan", *ACCOUNTANTS]:
        line = row(accountant, answers[accountant], truth, unit) if accountant in answers else None
        if line:
            lines.append(line)
        elif accountant in answers:
            silent.append(accountant)
    if silent:
        lines += ["", f"Not covered by {', '.join(silent)}."]
    return [*lines, ""]


def write_table(page, results, versions, machine):
    installed = ", ".join(f"{peer} {version or 'could not be installed'}"
                          for peer, version in versions.items())
    lines = [BEGIN, "", f"Machine: {machine}. Peers: {installed}.", ""]
    for title, workloads in GROUPS:
        lines += [f"### {title}", ""]
        for workload in workloads:
            lines += section(workload, results.get(workload.name, {}))
    text = page.read_text()
    before, after = text[:text.index(BEGIN)], text[text.index(END):]
    page.write_text(before + "\n".join(lines) + after)
