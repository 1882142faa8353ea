// SPDX-License-Identifier: Apache-2.0
#include "mizan/mechanism/matrix_mechanism.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace mizan {

namespace {

// ‖Σ_(j<k) C_(jb)‖² for n steps, k ≤ ⌈n/b⌉. Row r of the sum is y_r = Σ_j c_(r-jb): with b values
// kept, y_r = y_(r-b) + c_r - c_(r-kb), and between the last coefficient and the last participation
// the y_r repeat.
Bracket squared_norm(const std::vector<double>& c, std::int64_t n, std::int64_t k, std::int64_t b) {
    const auto m = std::min(static_cast<std::int64_t>(c.size()), n);
    const auto at = [&](std::int64_t i) { return Bracket(c[static_cast<std::size_t>(i)]); };
    const auto column = [&](std::int64_t size) {
        Bracket sum = 0;
        for (std::int64_t i = 0; i < size; ++i) sum += square(at(i));
        return sum;
    };
    if (m <= b) {  // no two columns overlap, and only the last may end early
        const std::int64_t room = n - (k - 1) * b;
        return static_cast<double>(k - 1) * column(m) + column(std::min(m, room));
    }
    std::vector<Bracket> kept(static_cast<std::size_t>(b), 0);
    const auto y = [&](std::int64_t r) -> Bracket& {
        return kept[static_cast<std::size_t>(r % b)];
    };
    const std::int64_t last = std::min(n, k * b), end = std::min(n, (k - 1) * b + m);
    Bracket sum = 0;
    for (std::int64_t r = 0; r < m; ++r) {
        y(r) += at(r);
        if (r >= last) y(r) = y(r) - at(r - last);
        sum += square(y(r));
    }
    for (std::int64_t i = 0; i < b && m + i < last; ++i) {  // rows m + i, m + i + b, …
        const std::int64_t copies = (last - 1 - m - i) / b + 1;
        sum += static_cast<double>(copies) * square(y(m + i));
    }
    for (std::int64_t r = std::max(m, last); r < end; ++r) {
        y(r) = y(r) - at(r - last);
        sum += square(y(r));
    }
    return max(0, sum);
}

}  // namespace

TreeAggregation::TreeAggregation(NoiseScale noise_multiplier, std::vector<double> step_counts)
    : noise_multiplier_{noise_multiplier}, step_counts_{std::move(step_counts)} {
    if (step_counts_.empty()) throw InputError("step_counts must name at least one tree");
    for (const double steps : step_counts_) {
        if (steps != 0 && !domain::WholeSensitivity::contains(steps)) {
            throw DomainError("step_counts", "whole numbers from 0 to 2^53 - 1", steps);
        }
    }
}

Bracket TreeAggregation::sensitivity() const {
    const double most = *std::ranges::max_element(step_counts_);
    return most == 0 ? Bracket(0) : sqrt(Bracket(std::ilogb(most) + 1));
}

MatrixMechanism::MatrixMechanism(NoiseScale noise_multiplier, std::vector<double> coefficients,
                                 WholeSensitivity steps, WholeSensitivity participations,
                                 WholeSensitivity min_separation)
    : noise_multiplier_{noise_multiplier},
      coefficients_{std::move(coefficients)},
      steps_{steps},
      participations_{participations},
      min_separation_{min_separation} {
    if (coefficients_.empty()) throw InputError("a matrix mechanism needs coefficients");
    for (const double c : coefficients_) {
        if (!std::isfinite(c)) throw DomainError("coefficients", "finite", c);
    }
}

Bracket MatrixMechanism::sensitivity() const {
    const auto n = static_cast<std::int64_t>(steps_.value());
    const auto b = static_cast<std::int64_t>(min_separation_.value());
    const auto k = std::min(static_cast<std::int64_t>(participations_.value()), (n - 1) / b + 1);
    const Bracket reached = sqrt(squared_norm(coefficients_, n, k, b));
    std::vector<double> falling = coefficients_;
    if (static_cast<std::int64_t>(falling.size()) > n) falling.resize(static_cast<std::size_t>(n));
    if (static_cast<std::int64_t>(falling.size()) <= b) return reached;
    double most = 0;
    for (auto c = falling.rbegin(); c != falling.rend(); ++c)
        most = *c = std::max(most, std::abs(*c));
    if (falling == coefficients_) return reached;
    return {reached.lower, std::max(reached.upper, sqrt(squared_norm(falling, n, k, b)).upper)};
}

}  // namespace mizan
