// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <iterator>
#include <map>

#include "mizan/account/curves.hpp"
#include "mizan/account/detection.hpp"
#include "mizan/account/exact.hpp"
#include "mizan/account/finite_laws.hpp"
#include "mizan/account/inverted.hpp"
#include "mizan/numeric/normal.hpp"

namespace mizan {

namespace {

// Losses between two ends.
std::vector<double> evenly(double low, double high, int points) {
    std::vector<double> all;
    for (int i = 0; i < points; ++i) {
        const double part = points > 1 ? static_cast<double>(i) / (points - 1) : 0;
        all.push_back(low * (1 - part) + high * part);
    }
    return all;
}

template <class Cdf>
std::vector<CurvePoint> evaluate(const std::vector<double>& losses, Cdf cdf) {
    std::vector<CurvePoint> points;
    for (const double x : losses) points.push_back({x, cdf(x)});
    return points;
}

LossCurve loss_of(const PrivacyLoss& loss, int points) {
    std::vector<double> losses;
    for (const Outcome& atom : loss.atoms()) {
        if (atom.p.upper > 0 && std::isfinite(atom.log_ratio.upper)) {
            losses.push_back(atom.log_ratio.upper);
        }
    }
    const bool are_few = losses.size() <= static_cast<std::size_t>(points);
    if (!are_few) losses = evenly(losses.front(), losses.back(), points);
    return {evaluate(losses, [&](double x) { return loss.at_most(x); }), loss.infinity_mass(),
            are_few};
}

LossCurve of_gaussian(Bracket mu, int points) {
    const double most = mu.upper, reach = 6 * most;
    if (most == infinity) return {{}, 1, true};
    if (!std::isfinite(most * most)) throw NoCurve("the loss exceeds what a double can hold");
    // The loss is N(mu²/2, mu²), for every mu in its bracket.
    const auto cdf = [&](double x) {
        return most == 0 ? Bracket(x >= 0 ? 1 : 0) : normal::tail(mu / 2 - x / mu);
    };
    return {evaluate(evenly(most * most / 2 - reach, most * most / 2 + reach, points), cdf), 0,
            false};
}

// One run of a mechanism: all its losses, or those within six deviations of their mean.
template <class M>
LossCurve one_loss(const M& mechanism, int points) {
    const CDP spread = mechanism.cdp();
    const double mean = spread.mu.value(), reach = 6 * spread.tau.value();
    const double end = mechanism.pure_epsilon().upper;
    if (mean == infinity) return {{}, 1, true};
    if (!std::isfinite(mean + reach)) throw NoCurve("the loss exceeds what a double can hold");
    const auto losses =
        end < infinity ? evenly(-end, end, points) : evenly(mean - reach, mean + reach, points);
    return {evaluate(losses, [&](double x) { return mechanism.loss_cdf(x); }), 0, false};
}

// The law of the loss from the profile of the composition.
class ByProfile {
public:
    explicit ByProfile(inversion::Profile profile)
        : profile_{std::move(profile)}, infinity_mass_{profile_.delta(infinity)} {}

    LossCurve curve(int points) {
        constexpr double little = 1e-7, narrow = 1e-9, share = 1e-5;
        const Bracket middle = profile_.delta(0);
        const bool is_slow = middle.width() > narrow * middle.upper;
        high_ = profile_.epsilon(Delta{std::min(1.0, infinity_mass_.upper + little)}).upper;
        if (high_ == infinity) throw NoCurve("the profile of the program is not known well enough");
        low_ = -high_;
        if (!is_slow) narrow_range(little);
        step_ = share * (high_ - low_);
        const std::vector<double> losses = evenly(low_, high_, points);
        if (is_slow) tabulate(losses);
        const auto at_most = [&](double x) {
            const Bracket p = 1 - (is_slow ? exceeds_by_table(x) : exceeds(x));
            return Bracket(std::max(0.0, p.lower), std::min(p.upper, (1 - infinity_mass_).upper));
        };
        return {evaluate(losses, at_most), infinity_mass_, false};
    }

private:
    void narrow_range(double little) {
        constexpr int rounds = 12;
        constexpr double part = 0.75;
        for (int i = 0; i < rounds; ++i) {
            step_ = 1e-5 * (high_ - low_);
            const double inner_low = low_ * part + high_ * (1 - part);
            if (1 - exceeds(inner_low).middle() < little) low_ = inner_low;
            const double inner_high = high_ * part + low_ * (1 - part);
            if (exceeds(inner_high).middle() - infinity_mass_.middle() < little) high_ = inner_high;
        }
    }

    // Where an answer takes long, the neighbours of a point are those of the curve.
    void tabulate(const std::vector<double>& losses) {
        deltas_.clear();
        const double spacing = losses[1] - losses[0];
        for (const double x : losses) (void)delta(x);
        (void)delta(losses.front() - spacing);
        (void)delta(losses.back() + spacing);
    }
    Bracket exceeds_by_table(double x) {
        const auto here = deltas_.find(x);
        return exceeds(x, std::prev(here)->first, std::next(here)->first);
    }

    Bracket exceeds(double x) {
        const double step = std::max(step_, 1e-12 * std::abs(x));
        return exceeds(x, x - step, x + step);
    }

    // Mizan26 P2.
    Bracket exceeds(double x, double before, double after) {
        const Bracket here = delta(x);
        const Bracket least = here + (here - delta(after)) / expm1(Bracket(after) - x);
        const Bracket most = here + (delta(before) - here) / -expm1(Bracket(before) - x);
        const double lower = std::max(here.lower, least.lower);
        ensure(lower <= 1, "a probability is at least more than 1");
        return {lower, std::clamp(most.upper, lower, 1.0)};
    }

    Bracket delta(double x) {
        const auto known = deltas_.find(x);
        if (known != deltas_.end()) return known->second;
        return deltas_.emplace(x, profile_.delta(x)).first->second;
    }

    inversion::Profile profile_;
    Bracket infinity_mass_;
    std::map<double, Bracket> deltas_;
    double low_ = 0, high_ = 0, step_ = 0;
};

}  // namespace

LossCurve loss_curve(const Program& program, const Neighbours& neighbours, int points) {
    const auto parts = releases(program, neighbours.relation, neighbours.group_size);
    const auto laws = analysis::worst_laws(parts);
    if (!laws) {
        const auto missing = std::ranges::find_if(
            parts, [](const Release& part) { return !analysis::worst_laws({part}); });
        throw NoCurve(missing->name + " is known by a promise that has no worst law of the loss");
    }
    const analysis::Directions forward{};
    if (const auto loss = analysis::finite_loss(*laws, forward)) return loss_of(*loss, points);
    if (const auto single = analysis::single_law(*laws)) {
        if (const auto* gaussian = std::get_if<GaussianLaw>(&*single)) {
            return of_gaussian(gaussian->mu, points);
        }
        if (const auto* laplace = std::get_if<LaplaceLaw>(&*single)) {
            return one_loss(laplace->mechanism, points);
        }
        if (const auto* range = std::get_if<BoundedRangeLaw>(&*single)) {
            return one_loss(range->mechanism, points);
        }
        if (const auto* steps = std::get_if<DiscreteLaw<DiscreteLaplace>>(&*single)) {
            return one_loss(steps->mechanism, points);
        }
        if (const auto* steps = std::get_if<DiscreteLaw<DiscreteGaussian>>(&*single)) {
            return one_loss(steps->mechanism, points);
        }
    }
    return ByProfile(std::move(analysis::profiles(*laws).front())).curve(points);
}

}  // namespace mizan
