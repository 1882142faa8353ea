// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "mizan/divergence/mixed_normals.hpp"

namespace mizan::inversion {

/// How much likelier a point x is under a mixture of normal laws than under N(0, σ²): w = Σ p_i
/// e^{z_i} with z_i = (2 t_i x - t_i²)/2σ².
struct MixtureRatio {
    double w;  ///< may overflow where its logarithm does not
    double log_w;
    double moved;      ///< the share in w of the parts with t_i > 0
    double r;          ///< the mean of t_i, each with its share in w
    double log_error;  ///< of log_w, in units u = 2^-53; docs/proofs/floating-point.md
};

/// The same at many x, side by side.
struct MixtureRatios {
    std::vector<double> w, log_w, moved, r, log_error;

    [[nodiscard]] MixtureRatio operator[](std::size_t j) const {
        return {w[j], log_w[j], moved[j], r[j], log_error[j]};
    }
};

/// w_θ at x + iσ²θ.
struct Bend {
    double shrink;    ///< log|w_θ/w|
    double argument;  ///< arg w_θ
    double error;     ///< of both together, in units u
};

/// θ, 0 ≤ θ ≤ 3/2.
struct PathAngle {
    double sine, versine;  ///< versine is 1 - cos θ

    explicit PathAngle(double theta);
};

/// The same for w = 1 - q + q e^z, r being q e^z / w as density_ratio has it, with z good to 3u.
[[nodiscard]] Bend bend_of_sample(double q, double z, double r, const PathAngle& theta);

/// Σ p_i N(t_i, σ²) with 0 ≤ t_i ≤ 1.
class NormalMixture {
public:
    /// The shifts are divided by `unit`, the largest of them or more.
    NormalMixture(const std::vector<ShiftedNormal>& parts, double unit);

    [[nodiscard]] MixtureRatio ratio(double x, double variance) const;
    [[nodiscard]] MixtureRatios ratios(std::span<const double> x, double variance) const;

    /// For 0 ≤ θ ≤ 3/2.
    [[nodiscard]] Bend bend(double x, double variance, const MixtureRatio& ratio,
                            double theta) const;

    [[nodiscard]] double farthest() const { return farthest_; }

    /// The probability of the parts with t_i = 0, and of the others.
    [[nodiscard]] Bracket stays() const { return stays_; }
    [[nodiscard]] Bracket moves() const { return moves_; }

    /// Whether it moves with a single probability, by 1.
    [[nodiscard]] bool is_sample() const { return is_sample_; }

    /// Whether every probability is large enough to keep its digits.
    [[nodiscard]] bool is_moderate() const { return is_moderate_; }

private:
    struct Part {
        double shift, probability, log_probability;
    };

    [[nodiscard]] static double exponent(const Part& part, double x, double variance) {
        return part.shift * (x - part.shift / 2) / variance;
    }
    [[nodiscard]] double exponent_error(const Part& part, double z, double variance) const;
    [[nodiscard]] MixtureRatio far_ratio(double x, double variance) const;

    std::vector<Part> parts_;  // those that are moved
    Bracket stays_ = 0, moves_ = 0;
    double farthest_ = 0;
    double doubt_ = 0;  // relative error of the probabilities, in units u
    bool is_sample_ = false, is_moderate_ = true;
};

}  // namespace mizan::inversion
