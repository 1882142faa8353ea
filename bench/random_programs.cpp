// SPDX-License-Identifier: Apache-2.0
// Random programs, everyday ones and extreme ones, for soundness, tightness and speed at once:
//
//     random_programs COUNT SEED
//     random_programs --truth COUNT SEED
//     random_programs --answers COUNT SEED
//     random_programs --questions COUNT SEED
//
// The first asks about epsilon and delta of COUNT programs on all cores, prints how long the
// answers take, how narrow they are and which took longest, and ends with status 1 if two answers
// contradict each other. The second asks about COUNT programs whose truth can be computed to forty
// digits (tests/support/truth_cases.hpp says which), and ends with status 1 if an answer
// contradicts it. The third prints every answer about COUNT programs to its last bit, for comparing
// two versions of mizan. The fourth prints the programs themselves, each behind its relation.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <map>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "mizan/units/error.hpp"

#include "io/expression_print.hpp"
#include "support/overlap.hpp"
#include "support/programs.hpp"
#include "support/truth_cases.hpp"

namespace mizan {
namespace {

double cpu_milliseconds() {
    std::timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

struct Case {
    bool is_extreme;
    Program program;
    Relation relation;
    Delta delta;
};

rc::Gen<Case> any_case() {
    return rc::gen::exec([] {
        const bool extreme = *rc::gen::inRange(0, 2) == 1;
        const Relation relation = support::any_relation();
        Program program = extreme ? *support::program(3) : *support::everyday_program(relation);
        return Case{extreme, std::move(program), relation,
                    Delta{*support::log_uniform(1e-14, 1e-2)}};
    });
}

const char* name(Relation relation) {
    return relation == Relation::add_or_remove_one ? "add_or_remove_one"
           : relation == Relation::replace_one     ? "replace_one"
                                                   : "replace_special";
}

std::string written(const Case& about, const std::string& at) {
    return print_expression(about.program) + ", " + name(about.relation) + ", " + at;
}

// What was seen of all programs, or of those of one thread.
struct Findings {
    std::vector<double> account_times, cost_times;  // milliseconds
    std::vector<double> program_times;              // cost_times, and those of refusals
    std::vector<double> everyday_widths, extreme_widths;
    std::multimap<double, std::string> slowest;
    unsigned long refused = 0, contradictions = 0;

    void note_slow(double time, const std::string& program) {
        slowest.emplace(time, program);
        if (slowest.size() > 10) slowest.erase(slowest.begin());
    }

    void add(const Findings& more) {
        const auto append = [](std::vector<double>& all, const std::vector<double>& others) {
            all.insert(all.end(), others.begin(), others.end());
        };
        append(account_times, more.account_times);
        append(cost_times, more.cost_times);
        append(program_times, more.program_times);
        append(everyday_widths, more.everyday_widths);
        append(extreme_widths, more.extreme_widths);
        for (const auto& [time, program] : more.slowest) note_slow(time, program);
        refused += more.refused;
        contradictions += more.contradictions;
    }
};

double relative_width(Bracket x) {
    if (x.lower == x.upper) return 0;
    return x.upper == infinity ? infinity : x.width() / x.upper;
}

// What contradicts what in the answers about one program; empty if nothing does.
std::string examine(const Case& about, Findings& findings) {
    const auto timed = [](std::vector<double>& times, const auto& answer) {
        const double start = cpu_milliseconds();
        auto result = answer();
        times.push_back(cpu_milliseconds() - start);
        return result;
    };
    const Question first{.at = about.delta, .relation = about.relation};
    const double start = cpu_milliseconds();
    Bracket alone = 0;
    try {
        alone = timed(findings.cost_times, [&] { return cost(about.program, first); });
    } catch (...) {
        findings.program_times.push_back(cpu_milliseconds() - start);
        throw;
    }
    findings.program_times.push_back(findings.cost_times.back());
    (about.is_extreme ? findings.extreme_widths : findings.everyday_widths)
        .push_back(relative_width(alone));
    return support::contradiction(
        [&](auto at) {
            Answer answer = timed(findings.account_times, [&] {
                return account(about.program, Question{.at = at, .relation = about.relation});
            });
            const bool asks_epsilon = std::is_same_v<decltype(at), Delta>;
            findings.note_slow(
                findings.account_times.back(),
                written(about, (asks_epsilon ? "delta " : "epsilon ") + shortest(at.value())));
            if (asks_epsilon &&
                !(answer.epsilon.lower <= alone.upper && alone.lower <= answer.epsilon.upper)) {
                throw InternalError("the cost lies beside the account");
            }
            return answer;
        },
        about.delta);
}

// Examines programs that `next` gives until it gives no more.
template <class Next>
Findings examine_all(Next next) {
    Findings findings;
    while (const std::optional<Case> about = next()) {
        std::string found;
        try {
            found = examine(*about, findings);
        } catch (const Refused&) {
            ++findings.refused;
        } catch (const InputError&) {
            ++findings.refused;
        } catch (const DomainError&) {  // more runs than can be counted
            ++findings.refused;
        } catch (const std::exception& error) {
            found = error.what();
        }
        if (found.empty()) continue;
        ++findings.contradictions;
        std::printf("CONTRADICTION %s: %s\n", found.c_str(),
                    written(*about, "delta " + shortest(about->delta.value())).c_str());
        std::fflush(stdout);
    }
    return findings;
}

void print_quantiles(const char* what, std::vector<double> values) {
    if (values.empty()) return;
    std::sort(values.begin(), values.end());
    double sum = 0;
    for (const double value : values) sum += value;
    const auto quantile = [&](double part) {
        return values[static_cast<std::size_t>(part * static_cast<double>(values.size() - 1))];
    };
    std::printf("%-27s p50 %.3g  p90 %.3g  p99 %.3g  p99.9 %.3g  max %.3g  mean %.3g\n", what,
                quantile(0.5), quantile(0.9), quantile(0.99), quantile(0.999), values.back(),
                sum / static_cast<double>(values.size()));
}

int run(unsigned long count, unsigned long seed) {
    rc::Random random(seed);
    std::mutex generating, merging;
    unsigned long given = 0;
    const auto next = [&]() -> std::optional<Case> {
        const std::scoped_lock lock(generating);
        if (given == count) return std::nullopt;
        ++given;
        return any_case()(random.split(), rc::kNominalSize).value();
    };
    Findings all;
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < std::max(1U, std::thread::hardware_concurrency()); ++i) {
        threads.emplace_back([&] {
            const Findings mine = examine_all(next);
            const std::scoped_lock lock(merging);
            all.add(mine);
        });
    }
    for (std::thread& thread : threads) thread.join();

    std::printf("%lu programs (%lu refused), %zu accounts, %lu contradictions\n", count,
                all.refused, all.account_times.size(), all.contradictions);
    print_quantiles("CPU ms per cost:", all.cost_times);
    print_quantiles("CPU ms, refusals too:", all.program_times);
    print_quantiles("CPU ms per account:", all.account_times);
    print_quantiles("epsilon's width, everyday:", all.everyday_widths);
    print_quantiles("epsilon's width, extreme:", all.extreme_widths);
    for (auto each = all.slowest.rbegin(); each != all.slowest.rend(); ++each) {
        std::printf("%9.3f ms  %s\n", each->first, each->second.c_str());
    }
    return all.contradictions > 0 || all.account_times.empty() ? 1 : 0;
}

int run_against_truth(unsigned long count, unsigned long seed) {
    support::TruthCases cases(seed);
    unsigned long known = 0, passed_over = 0, verified = 0, contradictions = 0;
    std::map<std::size_t, unsigned long> by_parts;
    while (known < count) {
        const support::TruthCase next = cases.next();
        const support::Verdict verdict = support::judge(next);
        if (!verdict.contradiction.empty()) {
            ++contradictions;
            std::printf("CONTRADICTION %s: %s, delta %s, found %s%s\n",
                        verdict.contradiction.c_str(), print_expression(next.program).c_str(),
                        shortest(next.delta.value()).c_str(), to_string(verdict.epsilon).c_str(),
                        next.verify ? ", verified" : "");
        }
        if (verdict.known) {
            ++known;
            ++by_parts[next.parts.size()];
            verified += next.verify ? 1 : 0;
        } else {
            ++passed_over;
        }
        if ((known + passed_over) % 500 == 0) {
            std::printf("... %lu known, %lu passed over, %lu contradictions\n", known, passed_over,
                        contradictions);
        }
        std::fflush(stdout);
    }
    std::printf("%lu programs known to forty digits (%lu of them verified), %lu contradictions;\n",
                known, verified, contradictions);
    std::printf("%lu passed over: infinite, or no truth within the limit of work\n", passed_over);
    for (const auto& [parts, number] : by_parts) {
        std::printf("%6lu of %zu different mechanisms\n", number, parts);
    }
    return contradictions > 0 ? 1 : 0;
}

std::string to_last_bit(Bracket x) {
    char text[64];
    std::snprintf(text, sizeof text, "[%a %a]", x.lower, x.upper);
    return text;
}

std::string to_last_bit(const Answer& answer) {
    std::string text = to_last_bit(answer.asked()) + " by " + answer.best + ", lower end by " +
                       answer.lower_from + (answer.work_limited ? ", work limited" : "") + "\n";
    for (const Analysis& each : answer.analyses) {
        text += "  " + each.name + " " + (each.bound ? to_last_bit(*each.bound) : each.why_not);
        for (const std::string& theorem : each.theorems) text += "; " + theorem;
        text += "\n";
    }
    for (const std::string& each : answer.assumptions) text += "  assumes " + each + "\n";
    return text;
}

// The cost and the accounts of one program, or why it was refused.
std::string answers_about(const Case& about) {
    std::string text = written(about, "delta " + shortest(about.delta.value())) + "\n";
    try {
        const auto ask = [&](auto at) { return Question{.at = at, .relation = about.relation}; };
        text += "  " + to_last_bit(cost(about.program, ask(about.delta))) + "\n";
        text += to_last_bit(account(about.program, ask(about.delta)));
        text += to_last_bit(account(about.program, ask(Epsilon{1.0})));
    } catch (const std::exception& error) {
        text += std::string("  refused: ") + error.what() + "\n";
    }
    return text;
}

int print_answers(unsigned long count, unsigned long seed) {
    rc::Random random(seed);
    for (unsigned long i = 0; i < count; ++i) {
        const Case about = any_case()(random.split(), rc::kNominalSize).value();
        std::fputs(answers_about(about).c_str(), stdout);
    }
    return 0;
}

int print_questions(unsigned long count, unsigned long seed) {
    rc::Random random(seed);
    for (unsigned long i = 0; i < count; ++i) {
        const Case about = any_case()(random.split(), rc::kNominalSize).value();
        std::printf("%s %s\n", name(about.relation), print_expression(about.program).c_str());
    }
    return 0;
}

}  // namespace
}  // namespace mizan

int main(int argc, char** argv) {
    if (argc > 1 && std::strcmp(argv[1], "--truth") == 0) {
        return mizan::run_against_truth(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 100,
                                        argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 1);
    }
    if (argc > 1 && std::strcmp(argv[1], "--answers") == 0) {
        return mizan::print_answers(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1000,
                                    argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 1);
    }
    if (argc > 1 && std::strcmp(argv[1], "--questions") == 0) {
        return mizan::print_questions(argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1000,
                                      argc > 3 ? std::strtoul(argv[3], nullptr, 10) : 1);
    }
    const unsigned long count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1000;
    const unsigned long seed = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
    return mizan::run(count, seed);
}
