// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/known_values.hpp"

#include <map>

#include <gtest/gtest.h>

namespace mizan::analysis {
namespace known_values_test {

// Against a map that looks at every value.
TEST(KnownValues, PassOverNothingThatIsWanted) {
    std::uint64_t state = 1;
    const auto drawn = [&] {  // in [0, 1)
        state = state * 6364136223846793005U + 1442695040888963407U;
        return static_cast<double>(state >> 11) * 0x1p-53;
    };
    KnownValues known;
    std::map<double, double> all;
    for (int i = 0; i < 20'000; ++i) {
        const double at = i % 3 == 0 ? -i * 1e-3 : 20 * drawn() - 10;
        if (all.contains(at)) continue;
        ASSERT_EQ(known.find(at), nullptr);
        const double value = drawn();
        all.emplace(at, value);
        known.insert(at, {value, 1.0});
        if (i % 50 != 0) continue;

        const double start = 20 * drawn() - 10, wanted = 1 - 0.01 * drawn();
        std::vector<double> before, after, expected_before, expected_after;
        known.before(start, [&](const KnownValues::Value& each) {
            before.push_back(each.at);
            return before.size() < 100;
        });
        known.from(
            start, [&](const KnownValues::Run& run) { return run.most_lower <= wanted; },
            [&](const KnownValues::Value& each) {
                if (each.delta.lower > wanted) after.push_back(each.at);
                return after.size() < 5;
            });
        for (auto each = all.lower_bound(start);
             each != all.begin() && expected_before.size() < 100;) {
            expected_before.push_back((--each)->first);
        }
        for (auto each = all.lower_bound(start); each != all.end() && expected_after.size() < 5;
             ++each) {
            if (each->second > wanted) expected_after.push_back(each->first);
        }
        ASSERT_EQ(before, expected_before) << i;
        ASSERT_EQ(after, expected_after) << i;
        ASSERT_EQ(known.find(at)->lower, value);
    }
    known.clear();
    EXPECT_EQ(known.find(0), nullptr);
}

}  // namespace known_values_test
}  // namespace mizan::analysis
