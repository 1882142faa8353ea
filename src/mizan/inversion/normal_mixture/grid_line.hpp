// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "mizan/inversion/normal_mixture/decaying_sum.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_decay.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_grid.hpp"
#include "mizan/inversion/transform/centred_sum.hpp"
#include "mizan/inversion/transform/loss_transform.hpp"
#include "mizan/numeric/elementary.hpp"
#include "mizan/numeric/rounding.hpp"

namespace mizan::inversion {

/// The line Re s = c of a loss that is a function of a normal variable x. K(c) comes from a grid of
/// points x, and φ is a sum over such points: on the real axis or, at high frequencies, on a
/// shifted path. The points are chosen when the first node is asked for, because some lines end
/// before. A kind of loss adds only what is its own: its grids, its density ratios and their
/// errors.
class GridLine : public TiltedLoss {
public:
    [[nodiscard]] Bracket log_moment() const final { return log_moment_; }
    [[nodiscard]] double centre() const final { return centre_; }
    [[nodiscard]] double log_decay(double omega) const final { return decay_.log_bound(omega); }
    [[nodiscard]] bool expect(LineUse use) final;
    void add_log_characteristic(double step, std::size_t first, double count,
                                LogNodes sum) const final;
    [[nodiscard]] double work_per_node() const final;

protected:
    using Nodes = std::variant<CentredPoints, DecayingPoints>;

    /// What the line is content with. Numbers of digits are natural logarithms.
    struct Limits {
        /// The bound on decay may lose e^{-digits} to its own quadrature: little of its distance
        /// from 1 where many runs are composed, nothing where few are.
        static constexpr double strip_digits_of_all_runs = 40;
        static constexpr double least_strip_digits = 8, most_strip_digits = 32;
        /// A K(c) that is less sharp is of no use, and from one less sharp than the second no bound
        /// on decay is made: its weights would not be normalised.
        static constexpr double usable_width = 0.01, width_for_decay = 1e-10;
        /// φ is computed to e^{-digits}, so much below the wanted accuracy that what the rule and
        /// the ends of the grid leave out does not count.
        static constexpr double digits_beyond_accuracy = 2.5, finest_accuracy = 1e-60;
        /// All points that are left out together weigh less than this share of the accuracy.
        static constexpr double negligible_share = 1.0 / 16;
        /// On the shifted path φ - 1 has no form that keeps its digits where it is small: points on
        /// the axis may be so many times as many, over the spread (ω·standard deviation)².
        static constexpr double times_over_spread = 100;
        /// What one point costs before the first node, over what it costs at a node on the axis;
        /// and at a node on the path.
        static constexpr double work_on_axis = 40, work_on_path = 170, times_per_node = 1.4;
        /// The axis, which loses a third of what the path does, may cost so many times as much.
        static constexpr double times_for_digits = 2;
    };

    /// A line of which only |φ| ≤ 1 and the given bracket of K are known. `sign` is -1 if the loss
    /// falls as x grows.
    GridLine(double sign, Bracket known) : sign_{sign}, log_moment_{known} {}

    /// φ as a sum over points, for `use_`. Called only where K(c) is known.
    [[nodiscard]] virtual Nodes make_nodes() const = 0;

    [[nodiscard]] const Nodes& nodes() const;

    [[nodiscard]] static double strip_digits_for(LineUse use);
    [[nodiscard]] double digits_for_nodes() const;

    /// A weight that may be left out of a sum over so many points.
    [[nodiscard]] double negligible_weight(std::size_t points) const;

    /// Takes K(c) from a grid and centres the loss at its tilted mean. The weights, e^{-shift}
    /// times those of the tilted law, become those of the law itself.
    void centre_on(Bracket log_moment, double shift, std::span<const double> loss,
                   std::vector<double>& weight);

    /// The rule on the shifted path, nearer to the axis where digits count.
    [[nodiscard]] ShiftedRule shifted_rule(double sigma, Falling falling, double digits) const;

    /// Whether a grid on the axis is as good as the rule on the shifted path, if it may have so
    /// many times as many points.
    [[nodiscard]] bool is_best_on_axis(const SampledGaussianGrid& grid, const ShiftedRule& rule,
                                       double most_times) const;

    struct KnownLoss {
        double loss, error;  // in units u
    };
    /// The sum over a grid on the axis, where loss_of(j) is the KnownLoss at point j. The weights
    /// are off by `moment_units` for each unit of K(c), besides their own errors.
    template <class LossOf>
    [[nodiscard]] CentredPoints centred_points(const SampledGaussianGrid& grid,
                                               TiltedWeights tilted, double moment_units,
                                               LossOf loss_of) const;

    /// The sum on a shifted path, without points.
    [[nodiscard]] DecayingPoints begin_path(std::size_t points) const;

    /// What every point of a path is off: `own` in its density ratio, and the rest in what all
    /// kinds of loss have in common. In units u.
    [[nodiscard]] double path_weight_error(double own, double x, const ShiftedRule& rule,
                                           double growth, double log_norm_error) const;
    [[nodiscard]] double path_distance_error(double own, double distance, double loss) const {
        return own + 2 * std::abs(distance) + 2 * std::abs(loss) + 2 * std::abs(centre_);
    }

    /// Says what the sum leaves out, once all its points are there.
    static void end_path(DecayingPoints& points, const ShiftedRule& rule,
                         const SampledGaussianGrid& grid, double dropped);

    double sign_;
    Bracket log_moment_;
    double centre_ = 0;
    SampledGaussianDecay decay_;
    LineUse use_{0, 1};

private:
    bool knows_moment_ = false;
    double loss_variance_ = 0;
    mutable std::optional<Nodes> nodes_;
};

template <class LossOf>
CentredPoints GridLine::centred_points(const SampledGaussianGrid& grid, TiltedWeights tilted,
                                       double moment_units, LossOf loss_of) const {
    exponentials(tilted.log_weight);
    const std::vector<double>& weight = tilted.log_weight;  // no longer their logarithms
    const double moment_error =
        moment_units * std::abs(log_moment_.middle()) + log_moment_.width() / unit_roundoff + 9;
    const double negligible = negligible_weight(grid.size);
    CentredPoints result;
    result.weight.reserve(grid.size);
    result.distance.reserve(grid.size);
    double dropped = 0;
    for (std::size_t j = 0; j < grid.size; ++j) {
        if (weight[j] < negligible) {
            dropped += weight[j];
            continue;
        }
        const auto [loss, error] = loss_of(j);
        const double distance = sign_ * loss - centre_;
        result.add(weight[j], distance, tilted.error[j] + moment_error, error + std::abs(distance));
    }
    result.omitted = 2.02 * (grid.outside + dropped);
    return result;
}

}  // namespace mizan::inversion
