// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/smoothed_line.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "mizan/inversion/characteristic.hpp"
#include "mizan/inversion/kink_window.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;
constexpr double margin = 1 + 1e-9;  // for sums and products of bounds

// Cells are looked at in blocks; a block is done when all its cells are known to be negligible.
constexpr std::size_t cells_per_block = 256;
constexpr double most_nodes_per_cell = 1024;
constexpr std::size_t parts_between_looks = 8;

// In additions at cells, and at nodes that are computed, each of which costs this many more for its
// exponential, sine, cosine and logarithms: some milliseconds, and a little more for every part.
constexpr double usual_cell_work = 5e6, usual_node_work = 3e6, work_of_part = 2e4;
constexpr double node_overhead = 64;

double largest(std::span<const double> squares) {
    double result = 0;
    for (const double square : squares) result = std::max(result, square);
    return result;
}

}  // namespace

struct SmoothedLine::Builder {
    SmoothedLine& line;
    const Composition& parts;
    const Tilted& tilted;
    const KinkWindow& window;
    std::size_t end;  // of all nodes
    double wanted;    // all that is skipped together, in units of e^{K(c) - cε}/π
    double patience;
    double most_cell_work =
        patience * (usual_cell_work + work_of_part * static_cast<double>(parts.size()));
    double most_node_work =
        patience * (usual_node_work + work_of_part * static_cast<double>(parts.size()));
    std::vector<std::size_t> order = {};  // the parts that vary most first
    double work_per_node = node_overhead, cell_work = 0, node_work = 0;
    std::size_t reached = 0;  // nodes that could be looked at
    std::size_t last_look = 0, next_look = 1;
    double work_at_last_look = 0;

    // What one unit of |Φ| at ω can add to δ and, with its factor, to the density.
    [[nodiscard]] double weight(double omega) const {
        return 1 / (omega * omega) + 2 * line.gap_.upper;
    }

    // |Φ|² below which a node may be skipped: every octave of frequencies gets the same share.
    [[nodiscard]] double negligible_square(double omega) const {
        const double modulus = wanted / (64 * omega * weight(omega));
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
            cell_work += static_cast<double>(squares.size() + 16) * work_per_cell(order[i]);
            if (i % parts_between_looks == 0 && largest(squares) < enough) return;
        }
    }

    void skip(std::size_t nodes, double omega, double square) {
        const double mass = static_cast<double>(nodes) * line.step_ * std::sqrt(square) * margin;
        line.delta_skipped_ += mass * (1 / (omega * omega) + line.gap_.upper);
        line.density_skipped_ += mass;
    }

    // Computes the nodes first, …, first + size - 1.
    void evaluate(std::size_t first, std::size_t size) {
        if (!affordable()) return;  // nor will the line be used
        node_work += static_cast<double>(size + lanes) * work_per_node;
        const double over = std::max(0.0, node_work - most_node_work) / work_per_node;
        reached = first + size - std::min(size, static_cast<std::size_t>(over));
        if (!affordable()) return;
        std::vector<double> real(size), imag(size), error(size);
        add_log_characteristics(parts, tilted, line.step_, first, {real, imag, error});
        line.runs_.push_back({first, line.delta_real_.size(), size});
        const double radius = line.centre_.width();
        for (std::size_t k = 0; k < size; ++k) {
            const double omega = static_cast<double>(first + k) * line.step_;
            const double half = first + k == 0 ? 0.5 : 1.0;
            const double modulus = std::exp(real[k]) * half;
            const double x = modulus * std::cos(imag[k]), y = modulus * std::sin(imag[k]);
            const auto [real_weight, imag_weight, weight_error] = window.lower(first + k);
            const double gap = window.gap(first + k);
            const double delta_modulus = modulus * std::hypot(real_weight, imag_weight);
            line.density_real_.push_back(x * gap);
            line.density_imag_.push_back(y * gap);
            line.delta_real_.push_back(x * real_weight - y * imag_weight);
            line.delta_imag_.push_back(x * imag_weight + y * real_weight);
            // docs/inversion.md, "Rounding"; the shift of the phase is 40u per unit of angle.
            const double relative =
                std::expm1(error[k]) + omega * radius + u * (64 + 2 * std::abs(imag[k]));
            line.density_error_ += modulus * relative + 0x1p-1000;
            line.delta_error_ += delta_modulus * relative + modulus * weight_error + 0x1p-1000;
            line.density_phase_error_ += modulus * omega * 40 * u;
            line.delta_phase_error_ += delta_modulus * omega * 40 * u;
        }
    }

    // Looks at `size` nodes one by one and computes those that matter, in runs: what lies between
    // two that are close costs less than starting again.
    void visit_nodes(std::size_t first, std::size_t size) {
        constexpr std::size_t close = 2 * lanes;
        size = std::min(size, end - first);
        std::vector<double> squares(size, 1.0);
        const Cells cells{static_cast<double>(first) * line.step_, line.step_, 0};
        if (first > 0) multiply_bounds(cells, squares);
        const auto omega = [&](std::size_t k) {
            return static_cast<double>(first + k) * line.step_;
        };
        std::size_t begin = 0, behind = 0;  // of the run in progress
        for (std::size_t k = 0; k < size && affordable(); ++k) {
            if (first > 0 && squares[k] <= negligible_square(omega(k))) continue;
            if (k > behind + close || begin == behind) {
                if (begin < behind) evaluate(first + begin, behind - begin);
                for (; behind < k; ++behind) skip(1, omega(behind), squares[behind]);
                begin = k;
            }
            behind = k + 1;
        }
        if (begin < behind) evaluate(first + begin, behind - begin);
        for (; behind < size; ++behind) skip(1, omega(behind), squares[behind]);
    }

    // Of all that may be done.
    [[nodiscard]] double work_done() const {
        return std::max(cell_work / most_cell_work, node_work / most_node_work);
    }
    [[nodiscard]] bool affordable() const { return work_done() < 1; }

    // About how many nodes from `node` on lie in cells that are not negligible: a few cells of
    // every octave of frequencies tell.
    double live_nodes(std::size_t node, std::size_t per_cell) {
        constexpr std::size_t probes = 16;
        double live = 0;
        for (std::size_t first = node; first < end; first *= 2) {
            const double length = static_cast<double>(std::min(first, end - first));
            const double apart = length / probes * line.step_;
            const double radius = static_cast<double>(per_cell) / 2 * line.step_;
            const Cells cells{static_cast<double>(first) * line.step_ + radius, apart, radius};
            std::vector<double> squares(probes, 1.0);
            multiply_bounds(cells, squares);
            for (std::size_t i = 0; i < probes; ++i) {
                const double omega = cells.first + static_cast<double>(i) * apart;
                if (squares[i] > negligible_square(omega)) live += length / probes;
            }
        }
        return live;
    }

    // Whether the nodes from `node` on would take too much, by what the latest before them took
    // and by how many are not negligible: looked at each time that the frequency has doubled.
    bool is_hopeless(std::size_t node, std::size_t per_cell) {
        if (!affordable()) return true;
        if (node < next_look) return false;
        const bool is_first = last_look == 0;  // the peak around 0 is behind
        const double latest =
            (work_done() - work_at_last_look) / static_cast<double>(node - last_look);
        last_look = node;
        next_look = 2 * node;
        work_at_last_look = work_done();
        if (is_first || work_done() < 1.0 / 16) return false;
        const double left = latest * live_nodes(node, per_cell);
        if (work_done() + left < 2) return false;
        reached = node + static_cast<std::size_t>((1 - work_done()) / latest);
        return true;
    }

    // All nodes, in cells of `per_cell`.
    bool scan(std::size_t per_cell) {
        visit_nodes(0, per_cell);
        std::vector<double> squares;
        const double in_cell = static_cast<double>(per_cell - 1) / 2;
        const std::size_t cells = (end + per_cell - 1) / per_cell;
        for (std::size_t block = 1; block < cells; block += cells_per_block) {
            squares.assign(std::min(cells_per_block, cells - block), 1.0);
            const double centre = static_cast<double>(block * per_cell) + in_cell;
            multiply_bounds({centre * line.step_, static_cast<double>(per_cell) * line.step_,
                             in_cell * line.step_ * (1 + 4 * u)},
                            squares);
            const auto first_of = [&](std::size_t i) { return (block + i) * per_cell; };
            for (std::size_t i = 0; i < squares.size();) {
                std::size_t live = 0;  // neighbours
                for (; i < squares.size(); ++i, ++live) {
                    const double omega = static_cast<double>(first_of(i)) * line.step_;
                    if (squares[i] <= negligible_square(omega)) {
                        skip(per_cell, omega, squares[i]);
                        break;
                    }
                }
                if (live > 0) visit_nodes(first_of(i - live), live * per_cell);
                ++i;
                if (is_hopeless(std::min(first_of(i), end), per_cell)) return false;
            }
        }
        return affordable();
    }
};

std::optional<SmoothedLine> SmoothedLine::along(const Composition& parts, const Contour& contour,
                                                double gap, double tolerance, double* affordable,
                                                double patience) {
    SmoothedLine line;
    line.c_ = contour.c;
    line.step_ = with_few_bits(2 * constant::pi().lower / contour.period);
    if (!(line.step_ > 0) || !std::isfinite(line.step_)) return std::nullopt;
    line.aliases_ = aliases_along(contour, line.step_, parts);
    line.infinite_mass_ = line.aliases_.infinite_mass;

    const double wanted = constant::pi().lower * tolerance * std::exp(contour.log_scale);
    const double period = std::sqrt(6 * gap), last = 2 * constant::pi().upper / period;
    if (!(wanted > 0 && gap > 0) || !(last / line.step_ < 0x1p28)) return std::nullopt;
    const auto end = static_cast<std::size_t>(std::ceil(last / line.step_));
    const KinkWindow window(contour.c, line.step_, end);
    if (!window.finite()) return std::nullopt;
    line.gap_ = window.gap_size();

    double runs = 0;
    for (const Part& part : parts) runs += part.count;
    // Whole cells are computed, so some nodes may lie beyond the last frequency.
    const double highest = last * 1.01 + 2 * most_nodes_per_cell * line.step_;
    const Tilted tilted = tilt(parts, contour.c, {highest, tolerance / (64 * runs)});

    // Cells as wide as the parts that vary most can bear; they come first.
    Builder builder{line, parts, tilted, window, end, wanted, patience};
    builder.order.resize(parts.size());
    std::iota(builder.order.begin(), builder.order.end(), std::size_t{0});
    std::vector<double> variance;
    double curvature = 0, total = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        line.log_moment_ += parts[i].count * tilted[i]->log_moment();
        line.centre_ += parts[i].count * Bracket(tilted[i]->centre());
        builder.work_per_node += tilted[i]->work_per_node();
        variance.push_back(parts[i].count * parts[i].loss->cumulants(contour.c).variance);
        curvature += variance[i] / tilted[i]->cell_radius();
        total += variance[i];
    }
    std::sort(builder.order.begin(), builder.order.end(),
              [&](std::size_t i, std::size_t j) { return variance[i] > variance[j]; });
    const double radius = total > 0 && curvature > 0 ? total / curvature : last;
    const double fitting = std::clamp(2 * radius / line.step_, 1.0, most_nodes_per_cell);
    const auto per_cell = static_cast<std::size_t>(fitting);

    // Around 0 there is a peak that says nothing of the nodes after it.
    builder.next_look =
        static_cast<std::size_t>(std::min(12 * contour.width, last) / line.step_) + 1;
    if (!builder.scan(per_cell)) {
        // The work ends at a frequency in proportion to 1/√gap, and lower nodes may be cheaper.
        const double share = static_cast<double>(builder.reached) / static_cast<double>(end);
        if (affordable != nullptr)
            *affordable = gap * std::pow(std::clamp(0.7 * share, 1e-4, 0.7), -1.5);
        return std::nullopt;
    }

    line.delta_skipped_ *= margin;
    line.density_skipped_ *= margin;
    const double summation = u * static_cast<double>(2 * line.delta_real_.size() + 64);
    const auto sum_of_moduli = [&](const std::vector<double>& x, const std::vector<double>& y) {
        double sum = 0;
        for (std::size_t k = 0; k < x.size(); ++k) sum += std::abs(x[k]) + std::abs(y[k]);
        return sum;
    };
    line.delta_error_ += summation * sum_of_moduli(line.delta_real_, line.delta_imag_);
    line.density_error_ += summation * sum_of_moduli(line.density_real_, line.density_imag_);
    // The weights of a gap as wide as all losses may exceed what a double holds.
    for (const double error : {line.delta_error_, line.density_error_, line.delta_skipped_,
                               line.density_skipped_, line.delta_phase_error_}) {
        if (!std::isfinite(error)) return std::nullopt;
    }
    for (auto* values :
         {&line.delta_real_, &line.delta_imag_, &line.density_real_, &line.density_imag_}) {
        values->resize(values->size() + lanes);
    }
    return line;
}

// Σ Re[z_k e^{iω_k·shift}], z_k = Φ_k times one of the weights.
SmoothedLine::Sums SmoothedLine::sums(double shift, bool with_slope) const {
    Sums result{0, 0, 0, true};
    const Rotation rotation(shift, step_);
    Lanes delta{}, density{}, slope{}, real, imag;
    for (const Run& run : runs_) {
        for (std::size_t k = 0; k < run.size; k += lanes) {
            const double omega = static_cast<double>(run.first + k) * step_;
            if (!rotation.at(omega, real, imag)) return {0, 0, 0, false};
            const std::size_t at = run.begin + k, used = std::min(lanes, run.size - k);
            for (std::size_t j = used; j < lanes; ++j) real[j] = -1, imag[j] = 0;
            for (std::size_t j = 0; j < lanes; ++j) {
                const double cosine = 1 + real[j], sine = imag[j];
                const double x = delta_real_[at + j] * cosine - delta_imag_[at + j] * sine;
                delta[j] += x;
                density[j] += density_real_[at + j] * cosine - density_imag_[at + j] * sine;
                if (with_slope) {  // d/dε of e^{-sε} is -s e^{-sε}
                    const double y = delta_real_[at + j] * sine + delta_imag_[at + j] * cosine;
                    slope[j] += (omega + static_cast<double>(j) * step_) * y - c_ * x;
                }
            }
        }
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

Bracket SmoothedLine::delta(double epsilon) const {
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
    const Bracket gap(0, std::max(0.0, (gap_ * Bracket(density.upper)).upper));
    const Bracket alias(0, aliases_.bound(epsilon));
    const Bracket delta =
        (c_ > 0 ? infinite_mass_ - alias : mass_left_of_zero(infinite_mass_) + alias) + smoothed +
        gap;
    const double lower = std::clamp(delta.lower, least, 1.0);
    return {lower, std::clamp(delta.upper, lower, 1.0)};
}

}  // namespace mizan::inversion
