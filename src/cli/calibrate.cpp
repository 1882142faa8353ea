// SPDX-License-Identifier: Apache-2.0
#include "io/calibrate.hpp"

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/format.hpp"
#include "cli/machine.hpp"
#include "cli/question.hpp"
#include "cli/text.hpp"
#include "io/expression_print.hpp"

namespace mizan::cli {
namespace {

struct Options {
    CalibrateRequest request;
    std::vector<std::string> programs;
    MachineOptions machine;
};

void write_for_people(std::ostream& out, const FoundValue& value, const Target& target) {
    const auto& [unknown, found] = value;
    out << fmt::format("{}: {}\n", unknown.name, shortest(found.parameter));
    out << fmt::format("program: {}\n", print_expression(found.program));
    out << fmt::format("{}: {}\n", target.unit(), format_between(found.cost));
    const bool grows = unknown.cost == Unknown::Cost::grows;
    const double last = grows ? unknown.most : unknown.least;
    if (found.limit == found.parameter) {
        out << fmt::format("Every {} will do.\n", unknown.name);
    } else if (found.limit == last) {
        out << fmt::format("Whether a {} {} would do is not known.\n", grows ? "larger" : "smaller",
                           unknown.name);
    } else if (unknown.is_whole) {
        const std::string limit = shortest(found.limit);
        out << fmt::format("No {} {} will do.\n", unknown.name,
                           grows ? "from " + limit + " on" : "up to " + limit);
    } else {
        constexpr int digits = 12;
        out << fmt::format("No {} {} will do.\n", unknown.name,
                           grows ? "above " + format_up(found.limit, digits)
                                 : "below " + format_down(found.limit, digits));
    }
}

void write_for_people(std::ostream& out, const FoundShares& all, const Target& target) {
    const auto& [shares, found] = all;
    Rows rows{{"weight", "unknown", "program", "alone"}};
    for (std::size_t i = 0; i < shares.size(); ++i) {
        rows.push_back({shortest(shares[i].weight.value()), shares[i].program.unknown().name,
                        print_expression(found.shares[i].program),
                        format_between(found.shares[i].cost)});
    }
    out << aligned(rows);
    out << fmt::format("together: {}\n", print_expression(found.program));
    out << fmt::format("{}: {}\n", target.unit(), format_between(found.cost));
}

Status run(const Options& options, std::ostream& out) {
    CalibrateRequest request = options.request;
    if (options.programs.size() == 1) {
        request.programs = GivenProgram(options.programs.front());
    } else {
        request.programs =
            std::vector<GivenProgram>(options.programs.begin(), options.programs.end());
    }
    return answer(options.machine, request, out, [&](const CalibrateResponse& response) {
        std::visit([&](const auto& found) { write_for_people(out, found, response.target); },
                   response.found);
        out << '\n' << assumed_lines(response.assumptions);
    });
}

Run setup(Arguments& arguments) {
    auto options = std::make_shared<Options>();
    CalibrateRequest& request = options->request;
    arguments.add_words("program", options->programs, "PROGRAM",
                        "An expression with one ? in place of a number or count, or JSON with one "
                        "\"?\"; several programs share one target");
    arguments.add_number(
        "--epsilon", [&request](double x) { request.epsilon = Epsilon{x}; }, "The epsilon to keep");
    arguments.add_number(
        "--delta", [&request](double x) { request.delta = Delta{x}; }, "The delta to keep it at");
    arguments.add_number(
        "--advantage", [&request](double x) { request.advantage = Probability{x}; },
        "Instead: the largest advantage of somebody who guesses between neighbours, which is "
        "Pr[right] - Pr[wrong]");
    arguments.add_number(
        "--true-positive-rate",
        [&request](double x) { request.true_positive_rate = Probability{x}; },
        "Instead: the largest true-positive rate of a test whether the record is there");
    arguments.add_number(
        "--false-positive-rate",
        [&request](double x) { request.false_positive_rate = Probability{x}; },
        "The false-positive rate of that test: how often it finds a record that is not there");
    arguments.add_numbers(
        "--weights",
        [&request](double x) {
            if (!domain::Positive::contains(x)) {
                throw DomainError("--weights", domain::Positive::rule, x);
            }
            if (!request.weights) request.weights.emplace();
            request.weights->emplace_back(x);
        },
        "For several programs: what each costs alone is proportional to its weight; default "
        "1,1,…");
    add_neighbours(arguments, request.relation, request.group_size);
    add_machine(arguments, options->machine, "The result as an object");
    return [options](std::ostream& out) { return run(*options, out); };
}

}  // namespace

const Command calibrate_command{
    .name = "calibrate",
    .purpose = "How much noise is enough, or how often a release may be made",
    .example = "mizan calibrate \"1000 * poisson(0.01, gaussian(?))\" --epsilon 1 --delta 1e-6",
    .setup = setup,
};

}  // namespace mizan::cli
