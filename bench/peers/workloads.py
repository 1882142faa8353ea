# SPDX-License-Identifier: Apache-2.0
"""The questions that mizan and its peers are asked.

A part is (kind, count, first, second), as in oracles/composed: gaussian (noise), laplace (noise),
pure (epsilon), poisson_gaussian (probability, noise). `pure` stands for randomized response, the
worst of all mechanisms with that epsilon. Neighbours differ by one record added or removed.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Workload:
    name: str
    title: str
    parts: tuple
    asked: str = "epsilon"  # or "noise": the smallest; or "renyi": a divergence for every order
    delta: float = 0.0
    epsilon: float = 0.0  # the target, if noise is asked
    orders: tuple = ()


def golden(i):
    """(40503 i mod 2^16) / 2^16: spread over [0, 1), an exact double."""
    return (i * 40503 % 65536) / 65536


def training(q, noise, steps):
    return (("poisson_gaussian", steps, q, noise),)


def group(title, *workloads):
    return title, workloads


ORDERS = tuple(1.05 + 0.2 * i for i in range(50)) + tuple(2.0 * i for i in range(1, 51))

GROUPS = [
    group("Training: sampling probability 0.01, noise 1, delta 1e-5", *(
        Workload(f"training-1e{k}", f"10^{k} steps", training(0.01, 1.0, 10**k), delta=1e-5)
        for k in (3, 4, 5, 6))),
    group("Different mechanisms in one program",
          Workload("distinct", "1000 different sampled Gaussians, delta 1e-5",
                   tuple(("poisson_gaussian", 1, 0.002 + 0.01 * golden(i), 0.8 + golden(7 * i))
                         for i in range(1, 1001)), delta=1e-5),
          Workload("mixed", "200 Laplace, 200 Gaussian, 200 randomized responses, delta 1e-6",
                   tuple(("laplace", 1, 50 + 50 * golden(i), 0.0) for i in range(1, 201))
                   + tuple(("gaussian", 1, 50 + 50 * golden(i), 0.0) for i in range(1, 201))
                   + tuple(("pure", 1, 0.01 + 0.02 * golden(i), 0.0) for i in range(1, 201)),
                   delta=1e-6)),
    group("Calibration: the least noise for epsilon 2, delta 1e-6",
          Workload("calibration", "50 000 steps, sampling probability 0.004",
                   training(0.004, 0.0, 50000), asked="noise", epsilon=2.0, delta=1e-6)),
    group("Laplace, and any mechanism with the same pure epsilon; delta 1e-6", *(
        Workload(f"{kind}-{count}", f"{count} × {kind}({value:g})",
                 ((kind, count, value, 0.0),), delta=1e-6)
        for count, noise in ((100, 10.0), (1000, 30.0), (10000, 100.0))
        for kind, value in (("laplace", noise), ("pure", 1 / noise)))),
    group("The Rényi divergence at 100 orders",
          Workload("renyi", "sampling probability 0.01, noise 1", training(0.01, 1.0, 1),
                   asked="renyi", orders=ORDERS)),
    group("Small delta, rare large losses, few steps", *(
        Workload(name, title, training(q, noise, steps), delta=delta)
        for name, title, q, noise, steps, delta in (
            ("delta-1e-10", "q=0.01 noise 1, 10^4 steps, delta 1e-10", 0.01, 1.0, 10**4, 1e-10),
            ("delta-1e-12", "the same, delta 1e-12", 0.01, 1.0, 10**4, 1e-12),
            ("delta-1e-15", "the same, delta 1e-15", 0.01, 1.0, 10**4, 1e-15),
            ("delta-1e-20", "the same, delta 1e-20", 0.01, 1.0, 10**4, 1e-20),
            ("rare-1e-3", "q=1e-3 noise 0.8, 10^6 steps, delta 1e-10", 1e-3, 0.8, 10**6, 1e-10),
            ("rare-1e-4", "q=1e-4 noise 0.8, 10^6 steps, delta 1e-6", 1e-4, 0.8, 10**6, 1e-6),
            ("rare-1e-5", "q=1e-5 noise 0.7, 10^7 steps, delta 1e-8", 1e-5, 0.7, 10**7, 1e-8),
            ("few", "q=0.01 noise 1, 10 steps, delta 1e-5", 0.01, 1.0, 10, 1e-5)))),
]
WORKLOADS = {workload.name: workload for _, workloads in GROUPS for workload in workloads}


def expression(workload):
    """The program as mizan reads it; what is to be found is a question mark."""
    def one(kind, first, second):
        if kind == "poisson_gaussian":
            noise = "?" if workload.asked == "noise" else repr(second)
            return f"poisson({first!r}, gaussian({noise}))"
        return f"{kind}({first!r})"

    return " + ".join((f"{count} * " if count > 1 else "") + one(kind, first, second)
                      for kind, count, first, second in workload.parts)
