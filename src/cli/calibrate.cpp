// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/calibrate.hpp"

#include <cmath>
#include <iostream>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/format.hpp"
#include "cli/question.hpp"
#include "io/answer.hpp"
#include "io/expression.hpp"

namespace mizan::cli {
namespace {

struct Options {
    QuestionOptions question;
    std::string program;
    bool json = false;
};

// How far the best value can be from the one that was found, relative to it.
double tolerance(const Calibration& found) {
    if (found.limit == found.parameter) return 0;
    return std::abs(found.limit - found.parameter) / found.parameter;
}

void write_for_people(std::ostream& out, const Unknown& unknown, const Calibration& found) {
    out << fmt::format("{}: {}\n", unknown.name, shortest(found.parameter));
    out << fmt::format("program: {}\n", print_expression(found.program));
    out << fmt::format("epsilon at delta {}: {}, by {}\n",
                       shortest(found.answer.question.delta()->value()),
                       format_between(found.answer.epsilon), found.answer.best);
    if (found.limit == found.parameter) return;
    const bool grows = unknown.cost == Unknown::Cost::grows;
    out << fmt::format("No {} {} {} can do.\n", unknown.name, grows ? "above" : "below",
                       shortest(found.limit));
}

Json::Object to_json(const Unknown& unknown, const Calibration& found) {
    return {{"unknown", unknown.name},
            {"parameter", found.parameter},
            {"tolerance", tolerance(found)},
            {"program", print_expression(found.program)},
            {"epsilon", mizan::to_json(found.answer.epsilon)},
            {"delta", found.answer.question.delta()->value()},
            {"best", found.answer.best}};
}

Status run(const Options& options, std::ostream& out) {
    const QuestionOptions& question = options.question;
    if (!question.delta || !question.epsilon) {
        throw InputError("both --epsilon and --delta are needed: the privacy to keep");
    }
    const ProgramTemplate program = parse_template(options.program);
    const auto result = calibrate(
        program, Target{.epsilon = *question.epsilon,
                        .delta = *question.delta,
                        .relation = question.relation.value_or(Relation::add_or_remove_one),
                        .group_size = question.group_size});
    if (const auto* refusal = std::get_if<Refusal>(&result)) {
        std::cerr << "mizan: no value will do: " << refusal->reason << '\n';
        return Status::negative;
    }
    const auto& found = std::get<Calibration>(result);
    if (options.json) {
        out << to_pretty_text(to_json(program.unknown(), found)) << '\n';
    } else {
        write_for_people(out, program.unknown(), found);
    }
    return Status::done;
}

Run setup(Arguments& arguments) {
    auto options = std::make_shared<Options>();
    arguments.add_text("program", options->program, "PROGRAM",
                       "An expression with one ? in place of a number or count", Need::required);
    arguments.add_number(
        "--epsilon", [options](double x) { options->question.epsilon = Epsilon{x}; },
        "The epsilon to keep");
    arguments.add_number(
        "--delta", [options](double x) { options->question.delta = Delta{x}; },
        "The delta to keep it at");
    add_neighbours(arguments, options->question);
    arguments.add_flag("--json", options->json, "The result as an object");
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
