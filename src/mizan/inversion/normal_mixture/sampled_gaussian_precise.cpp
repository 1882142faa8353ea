// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/sampled_gaussian_precise.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

namespace {

// The integrand w^a N on the path x + iσ²θ, where it is a common factor times
//     e^{l},  l = a log w_θ - x²/2σ² - ixθ,       w_θ = 1 - q + q e^{z + iθ},  z = (x - ½)/σ²,
// and the loss log w_θ.
class Path {
public:
    Path(const SampledGaussianTilt& tilt, double height)
        : q_{tilt.q},
          rest_{two_sum(1, -tilt.q)},
          variance_{two_product(tilt.sigma, tilt.sigma)},
          order_{tilt.direction == Direction::remove ? two_sum(1, tilt.c) : DoubleDouble(-tilt.c)},
          height_{height},
          direction_{cis(height)} {}

    struct At {
        ComplexDoubleDouble loss;
        double loss_error;
        ComplexDoubleDouble log_weight;
        double weight_error;  // absolute, of log_weight
    };

    [[nodiscard]] At at(double x) const {
        const DoubleDouble z = two_sum(x, -0.5) / variance_;
        const DoubleDouble grown = q_ * exp(z);
        const ComplexDoubleDouble w{rest_ + grown * direction_.real, grown * direction_.imag};
        // Relative to 1 - q + q e^z, of which |w_θ| is at least cos(θ/2) > 0.73.
        const double size = std::abs(z.high);
        const double w_error = 1.5 * (2 * size + exp_error(size) + cis_error(height_) + 4);
        const ComplexDoubleDouble loss = log(w);
        const double loss_error = w_error + log_error(loss);

        const DoubleDouble g = two_product(x, x) / scaled(variance_, 2);
        const DoubleDouble real = order_ * loss.real - g;
        const DoubleDouble imag = order_ * loss.imag - two_product(x, height_);
        const double a = std::abs(order_.high);
        return {loss,
                loss_error,
                {real, imag},
                a * (loss_error + 4 * loss.modulus()) + 8 * g.high + 4 * std::abs(x) * height_};
    }

private:
    DoubleDouble q_, rest_, variance_, order_;
    double height_;
    ComplexDoubleDouble direction_;  // e^{iθ}
};

}  // namespace

std::optional<PrecisePoints> precise_points(const SampledGaussianTilt& tilt, double centre,
                                            double log_moment, double step, double accuracy) {
    constexpr double largest_exponent = 300;
    const double digits = 2.5 - plain::log(std::clamp(accuracy, 1e-60, 1.0));
    const ShiftedRule rule =
        ShiftedRule::build(tilt.sigma, {std::max(0.0, -tilt.order()), tilt.q}, digits);
    const auto grid =
        SampledGaussianGrid::with_step(tilt, rule.step, digits + plain::log(rule.growth));
    if (!(rule.step > 0) || grid.step != rule.step) return std::nullopt;
    const SampledGaussianPoints points(tilt, grid.step);
    const double farthest = std::max(std::abs(grid.x(0)), std::abs(grid.x(grid.size - 1)));
    const double variance = tilt.sigma * tilt.sigma, half_sine = plain::sin(rule.height / 2);
    if (!((farthest + 1) / variance < largest_exponent)) return std::nullopt;

    const Path path(tilt, rule.height);
    const double negligible = accuracy / (16 * static_cast<double>(grid.size));
    // All weights are divided by about M(c)·σ√(2π)/h; what is common to all cancels in φ.
    const double shift = std::nearbyint(log_moment - plain::log(grid.step / (2.5 * tilt.sigma)));
    const double sign = tilt.direction == Direction::remove ? 1 : -1, middle = sign * centre;
    PrecisePoints result;
    result.conjugate = sign < 0;
    // The rule's h N(x + iσ²θ), divided by e^{-x²/2σ² - ixθ}.
    const Precise spread = tilt.sigma * Precise(tilt.sigma), height = rule.height;
    result.log_factor = log(grid.step * Precise(grid.step) / (2 * pi() * spread)) / 2 +
                        spread * (height * height) / 2 + shift;
    double dropped = 0, total = 0;
    for (std::size_t j = 0; j < grid.size; ++j) {
        const double x = grid.x(j);
        const DensityRatio ratio = points.ratio(x);
        const double shrink =
            plain::log1p(-4 * ratio.r * (1 - ratio.r) * half_sine * half_sine) / 2;
        const double log_size =
            tilt.order() * (ratio.log_w + shrink) - x * x / (2 * variance) - shift;
        if (!(log_size < largest_exponent) || !(std::abs(tilt.order() * ratio.log_w) < 1e6)) {
            return std::nullopt;
        }
        if (const double size = plain::exp(log_size); size < negligible) {
            dropped += size;
            continue;
        }
        auto [loss, loss_error, log_weight, weight_error] = path.at(x);
        log_weight.real = log_weight.real - shift;
        const ComplexDoubleDouble distance{loss.real - middle, loss.imag};
        const ComplexDoubleDouble angle{-(distance.imag * step), distance.real * step};
        const bool fades = !(-angle.real.high < largest_exponent);  // less than e^-300 is left
        if (!fades && !(std::abs(angle.imag.high) < 0x1p40)) return std::nullopt;
        const auto error_of = [](const ComplexDoubleDouble& z) {
            return exp_error(z.real.high) + cis_error(z.imag.high) + 2 + 2 * z.modulus();
        };
        result.point.push_back({.weight = exp(log_weight),
                                .turn = fades ? ComplexDoubleDouble{0, 0} : exp(angle),
                                .weight_error = weight_error + error_of(log_weight),
                                .turn_error = fades ? 0 : step * loss_error + error_of(angle)});
        total += result.point.back().weight.real.high;
    }
    const bool of_first_order =
        std::all_of(result.point.begin(), result.point.end(), [](const PrecisePoint& point) {
            return (point.weight_error + point.turn_error) * double_double_unit < 1e-20;
        });
    if (!of_first_order || !(total > 0)) return std::nullopt;
    // Of the sum itself and of the one at 0, by which it is divided.
    result.omitted = 2.05 * (rule.aliasing + rule.growth * grid.outside + dropped / total + 1e-100);
    return result;
}

}  // namespace mizan::inversion
