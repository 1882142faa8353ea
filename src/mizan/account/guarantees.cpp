// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/guarantees.hpp"

#include "mizan/compose/gdp.hpp"
#include "mizan/compose/renyi.hpp"

namespace mizan {

namespace {

/// `compose` of what every release keeps, or why one of them does not.
template <class T, class Step, class Compose>
Known<T> sum(const std::vector<Release>& parts, Known<T> Release::*which, Compose compose) {
    std::vector<Step> steps;
    for (const Release& part : parts) {
        if (part.failure.value() > 0) {
            return {std::nullopt,
                    part.name + " may fail, with probability " + shortest(part.failure.value())};
        }
        const Known<T>& known = part.*which;
        if (!known.value) return {std::nullopt, known.why_not};
        steps.push_back(Step{*known.value, part.count});
    }
    return {compose(steps), ""};
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

Guarantees guarantees(const Program& program, const Neighbours& neighbours) {
    const std::vector<Release> parts =
        releases(program, neighbours.relation, neighbours.group_size);
    return {.pure = sum<PureDP, RepeatedPure>(parts, &Release::pure, compose_pure),
            .renyi = sum<RenyiDP, compose::RepeatedRenyi>(
                parts, &Release::renyi, [](const auto& steps) { return compose::renyi(steps); }),
            .gdp = sum<GDP, compose::RepeatedGDP>(
                parts, &Release::gdp, [](const auto& steps) { return compose::gdp(steps); })};
}

}  // namespace mizan
