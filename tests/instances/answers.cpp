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
#include "unexplained.hpp"

namespace mizan::instances {

namespace {

// Shapes of which the worst mechanism is none that a search tries.
bool is_search_too_weak(const std::string& program) {
    for (const char* part : {
             "profile(",   // the worst has an output for every point of the profile
             "tradeoff(",  // so it has for every point of the rates
         }) {
        if (program.find(part) != std::string::npos) return true;
    }
    return false;
}

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

// An instance sees the outputs of several leaves in fewer cells each, and so less of the loss.
double seen_of(int leaves) { return leaves == 1 ? 1 : leaves == 2 ? 0.97 : 0.9; }

// Whether some instance really costs what every mechanism of this description is said to cost at
// least.
void judge_lower_end(const Asked& asked, Claim claim, const Bracket& answer, int tries,
                     std::uint64_t seed, Verdict& verdict) {
    if (answer.lower <= 0 || is_search_too_weak(asked.program)) return;
    const double enough = 0.98 * asked.delta;
    claim.epsilon = 0;
    const int leaves = worst_instance(claim, 12, seed, 0).leaves;
    if (leaves < 1 || leaves > 3) return;
    claim.epsilon = answer.lower * seen_of(leaves);
    Found worst = worst_instance(claim, 3 * tries, seed + 1, enough);
    if (worst.delta < 0) return;
    // A lower end that was not reached may be right, and the search too short.
    if (worst.delta < enough) worst = worst_instance(claim, 60 * tries, seed + 2, enough);
    verdict.executed = true;
    ++verdict.lower_ends;
    if (worst.delta >= enough) return;
    verdict.unreached.push_back(written(asked) + ": at least " + number(answer.lower) +
                                " (at most " + number(answer.upper) +
                                "), but the best instance has " + number(epsilon_of(claim, worst)) +
                                ": " + worst.words);
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
        const Reading reading = read(sentences);
        verdict.unknown = reading.unknown;
        for (const std::string& name : unexplained(program, reading)) {
            verdict.unknown.push_back("nothing is said of " + name + " in " + written(asked));
        }
        Claim claim{program, sentences, cost_of_it.upper, asked.delta};
        if (std::isfinite(claim.epsilon)) {
            const Found worst = worst_instance(claim, tries, seed, asked.delta * 1.02);
            verdict.executed = worst.delta >= 0;
            if (exceeds(worst.delta, claim)) {
                verdict.contradictions.push_back(report(asked, claim, worst, ""));
            }
        }
        if (verdict.contradictions.empty())
            judge_lower_end(asked, claim, cost_of_it, tries, seed, verdict);
        judge_alternatives(asked, program, question, sentences, tries, seed, verdict);
        verdict.seconds_searching = cpu_seconds() - asked_at;
    } catch (const Refused&) {
        verdict.refused = true;
    } catch (const InputError&) {
        verdict.refused = true;
    } catch (const InternalError& error) {  // an instance of the library's own is above its bound
        verdict.contradictions.push_back(written(asked) + ": " + error.what());
    }
    return verdict;
}

}  // namespace mizan::instances
