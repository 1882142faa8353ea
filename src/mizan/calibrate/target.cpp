// SPDX-License-Identifier: Apache-2.0
#include "mizan/calibrate/target.hpp"

#include <algorithm>
#include <limits>

#include "mizan/account/account.hpp"
#include "mizan/account/detection.hpp"
#include "mizan/account/exact.hpp"
#include "mizan/curve/curves.hpp"
#include "mizan/engine/by_inversion.hpp"
#include "mizan/known/whole/known_parts.hpp"
#include "mizan/numeric/floating_point_environment.hpp"

namespace mizan {

namespace {

// A target with epsilon 0 is a question about delta. Its epsilon would be 0 or more, which is no
// help to a search.
bool is_about_delta(const ApproxDP& keep) {
    return keep.epsilon.value() == 0 && keep.delta.value() > 0;
}

struct Level {
    double operator()(const ApproxDP& keep) const {
        return is_about_delta(keep) ? keep.delta.value() : keep.epsilon.value();
    }
    double operator()(const Advantage& keep) const { return keep.most.value(); }
    double operator()(const TruePositiveRate& keep) const { return keep.most.value(); }
};

struct LeastLevel {
    double operator()(const TruePositiveRate& keep) const {
        return keep.false_positive_rate.value();
    }
    template <class Other>
    double operator()(const Other&) const {
        return 0;
    }
};

struct WithLevel {
    double level;

    void operator()(ApproxDP& keep) const {
        if (is_about_delta(keep)) {
            keep.delta = Delta{level};
        } else {
            keep.epsilon = Epsilon{level};
        }
    }
    void operator()(Advantage& keep) const { keep.most = level; }
    void operator()(TruePositiveRate& keep) const { keep.most = level; }
};

struct Unit {
    std::string operator()(const ApproxDP& keep) const {
        return is_about_delta(keep) ? "delta at epsilon 0"
                                    : "epsilon at delta " + shortest(keep.delta.value());
    }
    std::string operator()(const Advantage&) const { return "advantage"; }
    std::string operator()(const TruePositiveRate& keep) const {
        return "true-positive rate at false-positive rate " +
               shortest(keep.false_positive_rate.value());
    }
};

struct Cost {
    const Program& program;
    const Target& target;

    Bracket operator()(const ApproxDP& keep) const {
        if (is_about_delta(keep)) return advantage();
        return asked(keep.delta);
    }
    Bracket operator()(const Advantage&) const { return advantage(); }
    Bracket operator()(const TruePositiveRate& keep) const {
        const Neighbours neighbours{target.relation, target.group_size};
        return detection_curve(program, neighbours, {keep.false_positive_rate}).front().y;
    }

    // If account leaves δ at epsilon 0 wide, the laws are asked again, with more work.
    [[nodiscard]] Bracket advantage() const {
        // The width that answers are made for.
        constexpr double narrow = inversion::Profile::Aim{}.content;
        const Bracket found = asked(Epsilon{0.0});
        if (found.width() <= narrow * found.upper) return found;
        const auto parts = known_parts(program, target.relation, target.group_size);
        const auto worst = analysis::worst_laws(parts);
        if (!worst || *worst != analysis::attained_laws(parts)) return found;
        using analysis::Detection;
        return intersect(found, Detection(*worst, Detection::Wanted::one).advantage());
    }

    template <class Given>
    [[nodiscard]] Bracket asked(Given given) const {
        return mizan::cost(program, Question{given, target.relation, target.group_size});
    }
};

}  // namespace

double Target::level() const { return std::visit(Level{}, keep); }

double Target::least_level() const { return std::visit(LeastLevel{}, keep); }

Target Target::with_level(double level) const {
    Target other = *this;
    std::visit(WithLevel{level}, other.keep);
    return other;
}

std::string Target::unit() const { return std::visit(Unit{}, keep); }

Bracket cost(const Program& program, const Target& target) {
    const DefaultArithmetic arithmetic;
    return std::visit(Cost{program, target}, target.keep);
}

double estimated_cost(const Program& program, const Target& target) {
    const DefaultArithmetic arithmetic;
    constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
    if (const auto* rate = std::get_if<TruePositiveRate>(&target.keep)) {
        const auto parts = known_parts(program, target.relation, target.group_size);
        const auto worst = analysis::worst_laws(parts);
        return worst ? analysis::Detection(*worst).estimated_rate(rate->false_positive_rate)
                     : unknown;
    }
    const auto* keep = std::get_if<ApproxDP>(&target.keep);
    if (keep == nullptr || keep->delta.value() == 0 || is_about_delta(*keep)) return unknown;
    const auto laws =
        analysis::worst_laws(known_parts(program, target.relation, target.group_size));
    if (!laws || std::ranges::none_of(*laws, [](const analysis::RepeatedLaw& each) {
            return is_sampled(each.law);
        })) {
        return unknown;
    }
    return analysis::estimated_epsilon(*laws, keep->delta);
}

}  // namespace mizan
