// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/smoothed_line.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mizan/inversion/line/kink_window.hpp"
#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;
constexpr double margin = 1 + 1e-9;  // for sums and products of bounds

// Cells are looked at in blocks; a block is done when all its cells are known to be negligible.
constexpr std::size_t cells_per_block = 256;
constexpr double most_nodes_per_cell = 1024;
constexpr std::size_t parts_between_looks = 8;

// Nodes that are looked at or computed at once.
constexpr std::size_t most_at_once = 1024;

// In additions: some milliseconds, and a little more for every part.
constexpr double usual_work = 5e6, work_of_part = 4e4;

// In additions too: a node costs so many for its exponential, sines and logarithms and for all the sums that
// it will be part of; what is known of it by its cell costs each part so many more for where the cells
// begin; and a line is made anew for higher frequencies at the price of some nodes.
constexpr double node_overhead = 256, cells_overhead = 24, nodes_for_line = 24;

double largest(std::span<const double> squares) {
    double result = 0;
    for (const double square : squares) result = std::max(result, square);
    return result;
}

}  // namespace

// Goes through the nodes from 0 on, as far as the work reaches. Only then it is known where the weights
// end, so Φ itself is kept until then.
struct SmoothedLine::Builder {
    SmoothedLine& line;
    const Composition& parts;
    const Contour& contour;
    std::size_t end;   // of all nodes
    double gap;        // τ²/6, if all are reached
    double tolerance;  // what may be left out, over the value
    double most_work;
    double wanted = constant::pi().lower * tolerance * std::exp(contour.log_scale);

    Tilted tilted = {};                   // for the frequencies looked at now
    Bracket centre_shift = 0;             // of their centre, against that of the line
    std::vector<std::size_t> order = {};  // the parts that vary most first
    double work_per_node = node_overhead, work_per_look = 0, work = 0;
    double live_share = 0;    // of the nodes that were looked at last
    std::size_t reached = 0;  // all nodes before it are known
    bool is_done = false;     // nothing beyond it will be
    bool is_dearer = false;   // a node, at the frequencies looked at now

    // Of the nodes that are computed: Φ, half of it at 0, and how far off it is.
    struct Value {
        double real, imag, modulus, error;
    };
    std::vector<Value> values = {};
    // Of those that are not: |Φ| h at most, and the same over ω².
    double skipped = 0, skipped_over_square = 0;

    [[nodiscard]] bool is_too_much() const { return work > most_work; }

    [[nodiscard]] double omega(std::size_t k) const { return static_cast<double>(k) * line.step_; }

    // |Φ|² below which a node may be skipped: every octave of frequencies gets the same share.
    [[nodiscard]] double negligible_square(double omega) const {
        const double weight = 1 / (omega * omega) + 2 * gap;
        const double modulus = wanted / (64 * omega * weight);
        return modulus * modulus;
    }

    // One bound for all cells costs next to nothing.
    [[nodiscard]] double work_per_cell(std::size_t part) const {
        return tilted[part]->cell_radius() < infinity ? tilted[part]->work_per_node() : 1;
    }

    void multiply_bounds(const Cells& cells, std::span<double> squares) {
        const double low = std::max(cells.first - cells.radius, line.step_);
        const double high = low + cells.step * static_cast<double>(squares.size());
        const double enough = std::min(negligible_square(low), negligible_square(high));
        for (std::size_t i = 0; i < order.size(); ++i) {
            tilted[order[i]]->multiply_bound(cells, parts[order[i]].count, squares);
            work +=
                (static_cast<double>(squares.size()) + cells_overhead) * work_per_cell(order[i]);
            if (i % parts_between_looks == 0 && largest(squares) < enough) return;
        }
    }

    void skip(std::size_t nodes, double omega, double square) {
        const double mass = static_cast<double>(nodes) * line.step_ * std::sqrt(square) * margin;
        skipped += mass;
        skipped_over_square += mass / (omega * omega);
    }

    // Makes the parts ready for the nodes before `stop`; false where that is not worth while.
    bool prepare(std::size_t stop) {
        double runs = 0;
        for (const Part& part : parts) runs += part.count;
        const LineUse use{omega(stop), tolerance / (64 * runs)};
        const bool is_first = tilted.empty();
        if (is_first) tilted = tilt(parts, contour.c, use);
        Bracket log_moment = 0, centre = 0;
        work_per_node = node_overhead;
        work_per_look = 0;
        is_dearer = false;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            if (is_first || !tilted[i]->expect(use)) {
                work += nodes_for_line * tilted[i]->work_per_node();
                if (!is_first && is_too_much()) return false;
                if (!is_first) tilted[i] = parts[i].loss->tilt(contour.c, use);
                is_dearer = !is_first;
            }
            is_dearer = is_dearer || (!is_first && tilted[i]->suits_octaves());
            log_moment += parts[i].count * tilted[i]->log_moment();
            centre += parts[i].count * Bracket(tilted[i]->centre());
            work_per_node += tilted[i]->work_per_node();
            work_per_look += work_per_cell(i);
        }
        if (is_first) {
            line.log_moment_ = log_moment;
            line.centre_ = centre;
        }
        line.log_moment_ = intersect(line.log_moment_, log_moment);
        centre_shift = centre == line.centre_ ? Bracket(0) : centre - line.centre_;
        return true;
    }

    // Computes the nodes first, …, first + size - 1, or as many of them as the work reaches.
    void evaluate(std::size_t first, std::size_t size) {
        line.runs_.push_back({first, values.size(), 0});
        while (size > 0 && !is_done) {
            const double left = (most_work - work) / work_per_node - static_cast<double>(lanes);
            is_done = !(left >= 1);
            if (is_done) break;
            const std::size_t most = std::min(size, most_at_once);
            const auto now = static_cast<std::size_t>(std::min(left, static_cast<double>(most)));
            work += static_cast<double>(now + lanes) * work_per_node;
            evaluate_at_once(first, now);
            first += now;
            size -= now;
        }
    }

    void evaluate_at_once(std::size_t first, std::size_t size) {
        std::vector<double> real(size), imag(size), error(size);
        add_log_characteristics(parts, tilted, line.step_, first, {real, imag, error});
        const double shift = centre_shift.middle();
        const double radius = line.centre_.width() + centre_shift.width();
        for (std::size_t k = 0; k < size; ++k, ++reached, ++line.runs_.back().size) {
            const double half = first + k == 0 ? 0.5 : 1.0, at = omega(first + k);
            const double modulus = std::exp(real[k]) * half, angle = imag[k] + at * shift;
            // docs/proofs/inversion.md, "Rounding"
            const double doubt = std::expm1(error[k]) + at * radius +
                                 u * (1408 + 3 * std::abs(imag[k]) + 4 * at * std::abs(shift));
            // Where a phase is lost the line ends.
            is_done = !(doubt < 1 || modulus * modulus < negligible_square(at));
            if (is_done) return;
            values.push_back({modulus * std::cos(angle), modulus * std::sin(angle), modulus,
                              modulus * doubt + 0x1p-1000});
        }
    }

    // Looks at the nodes before `stop` one by one and computes those that matter, in runs: what lies
    // between two that are close costs less than starting again.
    void visit_nodes(std::size_t stop) {
        while (reached < stop && !is_done) visit_some(std::min(stop, reached + most_at_once));
    }

    void visit_some(std::size_t stop) {
        constexpr std::size_t close = 2 * lanes;
        const std::size_t first = reached, size = stop - first;
        std::vector<double> squares(size, 1.0);
        // Where most nodes have mattered a look at each may cost more than it saves.
        const bool looks = first > 0 && work_per_look < (1 - live_share) * work_per_node;
        if (looks) multiply_bounds({omega(first), line.step_, 0}, squares);
        const auto is_negligible = [&](std::size_t k) {
            return looks && squares[k] <= negligible_square(omega(first + k));
        };
        std::size_t begin = 0, behind = 0, live = 0;  // of the run in progress, and all that matter
        const auto finish = [&](std::size_t next) {
            if (begin < behind) evaluate(first + begin, behind - begin);
            for (; behind < next && !is_done; ++behind, ++reached) {
                skip(1, omega(first + behind), squares[behind]);
            }
        };
        for (std::size_t k = 0; k < size && !is_done; ++k) {
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
        live_share =
            looks ? static_cast<double>(live) / static_cast<double>(size) : forgetting * live_share;
        is_done = is_done || is_too_much();
    }

    // All nodes before `stop`, in cells of `per_cell`.
    void visit_cells(std::size_t stop, std::size_t per_cell) {
        if (reached == 0) visit_nodes(std::min(per_cell, stop));
        std::vector<double> squares;
        const double in_cell = static_cast<double>(per_cell - 1) / 2;
        while (reached < stop && !is_done) {
            const std::size_t block = reached, cells = (stop - block + per_cell - 1) / per_cell;
            squares.assign(std::min(cells_per_block, cells), 1.0);
            const double centre = static_cast<double>(block) + in_cell;
            multiply_bounds({centre * line.step_, static_cast<double>(per_cell) * line.step_,
                             in_cell * line.step_ * (1 + 4 * u)},
                            squares);
            const auto first_of = [&](std::size_t i) {
                return std::min(block + i * per_cell, stop);
            };
            for (std::size_t i = 0; i < squares.size() && !is_done;) {
                std::size_t live = i;  // neighbours
                while (live < squares.size() &&
                       squares[live] > negligible_square(omega(first_of(live)))) {
                    ++live;
                }
                if (live > i) visit_nodes(first_of(live));
                if (live < squares.size() && !is_done) {
                    skip(per_cell, omega(first_of(live)), squares[live]);
                    reached = first_of(live + 1);
                }
                i = live + 1;
            }
            is_done = is_done || is_too_much();
        }
    }

    // Cells as wide as the parts that vary most can bear; they come first.
    std::size_t nodes_per_cell() {
        order.resize(parts.size());
        std::iota(order.begin(), order.end(), std::size_t{0});
        std::vector<double> variance;
        double curvature = 0, total = 0;
        for (std::size_t i = 0; i < parts.size(); ++i) {
            variance.push_back(parts[i].count * parts[i].loss->cumulants(contour.c).variance);
            curvature += variance[i] / tilted[i]->cell_radius();
            total += variance[i];
        }
        std::sort(order.begin(), order.end(),
                  [&](std::size_t i, std::size_t j) { return variance[i] > variance[j]; });
        const double radius = total > 0 && curvature > 0 ? total / curvature : infinity;
        return static_cast<std::size_t>(
            std::clamp(2 * radius / line.step_, 1.0, most_nodes_per_cell));
    }

    // After the first few nodes an octave at a time, where higher frequencies take lines of their own.
    void scan() {
        constexpr std::size_t few = 8;
        std::size_t stop = std::min(few, end);
        if (!prepare(stop)) return;
        const std::size_t per_cell = nodes_per_cell();
        while (true) {
            visit_cells(stop, per_cell);
            if (is_done || stop == end) return;
            stop = std::min((is_dearer ? 2 : 16) * stop, end);
            if (!prepare(stop)) return;
        }
    }

    // Gives the nodes their weights, which end at the last one that was reached.
    bool finish() {
        if (reached == 0) return false;
        const KinkWindow window(contour.c, line.step_, reached);
        if (!window.finite()) return false;
        line.gap_ = window.gap_size();
        for (auto* sums :
             {&line.delta_real_, &line.delta_imag_, &line.density_real_, &line.density_imag_}) {
            sums->resize(values.size() + lanes);
        }
        double delta_moduli = 0, density_moduli = 0;
        for (const Run& run : line.runs_) {
            for (std::size_t k = 0; k < run.size; ++k) {
                const std::size_t node = run.first + k, at = run.begin + k;
                const auto [x, y, modulus, error] = values[at];
                const auto [real_weight, imag_weight, weight_error] = window.lower(node);
                const double share = window.gap(node),
                             weight = std::hypot(real_weight, imag_weight);
                line.density_real_[at] = x * share;
                line.density_imag_[at] = y * share;
                line.delta_real_[at] = x * real_weight - y * imag_weight;
                line.delta_imag_[at] = x * imag_weight + y * real_weight;
                // The shift of the phase is 40u per unit of angle.
                line.density_error_ += error;
                line.delta_error_ += weight * error + modulus * weight_error;
                line.density_phase_error_ += modulus * omega(node) * 40 * u;
                line.delta_phase_error_ += modulus * weight * omega(node) * 40 * u;
                density_moduli += modulus;
                delta_moduli += modulus * weight;
            }
        }
        const double summation = u * static_cast<double>(2 * values.size() + 64);
        line.delta_error_ += 2 * summation * delta_moduli;
        line.density_error_ += 2 * summation * density_moduli;
        line.delta_skipped_ = (skipped_over_square + line.gap_.upper * skipped) * margin;
        line.density_skipped_ = skipped * margin;
        // The weights of a gap as wide as all losses may exceed what a double holds.
        return std::isfinite(line.delta_error_ + line.density_error_ + line.delta_skipped_ +
                             line.density_skipped_ + line.delta_phase_error_);
    }
};

std::optional<SmoothedLine> SmoothedLine::along(const Composition& parts, const Contour& contour,
                                                double gap, double tolerance, double patience) {
    SmoothedLine line;
    line.c_ = contour.c;
    line.step_ = with_few_bits(2 * constant::pi().lower / contour.period);
    if (!(line.step_ > 0) || !std::isfinite(line.step_)) return std::nullopt;
    line.aliases_ = aliases_along(contour, line.step_, parts);
    line.infinite_mass_ = line.aliases_.infinite_mass;

    const double last = 2 * constant::pi().upper / std::sqrt(6 * gap);
    if (!(gap > 0) || !(last / line.step_ > 0)) return std::nullopt;
    constexpr double most_nodes = 0x1p28;
    const auto end = static_cast<std::size_t>(std::min(std::ceil(last / line.step_), most_nodes));
    const double work = patience * (usual_work + work_of_part * static_cast<double>(parts.size()));
    Builder builder{line, parts, contour, end, gap, tolerance, work};
    if (!(builder.wanted > 0)) return std::nullopt;
    builder.scan();
    if (!builder.finish()) return std::nullopt;
    return line;
}

// Σ Re[z_k e^{iω_k·shift}], z_k = Φ_k times one of the weights.
SmoothedLine::Sums SmoothedLine::sums(double shift, bool with_slope) const {
    constexpr double farthest = 0x1p40;  // angles beyond keep too little of their phase
    Sums result{0, 0, 0, true};
    Lanes delta{}, density{}, slope{};
    for (const Run& run : runs_) {
        const double first = static_cast<double>(run.first) * step_;
        const double last = first + static_cast<double>(run.size) * step_;
        if (!(std::abs(shift) * last < farthest)) return {0, 0, 0, false};
        for_each_angle(
            shift, first, step_, run.size,
            [&](std::size_t k, const Lanes& sine, const Lanes& cosine) {
                const std::size_t at = run.begin + k, used = std::min(lanes, run.size - k);
                const double omega = first + static_cast<double>(k) * step_;
                for (std::size_t j = 0; j < lanes; ++j) {
                    const double in_run = j < used ? 1 : 0;
                    const double c = in_run * cosine[j], s = in_run * sine[j];
                    const double x = delta_real_[at + j] * c - delta_imag_[at + j] * s;
                    delta[j] += x;
                    density[j] += density_real_[at + j] * c - density_imag_[at + j] * s;
                    if (with_slope) {  // d/dε of e^{-sε} is -s e^{-sε}
                        const double y = delta_real_[at + j] * s + delta_imag_[at + j] * c;
                        slope[j] += (omega + static_cast<double>(j) * step_) * y - c_ * x;
                    }
                }
            });
    }
    for (std::size_t j = 0; j < lanes; ++j) {
        result.delta += delta[j];
        result.density += density[j];
        result.slope += slope[j];
    }
    return result;
}

Line::Estimate SmoothedLine::estimate(double epsilon) const {
    const Sums sum = sums(centre_.middle() - epsilon, true);
    const double scale =
        step_ / constant::pi().lower * std::exp(log_moment_.middle() - c_ * epsilon);
    // To first order δ is in the middle.
    return {(c_ > 0 ? infinite_mass_.middle() : 1) +
                scale * (sum.delta + gap_.middle() / 2 * sum.density),
            scale * sum.slope};
}

Bracket SmoothedLine::delta(double epsilon) const { return delta_less(epsilon, 0); }

Bracket SmoothedLine::delta(double epsilon, const compose::Atom& atom) const {
    // Of what M adds to m, (τ/6) (sin y/y)² with y = πv/τ at the distance v, h has at most |v|
    // (docs/proofs/inversion.md, "At an atom"); and (sin y/y)² ≥ 1 - y²/3.
    const Bracket v = atom.loss - epsilon, tau = sqrt(6 * gap_);
    const Bracket added = tau / 6 * (1 - square(constant::pi() * v / tau) / 3);
    const Bracket certain = Bracket(atom.probability.lower) * exp(c_ * v) * (added - abs(v));
    return delta_less(epsilon, std::max(0.0, certain.lower));
}

Bracket SmoothedLine::delta_less(double epsilon, double certain) const {
    const double shift = centre_.middle() - epsilon;
    const Sums sum = sums(shift, false);
    const double least = std::max(0.0, infinite_mass_.lower);
    if (!sum.known) return {least, 1};
    const Bracket scale = exp(log_moment_ - c_ * Bracket(epsilon)) / constant::pi();
    const auto integral = [&](double value, double error, double phase_error, double skipped) {
        const double total = (error + phase_error * std::abs(shift)) * margin;
        return scale * (Bracket(step_) * (Bracket(value) + Bracket(-total, total)) +
                        Bracket(-skipped, skipped));
    };
    const Bracket smoothed = integral(sum.delta, delta_error_, delta_phase_error_, delta_skipped_);
    const Bracket density =
        integral(sum.density, density_error_, density_phase_error_, density_skipped_);
    const Bracket gap(0, std::max(0.0, (gap_ * Bracket(density.upper) - certain).upper));
    const Bracket alias(0, aliases_.bound(epsilon));
    const Bracket delta =
        (c_ > 0 ? infinite_mass_ - alias : mass_left_of_zero(infinite_mass_) + alias) + smoothed +
        gap;
    const double lower = std::clamp(delta.lower, least, 1.0);
    return {lower, std::clamp(delta.upper, lower, 1.0)};
}

}  // namespace mizan::inversion
