// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

#include "mizan/inversion/loss_transform.hpp"

namespace mizan::inversion {

// Characteristic functions at many nodes, eight at a time, in plain doubles. The constants in units
// u = 2^-53 are proven in docs/floating-point.md.

inline constexpr double unit_roundoff = 0x1p-53;

inline constexpr std::size_t lanes = 8;
using Lanes = std::array<double, lanes>;

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

/// Nothing is known of φ but |φ| ≤ 1.
inline void forget(Deviation& deviation) {
    deviation.real.fill(0);
    deviation.imag.fill(0);
    deviation.error.fill(2);
}

}  // namespace mizan::inversion
