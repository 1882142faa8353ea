// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "mizan/inversion/normal_mixture/renyi_points.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_grid.hpp"
#include "mizan/numeric/bracket.hpp"

namespace mizan::inversion {

/// Rényi divergences of a sampled Gaussian when a record goes, at many orders from one table of
/// points. With Λ = log w under P, ρ(y) = e^y - 1 - y ≥ 0 and c = α - 1,
///
///     e^{c D_α} = M(c) = 1 + c D_1 + E_P[ρ(cΛ)],        D_1 = E_P[Λ] = E_P[ρ(-Λ)]:
///
/// nothing cancels, and a further order costs one exponential per point. Where M(c) is large it is
/// added up as it is, over the points that count.
class SampledGaussianOrders {
public:
    /// For finite orders, at least 1.
    SampledGaussianOrders(double q, double sigma, std::span<const double> orders);

    /// D_α of the order with this index; the whole line where the table does not serve.
    [[nodiscard]] Bracket divergence(std::size_t index) const;

private:
    // A logarithm of M(c) at which nothing is lost by adding up M(c) itself.
    static constexpr double large = 8;

    struct OrderOfTable {
        double alpha;
        double least_log_moment;  // what q e^z alone contributes to w = 1 - q + q e^z
        double first, end;        // of its points, as multiples of the step

        [[nodiscard]] bool is_large() const { return least_log_moment > large; }
    };
    [[nodiscard]] OrderOfTable window(double alpha) const;
    [[nodiscard]] double first_of_large(double alpha, double least_log_moment) const;
    [[nodiscard]] double log_moment_bound(double alpha) const;
    void choose_points();

    [[nodiscard]] Bracket from_remainders(double alpha, RenyiPoints::Range range) const;
    [[nodiscard]] Bracket from_powers(const OrderOfTable& order, RenyiPoints::Range range) const;

    double q_, sigma_, log_q_;
    SampledGaussianGrid grid_;  // for orders up to 2
    double omitted_ = 2;        // share that the rule leaves out
    double norm_ = 0;           // h/(σ√(2π)), the unit of the weights
    double square_ = 0;         // E[q² (1 + e^z)²]
    std::vector<OrderOfTable> orders_;
    double first_ = 0, end_ = 0;  // of all points
    std::optional<RenyiPoints> points_;
    double mean_loss_ = 0;  // D_1, in units of norm_
};

}  // namespace mizan::inversion
