// SPDX-License-Identifier: Apache-2.0
// Asks about the toy scheme of CONTRIBUTING.md: a sample for which every record throws a coin is a
// Poisson sample of probability 1/2, so that every answer must be the same to its last bit.
#include <iostream>

#include "mizan/account/account.hpp"

#include "io/expression.hpp"
#include "io/expression_print.hpp"
#include "io/json.hpp"

namespace {

int failed = 0;

void check(bool is_true, const char* what) {
    if (!is_true) {
        std::cout << "not true: " << what << '\n';
        ++failed;
    }
}

}  // namespace

int main() {
    using namespace mizan;
    const Program toy = parse_expression("10 * half_sample(gaussian(1) + laplace(2))");
    const Program same = parse_expression("10 * poisson(0.5, gaussian(1) + laplace(2))");
    check(print_expression(toy) == "10 * half_sample(gaussian(1) + laplace(2))",
          "it is printed as it was read");
    check(read_program(R"({"type": "HalfSampledDpEvent",
                           "event": {"type": "GaussianDpEvent", "noise_multiplier": 1}})")
                  .program == parse_expression("half_sample(gaussian(1))"),
          "JSON knows its type");

    for (const Relation relation : {Relation::add_or_remove_one, Relation::replace_special}) {
        const Question question{.at = Delta{1e-5}, .relation = relation};
        const Answer found = account(toy, question), wanted = account(same, question);
        check(found.epsilon.lower == wanted.epsilon.lower &&
                  found.epsilon.upper == wanted.epsilon.upper,
              "it costs what a Poisson sample costs");
        check(found.epsilon.upper <
                  account(parse_expression("10 * (gaussian(1) + laplace(2))"), question)
                      .epsilon.lower,
              "it costs less than all of the data");
    }

    std::cout << (failed == 0 ? "the toy scheme is part of the language\n" : "") << std::flush;
    return failed == 0 ? 0 : 1;
}
