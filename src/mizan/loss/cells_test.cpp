// SPDX-License-Identifier: Apache-2.0
#include "mizan/loss/cells.hpp"

#include <algorithm>

#include <gtest/gtest.h>

#include "support/distributions.hpp"
#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace cells_test {

using oracle::Real;
using support::distribution;
using support::exact;

// A pair and its cells: every few outcomes, sorted by their loss, are one.
struct Cut {
    std::vector<Outcome> pair;
    std::vector<Cell> cells;
    std::vector<Real> p, q;
};

Cut any_cut() {
    const auto size = *rc::gen::inRange<std::size_t>(1, 7);
    const auto p = distribution(size), q = distribution(size);
    Cut cut{outcomes(p, q), {}, exact(p), exact(q)};
    std::vector<Outcome> sorted = cut.pair;
    std::ranges::sort(sorted, [](const Outcome& a, const Outcome& b) {
        return a.log_ratio.lower < b.log_ratio.lower;
    });
    for (std::size_t from = 0; from < sorted.size();) {
        const auto to = std::min(sorted.size(), from + *rc::gen::inRange<std::size_t>(1, 4));
        Cell cell{0, 0, sorted[from].log_ratio.lower, sorted[from].log_ratio.upper};
        for (; from < to; ++from) {
            cell.p += sorted[from].p;
            cell.q += sorted[from].q;
            cell.upper = std::max(cell.upper, sorted[from].log_ratio.upper);
        }
        cut.cells.push_back(cell);
    }
    return cut;
}

Real delta(const std::vector<Real>& p, const std::vector<Real>& q, double epsilon) {
    Real sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const Real gain = p[i] - exp(Real(epsilon)) * q[i];
        if (gain > 0) sum += gain;
    }
    return sum;
}

RC_GTEST_PROP(Cells, PushedToTheirEndsTheyDominate, ()) {
    const Cut cut = any_cut();
    const auto ends = dominating(cut.cells), back = reversed(ends);
    for (const double epsilon : {0.0, 0.1, *support::uniform(0, 6), 40.0}) {
        RC_ASSERT(Real(hockey_stick(ends, Epsilon{epsilon}).upper) >= delta(cut.p, cut.q, epsilon));
        RC_ASSERT(Real(hockey_stick(back, Epsilon{epsilon}).upper) >= delta(cut.q, cut.p, epsilon));
    }
}

RC_GTEST_PROP(Cells, MergedTheyAreDominated, ()) {
    const Cut cut = any_cut();
    const auto merged = dominated(cut.cells), back = reversed(merged);
    for (const double epsilon : {0.0, 0.1, *support::uniform(0, 6), 40.0}) {
        RC_ASSERT(Real(hockey_stick(merged, Epsilon{epsilon}).lower) <=
                  delta(cut.p, cut.q, epsilon));
        RC_ASSERT(Real(hockey_stick(back, Epsilon{epsilon}).lower) <= delta(cut.q, cut.p, epsilon));
    }
}

// A pair between two outcomes of small and of large ratio, each with a quarter of one law and more
// of the other.
struct Framed {
    Outcome least, largest;
    std::vector<Cell> cells;
    std::vector<Real> p, q;
};

Framed any_framed() {
    const double spread =
        *support::log_uniform(1e-3, 1);  // the narrower, the less is taken of the ends
    const auto size = *rc::gen::inRange<std::size_t>(1, 7);
    Framed all{outcome(0.25, 0.5), outcome(0.5, 0.25), {}, {Real(1) / 4}, {Real(1) / 2}};
    for (std::size_t i = 0; i < size; ++i) {
        const double q = 0.25 / static_cast<double>(size);
        const double loss = spread * *support::uniform(-0.5, 0.5);
        const double p = q * (1 + loss);
        all.cells.push_back({p, q, -spread, *support::uniform(0.5, 1) * spread});
        all.p.emplace_back(p);
        all.q.emplace_back(q);
    }
    // What is missing of either law.
    Real rest = 0;
    for (std::size_t i = 1; i < all.p.size(); ++i) rest += all.q[i] - all.p[i];
    all.p.push_back(Real(1) / 2);
    all.q.push_back(Real(1) / 4);
    all.p[0] += rest;
    all.least = outcome(Bracket(0.25) + Bracket(static_cast<double>(rest)), 0.5);
    return all;
}

RC_GTEST_PROP(Cells, AtTheirMiddlesTheyAreDominated, ()) {
    const Framed framed = any_framed();
    const auto there = dominated_at_middles(framed.least, framed.cells, framed.largest);
    RC_ASSERT(there.size() == framed.cells.size() + 2);
    Bracket p = 0, q = 0;
    for (std::size_t i = 0; i < there.size(); ++i) {
        p += there[i].p;
        q += there[i].q;
        if (i == 0 || i == framed.cells.size() + 1) continue;
        const Cell& cell = framed.cells[i - 1];
        RC_ASSERT(there[i].log_ratio == Bracket(cell.lower + (cell.upper - cell.lower) / 2));
        const Bracket ratio = exp(there[i].log_ratio);
        RC_ASSERT((there[i].p - ratio * there[i].q).contains(0));
    }
    RC_ASSERT(p.contains(1) && q.contains(1));
    const auto back = reversed(there);
    for (const double epsilon : {0.0, 1e-3, *support::uniform(0, 1)}) {
        const Real true_there = delta(framed.p, framed.q, epsilon);
        const Real true_back = delta(framed.q, framed.p, epsilon);
        RC_ASSERT(Real(hockey_stick(there, Epsilon{epsilon}).lower) <= true_there + Real(1e-16));
        RC_ASSERT(Real(hockey_stick(back, Epsilon{epsilon}).lower) <= true_back + Real(1e-16));
    }
}

// Ends that are too small cannot give what the cells need.
TEST(Cells, WithoutEndsNothingIsKnownAtTheMiddles) {
    const std::vector<Cell> cells{{0.75, 0.25, 0, 1}, {0.24, 0.74, -1, 0}};
    const Outcome least = outcome(1e-9, 0.01), largest = outcome(0.01, 1e-9);
    const auto none = dominated_at_middles(least, cells, largest);
    ASSERT_EQ(none.size(), 1U);
    EXPECT_EQ(none.front().log_ratio, Bracket(0));
}

// Between the ends of cells both are of second order; at the ends neither errs.
RC_GTEST_PROP(Cells, AtTheEndsOfACellNothingIsLost, ()) {
    const Cut cut = any_cut();
    for (const Cell& cell : cut.cells) {
        if (!(cell.lower >= 0) || cell.lower == infinity) continue;
        const Bracket found = hockey_stick(dominating(cut.cells), Epsilon{cell.lower});
        RC_ASSERT(oracle::contains(found, delta(cut.p, cut.q, cell.lower)));
    }
}

// The naive reading, every outcome at the middle of its cell, is no bound: the tests above can
// fail.
TEST(Cells, TheMiddleOfACellDoesNotDominate) {
    const std::vector<Cell> cells{{0.25, 0.75, -infinity, 0}, {0.75, 0.25, 0, infinity}};
    EXPECT_EQ(hockey_stick(dominating(cells), Epsilon{2}).upper, 0.5);  // shown half of the time
    EXPECT_EQ(hockey_stick(dominated(cells), Epsilon{2}).upper, 0);     // losses are ± log 3
    EXPECT_EQ(dominating(cells).size(), 3U);                            // one end is shared
}

}  // namespace cells_test
}  // namespace mizan
