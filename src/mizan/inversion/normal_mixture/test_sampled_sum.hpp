// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace mizan::inversion::testing {

/// A record.
using Vector = std::array<double, 2>;

/// Gaussian noise on the sum of a Poisson sample of these vectors: a mixture over all subsets.
struct SampledSum {
    double q, sigma;
    std::vector<Vector> records;

    /// The mean of f(centre) over all samples.
    template <class F>
    [[nodiscard]] double over_samples(F f) const {
        double total = 0;
        for (unsigned subset = 0; subset < 1U << records.size(); ++subset) {
            double probability = 1;
            Vector centre{0, 0};
            for (std::size_t i = 0; i < records.size(); ++i) {
                const bool in = (subset >> i & 1U) != 0;
                probability *= in ? q : 1 - q;
                for (std::size_t d = 0; d < 2; ++d) centre[d] += in ? records[i][d] : 0;
            }
            total += probability * f(centre);
        }
        return total;
    }
    [[nodiscard]] double density(Vector x) const {
        return over_samples([&](Vector centre) {
            const double dx = x[0] - centre[0], dy = x[1] - centre[1];
            return std::exp(-(dx * dx + dy * dy) / (2 * sigma * sigma));
        });
    }
    [[nodiscard]] double probability(Vector low, Vector high) const {
        const auto above = [&](double x) { return std::erfc(x / (sigma * std::sqrt(2.0))) / 2; };
        return over_samples([&](Vector centre) {
            return (above(low[0] - centre[0]) - above(high[0] - centre[0])) *
                   (above(low[1] - centre[1]) - above(high[1] - centre[1]));
        });
    }
};

/// P(S) - e^ε Q(S) on all rectangles where P has the greater density in the middle: whatever the
/// set, this is at most δ(ε), and with small ones nearly that.
inline double attained_delta(const SampledSum& p, const SampledSum& q, double epsilon, int columns,
                             int rows) {
    const double reach = static_cast<double>(std::max(p.records.size(), q.records.size())) + 1 +
                         5 * p.sigma,
                 factor = std::exp(epsilon);
    const double width = 2 * reach / columns, height = 2 * reach / rows;
    double total = 0;
    for (int i = 0; i < columns; ++i) {
        for (int j = 0; j < rows; ++j) {
            const Vector low{-reach + i * width, -reach + j * height};
            const Vector middle{low[0] + width / 2, low[1] + height / 2};
            const Vector high{low[0] + width, low[1] + height};
            if (p.density(middle) > factor * q.density(middle)) {
                total += p.probability(low, high) - factor * q.probability(low, high);
            }
        }
    }
    return total;
}

}  // namespace mizan::inversion::testing
