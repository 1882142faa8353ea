# SPDX-License-Identifier: Apache-2.0
"""The Gaussian mechanism alone, where everything is known exactly."""

import math

import mizan


def _check(name: str, value: float, delta: float, tol: float) -> None:
    if not value >= 0:
        raise ValueError(f"{name} must be non-negative, got {name}={value}.")
    if not 0 <= delta <= 1:
        raise ValueError(f"delta must be in [0, 1], got delta={delta}.")
    if not tol > 0:
        raise ValueError(f"tol must be positive, got tol={tol}.")


def get_epsilon_gaussian(sigma: float, delta: float, tol: float = 1.0e-12) -> float:
    """The epsilon of noise with standard deviation sigma; rounded up, closer than `tol`."""
    _check("sigma", sigma, delta, tol)
    if delta == 1:
        return 0
    return mizan.cost(mizan.gaussian(sigma), delta=delta).upper


def get_sigma_gaussian(epsilon: float, delta: float, tol: float = 1.0e-12) -> float:
    """The least standard deviation that keeps (epsilon, delta)-DP; rounded up, within `tol`."""
    _check("epsilon", epsilon, delta, tol)
    if delta == 1 or epsilon == math.inf:
        return 0
    if delta == 0:
        return math.inf

    def is_enough(sigma: float) -> bool:
        return mizan.cost(mizan.gaussian(sigma), epsilon=epsilon).upper <= delta

    # The answer of calibrate has few digits; its last ones are found from there.
    enough = mizan.calibrate("gaussian(?)", epsilon=epsilon, delta=delta).parameter
    step = max(tol, 1e-12 * enough)
    while enough > step and is_enough(enough - step):
        enough, step = enough - step, 2 * step
    too_little = max(enough - step, 0.0)
    while enough - too_little > tol:
        middle = (too_little + enough) / 2
        if not too_little < middle < enough:
            break
        if is_enough(middle):
            enough = middle
        else:
            too_little = middle
    return enough
