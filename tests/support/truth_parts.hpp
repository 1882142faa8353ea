// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <memory>
#include <vector>

#include "support/ball.hpp"

namespace mizan::oracle {

/// A mechanism, run `count` times, in one of the two orders of the neighbours.
struct TruthPart {
    enum class Kind {
        gaussian,           ///< noise
        laplace,            ///< noise
        response,           ///< epsilon, delta
        answer,             ///< p: randomized response
        discrete_laplace,   ///< noise parameter, sensitivity
        discrete_gaussian,  ///< sigma, sensitivity
        sampled_gaussian,   ///< q, noise
        sampled_laplace,    ///< q, noise
    } kind;
    unsigned long count;
    double first, second = 0;

    [[nodiscard]] bool is_sampled() const {
        return kind == Kind::sampled_gaussian || kind == Kind::sampled_laplace;
    }
    /// Whether the loss has a density and nothing else, so that its transform decays.
    [[nodiscard]] bool is_smooth() const {
        return kind == Kind::gaussian || kind == Kind::sampled_gaussian;
    }
};

/// M(s) = E_P[e^{sL}; L < inf] of one run at s = c, c + ih, c + 2ih, ….
///
/// Φ is a formula, or a sum Σ v_j y_j^k over the values of the loss or over the points of a
/// quadrature whose error is below e^-digits.
template <slong bits>
class TruthTransform {
public:
    using Ball = BallOf<bits>;

    struct Line {
        double c;
        Ball step;
        double highest;  ///< frequency that is asked for
        double digits;
    };

    TruthTransform(const TruthPart& part, bool add, const Line& line) : part_{part}, line_{line} {
        using Kind = TruthPart::Kind;
        switch (part.kind) {
            case Kind::gaussian:
            case Kind::laplace:
                break;
            case Kind::response: {
                const Ball e(part.first), p = Ball(1) / (Ball(1) + exp(-e));
                add_atom((Ball(1) - Ball(part.second)) * p, e);
                add_atom((Ball(1) - Ball(part.second)) * (Ball(1) - p), -e);
                break;
            }
            case Kind::answer: {
                const Ball p(part.first), rest = Ball(1) - p, loss = log(p / rest);
                add_atom(p, loss);
                add_atom(rest, -loss);
                break;
            }
            case Kind::discrete_laplace:
                add_discrete_laplace();
                break;
            case Kind::discrete_gaussian:
                add_discrete_gaussian();
                break;
            case Kind::sampled_gaussian:
                add_sampled_gaussian(add);
                break;
            case Kind::sampled_laplace:
                add_sampled_laplace(add);
                break;
        }
    }

    /// Whether that takes few enough points.
    [[nodiscard]] bool is_feasible() const { return feasible_; }

    /// M at the next node.
    Ball next() {
        const Ball s = Ball(line_.c) + Ball(0, 1) * Ball(static_cast<double>(node_++)) * line_.step;
        if (part_.kind == TruthPart::Kind::gaussian) {
            return exp(s * (s + Ball(1)) / (Ball(2) * Ball(part_.first) * Ball(part_.first)));
        }
        if (part_.kind == TruthPart::Kind::laplace) {
            // Half of the mass left of both centres, e^-e/2 right of them, the rest between.
            const Ball e = Ball(1) / Ball(part_.first), t = s + s + Ball(1);
            const Ball fall = exp(-(s + Ball(1)) * e);
            return (exp(s * e) + fall + (exp(s * e) - fall) / t) / Ball(2);
        }
        Ball sum;
        for (std::size_t j = 0; j < value_.size(); ++j) {
            sum += value_[j];
            value_[j] *= turn_[j];
        }
        return conjugate_ ? conj(sum) : sum;
    }

private:
    // Mass v at a loss.
    void add_atom(const Ball& mass, const Ball& loss) {
        value_.push_back(mass * exp(Ball(line_.c) * loss));
        turn_.push_back(exp(Ball(0, 1) * line_.step * loss));
    }

    // P(x) is proportional to e^{-a|x|}, Q to e^{-a|x-k|}.
    void add_discrete_laplace() {
        const Ball a(part_.first), far = exp(-a), norm = (Ball(1) - far) / (Ball(1) + far);
        const auto k = static_cast<long>(part_.second);
        const Ball outside = norm / (Ball(1) - far), all = a * Ball(part_.second);
        add_atom(outside, all);               // x ≤ 0
        add_atom(outside * exp(-all), -all);  // x ≥ k
        for (long x = 1; x < k; ++x) {
            const auto there = static_cast<double>(x);
            add_atom(norm * exp(-a * Ball(there)), a * Ball(part_.second - 2 * there));
        }
    }

    // P(x) is proportional to e^{-x²/2σ²}, and the loss is (k² - 2kx)/2σ².
    void add_discrete_gaussian() {
        const double sigma = part_.first, k = part_.second;
        const Ball twice = Ball(2) * Ball(sigma) * Ball(sigma);
        const double reach = sigma * std::sqrt(2 * line_.digits + 20) + 2;
        Ball norm;
        for (double x = -std::ceil(reach); x <= reach; ++x) norm += exp(-Ball(x * x) / twice);
        const double middle = -line_.c * k;
        for (double x = std::floor(middle - reach); x <= middle + reach; ++x) {
            add_atom(exp(-Ball(x * x) / twice) / norm, Ball(k * k - 2 * k * x) / twice);
        }
    }

    // E[w^α] over N(0, σ²), w = 1 - q + q e^{(2x-1)/2σ²}: the trapezoidal rule on Im x = θσ². In
    // the strip up to 2θσ² the integrand is analytic and |w^{iω}| ≤ 1 for ω > 0: one step serves
    // all ω.
    void add_sampled_gaussian(bool add) {
        const double q = part_.first, noise = part_.second;
        const double order = add ? -line_.c : 1 + line_.c;
        const double falling = std::max(0.0, -order);
        const auto step_for = [&](double t) {
            const double growth = 2 * t * t * noise * noise - falling * std::log(std::cos(t));
            return 2 * M_PI * t * noise * noise / (line_.digits + growth + 2);
        };
        double theta = std::min(0.02, 5 / noise);
        for (double t = 0.02; t < 1.53 && t * noise <= 5; t += 0.02) {
            if (step_for(t) > step_for(theta)) theta = t;
        }
        const double h = step_for(theta);
        const double reach = noise * std::sqrt(2 * line_.digits + 12);
        const double low = q * std::exp(-0.5 / (noise * noise));
        const double begin = std::min(order, 0.0) * low / (1 - q + low) - reach;
        const double end = std::max(order, 1.0) + reach;
        feasible_ = (end - begin) / h < most_points;
        if (!feasible_) return;
        const Ball variance = Ball(noise) * Ball(noise), i(0, 1), t(theta);
        const Ball factor = Ball(h) / sqrt(Ball(2) * Ball::pi() * variance);
        const Ball turn = exp(i * t), rest = Ball(1) - Ball(q);
        for (double k = std::floor(begin / h); k <= end / h; ++k) {
            const Ball x = Ball(k) * Ball(h);
            const Ball w = rest + Ball(q) * exp((x - Ball(0.5)) / variance) * turn;
            const Ball loss = log(w), away = x + i * t * variance;
            const Ball exponent = (add ? Ball(-line_.c) : Ball(1) + Ball(line_.c)) * loss -
                                  away * away / (Ball(2) * variance);
            const Ball value = factor * exp(exponent);
            if (value.log_size() < -line_.digits - 12 + largest_log_) continue;
            largest_log_ = std::max(largest_log_, value.log_size());
            value_.push_back(value);
            turn_.push_back(exp(i * line_.step * loss));
        }
        // E[w^{-s}] is the conjugate of E[w^{-conj s}], the one with ω > 0.
        conjugate_ = add;
    }

    // With the record P = (1-q) Q + q Q(· - 1), Q the Laplace law: w is constant left of 0 and
    // right of 1, and between them Gauss's rule is applied.
    void add_sampled_laplace(bool add) {
        const Ball q(part_.first), e = Ball(1) / Ball(part_.second);
        const auto add_point = [&](const Ball& mass, const Ball& rise) {  // under Q, log of ratio
            const Ball w = Ball(1) - q + q * exp(rise), loss = log(w);
            if (add) {
                add_atom(mass, -loss);
            } else {
                add_atom(mass * w, loss);
            }
        };
        add_point(Ball(0.5), -e);
        add_point(Ball(0.5) * exp(-e), e);
        static const std::vector<typename Ball::GaussPoint> rule = [] {
            std::vector<typename Ball::GaussPoint> points;
            for (ulong k = 0; k < gauss_points; ++k) {
                points.push_back(Ball::gauss_point(gauss_points, k));
            }
            return points;
        }();
        const double size = 1 / part_.second;
        const double panels =
            std::ceil(1 + 2 * size * (1 + std::abs(line_.c) / 8) + line_.highest * size / 12);
        feasible_ = panels * gauss_points < most_points;
        if (!feasible_) return;
        for (double panel = 0; panel < panels; ++panel) {
            for (const auto& [point, weight] : rule) {
                const Ball x = (Ball(panel) + (point + Ball(1)) / Ball(2)) / Ball(panels);
                add_point(weight / Ball(4 * panels) * e * exp(-e * x), e * (x + x - Ball(1)));
            }
        }
    }

    static constexpr ulong gauss_points = 64;
    static constexpr double most_points = 6000;

    TruthPart part_;
    Line line_;
    std::vector<Ball> value_, turn_;
    long node_ = 0;
    double largest_log_ = -1e300;
    bool conjugate_ = false, feasible_ = true;
};

}  // namespace mizan::oracle
