// SPDX-License-Identifier: Apache-2.0
#include "mizan/curve/loss_curve.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/account/convex_profile.hpp"
#include "mizan/account/detection.hpp"
#include "mizan/engine/by_inversion.hpp"
#include "mizan/engine/finite_losses.hpp"
#include "mizan/known/whole/known_parts.hpp"
#include "mizan/numeric/floating_point_environment.hpp"

namespace mizan {

namespace {

constexpr const char* its_profile = "its privacy profile is known";

// Losses at even distances between two ends.
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

// One run of a law that knows the distribution function of its loss.
LossCurve loss_of(const LossCdf& cdf, int points) {
    const auto& [low, high, is_infinite] = cdf.range;
    if (is_infinite) return {{}, 1, true};
    if (!std::isfinite(high)) throw Refused("the loss exceeds what a double can hold", its_profile);
    return {evaluate(evenly(low, high, points), cdf.at), 0, false};
}

// The law of the loss from the profile of the composition.
class ByProfile {
public:
    explicit ByProfile(analysis::ConvexProfile profile) : profile_{std::move(profile)} {}

    LossCurve curve(int points) {
        // The probability of the losses beyond each end of the curve.
        constexpr double little = 1e-7;
        const Bracket never = profile_.infinity_mass();
        high_ = profile_.epsilon(Delta{std::min(1.0, never.upper + little)}).upper;
        if (high_ == infinity)
            throw Refused("the profile of the program is not known well enough", its_profile);
        low_ = -high_;
        narrow_range(little);
        const auto at_most = [&](double x) {
            const Bracket p = 1 - profile_.exceeds(x);
            return Bracket(std::max(0.0, p.lower), std::min(p.upper, (1 - never).upper));
        };
        return {evaluate(evenly(low_, high_, points), at_most), never, false};
    }

private:
    void narrow_range(double little) {
        // In each round an end moves inward to `part` of the range if it leaves out little.
        constexpr int rounds = 12;
        constexpr double part = 0.75;
        const double never = profile_.infinity_mass().middle();
        for (int i = 0; i < rounds; ++i) {
            const double inner_low = low_ * part + high_ * (1 - part);
            if (1 - profile_.roughly_exceeds(inner_low).middle() < little) low_ = inner_low;
            const double inner_high = high_ * part + low_ * (1 - part);
            if (profile_.roughly_exceeds(inner_high).middle() - never < little) high_ = inner_high;
        }
    }

    analysis::ConvexProfile profile_;
    double low_ = 0, high_ = 0;
};

// The loss curve of these laws in the first of their orders.
LossCurve loss_of(const std::vector<analysis::RepeatedLaw>& all, int points) {
    const Directions forward{};
    if (const auto loss = analysis::finite_loss(all, forward)) return loss_of(*loss, points);
    if (const auto single = analysis::single_law(all)) {
        if (const auto cdf = loss_cdf(*single)) return loss_of(*cdf, points);
    }
    const Directions first = analysis::all_directions(all).front();
    return ByProfile({analysis::profile_of(all, first), analysis::loss_atoms(all, first)})
        .curve(points);
}

std::string records_of(const Neighbours& neighbours) {
    const bool is_group = neighbours.group_size > 1;
    if (neighbours.relation == Relation::replace_one) {
        return is_group ? "the first values of the group against the second"
                        : "the first value of the record against the second";
    }
    return is_group ? "with the group against without it" : "with the record against without it";
}

// The order of the neighbours that comes first.
std::string direction_of(const std::vector<analysis::RepeatedLaw>& laws,
                         const Neighbours& neighbours) {
    const auto orders = analysis::all_directions(laws);
    if (orders.size() == 1) return "either neighbour against the other";
    const auto differ = [&](auto member) {
        return std::ranges::any_of(
            orders, [&](const Directions& each) { return each.*member != orders.front().*member; });
    };
    std::string records = records_of(neighbours);
    if (!differ(&Directions::user_backward)) return records;
    const bool is_all = orders.size() == 2;
    return "the first law of every pair against the second" + (is_all ? "" : ", " + records);
}

// Turns negative zeros into zeros, because readers make no difference.
LossCurve unsigned_zeros(LossCurve curve) {
    const auto unsigned_zero = [](Bracket x) { return Bracket(x.lower + 0.0, x.upper + 0.0); };
    for (CurvePoint& point : curve.points) point = {point.x + 0.0, unsigned_zero(point.y)};
    curve.infinity_mass = unsigned_zero(curve.infinity_mass);
    return curve;
}

}  // namespace

LossCurve loss_curve(const Program& program, const Neighbours& neighbours, int points) {
    const DefaultArithmetic arithmetic;
    if (points < 1) {
        throw InputError("a curve must have at least 1 point, got " + std::to_string(points));
    }
    check_number_of_points(static_cast<std::size_t>(points));
    const auto parts = known_parts(program, neighbours.relation, neighbours.group_size);
    const auto laws = analysis::worst_laws(parts);
    if (!laws) {
        const auto missing = std::ranges::find_if(
            parts, [](const KnownPart& part) { return !analysis::worst_laws({part}); });
        throw Refused(missing->name + " is known by a promise that has no worst law of the loss",
                      its_profile);
    }
    LossCurve curve = unsigned_zeros(loss_of(*laws, points));
    curve.direction = direction_of(*laws, neighbours);
    return curve;
}

}  // namespace mizan
