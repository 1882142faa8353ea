// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/tilted_number.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "mizan/numeric/blockwise.hpp"
#include "mizan/numeric/rounding.hpp"
#include "mizan/numeric/work.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;

// The work of the weight of a point, and of one point at one node.
constexpr double products_of_weight = 100, products_of_turn = 3;

// Tilted probabilities below this are left out: they do not matter however often the mechanism
// runs.
constexpr double negligible = 1e-28;

}  // namespace

TiltedNumber::TiltedNumber(const std::vector<Lattice::Point>& points, double c, double step) {
    // Relative to the end that the tilt prefers, so that nothing overflows.
    const std::int64_t top = (c > 0 ? points.back() : points.front()).index;
    const Bracket slope = Bracket(c) * step;
    Work::spend(products_of_weight * static_cast<double>(points.size()));
    std::vector<Bracket> weights;
    Bracket total = 0;
    double mean = 0, rough_total = 0;
    for (const auto& [index, probability] : points) {
        const auto distance = static_cast<double>(index - top);
        weights.push_back(probability * exp(slope * distance));
        total += weights.back();
        rough_total += weights.back().middle();
        mean += weights.back().middle() * distance;
    }
    centre_ = top + (rough_total > 0 ? std::llround(mean / rough_total) : 0);
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Bracket share = min(max(weights[i] / total, 0), 1);
        if (share.upper < negligible) {
            left_out_ += share.upper;
            continue;
        }
        probability_.push_back(share.middle());
        index_.push_back(points[i].index - centre_);
        const double size = std::abs(static_cast<double>(index_.back()));
        doubt_ += share.width();
        doubt_by_angle_ += share.width() * size;
        size_by_angle_ += share.upper * size;
    }
}

Deviation TiltedNumber::at(const RootsOfUnity& roots, std::span<const std::size_t> nodes) const {
    Work::spend(products_of_turn * static_cast<double>(nodes.size() * size()));
    const double roundings = RootsOfUnity::error + additions(size()) + 2;
    Deviation z{};
    for (std::size_t j = 0; j < nodes.size(); ++j) {
        const auto node = static_cast<std::uint64_t>(nodes[j]);
        double real = 0, imag = 0;
        for (std::size_t begin = 0; begin < size(); begin += terms_per_block) {
            double block_real = 0, block_imag = 0;
            const std::size_t end = std::min(begin + terms_per_block, size());
            for (std::size_t k = begin; k < end; ++k) {
                const auto place = roots.place(node * static_cast<std::uint64_t>(index_[k]));
                block_real += probability_[k] * roots.real(place);
                block_imag += probability_[k] * roots.imag(place);
            }
            real += block_real;
            imag += block_imag;
        }
        z.real[j] = real;
        z.imag[j] = imag;
        // |e^{iα} - 1| is at most |α| and at most 2.
        const double theta = roots.angle() * static_cast<double>(nodes[j]);
        const double near = theta * (doubt_by_angle_ + roundings * u * size_by_angle_);
        const double anywhere = 2 * doubt_ + 4 * roundings * u;
        z.error[j] = (std::min(near, anywhere) + 2 * left_out_) * bound_margin;
    }
    return z;
}

TiltedNumber::Spectrum TiltedNumber::spectrum(const RootsOfUnity& roots) const {
    Spectrum found{std::vector<double>(roots.size()), std::vector<double>(roots.size()), 0};
    for (std::size_t k = 0; k < size(); ++k) {
        found.real[roots.place(static_cast<std::uint64_t>(index_[k]))] += probability_[k];
    }
    Work::spend(products_of_turn *
                static_cast<double>(roots.size() * std::bit_width(roots.size())));
    transform(roots, found.real, found.imag);
    // Additions into one entry, at most.
    const double range = static_cast<double>(index_.empty() ? 0 : index_.back() - index_.front());
    const double folded = range / static_cast<double>(roots.size()) + 2;
    found.error =
        ((transform_error(roots.size()) + folded * u) * (1 + doubt_) + doubt_ + left_out_) *
        bound_margin;
    return found;
}

}  // namespace mizan::inversion
