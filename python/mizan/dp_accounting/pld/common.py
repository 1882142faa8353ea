# SPDX-License-Identifier: Apache-2.0
"""Parameters, searches and convolutions that the other modules share."""

import dataclasses
import math
from typing import Callable, List, Mapping, Optional, Sequence, Tuple, Union

import numpy as np

ArrayLike = Union[np.ndarray, List[float]]


@dataclasses.dataclass
class DifferentialPrivacyParameters:
    """(epsilon, delta)-DP."""

    epsilon: float
    delta: float = 0

    def __post_init__(self):
        if not self.epsilon >= 0:
            raise ValueError(f"epsilon should be positive: {self.epsilon}")
        if not 0 <= self.delta <= 1:
            raise ValueError(f"delta should be between 0 and 1: {self.delta}")


@dataclasses.dataclass
class BinarySearchParameters:
    """Where to search, from where, and how closely; over whole numbers if `discrete`."""

    lower_bound: float
    upper_bound: float
    initial_guess: Optional[float] = None
    tolerance: float = 1e-7
    discrete: bool = False


def inverse_monotone_function(func: Callable[[float], float], value: float,
                              search_parameters: BinarySearchParameters,
                              increasing: bool = False) -> Optional[float]:
    """An x with func(x) <= value, within the tolerance of the last one; None if there is none."""
    low, high = search_parameters.lower_bound, search_parameters.upper_bound
    guess = search_parameters.initial_guess

    def is_fine(x: float) -> bool:
        return func(x) <= value

    # An increasing function is fine at the low end, a decreasing one at the high end.
    fine_end = low if increasing else high
    if math.isfinite(fine_end) and not is_fine(fine_end):
        return None
    if guess is not None:
        while guess < high and is_fine(guess) == increasing:
            low, guess = guess, 2 * guess
        high = min(high, guess)
    while high - low > (1 if search_parameters.discrete else search_parameters.tolerance):
        middle = (low + high) // 2 if search_parameters.discrete else (low + high) / 2
        if is_fine(middle) == increasing:
            low = middle
        else:
            high = middle
    return low if increasing else high


def dictionary_to_list(input_dictionary: Mapping[int, float]) -> Tuple[int, List[float]]:
    """The smallest key, and the values from there on with zeros in the gaps."""
    offset = min(input_dictionary)
    values = np.zeros(max(input_dictionary) - offset + 1)
    values[np.fromiter(input_dictionary, dtype=np.int64) - offset] = list(
        input_dictionary.values())
    return offset, values.tolist()


def _light_prefix(values: np.ndarray, mass: float) -> int:
    """How many values from the front have a sum of at most `mass`."""
    heavy = np.cumsum(values) > mass
    return int(np.argmax(heavy)) if heavy.any() else len(values)


def list_to_dictionary(input_list: Sequence[float], offset: int,
                       tail_mass_truncation: float = 0) -> Mapping[int, float]:
    """The positive values by index plus `offset`, less tails of at most half that mass each."""
    values = np.asarray(input_list, dtype=np.float64)
    first = _light_prefix(values, tail_mass_truncation / 2)
    last = len(values) - _light_prefix(values[::-1], tail_mass_truncation / 2)
    kept = first + np.flatnonzero(values[first:max(first, last)] > 0)
    return dict(zip((kept + offset).tolist(), values[kept].tolist()))


def _transform_length(n: int) -> int:
    """The least 2^a 3^b 5^c that is at least n: a length that transforms quickly."""
    best = 1 << max(n - 1, 0).bit_length()
    five = 1
    while five < best:
        three = five
        while three < best:
            best = min(best, three << max(-(-n // three) - 1, 0).bit_length())
            three *= 3
        five *= 5
    return best


def convolve(a: ArrayLike, b: ArrayLike) -> np.ndarray:
    """The convolution of two lists, by Fourier transform."""
    n = len(a) + len(b) - 1
    length = _transform_length(n)
    return np.fft.irfft(np.fft.rfft(a, length) * np.fft.rfft(b, length), length)[:n]


def convolve_dictionary(dictionary1: Mapping[int, float], dictionary2: Mapping[int, float],
                        tail_mass_truncation: float = 0) -> Mapping[int, float]:
    """The convolution of two dictionaries over whole numbers."""
    offset1, values1 = dictionary_to_list(dictionary1)
    offset2, values2 = dictionary_to_list(dictionary2)
    return list_to_dictionary(convolve(values1, values2), offset1 + offset2, tail_mass_truncation)


def compute_self_convolve_bounds(input_list: ArrayLike, num_times: int,
                                 tail_mass_truncation: float = 0,
                                 orders: Optional[Sequence[float]] = None) -> Tuple[int, int]:
    """Indices outside of which the num_times-fold convolution has at most that mass, by Chernoff's
    bound at some orders."""
    values = np.asarray(input_list, dtype=np.float64)
    lower, upper = 0, (len(values) - 1) * num_times
    if tail_mass_truncation == 0:
        return lower, upper
    if orders is None:
        # Small ones: exp(order · index) stays far from overflow.
        orders = np.concatenate([np.arange(-20, 0), np.arange(1, 21)]) / len(values)
    index = np.arange(len(values))
    with np.errstate(divide="ignore"):
        log_values = np.log(np.maximum(values, 0))
    for order in orders:
        log_mgf = np.logaddexp.reduce(index * order + log_values)
        bound = (num_times * log_mgf + math.log(2 / tail_mass_truncation)) / order
        if not math.isfinite(bound):
            continue
        if order > 0:
            upper = min(upper, math.ceil(bound))
        else:
            lower = max(lower, math.floor(bound))
    return lower, upper


def self_convolve(input_list: ArrayLike, num_times: int,
                  tail_mass_truncation: float = 0) -> Tuple[int, np.ndarray]:
    """The num_times-fold convolution of a list with itself from some index on, and that index."""
    first, last = compute_self_convolve_bounds(input_list, num_times, tail_mass_truncation)
    kept = last - first + 1
    # What lies outside of the bounds, of next to no mass, wraps around into them.
    length = _transform_length(max(kept, len(input_list)))
    around = np.fft.irfft(np.fft.rfft(input_list, length) ** num_times, length)
    return first, np.roll(around, -first)[:kept]


def self_convolve_dictionary(input_dictionary: Mapping[int, float], num_times: int,
                             tail_mass_truncation: float = 0) -> Mapping[int, float]:
    """The num_times-fold convolution of a dictionary over whole numbers with itself."""
    offset, values = dictionary_to_list(input_dictionary)
    first, output = self_convolve(values, num_times, tail_mass_truncation)
    return list_to_dictionary(output, offset * num_times + first)


def log_a_times_exp_b_plus_c(a: float, b, c: float):
    """log(a · exp(b) + c), elementwise in b; ValueError if that is not positive."""
    b = np.asarray(b, dtype=np.float64)
    if a == 0:
        if c <= 0:
            raise ValueError(f"a exp(b) + c must be positive: {a}, {b}, {c}.")
        return _like(b, np.full_like(b, math.log(c)))
    if c == 0:
        if a < 0:
            raise ValueError(f"a exp(b) + c must be positive: {a}, {b}, {c}.")
        return _like(b, b + math.log(a))
    exponential, constant = b + math.log(abs(a)), math.log(abs(c))
    if a > 0 and c > 0:
        return _like(b, np.logaddexp(exponential, constant))
    large, small = (exponential, constant) if a > 0 else (constant, exponential)
    if (a < 0 and c < 0) or np.any(small >= large):
        raise ValueError(f"a exp(b) + c must be positive: {a}, {b}, {c}.")
    with np.errstate(divide="ignore"):
        return _like(b, large + np.log(-np.expm1(small - large)))


def _like(b: np.ndarray, result: np.ndarray):
    return float(result) if b.ndim == 0 else result


def log_sinh(a):
    """log(sinh(a)) for a >= 0, elementwise; 0 at 0."""
    a = np.asarray(a, dtype=np.float64)
    if np.any(a < 0):
        raise ValueError(f"a must be non-negative. Got a={a}.")
    with np.errstate(divide="ignore"):
        return _like(a, np.where(a == 0, 0.0, a + np.log(-np.expm1(-2 * a)) - math.log(2)))


def asinh_exp(a, b):
    """asinh(b · exp(a)), elementwise, also where exp(a) overflows."""
    a, b = np.broadcast_arrays(np.asarray(a, dtype=np.float64), np.asarray(b, dtype=np.float64))
    with np.errstate(divide="ignore"):
        log_size = np.log(np.abs(b)) + a
    size = np.logaddexp(0.5 * np.logaddexp(0, 2 * log_size), log_size)
    return _like(a, np.where(b == 0, 0.0, np.sign(b) * size))
