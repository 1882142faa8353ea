// SPDX-License-Identifier: Apache-2.0
#include "mizan/explain/explanation.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/account/account.hpp"
#include "mizan/account/program_guarantees.hpp"
#include "mizan/meaning/bad_outcome.hpp"
#include "mizan/meaning/bayes.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/minimize.hpp"

namespace mizan {

namespace {

template <class T>
End end_of(double value, const char* definition, const Known<T>& known, const char* theorem) {
    End end{value, definition, known.theorems, ""};
    cite(end.theorems, {theorem});
    return end;
}

void raise(End& lower, End other) {
    if (other.value > lower.value) lower = std::move(other);
}
void reduce(End& upper, End other) {
    if (other.value < upper.value) upper = std::move(other);
}

// Improves both ends by one definition, if it says more than what is known so far.
template <class T>
void narrow(Range& range, const Bracket& found, const char* definition, const Known<T>& known,
            const char* theorem) {
    raise(range.lower, end_of(found.lower, definition, known, theorem));
    reduce(range.upper, end_of(found.upper, definition, known, theorem));
}

// One end by the best analysis of the answer that it comes from.
End by_profile(double value, const Answer& answer, const char* theorem) {
    End end{value, "approximate", {}, ""};
    for (const Analysis& analysis : answer.analyses) {
        if (analysis.name == answer.best) end.theorems = analysis.theorems;
    }
    cite(end.theorems, {theorem});
    return end;
}

}  // namespace

Explanation::Explanation(Program program, const Neighbours& neighbours)
    : program_(std::move(program)),
      neighbours_(neighbours),
      kept_(std::make_shared<const Guarantees>(guarantees(program_, neighbours))) {}

Answer Explanation::answer_to(std::variant<Delta, Epsilon> at) const {
    return account(program_, Question{at, neighbours_.relation, neighbours_.group_size});
}

// The upper end of the answer, worked out once. Nobody waits for the answer of another: two threads
// that ask the same at once work out the same.
double Explanation::upper_end_at(std::variant<Delta, Epsilon> at) const {
    const auto* delta = std::get_if<Delta>(&at);
    const double place = delta != nullptr ? delta->value() : std::get<Epsilon>(at).value();
    auto& known = delta != nullptr ? profile_->epsilon_at : profile_->delta_at;
    {
        const std::scoped_lock lock(profile_->mutex);
        if (const auto found = known.find(place); found != known.end()) return found->second;
    }
    const double upper = answer_to(at).asked().upper;
    const std::scoped_lock lock(profile_->mutex);
    return known.emplace(place, upper).first->second;
}

ApproxDP Explanation::promise_at(Delta delta) const {
    return {Epsilon{upper_end_at(delta)}, delta};
}

// The point of the privacy profile that makes `value` least. Every point gives a true bound; the
// values asked for below have one valley, so that the search finds about the best.
ApproxDP Explanation::promise(const std::function<double(const ApproxDP&)>& value) const {
    // No smaller δ is tried. The place of the least value is found to a tenth in log δ.
    constexpr double little = 1e-15, tolerance = 0.1;
    const double least = std::max(little, upper_end_at(Epsilon{infinity}));
    const auto at = [&](double log_delta) {
        return promise_at(Delta{std::clamp(plain::exp(log_delta), least, 1.0)});
    };
    const double found = minimize::on_interval([&](double x) { return value(at(x)); },
                                               plain::log(least), 0, tolerance);
    const ApproxDP inside = at(found), end = promise_at(Delta{least});
    return value(end) <= value(inside) ? end : inside;
}

Range Explanation::bad_outcome(Probability q) const {
    const DefaultArithmetic arithmetic;
    Range range{End{0.0}, End{1.0}};
    if (kept_->pure.value) {
        narrow(range, mizan::bad_outcome(*kept_->pure.value, q), "pure", kept_->pure,
               "Mironov17 IIIb");
    }
    if (kept_->renyi.value) {
        narrow(range, mizan::bad_outcome(kept_->renyi.value->curve, q), "renyi", kept_->renyi,
               "Mironov17 bad outcomes");
    }
    if (kept_->gdp.value) {
        narrow(range, mizan::bad_outcome(*kept_->gdp.value, q), "gdp", kept_->gdp, "DRS19 D2.6");
    }
    const auto with = [&](const ApproxDP& promise) { return mizan::bad_outcome(promise, q); };
    const ApproxDP low = promise([&](const ApproxDP& p) { return -with(p).lower; });
    if (with(low).lower > range.lower.value) {
        range.lower = by_profile(with(low).lower, answer_to(low.delta), "DR14 D2.4");
    }
    const ApproxDP high = promise([&](const ApproxDP& p) { return with(p).upper; });
    if (with(high).upper < range.upper.value) {
        range.upper = by_profile(with(high).upper, answer_to(high.delta), "DR14 D2.4");
    }
    return range;
}

Explanation::Posterior Explanation::posterior(Probability prior,
                                              std::optional<Probability> failure) const {
    const DefaultArithmetic arithmetic;
    const bool sure = !failure && kept_->pure.value;
    const Probability allowed = sure ? 0.0 : failure.value_or(usual_failure);
    Range range{End{0.0}, End{1.0}};
    range.lower.why_not = range.upper.why_not = kept_->pure.why_not;
    if (kept_->pure.value) {
        narrow(range, mizan::posterior(*kept_->pure.value, prior), "pure", kept_->pure,
               "Mironov17 IIId");
    }
    if (allowed.value() == 0) return {range, 0.0};
    if (kept_->renyi.value) {
        narrow(range, likely_posterior(kept_->renyi.value->curve, prior, allowed), "renyi",
               kept_->renyi, "Mironov17 VIIa");
    }
    const auto after = [&](const ApproxDP& p) { return likely_posterior(p, prior, allowed); };
    const ApproxDP best = promise([&](const ApproxDP& p) { return after(p).upper; });
    if (after(best).upper < range.upper.value) {
        range.upper = by_profile(after(best).upper, answer_to(best.delta), "KS14");
        range.lower = End{after(best).lower, range.upper.definition, range.upper.theorems, ""};
    }
    return {range, range.upper.definition == "pure" ? Probability(0.0) : allowed};
}

Range Explanation::best_guess(Probability prior) const {
    const DefaultArithmetic arithmetic;
    std::optional<Answer> answer;
    const Bracket found = mizan::best_guess(
        [&](Epsilon epsilon) {
            answer = answer_to(epsilon);
            return answer->delta;
        },
        prior);
    if (found.upper == 1) return {End{found.lower}, End{1.0}};
    End upper = by_profile(found.upper, *answer, "BBG18 guess");
    return {End{found.lower, "approximate", upper.theorems, ""}, std::move(upper)};
}

Range Explanation::mean_log_bayes_factor() const {
    const DefaultArithmetic arithmetic;
    if (!kept_->renyi.value) return {End{-infinity, "", {}, kept_->renyi.why_not}, End{0.0}};
    const Bracket mean = mizan::mean_log_bayes_factor(kept_->renyi.value->curve);
    return {end_of(mean.lower, "renyi", kept_->renyi, "Mironov17 IIIf"),
            end_of(mean.upper, "renyi", kept_->renyi, "Mironov17 IIIf")};
}

Range Explanation::bayes_factor_moment(Order order) const {
    const DefaultArithmetic arithmetic;
    if (!kept_->renyi.value) return {End{0.0}, End{infinity, "", {}, kept_->renyi.why_not}};
    const Epsilon divergence{std::max(0.0, kept_->renyi.value->curve(order).upper)};
    const double moment = mizan::bayes_factor_moment({order, divergence});
    // The factor has mean 1 if nothing is possible with the other input only; a finite divergence
    // says so.
    return {End{moment < infinity ? 1.0 : 0.0},
            end_of(moment, "renyi", kept_->renyi, "Mironov17 Bayes")};
}

Range Explanation::large_bayes_factor(Positive factor) const {
    const DefaultArithmetic arithmetic;
    Range range{End{0.0}, End{1.0}};
    if (kept_->pure.value) {
        const ApproxDP pure{kept_->pure.value->epsilon, Delta{0.0}};
        const Probability tail = mizan::large_bayes_factor(pure, factor);
        reduce(range.upper, end_of(tail.value(), "pure", kept_->pure, "Mironov17 IIId"));
    }
    if (kept_->renyi.value) {
        const Probability tail = mizan::large_bayes_factor(kept_->renyi.value->curve, factor);
        reduce(range.upper, end_of(tail.value(), "renyi", kept_->renyi, "Mironov17 VII"));
    }
    const auto tail = [&](const ApproxDP& p) {
        return mizan::large_bayes_factor(p, factor).value();
    };
    const ApproxDP best = promise(tail);
    if (tail(best) < range.upper.value) {
        range.upper = by_profile(tail(best), answer_to(best.delta), "KS14 tail");
    }
    return range;
}

}  // namespace mizan
