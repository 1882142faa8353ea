#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The same code with dp_accounting and with mizan.dp_accounting: time, memory and answer of both.

    bench/peers/dropin.py --theirs THEIR_PYTHON --ours OUR_PYTHON

Each is a Python in which one of the two can be imported: dp-accounting from PyPI, and mizan from
`pip install '.[dp-accounting]'`. Every question has a process of its own; the time is the shortest
of five in CPU seconds, without imports, and the memory is the peak of the process. Prints the table
of docs/internals/benchmarks.md.
"""

import argparse
import json
import resource
import subprocess
import sys
import time

ROUNDS = 5


def one_event(dp):
    accountant = dp.rdp.RdpAccountant()
    accountant.compose(dp.PoissonSampledDpEvent(0.01, dp.GaussianDpEvent(1.0)))
    return accountant.get_epsilon(1e-6)


def long_training(dp):
    accountant = dp.pld.PLDAccountant()
    accountant.compose(dp.PoissonSampledDpEvent(0.01, dp.GaussianDpEvent(1.0)), 10_000)
    return accountant.get_epsilon(1e-6)


def little_noise(dp):
    accountant = dp.pld.PLDAccountant()
    accountant.compose(dp.PoissonSampledDpEvent(0.1, dp.GaussianDpEvent(0.1)), 100)
    return accountant.get_epsilon(1e-6)


def after_each(make):
    def ask(dp):
        accountant = make(dp)()
        for i in range(50):
            accountant.compose(dp.PoissonSampledDpEvent(0.01 + 0.0001 * i,
                                                        dp.GaussianDpEvent(1.0 + 0.01 * i)))
            epsilon = accountant.get_epsilon(1e-6)
        return epsilon
    return ask


def calibration(make):
    def ask(dp):
        return dp.calibrate_dp_mechanism(
            make(dp), lambda sigma: dp.SelfComposedDpEvent(
                dp.PoissonSampledDpEvent(0.01, dp.GaussianDpEvent(sigma)), 1000), 1.0, 1e-6)
    return ask


def rdp(dp):
    return dp.rdp.RdpAccountant


def pld(dp):
    return dp.pld.PLDAccountant


QUESTIONS = {
    "RDP of one sampled Gaussian at the default orders": one_event,
    "PLD of 10⁴ steps, q = 0.01, σ = 1": long_training,
    "PLD of 100 steps, q = 0.1, σ = 0.1": little_noise,
    "RDP, 50 different steps, ε after each": after_each(rdp),
    "PLD, 50 different steps, ε after each": after_each(pld),
    "RDP calibration to ε = 1, 1000 steps, q = 0.01": calibration(rdp),
    "PLD calibration to ε = 1, 1000 steps, q = 0.01": calibration(pld),
}


def measure(name, question):
    """What the process that is started for one question prints."""
    if name == "ours":
        import mizan.dp_accounting as dp
    else:
        import dp_accounting as dp
    best = float("inf")
    for _ in range(ROUNDS):
        started = time.process_time()
        answer = QUESTIONS[question](dp)
        best = min(best, time.process_time() - started)
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(json.dumps({"time": best, "memory": memory, "answer": float(answer)}))


def shown(seconds):
    return f"{seconds:.3g} s" if seconds >= 1 else (
        f"{seconds * 1e3:.3g} ms" if seconds >= 1e-3 else f"{seconds * 1e6:.3g} µs")


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--theirs", required=True, help="a Python with dp-accounting")
    parser.add_argument("--ours", required=True, help="a Python with mizan and attrs")
    parser.add_argument("--only", default="", help="questions that contain this text")
    options = parser.parse_args()
    print("| | dp_accounting | mizan.dp_accounting | time | memory | ε or σ: theirs, ours |")
    print("| --- | --- | --- | --- | --- | --- |")
    for question in (q for q in QUESTIONS if options.only in q):
        found = {}
        for name in ("theirs", "ours"):
            done = subprocess.run([getattr(options, name), __file__, "--measure", name, question],
                                  capture_output=True, text=True)
            if done.returncode:
                sys.exit(done.stderr)
            found[name] = json.loads(done.stdout.splitlines()[-1])
        theirs, ours = found["theirs"], found["ours"]
        print(f"| {question} | {shown(theirs['time'])}, {theirs['memory']:.0f} MB "
              f"| {shown(ours['time'])}, {ours['memory']:.0f} MB "
              f"| {theirs['time'] / ours['time']:.0f} × "
              f"| {theirs['memory'] / ours['memory']:.1f} × "
              f"| {theirs['answer']:.6g}, {ours['answer']:.6g} |", flush=True)


if __name__ == "__main__":
    if sys.argv[1:2] == ["--measure"]:
        measure(*sys.argv[2:])
    else:
        main()
