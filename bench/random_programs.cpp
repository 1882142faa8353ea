// SPDX-License-Identifier: Apache-2.0
// Random programs, everyday ones and extreme ones, for soundness and speed at once:
//
//     random_programs COUNT SEED
//
// asks about epsilon and delta of COUNT programs, prints how long an account takes and which took
// longest, and ends with status 1 if two answers contradict each other.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <map>
#include <string>
#include <vector>

#include "mizan/units/error.hpp"

#include "io/expression.hpp"
#include "support/overlap.hpp"
#include "support/programs.hpp"

namespace mizan {
namespace {

double cpu_milliseconds() {
    std::timespec now{};
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return 1e3 * static_cast<double>(now.tv_sec) + 1e-6 * static_cast<double>(now.tv_nsec);
}

struct Case {
    Program program;
    Relation relation;
    Delta delta;
};

rc::Gen<Case> any_case() {
    return rc::gen::exec([] {
        const bool extreme = *rc::gen::inRange(0, 2) == 1;
        Program program = extreme ? *support::program(3) : *support::everyday_program();
        const auto relation = *rc::gen::element(Relation::add_or_remove_one, Relation::replace_one,
                                                Relation::replace_special);
        return Case{std::move(program), relation, Delta{*support::log_uniform(1e-14, 1e-2)}};
    });
}

const char* name(Relation relation) {
    return relation == Relation::add_or_remove_one ? "add_or_remove_one"
           : relation == Relation::replace_one     ? "replace_one"
                                                   : "replace_special";
}

int run(unsigned long count, unsigned long seed) {
    std::vector<double> times;
    std::multimap<double, std::string> slowest;
    unsigned long refused = 0, contradictions = 0;
    rc::Random random(seed);
    for (unsigned long i = 0; i < count; ++i) {
        const auto [program, relation, delta] =
            any_case()(random.split(), rc::kNominalSize).value();
        const auto written = [&, &program = program, &relation = relation](const std::string& at) {
            return print_expression(program) + ", " + name(relation) + ", " + at;
        };
        const auto ask = [&, &program = program, &relation = relation](auto at) {
            const double start = cpu_milliseconds();
            Answer answer = account(program, Question{.at = at, .relation = relation});
            times.push_back(cpu_milliseconds() - start);
            if (slowest.size() < 10 || times.back() > slowest.begin()->first) {
                const bool asks_epsilon = std::is_same_v<decltype(at), Delta>;
                slowest.emplace(times.back(), written((asks_epsilon ? "delta " : "epsilon ") +
                                                      shortest(at.value())));
                if (slowest.size() > 10) slowest.erase(slowest.begin());
            }
            return answer;
        };
        std::string found;
        try {
            found = support::contradiction(ask, delta);
        } catch (const InputError&) {
            ++refused;
        } catch (const DomainError&) {  // more runs than can be counted
            ++refused;
        } catch (const std::exception& error) {
            found = error.what();
        }
        if (found.empty()) continue;
        ++contradictions;
        std::printf("CONTRADICTION %s: %s\n", found.c_str(),
                    written("delta " + shortest(delta.value())).c_str());
        std::fflush(stdout);
    }
    std::sort(times.begin(), times.end());
    if (times.empty()) return 1;
    const auto quantile = [&](double part) {
        return times[static_cast<std::size_t>(part * static_cast<double>(times.size() - 1))];
    };
    std::printf("%lu programs (%lu refused), %zu accounts, %lu contradictions\n", count, refused,
                times.size(), contradictions);
    std::printf("CPU ms per account: p50 %.3f  p90 %.3f  p99 %.3f  p99.9 %.3f  max %.3f\n",
                quantile(0.5), quantile(0.9), quantile(0.99), quantile(0.999), times.back());
    for (auto each = slowest.rbegin(); each != slowest.rend(); ++each) {
        std::printf("%9.3f ms  %s\n", each->first, each->second.c_str());
    }
    return contradictions > 0 ? 1 : 0;
}

}  // namespace
}  // namespace mizan

int main(int argc, char** argv) {
    const unsigned long count = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 1000;
    const unsigned long seed = argc > 2 ? std::strtoul(argv[2], nullptr, 10) : 1;
    return mizan::run(count, seed);
}
