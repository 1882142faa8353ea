// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/composition.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/numeric/pieces.hpp"
#include "mizan/numeric/work.hpp"

namespace mizan::inversion {

namespace {

// log κ(c), κ(c) = c^c / (1+c)^{1+c}: the largest value of (1 - e^{-v}) e^{-cv}.
// Factors of Φ, multiplied before the logarithm is taken.
class Factors {
public:
    Factors(double step, std::size_t first, LogNodes sum)
        : step_{step},
          first_{first},
          sum_{sum},
          real_(sum.size()),
          imag_(sum.size()),
          error_(sum.size()) {
        reset();
    }

    bool multiply(const TiltedLoss& tilted) {
        if (!tilted.multiply_characteristic(step_, first_, {real_, imag_, error_})) return false;
        centre_ += tilted.centre();
        size_ += std::abs(tilted.centre());
        if (++count_ == most) take_log();
        return true;
    }

    void take_log() {
        if (count_ == 0) return;
        const double centring = (most + 2) * unit_roundoff * size_;
        for (std::size_t at = 0; at < real_.size(); at += lanes) {
            Lanes omega;
            Deviation z;
            for (std::size_t j = 0; j < lanes; ++j) {
                const std::size_t k = std::min(at + j, real_.size() - 1);
                omega[j] = static_cast<double>(first_ + k) * step_;
                z.real[j] = real_[k] - 1;
                z.imag[j] = imag_[k];
                z.error[j] = error_[k] + omega[j] * centring;
            }
            add_log(z, omega, centre_, 1, sum_, at);
        }
        reset();
    }

private:
    static constexpr int most = 32;

    void reset() {
        std::fill(real_.begin(), real_.end(), 1.0);
        std::fill(imag_.begin(), imag_.end(), 0.0);
        std::fill(error_.begin(), error_.end(), 4 * unit_roundoff);
        centre_ = size_ = 0;
        count_ = 0;
    }

    double step_;
    std::size_t first_;
    LogNodes sum_;
    std::vector<double> real_, imag_, error_;
    double centre_ = 0, size_ = 0;
    int count_ = 0;
};

}  // namespace

Tilted tilt(const Composition& parts, double c, LineUse use) {
    Tilted tilted(parts.size());
    for_each_part(parts.size(), [&](std::size_t i) { tilted[i] = parts[i].loss->tilt(c, use); });
    return tilted;
}

Bracket infinite_mass(const Composition& parts) {
    Bracket log_finite = 0;
    for (const Part& part : parts) log_finite += part.count * log1p(-part.loss->infinite_mass());
    return -expm1(log_finite);
}

double largest_loss(const Composition& parts) {
    Bracket sum = 0;
    for (const Part& part : parts) sum += part.count * Bracket(part.loss->largest_loss());
    return sum.upper;
}

Bracket log_moment(const Composition& parts, double c) {
    Bracket sum = 0;
    for (const Part& part : parts) sum += part.count * part.loss->log_moment(c);
    return sum;
}

double log_moment_bound(const Composition& parts, double c) {
    std::vector<double> bound(parts.size());
    for_each_part(parts.size(),
                  [&](std::size_t i) { bound[i] = parts[i].loss->log_moment_bound(c); });
    Bracket sum = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) sum += parts[i].count * Bracket(bound[i]);
    return sum.upper;
}

namespace {

// A node of one part takes so many additions besides its own. They are counted when they are so
// many, and at the end.
constexpr double overhead = 8, counted_at_once = 1e5;

void add_piece(const Composition& parts, const Tilted& tilted, std::size_t begin, std::size_t end,
               double step, std::size_t first, LogNodes sum) {
    Factors factors(step, first, sum);
    const auto nodes = static_cast<double>(sum.size());
    double additions = 0;
    for (std::size_t i = begin; i < end; ++i) {
        additions += nodes * (overhead + tilted[i]->work_per_node());
        if (additions > counted_at_once) {
            Work::spend(additions / additions_per_product);
            additions = 0;
        }
        if (parts[i].count == 1 && factors.multiply(*tilted[i])) continue;
        tilted[i]->add_log_characteristic(step, first, parts[i].count, sum);
    }
    factors.take_log();
    Work::spend(additions / additions_per_product);
}

// Nodes of a piece of the composition.
struct PieceNodes {
    explicit PieceNodes(std::size_t size) : real(size), imag(size), error(size) {}

    [[nodiscard]] LogNodes nodes() { return {real, imag, error}; }

    std::vector<double> real, imag, error;
};

}  // namespace

void add_log_characteristics(const Composition& parts, const Tilted& tilted, double step,
                             std::size_t first, LogNodes sum) {
    constexpr double least_work_for_threads = 4e6;
    double work = 0;
    for (const auto& each : tilted) work += each->work_per_node();
    if (parts.size() < least_parts_for_threads ||
        work * static_cast<double>(sum.size()) < least_work_for_threads) {
        return add_piece(parts, tilted, 0, parts.size(), step, first, sum);
    }
    std::vector<PieceNodes> found(pieces(parts.size()), PieceNodes(sum.size()));
    for_each_piece(found.size(), [&](std::size_t piece) {
        const std::size_t begin = piece * parts_per_piece;
        add_piece(parts, tilted, begin, std::min(begin + parts_per_piece, parts.size()), step,
                  first, found[piece].nodes());
    });
    for (const PieceNodes& piece : found) {
        for (std::size_t k = 0; k < sum.size(); ++k) {
            sum.real[k] += piece.real[k];
            sum.imag[k] += piece.imag[k];
            const double rounding =
                2 * unit_roundoff * (std::abs(sum.real[k]) + std::abs(sum.imag[k]));
            if (std::isfinite(sum.real[k])) {
                sum.error[k] =
                    (sum.error[k] + piece.error[k] + rounding) * (1 + 64 * unit_roundoff);
            }
        }
    }
}

Cumulants cumulants_near(const Composition& parts, double c) {
    std::vector<Cumulants> each(parts.size());
    for_each_part(parts.size(), [&](std::size_t i) { each[i] = parts[i].loss->cumulants(c); });
    Cumulants sum{0, 0, 0};
    for (std::size_t i = 0; i < parts.size(); ++i) {
        sum.log_moment += parts[i].count * each[i].log_moment;
        sum.mean += parts[i].count * each[i].mean;
        sum.variance += parts[i].count * each[i].variance;
    }
    return sum;
}

double log_decay(const Composition& parts, const Tilted& tilted, double omega) {
    double sum = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        sum += parts[i].count * tilted[i]->log_decay(omega);
    }
    // Each product and each sum of numbers ≤ 0 may have lost a little to rounding.
    const double rounding = 0x1p-51 * static_cast<double>(parts.size() + 1);
    return std::isnan(sum) ? 0 : sum * (1 - rounding);
}

double Aliases::bound(double epsilon) const {
    const Bracket period = 2 * constant::pi() / Bracket(step);
    if (c < 0) {
        const Bracket a = -c;
        const Bracket above = exp(epsilon - (1 - a) * period) / (-expm1(-(1 - a) * period));
        return std::max(0.0, (geometric(a * period) + above).upper);
    }
    if (!(reference > c)) return infinity;  // nothing is known of what lies beyond
    const Bracket left = (1 - infinite_mass) * geometric(c * period);
    const Bracket beyond = reference;
    const Bracket chernoff = exp(log_kappa(beyond) + reference_log_moment - beyond * epsilon);
    return std::max(0.0, (left + chernoff * geometric((beyond - c) * period)).upper);
}

}  // namespace mizan::inversion
