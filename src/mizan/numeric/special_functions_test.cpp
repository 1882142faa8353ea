// SPDX-License-Identifier: Apache-2.0
// Special functions against a table that mpmath made: a road with no code in common with ours or
// with Boost's.
#include <functional>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "mizan/numeric/binomial.hpp"
#include "mizan/numeric/normal.hpp"
#include "mizan/numeric/remainder.hpp"

#include "support/oracle.hpp"

namespace mizan {
namespace special_functions_test {

struct Row {
    std::string function;
    std::vector<double> arguments;
    std::string value;
};

const std::vector<Row>& table() {
    static const std::vector<Row> rows{
#include "../oracles/special_functions.inc"
    };
    return rows;
}

using Arguments = std::vector<double>;

const std::map<std::string, std::function<Bracket(const Arguments&)>>& functions() {
    static const std::map<std::string, std::function<Bracket(const Arguments&)>> all{
        {"log_tail", [](const Arguments& x) { return normal::log_tail(x[0]); }},
        {"mills_ratio", [](const Arguments& x) { return normal::mills_ratio(x[0]); }},
        {"upper_quantile", [](const Arguments& x) { return normal::upper_quantile(x[0]); }},
        {"exp_remainder", [](const Arguments& x) { return exp_remainder(x[0]); }},
        {"log_cosh", [](const Arguments& x) { return log_cosh(x[0]); }},
        {"log_sinh", [](const Arguments& x) { return log_sinh(x[0]); }},
        {"log1m_exp", [](const Arguments& x) { return log1m_exp(x[0]); }},
        {"binomial_log_mass",
         [](const Arguments& x) {
             return binomial::log_mass({x[0], x[2]}, x[1]);
         }},
    };
    return all;
}

TEST(SpecialFunctions, ContainTheTableOfMpmathAndAreSharp) {
    EXPECT_GE(table().size(), 50U);
    for (const Row& row : table()) {
        const Bracket ours = functions().at(row.function)(row.arguments);
        const oracle::Real exact(row.value);
        EXPECT_TRUE(oracle::contains(ours, exact))
            << row.function << " = " << row.value << " not in " << ours;
        EXPECT_TRUE(oracle::is_sharp(ours, exact, 1e-11))
            << row.function << " = " << row.value << ": " << ours;
    }
}

}  // namespace special_functions_test
}  // namespace mizan
