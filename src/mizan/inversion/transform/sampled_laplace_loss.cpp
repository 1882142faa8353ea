// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/transform/sampled_laplace_loss.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numbers>
#include <optional>
#include <vector>

#include "mizan/inversion/transform/centred_sum.hpp"
#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/inversion/transform/density_ratio.hpp"
#include "mizan/inversion/transform/gauss_panels.hpp"
#include "mizan/inversion/transform/laplace_loss.hpp"
#include "mizan/inversion/transform/moment_sum.hpp"
#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/elementary.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;
constexpr double pi = std::numbers::pi;
constexpr double most_panels = 700;

// E[w^α] is 1 at q = 0 and convex in q, or concave if 0 < α < 1.
Bracket log_moment_by_convexity(double q, Bracket epsilon, double c) {
    const Bracket unsampled = LaplaceLoss(epsilon).log_moment(c);
    const Bracket mixed = log1p(q * expm1(unsampled));
    return hull(0, c > 0 ? min(unsampled, mixed) : max(unsampled, mixed));
}

// Points of the law without the record: the two atoms first, then the panels.
struct Points {
    DensityRatios ratio;
    std::vector<double> mass;        // without the record
    std::vector<double> mass_error;  // relative, in units u

    [[nodiscard]] std::size_t size() const { return mass.size(); }
};

Points points_of(double q, double e, std::size_t panels) {
    const std::size_t size = 2 + gauss_rule.size() * panels;
    std::vector<double> z{-e, e}, mass{0, -e}, factor{0.5, 0.5}, mass_error{0, e + 8};
    for (auto* each : {&z, &mass, &factor, &mass_error}) each->reserve(size);
    const auto m = static_cast<double>(panels);
    for (std::size_t k = 0; k < panels; ++k) {
        for (const auto& [node, weight] : gauss_rule) {
            const double x = (static_cast<double>(k) + node) / m;
            z.push_back((2 * x - 1) * e);
            mass.push_back(-x * e);
            factor.push_back(weight * e / (2 * m));
            mass_error.push_back(6 * e + 16);
        }
    }
    exponentials(mass);
    Points points{{q, z, 0}, std::move(mass), std::move(mass_error)};
    for (std::size_t j = 0; j < size; ++j) {
        points.mass[j] *= factor[j];
        points.ratio.log_error[j] += points.ratio.r[j] * (j < 2 ? e : 10 * e);
    }
    return points;
}

LossPoint loss_point(const Points& points, std::size_t j, Direction direction) {
    const auto [w, log_w, r, log_error] = points.ratio[j];
    const double mass = points.mass[j], with = mass * w, log_mass = plain::log(mass);
    const bool removes = direction == Direction::remove;
    return {.loss = removes ? log_w : -log_w,
            .log_weight = removes ? log_mass + log_w : log_mass,
            .weight = removes ? with : mass,
            .dual_weight = removes ? mass : with,
            .loss_error = log_error,
            .weight_error = points.mass_error[j] + log_error + 2 * std::abs(log_w) +
                            9 * std::abs(log_mass) + 4};
}

// So many natural digits of K(c) that a bound of it is not far off.
constexpr double few_digits = 14;

// The smallest number of panels that leaves out no more than e^{-digits}.
struct Panels {
    std::size_t count;
    PanelError error;

    [[nodiscard]] bool tell_something() const { return error.share < 0.5; }
};

Panels panels_for(const SampledLaplaceTilt& tilt, double frequency, double digits,
                  double digits_of_moment = all_digits) {
    const double q = tilt.q, spread = std::min(tilt.epsilon, 1.0);
    const double excess = std::abs(tilt.c * (tilt.c + 1)) * q * q * spread * spread;
    double panels = std::ceil(tilt.epsilon / 3);
    PanelError error = panel_error(tilt, frequency, panels);
    while (panels < most_panels && !(error.share <= plain::exp(-digits) &&
                                     error.excess <= plain::exp(-digits_of_moment) * excess)) {
        panels = std::min(most_panels, std::ceil(panels * 1.25));
        error = panel_error(tilt, frequency, panels);
    }
    return {static_cast<std::size_t>(panels), error};
}

struct TiltedPoints {
    Points points;
    std::vector<double> weight;
    std::vector<double> error;  // of the weights, relative, in units u
    double shift;
    Bracket log_moment;
};

// All points at once; false where they have to be added one by one.
bool add_at_once(const Points& points, const SampledLaplaceTilt& tilt, MomentSum& sum,
                 TiltedPoints& result) {
    const std::size_t size = points.size();
    const bool removes = tilt.direction == Direction::remove;
    std::vector<double> loss(size), with(size), error(size);
    for (std::size_t j = 0; j < size; ++j) {
        const double log_w = points.ratio.log_w[j], log_error = points.ratio.log_error[j];
        loss[j] = removes ? log_w : -log_w;
        with[j] = points.mass[j] * points.ratio.w[j];
        error[j] = points.mass_error[j] + log_error + 2 * std::abs(log_w) + 4;
        // as a term of the sum
        result.error[j] = error[j] + std::abs(tilt.c) * (log_error + std::abs(log_w)) + 17;
    }
    return sum.add(LossColumns{.loss = loss.data(),
                               .weight = removes ? with.data() : points.mass.data(),
                               .dual_weight = removes ? points.mass.data() : with.data(),
                               .loss_error = points.ratio.log_error.data(),
                               .weight_error = error.data(),
                               .size = size},
                   result.weight.data());
}

TiltedPoints tilted_points(const SampledLaplaceTilt& tilt, const Panels& panels) {
    TiltedPoints result{
        points_of(tilt.q, tilt.epsilon, panels.count), {}, {}, 0, Bracket::whole_line()};
    const Points& points = result.points;
    result.weight.resize(points.size());
    result.error.resize(points.size());
    const SampledLaplaceTilt moments = tilt.c < -0.5 ? tilt.swapped() : tilt;
    const double a = tilt.order();
    const double peak = std::max(a * points.ratio.log_w[0], a * points.ratio.log_w[1]);
    result.shift = peak > 200 ? peak : 0;
    MomentSum sum(moments.c, result.shift);
    if (!add_at_once(points, moments, sum, result)) {
        for (std::size_t j = 0; j < points.size(); ++j) {
            const auto [weight, error] = sum.add(loss_point(points, j, moments.direction));
            result.weight[j] = weight;
            result.error[j] = error;
        }
    }
    if (panels.tell_something()) {
        result.log_moment = sum.log_moment(panels.error.excess, panels.error.share);
    }
    return result;
}

class TiltedSampledLaplace final : public TiltedLoss {
public:
    // A line of which only |φ| ≤ 1 and a bracket of K are known.
    explicit TiltedSampledLaplace(Bracket known) : log_moment_{known} {}

    void compute(const SampledLaplaceTilt& tilt, LineUse use) {
        highest_frequency_ = use.highest_frequency;
        const double digits = 1.5 - plain::log(std::clamp(use.accuracy, 1e-60, 1.0));
        double frequency = use.highest_frequency;
        Panels panels = panels_for(tilt, frequency, digits);
        // Where the highest frequencies are out of reach, lower ones may still be worth knowing.
        for (int round = 0; round < 3 && !(panels.error.share < 1e-3); ++round) {
            frequency /= 16;
            panels = panels_for(tilt, frequency, digits);
        }
        if (!panels.tell_something()) return;
        const TiltedPoints tilted = tilted_points(tilt, panels);
        if (!(tilted.log_moment.width() < 0.01)) return;
        log_moment_ = intersect(log_moment_, tilted.log_moment);
        centre_points(tilt, tilted, panels.error);
        if (frequency < use.highest_frequency) points_.highest_frequency = frequency;
    }

    [[nodiscard]] Bracket log_moment() const override { return log_moment_; }
    [[nodiscard]] double centre() const override { return centre_; }

    void add_log_characteristic(double step, std::size_t first, double count,
                                LogNodes sum) const override {
        inversion::add_log_characteristic(points_, step, first, count, sum);
    }

    [[nodiscard]] double work_per_node() const override {
        return 8 * static_cast<double>(points_.weight.size());
    }

    [[nodiscard]] double log_decay(double omega) const override;

    [[nodiscard]] bool grows_dearer() const override { return true; }

    [[nodiscard]] bool expect(LineUse use) override {
        return use.highest_frequency <= highest_frequency_;
    }

private:
    void centre_points(const SampledLaplaceTilt& tilt, const TiltedPoints& tilted,
                       const PanelError& error);
    [[nodiscard]] double atoms_decay(double omega) const;

    Bracket log_moment_;
    double centre_ = 0;
    double highest_frequency_ = infinity;  // for which it was made
    CentredPoints points_{.weight = {}, .distance = {}, .omitted = 2};

    // For the decay: the atoms, what lies between them, and central moments.
    double lower_atom_ = 1, upper_atom_ = 0, between_ = 0, gap_ = 0;
    double variation_ = infinity;
    double second_lower_ = 0, fourth_term_ = infinity;
};

void TiltedSampledLaplace::centre_points(const SampledLaplaceTilt& tilt, const TiltedPoints& tilted,
                                         const PanelError& error) {
    const double log_norm = log_moment_.middle() - tilted.shift, norm = plain::exp(-log_norm);
    const double norm_error = 10 + 2 * std::abs(log_norm) + log_moment_.width() / u + tilted.shift;
    const double sign = tilt.direction == Direction::remove ? 1 : -1;
    const Points& points = tilted.points;
    const std::size_t size = points.size();
    double mean = 0, total = 0;
    for (std::size_t j = 0; j < size; ++j) {
        total += tilted.weight[j];
        mean += tilted.weight[j] * points.ratio.log_w[j];
    }
    mean /= total;
    centre_ = sign * mean;
    points_ = {};
    points_.weight.reserve(size);
    points_.distance.reserve(size);
    double second = 0, fourth = 0, doubt = 0;
    for (std::size_t j = 0; j < size; ++j) {
        const double p = tilted.weight[j] * norm;
        const double distance = sign * points.ratio.log_w[j] - centre_;
        const double square = distance * distance;
        points_.add(p, distance, tilted.error[j] + norm_error,
                    points.ratio.log_error[j] + std::abs(distance));
        second += p * square;
        fourth += p * square * square;
        doubt = std::max(doubt, tilted.error[j] + norm_error);
        if (j >= 2) between_ += p;
    }
    points_.omitted = 2.02 * error.share;

    // Relative errors of the probabilities here stay below 10^-9, or nothing is claimed.
    const DensityRatio low = points.ratio[0], high = points.ratio[1];
    if (!(doubt * u < 1e-10)) return;
    lower_atom_ = points_.weight[0];
    upper_atom_ = points_.weight[1];
    between_ = std::max(0.0, between_ * (1 - 1e-9) - error.share);
    gap_ = high.log_w - low.log_w;
    const double f1 = lower_atom_ / (2 * low.r), f2 = upper_atom_ / (2 * high.r);
    const double slope1 = 2 * (tilt.order() + 1) * low.r - 3;
    const double slope2 = 2 * (tilt.order() + 1) * high.r - 3;
    const bool monotone = std::max(slope1, slope2) < -1e-9 || std::min(slope1, slope2) > 1e-9;
    variation_ = 2 * (monotone ? std::max(f1, f2) : f1 + f2) * (1 + 1e-9);

    // What the rule, the weights and the centre, which is not quite the mean, may be off by.
    const double reach = error.distance + std::abs(mean), square = reach * reach;
    const double share = error.share + 4 * (doubt + 16) * u;
    const double second_doubt = 1e-9 * second + share * square;
    const double fourth_doubt = 1e-9 * fourth + 10 * share * square * square;
    second_lower_ = std::max(0.0, second - second_doubt);
    const double second_upper = second + second_doubt;
    fourth_term_ = (2 * (fourth + fourth_doubt) + 6 * second_upper * second_upper) / 24;
}

// |φ(v)| for v ≥ ω from the atoms and the variation between them; as a logarithm.
double TiltedSampledLaplace::atoms_decay(double omega) const {
    const double a = lower_atom_, b = upper_atom_, angle = omega * gap_;
    const auto lost_between = [&](double v) {
        return std::max(0.0, between_ - variation_ / v * (1 + 1e-9));
    };
    double gain = lost_between(omega);
    if (angle < 3) {
        const double sine = plain::sin(angle / 2), closing = 4 * a * b * sine * sine;
        gain += closing / (a + b + std::sqrt(std::max(0.0, (a + b) * (a + b) - closing)));
        gain = std::min(gain, lost_between((2 * pi - angle) / gap_));
    }
    return gain > 0 ? plain::log1p(-std::min(gain * (1 - 1e-9), 1 - 1e-9)) : 0;
}

double TiltedSampledLaplace::log_decay(double omega) const {
    double best = atoms_decay(omega);
    // |φ|² ≤ 1 - m₂ω² + (2m₄ + 6m₂²) ω⁴/24, until this rises above what it is at ω.
    const double square = omega * omega, turning = second_lower_ / fourth_term_;
    if (2 * square < turning) {
        const double gain = square * (second_lower_ - fourth_term_ * square) * (1 - 1e-9);
        const double far = std::sqrt(turning - square) * (1 - 1e-9);
        best = std::min(best, std::max(plain::log1p(-gain) / 2, atoms_decay(far)));
    }
    return std::min(0.0, best * (1 - 16 * u));
}

class SampledLaplaceLoss final : public LossTransform {
public:
    SampledLaplaceLoss(double rate, double scale, Direction direction)
        : rate_{rate}, epsilon_{1 / Bracket(scale)}, direction_{direction} {}

    [[nodiscard]] Bracket infinite_mass() const override { return 0; }

    // log w at one end or -log w at the other.
    [[nodiscard]] double largest_loss() const override {
        const bool removes = direction_ == Direction::remove;
        const Bracket log_w = log1p(rate_ * expm1(removes ? epsilon_ : -epsilon_));
        return removes ? log_w.upper : -log_w.lower;
    }

    [[nodiscard]] Bracket log_moment(double c) const override {
        if (c == 0 || c == -1) return 0;
        return log_moment(c, all_digits);
    }
    [[nodiscard]] double log_moment_bound(double c) const override {
        return c == 0 || c == -1 ? 0 : log_moment(c, few_digits).upper;
    }

    [[nodiscard]] Cumulants cumulants(double c) const override {
        if (!is_moderate(c)) {
            const double small = rate_ * epsilon_.middle() * rate_ * epsilon_.middle();
            return {small * c * (c + 1) / 2, small * (c + 0.5), small};
        }
        // Made when first needed: by the threads that work on a long composition.
        std::call_once(is_made_, [&] {
            const double e = epsilon_.middle();
            points_.emplace(points_of(rate_, e, static_cast<std::size_t>(std::ceil(e / 2))));
        });
        const std::vector<double>& log_w = points_->ratio.log_w;
        const double a = tilt_by(c).order(), peak = a * (a > 0 ? log_w[1] : log_w[0]);
        std::vector<double> power(points_->size());
        for (std::size_t j = 0; j < power.size(); ++j) power[j] = a * log_w[j] - peak;
        exponentials(power);
        double total = 0, mean = 0, variance = 0;
        for (std::size_t j = 0; j < power.size(); ++j) {
            const double weight = points_->mass[j] * power[j];
            total += weight;
            mean += weight * log_w[j];
            variance += weight * log_w[j] * log_w[j];
        }
        mean /= total;
        variance = variance / total - mean * mean;
        return {peak + plain::log(total), direction_ == Direction::remove ? mean : -mean,
                std::max(variance, 0.0)};
    }

    [[nodiscard]] std::unique_ptr<TiltedLoss> tilt(double c, LineUse use) const override {
        auto line =
            std::make_unique<TiltedSampledLaplace>(log_moment_by_convexity(rate_, epsilon_, c));
        if (is_moderate(c)) line->compute(tilt_by(c), use);
        return line;
    }

private:
    // Nothing under- or overflows. Elsewhere only simple bounds are given.
    [[nodiscard]] bool is_moderate(double c) const {
        return rate_ > 1e-100 && epsilon_.lower > 1e-100 && epsilon_.upper < 300 && c < 1e12;
    }

    [[nodiscard]] Bracket log_moment(double c, double digits) const {
        const Bracket known = log_moment_by_convexity(rate_, epsilon_, c);
        if (!is_moderate(c)) return known;
        const SampledLaplaceTilt tilt = tilt_by(c);
        const Panels panels = panels_for(tilt, 0, digits, digits);
        if (!panels.tell_something()) return known;
        return intersect(known, tilted_points(tilt, panels).log_moment);
    }

    [[nodiscard]] SampledLaplaceTilt tilt_by(double c) const {
        return {rate_, epsilon_.middle(), direction_, c};
    }

    double rate_;
    Bracket epsilon_;
    Direction direction_;
    mutable std::once_flag is_made_;
    mutable std::optional<Points> points_;  // for searches
};

}  // namespace

std::shared_ptr<const LossTransform> sampled_laplace_loss(Probability rate, Positive scale,
                                                          Direction direction) {
    const double q = rate.value();
    if (q == 0) return std::make_shared<LaplaceLoss>(0);
    if (q == 1) return std::make_shared<LaplaceLoss>(1 / Bracket(scale.value()));
    return std::make_shared<SampledLaplaceLoss>(q, scale.value(), direction);
}

}  // namespace mizan::inversion
