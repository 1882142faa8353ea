// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/numeric/bracket.hpp"

namespace mizan::binomial {

/// The number of successes in `trials` independent trials, each with success probability
/// 1 / (1 + exp(-log_odds)). The natural parameter keeps full precision for rare failures as well
/// as for coins that are almost fair. `trials` is a whole number up to 2^53.
struct Law {
    double trials;
    double log_odds;
};

/// log Pr[K = k] for a whole k in [0, trials].
[[nodiscard]] Bracket log_mass(Law law, double k);

/// Pr[K = k].
[[nodiscard]] Bracket mass(Law law, double k);

/// Pr[first <= K <= last] for whole numbers in [0, trials], in some ten thousand steps at most, to
/// a relative 1e-4 or better, as long as it is a double. 0 if first > last.
[[nodiscard]] Bracket between(Law law, double first, double last);

/// The same where the log-odds are known as a bracket only.
[[nodiscard]] Bracket between(double trials, Bracket log_odds, double first, double last);

/// log n! - ((n + 1/2) log n - n + log √(2π)) for a whole n >= 1: what Stirling's formula lacks.
[[nodiscard]] Bracket stirling_error(double n);

/// x log(x/m) + m - x for x = m + deviation > 0 and m > 0, without cancellation where x is near m.
/// `log_ratio` is log(x/m), used where they are far apart.
[[nodiscard]] Bracket deviance(double x, Bracket m, Bracket deviation, Bracket log_ratio);

}  // namespace mizan::binomial
