// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/work.hpp"

#include <atomic>
#include <limits>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/numeric/pieces.hpp"

namespace mizan {
namespace work_test {

Effort up_to(double work) { return {.work = work}; }

TEST(Work, WithoutAQuestionNothingEnds) {
    Work::spend(1e300);
    EXPECT_TRUE(Work::allows(1e300));
}

TEST(Work, EndsBehindItsLimitAndNotAtIt) {
    const Work work(up_to(1000));
    Work::spend(600);
    EXPECT_TRUE(Work::allows(400));
    EXPECT_FALSE(Work::allows(401));
    Work::spend(400);
    EXPECT_FALSE(work.has_ended());
    EXPECT_THROW(Work::spend(1), OutOfWork);
    EXPECT_TRUE(work.has_ended());
    EXPECT_THROW(Work::spend(0), OutOfWork);  // nor does it go on later
}

TEST(Work, OfNoKnownAmountIsTooMuch) {
    const Work work(up_to(1e15));
    EXPECT_THROW(Work::spend(std::numeric_limits<double>::quiet_NaN()), OutOfWork);
}

TEST(Work, WithoutALimitIsOnlyCounted) {
    const Work work(up_to(infinity));
    for (int i = 0; i < 3; ++i) Work::spend(1e17);
    EXPECT_FALSE(work.has_ended());
}

TEST(Work, AStepMayTakeItsShareOfWhatIsLeft) {
    const Work work(up_to(1000));
    Work::spend(200);
    const auto found = within_share(0.5, [] {
        EXPECT_TRUE(Work::allows(400));
        EXPECT_FALSE(Work::allows(401));
        Work::spend(100);
        return 7;
    });
    EXPECT_EQ(found, 7);
    EXPECT_TRUE(Work::allows(700));
    EXPECT_FALSE(Work::allows(701));
}

TEST(Work, AStepThatEndsLeavesTheRest) {
    const Work work(up_to(1000));
    const auto found = within_share(0.25, [] {
        for (int i = 0; i < 10; ++i) Work::spend(100);
        return 7;
    });
    EXPECT_FALSE(found.has_value());
    EXPECT_TRUE(work.has_ended());
    EXPECT_TRUE(Work::allows(700));  // it ended with the third hundred
    EXPECT_FALSE(Work::allows(701));
}

TEST(Work, AQuestionInsideKeepsToBothLimits) {
    const Work work(up_to(1000));
    {
        const Work inside(up_to(300));
        EXPECT_FALSE(Work::allows(301));
    }
    const Work inside(up_to(1e6));
    EXPECT_TRUE(Work::allows(1000));
    EXPECT_FALSE(Work::allows(1001));
}

TEST(Work, IsStoppedBeforeItBegins) {
    std::stop_source source;
    source.request_stop();
    EXPECT_THROW(Work({.stop = source.get_token()}), Stopped);
    EXPECT_NO_THROW(Work::spend(1e300));  // nothing is left of it
}

TEST(Work, IsStoppedWithinAMillionProducts) {
    std::stop_source outer, inner;
    const Work work({.work = infinity, .stop = outer.get_token()});
    const auto products_to_stop = [] {
        for (double spent = 0; spent < 1e7; spent += 100) {
            try {
                Work::spend(100);
            } catch (const Stopped&) {
                return spent;
            }
        }
        return infinity;
    };
    EXPECT_EQ(products_to_stop(), infinity);
    outer.request_stop();
    const auto in_small_steps = [] {
        for (int i = 0; i < 1'000'000; ++i) {
            const Work step(0.5);
            Work::spend(100);
        }
    };
    EXPECT_THROW(in_small_steps(), Stopped);
    const Work inside(0.5);
    EXPECT_LT(products_to_stop(), 1e6);
}

TEST(Work, OfPiecesIsCountedOnceAndEndsNone) {
    const Work work(up_to(1e6));
    std::atomic<int> done{0};
    const auto ask = [&] {
        for_each_piece(100, [&](std::size_t) {
            Work::spend(1e5);
            ++done;
        });
    };
    EXPECT_THROW(ask(), OutOfWork);
    EXPECT_EQ(done, 100);  // a piece does not know of the others
}

TEST(Work, OfPiecesAddsUp) {
    const Work work(up_to(1e6));
    for_each_piece(100, [&](std::size_t piece) { Work::spend(static_cast<double>(piece)); });
    EXPECT_TRUE(Work::allows(1e6 - 4950));
    EXPECT_FALSE(Work::allows(1e6 - 4949));
}

TEST(Work, OfPiecesIsStopped) {
    std::stop_source source;
    const Work work({.work = infinity, .stop = source.get_token()});
    std::atomic<int> done{0};
    const auto ask = [&] {
        for_each_piece(1000, [&](std::size_t) {
            if (++done == 10) source.request_stop();
            Work::spend(1e7);
        });
    };
    EXPECT_THROW(ask(), Stopped);
    EXPECT_LT(done, 200);
}

}  // namespace work_test
}  // namespace mizan
