// SPDX-License-Identifier: Apache-2.0
#include "mizan/curve/tradeoff_curve.hpp"

#include <algorithm>

#include "mizan/account/account.hpp"
#include "mizan/account/detection.hpp"
#include "mizan/curve/privacy_profile.hpp"
#include "mizan/known/whole/known_parts.hpp"
#include "mizan/numeric/floating_point_environment.hpp"

namespace mizan {

namespace {

// A bound of every test, from (ε, δ(ε))-privacy at several ε.
class ByProfile {
public:
    ByProfile(const Program& program, const Neighbours& neighbours) {
        // More steps lower the bound between two places, and each step costs a δ. Beyond `most`,
        // e^ε comes near the largest double.
        constexpr int steps = 48;
        constexpr double little = 1e-9, most = 500;
        const Question question{Delta{little}, neighbours.relation, neighbours.group_size};
        const double end = std::min(cost(program, question).upper, most);
        std::vector<Epsilon> grid;  // at even distances, from 0 to where the profile is negligible
        for (int i = 0; i <= steps; ++i) grid.emplace_back(end * i / steps);
        for (const auto& [epsilon, delta] : privacy_profile(program, neighbours, grid)) {
            tests_.emplace_back(
                std::vector<analysis::RepeatedLaw>{{ResponseLaw{epsilon, Delta{delta.upper}}, 1}});
        }
    }

    /// No test finds more than this.
    double most(Probability false_positive_rate) {
        double least = 1;
        for (analysis::Detection& test : tests_) {
            least = std::min(least, test.rate(false_positive_rate).upper);
        }
        return least;
    }

private:
    std::vector<analysis::Detection> tests_;
};

}  // namespace

std::vector<CurvePoint> detection_curve(const Program& program, const Neighbours& neighbours,
                                        const std::vector<Probability>& rates) {
    const DefaultArithmetic arithmetic;
    check_number_of_points(rates.size());
    constexpr double wide = 0.25;  // a bracket so wide is worth the profile, which takes long
    const auto parts = known_parts(program, neighbours.relation, neighbours.group_size);
    const auto worst = analysis::worst_laws(parts);
    const auto attained = analysis::attained_laws(parts);
    using Wanted = analysis::Detection::Wanted;
    const Wanted wanted = rates.size() > 1 ? Wanted::many : Wanted::one;
    analysis::Detection least(attained, wanted);
    std::optional<analysis::Detection> most;
    if (worst && *worst != attained) most.emplace(*worst, wanted);
    std::optional<ByProfile> by_profile;

    std::vector<CurvePoint> points;
    for (const Probability rate : rates) {
        const Bracket found = least.rate(rate);
        double upper = most ? most->rate(rate).upper : worst ? found.upper : 1;
        if (!worst || upper - found.lower > wide) {
            if (!by_profile) by_profile.emplace(program, neighbours);
            upper = std::min(upper, by_profile->most(rate));
        }
        ensure(found.lower <= upper, "the two ends of a trade-off function contradict");
        points.push_back({rate.value(), Bracket(found.lower, upper)});
    }
    return points;
}

std::vector<CurvePoint> tradeoff_curve(const Program& program, const Neighbours& neighbours,
                                       const std::vector<Probability>& rates) {
    const DefaultArithmetic arithmetic;
    std::vector<CurvePoint> points = detection_curve(program, neighbours, rates);
    for (auto& [x, y] : points) y = max(0, min(1 - Bracket(x), 1 - y));
    return points;
}

}  // namespace mizan
