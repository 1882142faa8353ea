// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/filtered_line.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/inversion/line/filter_cut.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {}  // namespace

std::optional<FilteredLine> FilteredLine::along(const Composition& parts,
                                                const FilteredContour& contour, double tolerance,
                                                std::size_t max_nodes) {
    const auto laws = Analyticity::of(parts);
    const double step = with_few_bits(2 * constant::pi().lower / contour.period);
    if (!laws || !(step > 0) || !std::isfinite(step)) return std::nullopt;
    const Filter& filter = contour.filter;
    const double last = std::min(contour.last, filter.farthest() - 4 * step);
    if (!(last > step && last < step * static_cast<double>(max_nodes))) return std::nullopt;

    FilteredLine line(contour);
    line.laws_ = *laws;
    line.period_ = 2 * constant::pi() / Bracket(step);
    line.reference_log_moment_ = log_moment_bound(parts, contour.reference);
    const Tilted tilted = tilt(
        parts, contour.c,
        {.highest_frequency = last + 2 * step, .accuracy = 1e-4 * tolerance / (64 * laws->runs)});
    // Where the transform alone has fallen far enough, the nodes end earlier.
    double size = -contour.c * contour.epsilon;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        size += parts[i].count * tilted[i]->log_moment().middle();
    }
    const auto left_out = [&](double omega) {
        return (exp(Bracket(log_decay(parts, tilted, omega))) * filter.bound(omega) /
                (omega * constant::pi()))
            .upper;
    };
    const double wanted = tolerance * plain::exp(contour.log_delta - size);
    const double high = earliest_end(step, last, wanted, left_out);
    const auto nodes = static_cast<std::size_t>(std::ceil(high / step)) + 2;
    double work = 0;
    for (const auto& each : tilted) work += each->work_per_node();
    if (!(NodeSum::patience_for(parts, work, nodes) <= filtered_patience)) return std::nullopt;
    line.tail_ = left_out(high);
    line.sum_ = NodeSum(parts, tilted, contour.c, step, nodes, &line.contour_.filter);
    if (!line.sum_.finite()) return std::nullopt;
    return line;
}

// δ(x) = 1 - e^x left of all losses: these aliases are known.
Bracket FilteredLine::known_aliases(double epsilon) const {
    const Bracket c = contour_.c;
    return geometric(c * period_) - exp(Bracket(epsilon)) * geometric((c + 1) * period_);
}

// The five terms of docs/proofs/few-runs.md.
double FilteredLine::doubt(double epsilon) const {
    const Filter& filter = contour_.filter;
    const Bracket c = contour_.c, mu = filter.width(), r = contour_.reach, e = epsilon;
    const Bracket norm = filter.log_norm(), far = Filter::inner_share * r, beyond = e - laws_.least;
    const Bracket bound = laws_.log_bound(contour_.c, e, contour_.reach);
    const Bracket gap = period_ - beyond;  // from the first left alias to the least loss
    const bool apart = gap.lower > (2 * (c + 1) * square(mu)).upper &&
                       (gap * period_).lower > (2 * square(mu)).upper;
    if (epsilon < 0 || !(bound.upper < infinity) || !apart) return 1;

    const Bracket order = static_cast<double>(filter.order());
    const Bracket taylor = exp(bound + norm + filter.log_remainder_moment() +
                               2 * order * log(mu / far) - log1p(-Bracket(Filter::inner_share)));
    const Bracket outside = (exp(-c * far) + exp(log_kappa(c)) * sum_.scale(epsilon)) *
                            exp(norm - square(far / mu) / 4);
    const Bracket left = 2 * exp(e - (c + 1) * beyond + norm - square(gap / mu) / 4);
    const Bracket tilted = exp(filter.log_tilt_error((contour_.c + 1) * (1 + 1e-12))) *
                           (geometric(c * period_) + exp(e) * geometric((c + 1) * period_));
    const Bracket tilt = contour_.reference - c;
    const Bracket right = exp(log_kappa(contour_.reference) + reference_log_moment_ -
                              contour_.reference * e + square(tilt * mu) + norm) *
                          geometric(tilt * period_);
    return (taylor + outside + left + tilted + right).upper;
}

Line::Estimate FilteredLine::estimate(double epsilon) const {
    const auto found = sum_.estimate(epsilon);
    if (!found) return {sum_.centre() > epsilon ? 1.0 : 0.0, 0};
    const double c = contour_.c, period = period_.middle();
    const double farther = plain::exp(epsilon) / plain::expm1((c + 1) * period);
    return {found->value - 1 / plain::expm1(c * period) + farther, found->slope + farther};
}

Bracket FilteredLine::delta(double epsilon) const {
    const auto sum = sum_.at(epsilon);
    if (!sum) return {0, 1};
    const double error = doubt(epsilon);
    if (!(error < 1)) return {0, 1};  // where the conditions fail the sum says nothing
    const Bracket delta = *sum + sum_.scale(epsilon) * Bracket(-tail_, tail_) -
                          known_aliases(epsilon) + Bracket(-error, error);
    const double lower = std::clamp(delta.lower, 0.0, 1.0);
    return {lower, std::clamp(delta.upper, lower, 1.0)};
}

}  // namespace mizan::inversion
