// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/transform/gaussian_loss.hpp"

#include <algorithm>
#include <cmath>
#include <span>

#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/inversion/transform/precise_transform.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/units/error.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;

// Tilting moves the mean to μ²(c + 1/2) and nothing else: log φ = -μ²ω²/2 + iω (mean - centre).
class TiltedGaussian final : public TiltedLoss {
public:
    TiltedGaussian(Bracket mu_squared, Precisely precisely, double c, Bracket log_moment)
        : mu_squared_{mu_squared},
          log_moment_{log_moment},
          precisely_{std::move(precisely)},
          c_{c} {
        const Bracket mean = mu_squared * (Bracket(c) + 0.5);
        centre_ = mean.middle();
        offset_ = mean - centre_;
    }

    [[nodiscard]] Bracket log_moment() const override { return log_moment_; }
    [[nodiscard]] double centre() const override { return centre_; }

    void add_log_characteristic(double step, std::size_t first, double count,
                                LogNodes sum) const override {
        const double half = mu_squared_.middle() / 2, offset = offset_.middle();
        const double half_width = mu_squared_.width() / 2 * (1 + 4 * u);
        const double offset_width = offset_.width() * (1 + 4 * u);
        for (std::size_t k = 0; k < sum.size(); ++k) {
            const double omega = static_cast<double>(first + k) * step;
            const double real = -(half * omega * omega) * count;
            if (!std::isfinite(real)) {  // Φ is 0 as far as doubles go, with any phase
                sum.real[k] = real;
                continue;
            }
            const double imag = offset * omega * count;
            sum.real[k] += real;
            sum.imag[k] += imag;
            const double error = omega * (half_width * omega + offset_width) * count +
                                 2 * u *
                                     (3 * std::abs(real) + 3 * std::abs(imag) +
                                      std::abs(sum.real[k]) + std::abs(sum.imag[k]));
            if (std::isfinite(sum.real[k])) sum.error[k] = (sum.error[k] + error) * (1 + 64 * u);
        }
    }

    bool add_precise_log_characteristic(double step, double count,
                                        PreciseNodes sum) const override {
        const auto log_transform = [mu_squared = precisely_()](const ComplexPrecise& s) {
            return mu_squared * (s * (s + 1)) / 2;
        };
        add_from_formula(log_transform, c_, centre_, step, count, sum);
        return true;
    }

    [[nodiscard]] double log_decay(double omega) const override {
        return -(mu_squared_.lower / 2 * omega * omega) * (1 - 8 * u);
    }

    void multiply_bound(const Intervals& intervals, double count,
                        std::span<double> squares) const override {
        for (std::size_t k = 0; k < squares.size(); ++k) {
            const double edge =
                (intervals.first + static_cast<double>(k) * intervals.step) * (1 - 8 * u) -
                intervals.radius;
            const double bound = plain::exp(2 * count * log_decay(std::max(edge, 0.0)));
            squares[k] = std::max(squares[k] * bound * (1 + 16 * u), least_square);
        }
    }

private:
    Bracket mu_squared_, log_moment_, offset_ = 0;
    Precisely precisely_;  // μ²
    double c_, centre_ = 0;
};

}  // namespace

GaussianLoss::GaussianLoss(Bracket mu_squared, Precisely precisely)
    : mu_squared_{mu_squared}, precisely_{std::move(precisely)} {
    if (!(mu_squared.lower >= 0 && std::isfinite(mu_squared.upper))) {
        throw DomainError("mu squared", "finite and at least 0",
                          mu_squared.lower >= 0 ? mu_squared.upper : mu_squared.lower);
    }
}

Bracket GaussianLoss::log_moment(double c) const {
    return mu_squared_ * (Bracket(c) * (Bracket(c) + 1)) / 2;
}

Cumulants GaussianLoss::cumulants(double c) const {
    const double variance = mu_squared_.middle();
    return {variance * c * (c + 1) / 2, variance * (c + 0.5), variance};
}

std::unique_ptr<TiltedLoss> GaussianLoss::tilt(double c, LineUse) const {
    return std::make_unique<TiltedGaussian>(mu_squared_, precisely_, c, log_moment(c));
}

}  // namespace mizan::inversion
