// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/calibrate.hpp"

#include <iostream>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/format.hpp"
#include "cli/question.hpp"
#include "io/answer.hpp"
#include "io/expression.hpp"
#include "io/template.hpp"

namespace mizan::cli {
namespace {

struct Options {
    QuestionOptions question;
    std::optional<Probability> advantage, true_positives, false_positives;
    std::string program;
    bool json = false;
};

// The one target that the options name.
Target target_of(const Options& options, Relation relation) {
    const auto& [delta, epsilon, _, group_size] = options.question;
    const bool is_privacy = epsilon || delta,
               is_test = options.true_positives || options.false_positives;
    if (int{is_privacy} + int{is_test} + int{options.advantage.has_value()} != 1) {
        throw InputError(
            "one target is needed: --epsilon and --delta, or --advantage, or --true-positive-rate "
            "and --false-positive-rate");
    }
    Target target{
        .keep = ApproxDP{Epsilon{0.0}, Delta{0.0}}, .relation = relation, .group_size = group_size};
    if (is_privacy) {
        if (!epsilon || !delta) {
            throw InputError("both --epsilon and --delta are needed: the privacy to keep");
        }
        target.keep = ApproxDP{*epsilon, *delta};
    } else if (is_test) {
        if (!options.true_positives || !options.false_positives) {
            throw InputError(
                "both --true-positive-rate and --false-positive-rate are needed: how well a test "
                "may do");
        }
        target.keep = TruePositiveRate{*options.true_positives, *options.false_positives};
    } else {
        target.keep = Advantage{*options.advantage};
    }
    return target;
}

void write_for_people(std::ostream& out, const Unknown& unknown, const Target& target,
                      const Calibration& found) {
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
        out << fmt::format("No {} from {} on will do.\n", unknown.name, shortest(found.limit));
    } else {
        constexpr int digits = 12;
        out << fmt::format("No {} {} will do.\n", unknown.name,
                           grows ? "above " + format_up(found.limit, digits)
                                 : "below " + format_down(found.limit, digits));
    }
}

// The cost under the names of what is asked and what is given.
struct CostToJson {
    Json cost;

    Json::Object operator()(const ApproxDP& keep) const {
        if (keep.epsilon.value() == 0 && keep.delta.value() > 0) {
            return {{"epsilon", keep.epsilon.value()}, {"delta", cost}};
        }
        return {{"epsilon", cost}, {"delta", keep.delta.value()}};
    }
    Json::Object operator()(const Advantage&) const { return {{"advantage", cost}}; }
    Json::Object operator()(const TruePositiveRate& keep) const {
        return {{"true_positive_rate", cost},
                {"false_positive_rate", keep.false_positive_rate.value()}};
    }
};

Json::Object to_json(const Unknown& unknown, const Target& target, const Calibration& found) {
    Json::Object object{{"unknown", unknown.name},
                        {"parameter", found.parameter},
                        {"limit", found.limit},
                        {"tolerance", found.tolerance},
                        {"program", print_expression(found.program)}};
    for (auto& member : std::visit(CostToJson{mizan::to_json(found.cost)}, target.keep)) {
        object.push_back(std::move(member));
    }
    return object;
}

Status run(const Options& options, std::ostream& out) {
    const auto [relation, program] = read_template(options.program, options.question.relation);
    const Target target = target_of(options, relation);
    const auto result = calibrate(program, target);
    if (const auto* refusal = std::get_if<Refusal>(&result)) {
        std::cerr << "mizan: no value will do: " << refusal->reason << '\n';
        return Status::negative;
    }
    const auto& found = std::get<Calibration>(result);
    if (options.json) {
        out << to_pretty_text(to_json(program.unknown(), target, found)) << '\n';
    } else {
        write_for_people(out, program.unknown(), target, found);
    }
    return Status::done;
}

Run setup(Arguments& arguments) {
    auto options = std::make_shared<Options>();
    arguments.add_text("program", options->program, "PROGRAM",
                       "An expression with one ? in place of a number or count, or JSON with one "
                       "\"?\"",
                       Need::required);
    arguments.add_number(
        "--epsilon", [options](double x) { options->question.epsilon = Epsilon{x}; },
        "The epsilon to keep");
    arguments.add_number(
        "--delta", [options](double x) { options->question.delta = Delta{x}; },
        "The delta to keep it at");
    arguments.add_number(
        "--advantage", [options](double x) { options->advantage = Probability{x}; },
        "Instead: how much more often right than wrong one may be who guesses between neighbours");
    arguments.add_number(
        "--true-positive-rate", [options](double x) { options->true_positives = Probability{x}; },
        "Instead: how often a test may find the record that is there");
    arguments.add_number(
        "--false-positive-rate", [options](double x) { options->false_positives = Probability{x}; },
        "… that finds it this often where it is not");
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
