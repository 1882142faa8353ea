// SPDX-License-Identifier: Apache-2.0
#include "answers.hpp"

#include <cmath>
#include <cstdio>
#include <ctime>

#include "mizan/account/account.hpp"
#include "mizan/program/assumptions.hpp"
#include "mizan/units/error.hpp"

#include "behaviours.hpp"
#include "io/expression.hpp"

namespace mizan::instances {

namespace {

double cpu_seconds() {
    std::timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

std::string number(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%.6g", x);
    return text;
}

std::string written(const Asked& asked) {
    return asked.program + ", " + std::string(to_string(asked.relation)) + ", group " +
           std::to_string(asked.group_size) + ", delta " + number(asked.delta);
}

// The epsilon at which the instance has this delta.
double epsilon_of(const Claim& claim, const Found& found) {
    const Reading reading = read(claim.sentences);
    Genes genes(found.genes);
    const Executable instance = executable(claim.program, reading, claim.behaviour, genes);
    double low = 0, high = 200;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (delta_of(instance, middle) > claim.delta ? low : high) = middle;
    }
    return low;
}

std::string report(const Asked& asked, const Claim& claim, const Found& found,
                   const std::string& name) {
    return written(asked) + (name.empty() ? "" : ", alternative \"" + name + "\"") + ": at most " +
           number(claim.epsilon) + ", but an instance has " + number(epsilon_of(claim, found)) +
           " (delta " + number(found.delta) + " there): " + found.words;
}

// What code costs at most that does something else than was declared.
void judge_alternatives(const Asked& asked, const Program& program, const Question& question,
                        const std::vector<std::string>& sentences, int tries, std::uint64_t seed,
                        Verdict& verdict) {
    for (const Alternative& other : alternatives(program, question)) {
        const auto behaviour = behaviour_named(other.behaviour);
        if (!behaviour) {
            verdict.unknown.push_back(other.behaviour);
            continue;
        }
        const Claim claim{program, sentences, other.cost.upper, asked.delta, *behaviour};
        if (!std::isfinite(claim.epsilon)) continue;
        const Found worst = worst_instance(claim, tries, ++seed, asked.delta * 1.02);
        verdict.alternatives += worst.delta >= 0;
        if (exceeds(worst.delta, claim)) {
            verdict.contradictions.push_back(report(asked, claim, worst, other.behaviour));
        }
    }
}

}  // namespace

Verdict judge(const Asked& asked, int tries, std::uint64_t seed) {
    Verdict verdict;
    const double start = cpu_seconds();
    try {
        const Program program = parse_expression(asked.program);
        const Question question{
            .at = Delta{asked.delta}, .relation = asked.relation, .group_size = asked.group_size};
        const Bracket cost_of_it = cost(program, question);
        const std::vector<std::string> sentences =
            assumptions({asked.relation, program}, asked.group_size);
        const double asked_at = cpu_seconds();
        verdict.seconds_asking = asked_at - start;
        verdict.unknown = read(sentences).unknown;
        Claim claim{program, sentences, cost_of_it.upper, asked.delta};
        if (std::isfinite(claim.epsilon)) {
            const Found worst = worst_instance(claim, tries, seed, asked.delta * 1.02);
            verdict.executed = worst.delta >= 0;
            if (exceeds(worst.delta, claim)) {
                verdict.contradictions.push_back(report(asked, claim, worst, ""));
            }
        }
        claim.epsilon = cost_of_it.lower;
        if (cost_of_it.lower > 0 && verdict.contradictions.empty()) {
            const Found worst = worst_instance(claim, tries, seed + 1, asked.delta * 0.98);
            verdict.executed |= worst.delta >= 0;
            if (worst.delta >= 0 && worst.delta < asked.delta * 0.98) {
                verdict.unreached.push_back(written(asked) + ": at least " + number(claim.epsilon) +
                                            " (at most " + number(cost_of_it.upper) +
                                            "), but the best instance has " +
                                            number(epsilon_of(claim, worst)) + ": " + worst.words);
            }
        }
        judge_alternatives(asked, program, question, sentences, tries, seed, verdict);
        verdict.seconds_searching = cpu_seconds() - asked_at;
    } catch (const InputError&) {
        verdict.refused = true;
    }
    return verdict;
}

}  // namespace mizan::instances
