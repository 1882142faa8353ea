// SPDX-License-Identifier: Apache-2.0
// Hours of what tests/instances does for seconds:
//
//     search_instances COUNT SEED [TRIES]
//
// asks COUNT questions, tries TRIES instances against every answer, prints every contradiction and
// every lower end that none reached, and ends with status 1 if there was a contradiction or an
// unknown sentence.
#include <cstdio>
#include <cstdlib>
#include <set>

#include "answers.hpp"

int main(int argc, char** argv) {
    using namespace mizan::instances;
    if (argc < 3) {
        std::fprintf(stderr, "usage: search_instances COUNT SEED [TRIES]\n");
        return 2;
    }
    const auto count = std::strtoull(argv[1], nullptr, 10),
               seed = std::strtoull(argv[2], nullptr, 10);
    const int tries = argc > 3 ? std::atoi(argv[3]) : 1000;
    unsigned long asked = 0, refused = 0, executed = 0, contradictions = 0, unreached = 0,
                  alternatives = 0, lower_ends = 0;
    double asking = 0, searching = 0;
    std::set<std::string> unknown;
    for (std::uint64_t i = 0; i < count; ++i) {
        const Asked about = question(i, seed);
        if (about.program.empty()) continue;
        const Verdict verdict = judge(about, tries, seed * 7919 + i);
        ++asked;
        refused += verdict.refused;
        executed += verdict.executed;
        lower_ends += static_cast<unsigned long>(verdict.lower_ends);
        alternatives += static_cast<unsigned long>(verdict.alternatives);
        asking += verdict.seconds_asking;
        searching += verdict.seconds_searching;
        if (verdict.seconds_asking > 1 || verdict.seconds_searching > 3) {
            std::printf("slow: %s, %g s asking, %g s searching\n", about.program.c_str(),
                        verdict.seconds_asking, verdict.seconds_searching);
        }
        for (const auto& each : verdict.contradictions)
            std::printf("CONTRADICTION %s\n", each.c_str());
        for (const auto& each : verdict.unreached) std::printf("unreached %s\n", each.c_str());
        contradictions += verdict.contradictions.size();
        unreached += verdict.unreached.size();
        unknown.insert(verdict.unknown.begin(), verdict.unknown.end());
        std::fflush(stdout);
    }
    for (const auto& each : unknown) std::printf("UNKNOWN SENTENCE %s\n", each.c_str());
    std::printf(
        "%lu questions, %lu refused, %lu executed, %lu alternatives executed, %lu lower ends held, "
        "%lu contradictions, "
        "%lu unreached; %.1f s asking, %.1f s searching\n",
        asked, refused, executed, alternatives, lower_ends, contradictions, unreached, asking,
        searching);
    return contradictions > 0 || !unknown.empty() ? 1 : 0;
}
