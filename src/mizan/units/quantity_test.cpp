// SPDX-License-Identifier: Apache-2.0
#include "mizan/units/quantity.hpp"

#include <cmath>

#include <gtest/gtest.h>

namespace mizan {
namespace quantity_test {

TEST(Quantity, RefusesNaNEverywhere) {
    EXPECT_THROW(Epsilon{std::nan("")}, DomainError);
    EXPECT_THROW(Delta{std::nan("")}, DomainError);
    EXPECT_THROW(Order{std::nan("")}, DomainError);
    EXPECT_THROW(Rho{std::nan("")}, DomainError);
    EXPECT_THROW(Mu{std::nan("")}, DomainError);
    EXPECT_THROW(Tau{std::nan("")}, DomainError);
    EXPECT_THROW(Probability{std::nan("")}, DomainError);
    EXPECT_THROW(Positive{std::nan("")}, DomainError);
    EXPECT_THROW(NonNegative{std::nan("")}, DomainError);
}

TEST(Quantity, AcceptsItsEndsAndNothingBeyond) {
    EXPECT_EQ(Delta{0.0}.value(), 0);
    EXPECT_EQ(Delta{1.0}.value(), 1);
    EXPECT_THROW(Delta{std::nextafter(1.0, 2.0)}, DomainError);
    EXPECT_THROW(Delta{-0x1p-1074}, DomainError);
    EXPECT_EQ(Order{1.0}.value(), 1);
    EXPECT_EQ(Order{infinity}.value(), infinity);
    EXPECT_THROW(Order{std::nextafter(1.0, 0.0)}, DomainError);
    EXPECT_EQ(Epsilon{infinity}.value(), infinity);
    EXPECT_THROW(Positive{0.0}, DomainError);
    EXPECT_THROW(Positive{infinity}, DomainError);
}

TEST(Quantity, SaysTheNameTheRuleAndWhatWasFound) {
    try {
        (void)Delta{1.5};
        FAIL() << "1.5 is not a delta";
    } catch (const DomainError& error) {
        EXPECT_STREQ(error.what(), "delta must be in [0, 1], got 1.5");
    }
}

}  // namespace quantity_test
}  // namespace mizan
