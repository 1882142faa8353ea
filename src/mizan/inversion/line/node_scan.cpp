// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/node_scan.hpp"

#include <algorithm>
#include <numeric>

#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/rounding.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;

// Intervals are looked at in blocks. A block is done when all of its intervals are known to be
// negligible.
constexpr std::size_t intervals_per_block = 256;
constexpr double most_nodes_per_interval = 1024;
constexpr std::size_t parts_between_looks = 8;

// Nodes that are looked at or computed at once.
constexpr std::size_t most_at_once = 1024;

// Work is measured in additions. A node takes `node_overhead` for its exponential, sines and
// logarithms and for all sums that it will be part of. The bounds on an interval take each part
// `overhead_of_intervals` more, to find where the intervals begin. Making a line anew for higher
// frequencies takes as much as some nodes.
constexpr double node_overhead = 256, overhead_of_intervals = 24, nodes_for_line = 24;

double largest(std::span<const double> squares) {
    double result = 0;
    for (const double square : squares) result = std::max(result, square);
    return result;
}

}  // namespace

NodeScan::NodeScan(const Composition& parts, const Contour& contour, double step,
                   const Limits& limits)
    : parts_{parts},
      contour_{contour},
      step_{step},
      limits_{limits},
      wanted_{constant::pi().lower * limits.tolerance * plain::exp(contour.log_scale)},
      work_per_node_{node_overhead} {}

double NodeScan::negligible_square(double omega) const {
    const double weight = 1 / (omega * omega) + 2 * limits_.gap;
    const double modulus = wanted_ / (64 * omega * weight);
    return modulus * modulus;
}

double NodeScan::work_per_interval(std::size_t part) const {
    return tilted_[part]->interval_radius() < infinity ? tilted_[part]->work_per_node() : 1;
}

void NodeScan::multiply_bounds(const Intervals& intervals, std::span<double> squares) {
    const double low = std::max(intervals.first - intervals.radius, step_);
    const double high = low + intervals.step * static_cast<double>(squares.size());
    const double enough = std::min(negligible_square(low), negligible_square(high));
    for (std::size_t i = 0; i < order_.size(); ++i) {
        tilted_[order_[i]]->multiply_bound(intervals, parts_[order_[i]].count, squares);
        work_ += (static_cast<double>(squares.size()) + overhead_of_intervals) *
                 work_per_interval(order_[i]);
        if (i % parts_between_looks == 0 && largest(squares) < enough) return;
    }
}

void NodeScan::skip(std::size_t nodes, double omega, double square) {
    const double mass = static_cast<double>(nodes) * step_ * std::sqrt(square) * bound_margin;
    found_.skipped += mass;
    found_.skipped_over_square += mass / (omega * omega);
}

bool NodeScan::prepare(std::size_t stop) {
    double runs = 0;
    for (const Part& part : parts_) runs += part.count;
    const LineUse use{omega(stop), limits_.tolerance / (64 * runs)};
    const bool is_first = tilted_.empty();
    if (is_first) tilted_ = tilt(parts_, contour_.c, use);
    Bracket log_moment = 0, centre = 0;
    work_per_node_ = node_overhead;
    work_per_look_ = 0;
    is_dearer_ = false;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        if (is_first || !tilted_[i]->expect(use)) {
            work_ += nodes_for_line * tilted_[i]->work_per_node();
            if (!is_first && is_too_much()) return false;
            if (!is_first) tilted_[i] = parts_[i].loss->tilt(contour_.c, use);
            is_dearer_ = !is_first;
        }
        is_dearer_ = is_dearer_ || (!is_first && tilted_[i]->suits_octaves());
        log_moment += parts_[i].count * tilted_[i]->log_moment();
        centre += parts_[i].count * Bracket(tilted_[i]->centre());
        work_per_node_ += tilted_[i]->work_per_node();
        work_per_look_ += work_per_interval(i);
    }
    if (is_first) {
        found_.log_moment = log_moment;
        found_.centre = centre;
    }
    found_.log_moment = intersect(found_.log_moment, log_moment);
    centre_shift_ = centre == found_.centre ? Bracket(0) : centre - found_.centre;
    return true;
}

void NodeScan::evaluate(std::size_t first, std::size_t size) {
    found_.runs.push_back({first, found_.values.size(), 0});
    while (size > 0 && !is_done_) {
        const double left = (limits_.work - work_) / work_per_node_ - static_cast<double>(lanes);
        is_done_ = !(left >= 1);
        if (is_done_) break;
        const std::size_t most = std::min(size, most_at_once);
        const auto now = static_cast<std::size_t>(std::min(left, static_cast<double>(most)));
        work_ += static_cast<double>(now + lanes) * work_per_node_;
        evaluate_at_once(first, now);
        first += now;
        size -= now;
    }
}

void NodeScan::evaluate_at_once(std::size_t first, std::size_t size) {
    std::vector<double> real(size), imag(size), error(size);
    add_log_characteristics(parts_, tilted_, step_, first, {real, imag, error});
    const double shift = centre_shift_.middle();
    const double radius = found_.centre.width() + centre_shift_.width();
    for (std::size_t k = 0; k < size; ++k, ++found_.reached, ++found_.runs.back().size) {
        const double half = first + k == 0 ? 0.5 : 1.0, at = omega(first + k);
        const double modulus = plain::exp(real[k]) * half, angle = imag[k] + at * shift;
        // docs/proofs/inversion.md, "Rounding"
        const double doubt = plain::expm1(error[k]) + at * radius +
                             u * (1408 + 3 * std::abs(imag[k]) + 4 * at * std::abs(shift));
        // Where a phase is lost the line ends.
        is_done_ = !(doubt < 1 || modulus * modulus < negligible_square(at));
        if (is_done_) return;
        found_.values.push_back({modulus * plain::cos(angle), modulus * plain::sin(angle), modulus,
                                 modulus * doubt + 0x1p-1000});
    }
}

void NodeScan::visit_nodes(std::size_t stop) {
    while (found_.reached < stop && !is_done_)
        visit_some(std::min(stop, found_.reached + most_at_once));
}

void NodeScan::visit_some(std::size_t stop) {
    constexpr std::size_t close = 2 * lanes;
    const std::size_t first = found_.reached, size = stop - first;
    std::vector<double> squares(size, 1.0);
    // Where most nodes have mattered a look at each may cost more than it saves.
    const bool looks = first > 0 && work_per_look_ < (1 - live_share_) * work_per_node_;
    if (looks) multiply_bounds({omega(first), step_, 0}, squares);
    const auto is_negligible = [&](std::size_t k) {
        return looks && squares[k] <= negligible_square(omega(first + k));
    };
    std::size_t begin = 0, behind = 0, live = 0;  // of the run in progress, and all that matter
    const auto finish = [&](std::size_t next) {
        if (begin < behind) evaluate(first + begin, behind - begin);
        for (; behind < next && !is_done_; ++behind, ++found_.reached) {
            skip(1, omega(first + behind), squares[behind]);
        }
    };
    for (std::size_t k = 0; k < size && !is_done_; ++k) {
        if (is_negligible(k)) continue;
        if (k > behind + close || begin == behind) {
            finish(k);
            begin = k;
        }
        behind = k + 1;
        ++live;
    }
    finish(size);
    constexpr double forgetting = 0.9;
    live_share_ =
        looks ? static_cast<double>(live) / static_cast<double>(size) : forgetting * live_share_;
    is_done_ = is_done_ || is_too_much();
}

void NodeScan::visit_intervals(std::size_t stop, std::size_t per_interval) {
    if (found_.reached == 0) visit_nodes(std::min(per_interval, stop));
    std::vector<double> squares;
    const double in_interval = static_cast<double>(per_interval - 1) / 2;
    while (found_.reached < stop && !is_done_) {
        const std::size_t block = found_.reached,
                          intervals = (stop - block + per_interval - 1) / per_interval;
        squares.assign(std::min(intervals_per_block, intervals), 1.0);
        const double centre = static_cast<double>(block) + in_interval;
        multiply_bounds({centre * step_, static_cast<double>(per_interval) * step_,
                         in_interval * step_ * (1 + 4 * u)},
                        squares);
        const auto first_of = [&](std::size_t i) {
            return std::min(block + i * per_interval, stop);
        };
        for (std::size_t i = 0; i < squares.size() && !is_done_;) {
            std::size_t live = i;  // neighbours
            while (live < squares.size() &&
                   squares[live] > negligible_square(omega(first_of(live)))) {
                ++live;
            }
            if (live > i) visit_nodes(first_of(live));
            if (live < squares.size() && !is_done_) {
                skip(per_interval, omega(first_of(live)), squares[live]);
                found_.reached = first_of(live + 1);
            }
            i = live + 1;
        }
        is_done_ = is_done_ || is_too_much();
    }
}

std::size_t NodeScan::nodes_per_interval() {
    order_.resize(parts_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::vector<double> variance;
    double curvature = 0, total = 0;
    for (std::size_t i = 0; i < parts_.size(); ++i) {
        variance.push_back(parts_[i].count * parts_[i].loss->cumulants(contour_.c).variance);
        curvature += variance[i] / tilted_[i]->interval_radius();
        total += variance[i];
    }
    std::stable_sort(order_.begin(), order_.end(),
                     [&](std::size_t i, std::size_t j) { return variance[i] > variance[j]; });
    const double radius = total > 0 && curvature > 0 ? total / curvature : infinity;
    return static_cast<std::size_t>(std::clamp(2 * radius / step_, 1.0, most_nodes_per_interval));
}

void NodeScan::run() {
    constexpr std::size_t few = 8;
    std::size_t stop = std::min(few, limits_.end);
    if (!prepare(stop)) return;
    const std::size_t per_interval = nodes_per_interval();
    while (true) {
        visit_intervals(stop, per_interval);
        if (is_done_ || stop == limits_.end) return;
        stop = std::min((is_dearer_ ? 2 : 16) * stop, limits_.end);
        if (!prepare(stop)) return;
    }
}

}  // namespace mizan::inversion
