// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/grid_line.hpp"

#include <algorithm>

#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

bool GridLine::expect(LineUse use) {
    use_ = use;
    nodes_.reset();
    return true;
}

void GridLine::add_log_characteristic(double step, std::size_t first, double count,
                                      LogNodes sum) const {
    std::visit(
        [&](const auto& points) {
            inversion::add_log_characteristic(points, step, first, count, sum);
        },
        nodes());
}

double GridLine::work_per_node() const {
    return 8 * std::visit([](const auto& points) { return static_cast<double>(points.size()); },
                          nodes());
}

const GridLine::Nodes& GridLine::nodes() const {
    if (!nodes_) {
        nodes_ = knows_moment_ ? make_nodes()
                               : Nodes{CentredPoints{.weight = {}, .distance = {}, .omitted = 2}};
    }
    return *nodes_;
}

double GridLine::strip_digits_for(LineUse use) {
    return std::clamp(Limits::strip_digits_of_all_runs / use.runs, Limits::least_strip_digits,
                      Limits::most_strip_digits);
}

double GridLine::digits_for_nodes() const {
    return Limits::digits_beyond_accuracy -
           plain::log(std::clamp(use_.accuracy, Limits::finest_accuracy, 1.0));
}

double GridLine::negligible_weight(std::size_t points) const {
    return use_.accuracy / (static_cast<double>(points) / Limits::negligible_share);
}

void GridLine::centre_on(Bracket log_moment, double shift, std::span<const double> loss,
                         std::vector<double>& weight) {
    knows_moment_ = true;
    log_moment_ = intersect(log_moment_, log_moment);
    const double norm = plain::exp(shift - log_moment_.middle());
    double mean = 0, total = 0, square = 0;
    for (std::size_t j = 0; j < weight.size(); ++j) {
        weight[j] *= norm;
        total += weight[j];
        mean += weight[j] * loss[j];
        square += weight[j] * loss[j] * loss[j];
    }
    mean /= total;
    centre_ = sign_ * mean;
    loss_variance_ = std::max(0.0, square / total - mean * mean);
}

ShiftedRule GridLine::shifted_rule(double sigma, Falling falling, double digits) const {
    return ShiftedRule::build(
        sigma, falling, digits,
        use_.keeps_digits ? ShiftedRule::small_log_growth : ShiftedRule::usual_log_growth);
}

bool GridLine::is_best_on_axis(const SampledGaussianGrid& grid, const ShiftedRule& rule,
                               double most_times) const {
    const double spread = use_.highest_frequency * use_.highest_frequency * loss_variance_;
    const double on_axis = static_cast<double>(grid.size);
    const double on_path = on_axis * grid.step / rule.step;
    if (!(on_axis < SampledGaussianGrid::most_points)) return false;
    if (use_.nodes > 0) {
        const double work_on_path = Limits::work_on_path + Limits::times_per_node * use_.nodes;
        return on_axis * (Limits::work_on_axis + use_.nodes) <
               Limits::times_for_digits * on_path * work_on_path;
    }
    return !(on_axis > on_path * std::max(most_times, Limits::times_over_spread / spread));
}

DecayingPoints GridLine::begin_path(std::size_t points) const {
    DecayingPoints result;
    result.point.reserve(points);
    result.conjugate = sign_ < 0;
    result.negligible = negligible_weight(points);
    return result;
}

double GridLine::path_weight_error(double own, double x, const ShiftedRule& rule, double growth,
                                   double log_norm_error) const {
    return own + 4 * std::abs(log_moment_.middle()) + log_moment_.width() / unit_roundoff +
           8 * growth + 4 * std::abs(x) * rule.height + log_norm_error + 20;
}

void GridLine::end_path(DecayingPoints& points, const ShiftedRule& rule,
                        const SampledGaussianGrid& grid, double dropped) {
    // The bound of the aliases belongs to the step of the rule.
    if (points.is_of_first_order() && grid.step == rule.step) {
        points.omitted = 2.02 * (rule.aliasing + rule.growth * grid.outside + dropped);
    }
}

}  // namespace mizan::inversion
