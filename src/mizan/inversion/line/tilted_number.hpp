// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "mizan/inversion/line/lattice.hpp"
#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/numeric/roots_of_unity.hpp"

namespace mizan::inversion {

/// The whole number k of one mechanism on a lattice, under the law tilted by e^{cL} and centred at
/// a whole number near its mean. At node j its characteristic function is φ_j = Σ_k p_k
/// e^{2πij(k-centre)/N}.
class TiltedNumber {
public:
    TiltedNumber(const std::vector<Lattice::Point>& points, double c, double step);

    [[nodiscard]] std::int64_t centre() const { return centre_; }
    [[nodiscard]] std::size_t size() const { return probability_.size(); }

    /// φ - 1 at up to eight nodes j ≤ N/2, with errors that vanish with j.
    [[nodiscard]] Deviation at(const RootsOfUnity& roots, std::span<const std::size_t> nodes) const;

    /// φ at all nodes by one Fourier transform, all off by at most `error`.
    struct Spectrum {
        std::vector<double> real, imag;
        double error;
    };
    [[nodiscard]] Spectrum spectrum(const RootsOfUnity& roots) const;

private:
    std::int64_t centre_ = 0;
    std::vector<double> probability_;
    std::vector<std::int64_t> index_;  // k - centre
    double doubt_ = 0;                 // Σ of what the probabilities may be off, and
    double doubt_by_angle_ = 0;        // of that times |index|
    double size_by_angle_ = 0;         // Σ probability·|index|
    double left_out_ = 0;              // Σ of the probabilities left out
};

}  // namespace mizan::inversion
