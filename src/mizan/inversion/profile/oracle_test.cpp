// SPDX-License-Identifier: Apache-2.0
// Whole compositions against a table that mpmath made to 30 digits, by other lines, steps and
// quadratures, and by direct summation where there is one.
#include "support/oracle.hpp"

#include <algorithm>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/inversion/normal_mixture/replaced_gaussian_loss.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_loss.hpp"
#include "mizan/inversion/profile/profile.hpp"
#include "mizan/inversion/transform/gaussian_loss.hpp"
#include "mizan/inversion/transform/laplace_loss.hpp"
#include "mizan/inversion/transform/response_loss.hpp"

namespace mizan::inversion {
namespace oracle_test {

struct RowPart {
    std::string kind;
    double count, first, second;
};

struct Row {
    std::string direction;
    std::vector<RowPart> parts;
    double epsilon;
    std::string delta_there;
    double delta;
    std::string epsilon_there;
};

const std::vector<Row>& table() {
    static const std::vector<Row> rows{
#include "../oracles/inversion.inc"
    };
    return rows;
}

std::shared_ptr<const LossTransform> loss_of(const RowPart& part, const std::string& direction) {
    if (part.kind == "gaussian") {
        const Precise mu = 1 / Precise(part.first);
        return std::make_shared<GaussianLoss>(square(1 / Bracket(part.first)),
                                              [mu] { return mu * mu; });
    }
    if (part.kind == "laplace") {
        return std::make_shared<LaplaceLoss>(1 / Bracket(part.first),
                                             [scale = part.first] { return 1 / Precise(scale); });
    }
    if (part.kind == "pure" || part.kind == "approximate") {
        return std::make_shared<ResponseLoss>(part.first, part.second);
    }
    if (direction == "replace") return replaced_gaussian_loss(part.first, part.second);
    return sampled_gaussian_loss(part.first, part.second,
                                 direction == "remove" ? Direction::remove : Direction::add);
}

Profile profile_of(const Row& row) {
    Composition parts;
    for (const RowPart& part : row.parts)
        parts.push_back({loss_of(part, row.direction), part.count});
    return Profile(std::move(parts));
}

std::string name_of(const Row& row) {
    std::string name = row.direction;
    for (const RowPart& part : row.parts) {
        name += " " + std::to_string(part.count) + "*" + part.kind + "(" + shortest(part.first) +
                ", " + shortest(part.second) + ")";
    }
    return name + " delta " + shortest(row.delta);
}

TEST(Oracle, EveryEpsilonLiesInItsBracket) {
    ASSERT_GT(table().size(), 70U);
    for (const Row& row : table()) {
        const Bracket found = profile_of(row).epsilon(Delta{row.delta});
        const oracle::Real truth(row.epsilon_there);
        EXPECT_LE(found.lower, truth) << name_of(row);
        EXPECT_GE(found.upper, truth) << name_of(row);
    }
}

TEST(Oracle, EveryDeltaLiesInItsBracket) {
    for (const Row& row : table()) {
        const Bracket found = profile_of(row).delta(row.epsilon);
        const oracle::Real truth(row.delta_there);
        EXPECT_LE(found.lower, truth) << name_of(row);
        EXPECT_GE(found.upper, truth) << name_of(row);
    }
}

TEST(Oracle, TrainingIsKnownToElevenDigits) {
    for (const Row& row : table()) {
        const RowPart& part = row.parts.front();
        if (part.kind != "poisson_gaussian" || part.count < 1000 || part.first < 1e-3) continue;
        const Bracket found = profile_of(row).epsilon(Delta{row.delta});
        EXPECT_LT(found.width(), 1e-11 * found.upper) << name_of(row);
    }
}

// Whether some part has a smooth loss. Small samples, which take long lines, and rare ones do not
// count.
bool ends_soon(const Row& row) {
    if (row.direction == "replace" || row.delta < 1e-200) return false;
    return std::any_of(row.parts.begin(), row.parts.end(), [](const RowPart& part) {
        return part.kind == "gaussian" ||
               (part.kind == "poisson_gaussian" && part.count >= 4 && part.first >= 1e-3);
    });
}

TEST(Oracle, VerifiedAnswersAreNeighbouringDoubles) {
    int promised = 0;
    for (const Row& row : table()) {
        const Bracket epsilon = profile_of(row).verified_epsilon(Delta{row.delta});
        const oracle::Real epsilon_there(row.epsilon_there), delta_there(row.delta_there);
        EXPECT_LE(epsilon.lower, epsilon_there) << name_of(row);
        EXPECT_GE(epsilon.upper, epsilon_there) << name_of(row);
        const Bracket delta = profile_of(row).verified_delta(row.epsilon);
        EXPECT_LE(delta.lower, delta_there) << name_of(row);
        EXPECT_GE(delta.upper, delta_there) << name_of(row);
        if (!ends_soon(row)) continue;
        EXPECT_LE(epsilon.width(), 4.5e-16 * epsilon.upper) << name_of(row);
        EXPECT_LE(delta.width(), 4.5e-16 * delta.upper) << name_of(row);
        ++promised;
    }
    EXPECT_GE(promised, 45);
}

TEST(Oracle, RareLargeLossesAreKnownToNineDigits) {
    int rows = 0;
    for (const Row& row : table()) {
        const RowPart& part = row.parts.front();
        if (part.kind != "poisson_gaussian" || part.first > 1e-4) continue;
        Profile profile = profile_of(row);
        const Bracket epsilon = profile.epsilon(Delta{row.delta});
        EXPECT_LT(epsilon.width(), 1e-9 * epsilon.upper) << name_of(row);
        const Bracket delta = profile_of(row).delta(row.epsilon);
        EXPECT_LT(delta.width(), 1e-8 * delta.upper) << name_of(row);
        ++rows;
    }
    EXPECT_GE(rows, 12);
}

}  // namespace oracle_test
}  // namespace mizan::inversion
