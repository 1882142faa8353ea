// SPDX-License-Identifier: Apache-2.0
// bench/random_programs.cpp asks the same of as many programs as there is time for.
#include "support/overlap.hpp"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace mizan {
namespace overlap_test {

RC_GTEST_PROP(Overlap, NoAnalysisLiesBelowWhatIsAttained, ()) {
    const Relation relation = support::any_relation();
    const Program program = *support::everyday_program(relation);
    const Delta delta{*support::log_uniform(1e-14, 1e-2)};
    const auto ask = [&](auto at) { return account(program, {at, relation}); };
    RC_ASSERT(support::contradiction(ask, delta) == "");
}

}  // namespace overlap_test
}  // namespace mizan
