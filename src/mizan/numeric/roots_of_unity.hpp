// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace mizan {

/// e^{2πit/N} - 1 for every whole t, where N ≥ 8 is a power of 2. The phase t is reduced in whole
/// numbers, so however large it is nothing is lost.
class RootsOfUnity {
public:
    /// Each entry is off by at most `error`·u times its angle, taken in (-π, π], and by at most
    /// 19u.
    static constexpr double error = 24;

    explicit RootsOfUnity(std::size_t size);

    [[nodiscard]] std::size_t size() const { return real_.size(); }
    [[nodiscard]] double angle() const { return angle_; }  ///< 2π/N, off by at most 2u of itself

    /// Where the entry of t stands. Negative t are welcome as their two's complement.
    [[nodiscard]] std::size_t place(std::uint64_t t) const {
        return static_cast<std::size_t>(t) & (size() - 1);
    }
    [[nodiscard]] double real(std::size_t place) const { return real_[place]; }
    [[nodiscard]] double imag(std::size_t place) const { return imag_[place]; }

private:
    double angle_;
    std::vector<double> real_, imag_;
};

/// Σ_k x_k e^{2πijk/N} for all j, in place: `real` holds x, `imag` zeros. Every result is off by at
/// most `transform_error(N)` Σ|x_k|.
void transform(const RootsOfUnity& roots, std::span<double> real, std::span<double> imag);

/// On its way to a result every x_k passes log₂ N steps; each multiplies it by a root, off by 20u,
/// with 3u for the product and u for the sum.
[[nodiscard]] double transform_error(std::size_t size);

}  // namespace mizan
