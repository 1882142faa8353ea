// SPDX-License-Identifier: Apache-2.0
#include "noise.hpp"

#include <cmath>
#include <limits>

namespace mizan::instances {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

// Pr[Z >= i] for whole noise of probability proportional to exp(-z^2/2s^2).
std::vector<double> whole_normal_tail(double s) {
    const int reach = 10 + static_cast<int>(40 * s);
    std::vector<double> weights;
    for (int z = 0; z <= reach; ++z) weights.push_back(std::exp(-z * z / (2 * s * s)));
    double all = weights[0];
    for (int z = 1; z <= reach; ++z) all += 2 * weights[static_cast<std::size_t>(z)];
    std::vector<double> tail(weights.size() + 1, 0.0);
    for (std::size_t z = weights.size(); z-- > 0;) tail[z] = tail[z + 1] + weights[z] / all;
    return tail;
}

}  // namespace

Noise::Noise(Kind kind, double scale, double bound) : kind_{kind}, scale_{scale}, bound_{bound} {
    if (kind == Kind::whole_normal) tail_ = whole_normal_tail(scale);
}

double Noise::above(double x) const {
    if (x == infinity) return 0;
    if (x == -infinity) return 1;
    switch (kind_) {
        case Kind::normal:
            return std::erfc(x / scale_ / std::sqrt(2.0)) / 2;
        case Kind::laplace:
            return x >= 0 ? std::exp(-x / scale_) / 2 : 1 - std::exp(x / scale_) / 2;
        case Kind::truncated_laplace: {
            if (x >= bound_) return 0;
            if (x < 0) return 1 - above(-x);
            const double end = std::exp(-bound_ / scale_);
            return (std::exp(-x / scale_) - end) / (2 * (1 - end));
        }
        case Kind::whole_normal: {
            const double least = std::floor(x) + 1;  // noise > x means noise >= least
            if (least <= 0) return 1 - above(-least);
            const auto i = static_cast<std::size_t>(least);
            return i < tail_.size() ? tail_[i] : 0;
        }
        case Kind::whole_laplace: {
            const double least = std::floor(x) + 1;
            if (least <= 0) return 1 - above(-least);
            return std::exp(-scale_ * least) / (1 + std::exp(-scale_));
        }
    }
    return 0;
}

double Noise::within(double a, double b) const {
    // The noise is symmetric: what lies below 0 is measured from the other side. Edges between
    // whole numbers make that true of whole noise as well.
    return a >= 0 ? above(a) - above(b) : b <= 0 ? above(-b) - above(-a) : 1 - above(b) - above(-a);
}

Law Cells::of(const Noise& noise, double level) const {
    Law law;
    double before = -infinity;
    for (const double edge : edges) {
        law.push_back(noise.within(before - level, edge - level));
        before = edge;
    }
    law.push_back(noise.within(before - level, infinity));
    return law;
}

Cells any_cells(int count, double scale, bool whole, Genes& genes) {
    const double centre = 0.5 + genes.around_zero(4);
    const double width = genes.any({0.3, 0.2, 0.4, 0.6, 0.12}) * scale * 32 / std::max(count, 4);
    const double fine = genes.around_zero(1);
    Cells cells;
    const double middle = whole ? std::round(centre) + 0.5 : centre + fine * width;
    const double step = whole ? std::max(1.0, std::round(width / 2)) : width;
    for (int i = 1; i < count; ++i) cells.edges.push_back(middle + (i - count / 2) * step);
    return cells;
}

}  // namespace mizan::instances
