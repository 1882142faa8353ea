// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/line.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "mizan/inversion/line/cut_off.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/pieces.hpp"
#include "mizan/numeric/rounding.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;

}  // namespace

Aliases aliases_along(const Contour& contour, double step, const Composition& parts) {
    Aliases found{
        .c = contour.c,
        .step = step,
        .reference = contour.reference,
        .reference_log_moment = contour.c > 0 ? log_moment_bound(parts, contour.reference) : 0,
        .infinite_mass = infinite_mass(parts)};
    if (!(contour.c > 0)) return found;
    // The moments of laws that are known by brackets are known worse the farther out: then nearer
    // ones bound the aliases better.
    constexpr double share_of_value = 1e-3;
    constexpr int most_halvings = 4;
    const double enough = share_of_value * plain::exp(contour.log_value);
    double least = found.bound(contour.epsilon);
    double reference = found.reference;
    for (int round = 0; round < most_halvings && !(least <= enough); ++round) {
        reference = contour.c + (reference - contour.c) / 2;
        Aliases nearer = found;
        nearer.reference = reference;
        nearer.reference_log_moment = log_moment_bound(parts, reference);
        if (const double bound = nearer.bound(contour.epsilon); bound < least) {
            least = bound;
            found = nearer;
        }
    }
    return found;
}

std::optional<Line> Line::along(const Composition& parts, const Contour& contour, double tolerance,
                                std::size_t max_nodes, double patience, double* needed) {
    Line line;
    line.c_ = contour.c;
    const double step = with_few_bits(2 * constant::pi().lower / contour.period);
    if (!(step > 0) || !std::isfinite(step)) return std::nullopt;

    double runs = 0;
    for (const Part& part : parts) runs += part.count;

    // The frequencies at which a Gaussian of the contour's width would have vanished, times this;
    // and the part of them from which on the end of the nodes is sought.
    constexpr double highest_share = 1.6, parts_of_highest = 2.2;
    // The rule for quadrature inside the transforms: their errors, once per run, disappear.
    LineUse use{
        .highest_frequency = highest_share * contour.width * std::sqrt(-2 * plain::log(tolerance)),
        .accuracy = tolerance / (16 * runs),
        .runs = runs};
    Tilted tilted = tilt(parts, contour.c, use);
    const double wanted = constant::pi().lower * tolerance * plain::exp(contour.log_scale);
    const double farthest = step * static_cast<double>(max_nodes);
    const auto cutoff =
        cut_off(parts, tilted, use.highest_frequency / parts_of_highest, farthest, wanted);
    if (!cutoff) return std::nullopt;
    const auto nodes = static_cast<std::size_t>(std::ceil(cutoff->omega / step)) + 2;
    const double highest = step * static_cast<double>(nodes);
    use.highest_frequency = highest;
    use.fall = fall_margin * std::max(contour.width, cutoff->fall);  // errors stay small where Φ is
    // A line that already takes too much work is not made for higher frequencies.
    std::vector<double> work_of(parts.size());
    std::vector<char> is_ready(parts.size());
    for (std::size_t i = 0; i < parts.size(); ++i) {
        is_ready[i] = tilted[i]->expect(use) ? 1 : 0;
        if (is_ready[i] == 0 && tilted[i]->grows_dearer()) work_of[i] = tilted[i]->work_per_node();
    }
    const auto is_affordable = [&] {
        const double work = std::accumulate(work_of.begin(), work_of.end(), 0.0);
        const double times = NodeSum::patience_for(parts, work, nodes);
        if (!(times <= patience) && needed != nullptr) *needed = times;
        return times <= patience;
    };
    if (!is_affordable()) return std::nullopt;
    for_each_part(parts.size(), [&](std::size_t i) {
        if (is_ready[i] == 0) tilted[i] = parts[i].loss->tilt(contour.c, use);
        work_of[i] = tilted[i]->work_per_node();
    });
    if (!is_affordable()) return std::nullopt;
    line.aliases_ = aliases_along(contour, step, parts);
    line.infinite_mass_ = line.aliases_.infinite_mass;
    line.tail_ = cutoff->integral / constant::pi().lower * (1 + 4 * u);

    line.sum_ = NodeSum(parts, tilted, contour.c, step, nodes);
    if (!line.sum_.finite()) return std::nullopt;
    return line;
}

Line::Estimate Line::estimate(double epsilon) const {
    const auto found = sum_.estimate(epsilon);
    if (!found) return {sum_.centre() > epsilon ? 1 : infinite_mass_.middle(), 0};
    return {(c_ > 0 ? infinite_mass_.middle() : 1) + found->value, found->slope};
}

Bracket Line::delta(double epsilon) const {
    const double least = std::max(0.0, infinite_mass_.lower);
    const auto sum = sum_.at(epsilon);
    if (!sum) return {least, 1};
    const Bracket integral = *sum + sum_.scale(epsilon) * Bracket(-tail_, tail_);
    const Bracket alias(0, aliases_.bound(epsilon));
    const Bracket delta =
        (c_ > 0 ? infinite_mass_ - alias : mass_left_of_zero(infinite_mass_) + alias) + integral;
    // Whatever the sum says, δ lies between the infinite mass and 1.
    const double lower = std::clamp(delta.lower, least, 1.0);
    return {lower, std::clamp(delta.upper, lower, 1.0)};
}

}  // namespace mizan::inversion
