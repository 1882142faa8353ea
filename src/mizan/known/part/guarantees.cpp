// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/part/guarantees.hpp"

#include "mizan/compose/gdp.hpp"
#include "mizan/compose/renyi.hpp"
#include "mizan/numeric/floating_point_environment.hpp"

namespace mizan {

namespace {

/// Composes what every part promises; if some part does not promise it, the reason.
template <class T, class Step, class Compose>
Known<T> sum(const std::vector<KnownPart>& parts, Known<T> KnownPart::*which, Compose compose,
             const char* theorem) {
    std::vector<Step> steps;
    std::vector<std::string> theorems;
    for (const KnownPart& part : parts) {
        if (part.failure.value() > 0) {
            return {std::nullopt,
                    part.name + " may fail, with probability " + shortest(part.failure.value())};
        }
        const Known<T>& known = part.*which;
        if (!known.value) return {std::nullopt, known.why_not};
        steps.push_back(Step{*known.value, part.count});
        cite(theorems, known.theorems);
    }
    cite(theorems, {theorem});
    return {compose(steps), "", std::move(theorems)};
}

struct RepeatedPure {
    PureDP guarantee;
    double count;
};

PureDP compose_pure(const std::vector<RepeatedPure>& steps) {
    Bracket total = 0;
    for (const RepeatedPure& step : steps) {
        if (step.count > 0) total += step.count * Bracket(step.guarantee.epsilon.value());
    }
    return PureDP{Epsilon{total.upper}};
}

}  // namespace

Guarantees guarantees(const std::vector<KnownPart>& parts) {
    const DefaultArithmetic arithmetic;
    return {.pure = sum<PureDP, RepeatedPure>(parts, &KnownPart::pure, compose_pure, "Notes T1"),
            .renyi = sum<RenyiDP, compose::RepeatedRenyi>(
                parts, &KnownPart::renyi, [](const auto& steps) { return compose::renyi(steps); },
                "Mironov17 P1"),
            .gdp = sum<GDP, compose::RepeatedGDP>(
                parts, &KnownPart::gdp, [](const auto& steps) { return compose::gdp(steps); },
                "DRS19 C3.3")};
}

}  // namespace mizan
