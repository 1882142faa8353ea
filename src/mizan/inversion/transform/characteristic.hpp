// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>

#include "mizan/inversion/transform/loss_transform.hpp"
#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/lanes.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/rounding.hpp"

namespace mizan::inversion {

// Characteristic functions at many nodes, eight at a time, in plain doubles. The constants in units
// u = 2^-53 are proven in docs/proofs/floating-point.md.

/// log 3, rounded up: what a lost phase adds to the error (LogNodes).
inline constexpr double log_3_above = 1.0986122886681099;

/// Sums over points at the nodes of a line: between two calls of the sine the first node of a block
/// of eight moves on by multiplication, whose errors add up; and of larger angles nothing is
/// claimed.
inline constexpr std::size_t blocks_between_sines = 8;
inline constexpr double largest_angle_of_sums = 1e9;

/// φ - 1 at eight nodes, and for each a bound of |computed - exact|.
struct Deviation {
    Lanes real;
    Lanes imag;
    Lanes error;
};

/// e^{iωx} - 1 at eight neighbouring nodes ω, off by at most `error`·u·|ωx|. Both parts vanish with
/// ω, so nothing is lost by looking at the distance from 1.
class Rotation {
public:
    static constexpr double error = 32;

    Rotation(double x, double step);

    /// At ω, ω + step, …, where ω is a multiple of step. False where |ωx| is so large that its
    /// phase is unknown; then nothing is written.
    [[nodiscard]] bool at(double omega, Lanes& real, Lanes& imag) const;

private:
    double x_;
    double reach_;           // the angle between the first node and the last, at least
    Lanes real_{}, imag_{};  // at 0, step, …, 7 step
};

/// Adds count·(log φ - iω·centre) at up to eight nodes to `sum`, from its entry `at` on.
void add_log(const Deviation& deviation, const Lanes& omega, double centre, double count,
             LogNodes sum, std::size_t at);

/// Adds count·log φ_k for all nodes of `sum`, where block(ω, deviation) fills in φ - 1, not yet
/// centred, at eight of them.
template <class Block>
void add_blocks(double step, std::size_t first, double count, double centre, LogNodes sum,
                Block&& block) {
    for (std::size_t at = 0; at < sum.size(); at += lanes) {
        Lanes omega;
        for (std::size_t j = 0; j < lanes; ++j)
            omega[j] = static_cast<double>(first + at + j) * step;
        Deviation deviation;
        block(omega, deviation);
        add_log(deviation, omega, centre, count, sum, at);
    }
}

/// The same as factors of a product. |φ| ≤ 1 and |product| ≤ 1, so errors add up. The claimed
/// errors of φ are at least 32u|φ - 1|, as those of a Rotation are.
template <class Block>
void multiply_blocks(double step, std::size_t first, ProductNodes product, Block&& block) {
    for (std::size_t at = 0; at < product.real.size(); at += lanes) {
        Lanes omega;
        for (std::size_t j = 0; j < lanes; ++j) {
            omega[j] = static_cast<double>(first + at + j) * step;
        }
        Deviation z;
        block(omega, z);
        const std::size_t used = std::min(lanes, product.real.size() - at);
        for (std::size_t j = 0; j < used; ++j) {
            double& real = product.real[at + j];
            double& imag = product.imag[at + j];
            const double next = real + (real * z.real[j] - imag * z.imag[j]);
            imag += real * z.imag[j] + imag * z.real[j];
            real = next;
            // 3u|φ - 1| for the products and u for the sum, besides what both factors were off.
            double& error = product.error[at + j];
            error += z.error[j] * (1.25 + error) + 2 * unit_roundoff;
        }
    }
}

/// By how much tanh(tε) may differ from `tangent`, which is that of the middle of ε in plain
/// numbers: its slope in tε is 1 - tanh², which grows by e^{2h} at most on the way down by h; t, tε
/// and the value itself round.
inline double doubt_of_tangent(double t, Bracket epsilon, double tangent) {
    const double h = std::abs(t) * epsilon.width();
    const double slope =
        h < 0.5 ? std::min(1.0, (1 - tangent * tangent + 32 * unit_roundoff) * (1 + 4 * h)) : 1;
    constexpr double rounding = (2 * plain::most_ulps + 4) * unit_roundoff;
    return (h * slope + std::abs(tangent) * rounding) * (1 + 16 * unit_roundoff);
}

/// log(1 + x) for an x > 0 in plain numbers that is off by `error`, where x may be so much less
/// that the result is less by `doubt`. Both are small.
inline Bracket log1p_of_plain(double x, double error, double doubt) {
    const double value = plain::log1p(x);
    const double off =
        (error / (1 + x) + value * (2 * plain::most_ulps * unit_roundoff)) * (1 + 0x1p-30) +
        0x1p-1070;
    return {std::max(0.0, rounding::add_down(value, -(off + doubt * (1 + 0x1p-30)))),
            rounding::add_up(value, off)};
}

/// Whether ε is more than 0 and its bracket is as narrow as rounding allows.
inline bool is_sharp(Bracket epsilon) {
    return epsilon.upper > 0 && epsilon.width() <= 1e-14 * epsilon.upper;
}

/// A line of which only φ - 1 is its own: deviation(step) of `Line` gives the function that fills
/// it in at eight nodes.
template <class Line>
class BlockLine : public TiltedLoss {
public:
    [[nodiscard]] Bracket log_moment() const final { return log_moment_; }
    [[nodiscard]] double centre() const final { return centre_; }

    void add_log_characteristic(double step, std::size_t first, double count,
                                LogNodes sum) const final {
        add_blocks(step, first, count, centre_, sum, line().deviation(step));
    }

    [[nodiscard]] bool multiply_characteristic(double step, std::size_t first,
                                               ProductNodes product) const final {
        multiply_blocks(step, first, product, line().deviation(step));
        return true;
    }

protected:
    explicit BlockLine(Bracket log_moment) : log_moment_{log_moment} {}

    double centre_ = 0;

private:
    [[nodiscard]] const Line& line() const { return static_cast<const Line&>(*this); }

    Bracket log_moment_;
};

/// Calls visit(k, sine, cosine) with the sines and cosines of the angles x·(first + k·step) for
/// k = 0, 8, 16, … below `size`, eight at a time; each is off by at most `angle_error`. For bounds,
/// which need no more digits.
template <class Visit>
[[gnu::always_inline]] inline void for_each_angle(double x, double first, double step,
                                                  std::size_t size, Visit&& visit) {
    Lanes lane_sine, lane_cosine, sine, cosine;
    double turn_sine = 0, turn_cosine = 1;  // powers of the first step
    const double step_sine = plain::sin(step * x), step_cosine = plain::cos(step * x);
    for (std::size_t j = 0; j < lanes; ++j) {
        lane_sine[j] = turn_sine;
        lane_cosine[j] = turn_cosine;
        turn_sine = lane_sine[j] * step_cosine + lane_cosine[j] * step_sine;
        turn_cosine = lane_cosine[j] * step_cosine - lane_sine[j] * step_sine;
    }
    double base_sine = 0, base_cosine = 1;
    for (std::size_t k = 0; k < size; k += lanes) {
        if (k % (8 * lanes) == 0) {
            const double angle = x * (first + static_cast<double>(k) * step);
            base_sine = plain::sin(angle);
            base_cosine = plain::cos(angle);
        } else {
            const double next = base_sine * turn_cosine + base_cosine * turn_sine;
            base_cosine = base_cosine * turn_cosine - base_sine * turn_sine;
            base_sine = next;
        }
        for (std::size_t j = 0; j < lanes; ++j) {
            sine[j] = base_sine * lane_cosine[j] + base_cosine * lane_sine[j];
            cosine[j] = base_cosine * lane_cosine[j] - base_sine * lane_sine[j];
        }
        visit(k, sine, cosine);
    }
}

/// A refresh, and up to 63 steps on from it: 12u and the 5u of a product each, and what the
/// roundings of the angle do.
inline double angle_error(double largest_angle) {
    return unit_roundoff * (1280 + 8 * largest_angle);
}

/// For two atoms 2x apart: 1 - weight·sin² with the least sin(ωx)² on each interval, where the
/// angle is known up to `doubt`. Entries beyond the end of the intervals are left alone.
class LeastSines {
public:
    LeastSines(double x, const Intervals& intervals, std::size_t size, double doubt)
        : x_{x}, intervals_{intervals}, size_{size} {
        const double last = intervals.first + static_cast<double>(size) * intervals.step;
        const double half = intervals.radius * x;
        slack_ = 2 * angle_error(last * x) + doubt * last + 8 * unit_roundoff;
        usable_ = half < 1.5 && last * x < 0x1p40 && slack_ < 0.1;
        if (!usable_) return;
        half_sine_ = plain::sin(half);
        half_cosine_ = plain::cos(half);
    }

    [[nodiscard]] bool usable() const { return usable_; }

    /// visit(k, squares): eight lower bounds of sin².
    template <class Visit>
    void for_each(Visit&& visit) const {
        for_each_angle(x_, intervals_.first, intervals_.step, size_,
                       [&](std::size_t k, const Lanes& sine, const Lanes& cosine) {
                           Lanes least;
                           for (std::size_t j = 0; j < lanes; ++j) {
                               const double s = std::abs(sine[j]) * half_cosine_ -
                                                std::abs(cosine[j]) * half_sine_ - slack_;
                               least[j] = s > 0 ? s * s : 0.0;
                           }
                           visit(k, least);
                       });
    }

private:
    double x_;
    Intervals intervals_;
    std::size_t size_;
    double slack_ = 0, half_sine_ = 0, half_cosine_ = 1;
    bool usable_ = false;
};

/// Multiplies squares[k], …, as many of eight as there are, by no less than bound^count.
inline void multiply_powers(std::span<double> squares, std::size_t k, const Lanes& bound,
                            double count) {
    // The error of squaring grows with the count, that of logarithms does not.
    constexpr double most_squared = 0x1p20;
    const std::size_t used = std::min(lanes, squares.size() - k);
    double* const square = &squares[k];
    if (count > most_squared) {
        for (std::size_t j = 0; j < used; ++j) {
            const double power = plain::exp(count * plain::log(bound[j]));
            square[j] = std::max(square[j] * power, least_square);
        }
        return;
    }
    Lanes power, base = bound;
    power.fill(1 + 4 * unit_roundoff * count);
    for (auto left = static_cast<unsigned>(count); left > 0; left /= 2) {
        if (left % 2 == 1) {
            for (std::size_t j = 0; j < lanes; ++j) power[j] *= base[j];
        }
        for (std::size_t j = 0; j < lanes; ++j) base[j] *= base[j];
    }
    for (std::size_t j = 0; j < used; ++j) {
        square[j] = std::max(square[j] * power[j], least_square);
    }
}

/// Nothing is known of φ at node j but |φ| ≤ 1.
inline void forget(Deviation& deviation, std::size_t j) {
    deviation.real[j] = 0;
    deviation.imag[j] = 0;
    deviation.error[j] = 2;
}

/// The same at all eight.
inline void forget(Deviation& deviation) {
    for (std::size_t j = 0; j < lanes; ++j) forget(deviation, j);
}

}  // namespace mizan::inversion
