// SPDX-License-Identifier: Apache-2.0
#include "mizan/calibrate/shares.hpp"

#include <cmath>

#include <gtest/gtest.h>

#include "mizan/account/account.hpp"

namespace mizan {
namespace shares_test {

const Unknown noise{.name = "noise_multiplier", .cost = Unknown::Cost::falls};
const Unknown count{.name = "count", .is_whole = true, .most = static_cast<double>(max_count)};
const ProgramTemplate gaussian(noise, [](double sigma) { return Gaussian{sigma}; });
const ProgramTemplate laplace(noise, [](double scale) { return Laplace{scale}; });
const ProgramTemplate answers(count, [](double n) {
    return static_cast<Count>(n) * Program(RandomizedResponse{0.6});
});

Target keep(double epsilon, double delta) {
    return {.keep = ApproxDP{Epsilon{epsilon}, Delta{delta}}};
}

SharedCalibration shared(const std::vector<Share>& shares, const Target& target) {
    return std::get<SharedCalibration>(calibrate(shares, target));
}

TEST(Shares, OfEqualGaussiansAreTheNoiseOfAllTogether) {
    const auto found =
        shared({{gaussian, 1.0}, {gaussian, 1.0}, {gaussian, 1.0}, {gaussian, 1.0}}, keep(1, 1e-5));
    const auto alone = std::get<Calibration>(calibrate(gaussian, keep(1, 1e-5)));
    for (const Calibration& share : found.shares) {
        EXPECT_NEAR(share.parameter, 2 * alone.parameter, 1e-8);  // μ² adds
    }
    EXPECT_LE(found.cost.upper, 1);
    EXPECT_GT(found.cost.lower, 1 - 1e-8);
}

TEST(Shares, CostAloneWhatTheirWeightsSay) {
    const Target target = keep(2, 1e-6);
    const auto found = shared({{gaussian, 3.0}, {laplace, 1.0}}, target);
    const double first = cost(found.shares[0].program, target).upper;
    const double second = cost(found.shares[1].program, target).upper;
    EXPECT_NEAR(first / second, 3, 1e-8);
    EXPECT_LE(account(found.program, Delta{1e-6}).epsilon.upper, 2);
    EXPECT_GT(found.cost.lower, 2 - 1e-7);
    EXPECT_GT(first + second, 2);
}

TEST(Shares, AddUpAtDeltaZeroAndCountsStayWithinTheirs) {
    const auto found = shared({{laplace, 1.0}, {answers, 1.0}}, keep(4, 0));
    EXPECT_LE(found.shares[1].cost.upper, found.shares[0].cost.upper + 1e-8);
    EXPECT_LE(found.cost.upper, 4);
    EXPECT_GT(found.cost.lower, 4 - 0.5);  // one answer more or less
}

TEST(Shares, OfAttackRiskAreOfWhatExceedsChance) {
    const Target target{.keep = TruePositiveRate{0.3, 0.1}};
    const auto found = shared({{gaussian, 1.0}, {gaussian, 2.0}}, target);
    EXPECT_LE(found.cost.upper, 0.3);
    EXPECT_GT(found.cost.lower, 0.3 - 1e-8);
    const auto excess = [&](std::size_t i) { return found.shares.at(i).cost.upper - 0.1; };
    EXPECT_NEAR(excess(1) / excess(0), 2, 1e-7);
}

TEST(Shares, OfAttackRiskAmongLaplacesAreSharp) {
    const ProgramTemplate gaussians(noise, [](double x) { return 10 * Program(Gaussian{x}); });
    const ProgramTemplate laplaces(noise, [](double x) { return 10 * Program(Laplace{x}); });
    const Target target{.keep = TruePositiveRate{0.2, 0.1}};
    const auto found = shared({{gaussians, 1.0}, {laplaces, 1.0}}, target);
    EXPECT_LE(found.cost.upper, 0.2);
    EXPECT_GT(found.cost.lower, 0.2 - 1e-9);
    EXPECT_NEAR(found.shares[0].cost.upper, found.shares[1].cost.upper, 1e-9);
    EXPECT_LT(found.shares[1].tolerance, 1e-6);
    EXPECT_LE(cost(found.shares[1].program, target).upper, found.shares[1].cost.upper);
}

TEST(Shares, AreRefusedWhereAProgramDoesNotFitIntoItsOwn) {
    const auto refused = calibrate({{gaussian, 1.0}, {answers, 1e-9}}, keep(1, 1e-6));
    EXPECT_EQ(std::get<Refused>(refused).reason().find("share 2: already with count 1"), 0u);
    EXPECT_THROW((void)calibrate(std::vector<Share>{}, keep(1, 1e-6)), InputError);
    EXPECT_THROW((void)calibrate({{gaussian, 1.0}}, keep(infinity, 1e-6)), InputError);
}

}  // namespace shares_test
}  // namespace mizan
