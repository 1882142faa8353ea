// SPDX-License-Identifier: Apache-2.0
#include <iostream>

#include <fmt/format.h>

#include "mizan/calibrate/shares.hpp"
#include "mizan/program/assumptions.hpp"

#include "cli/command.hpp"
#include "cli/format.hpp"
#include "cli/question.hpp"
#include "cli/text.hpp"
#include "io/answer.hpp"
#include "io/expression_print.hpp"
#include "io/json.hpp"
#include "io/template.hpp"

namespace mizan::cli {
namespace {

struct Options {
    QuestionOptions question;
    std::optional<Probability> advantage, true_positives, false_positives;
    std::vector<std::string> programs;
    std::vector<Positive> weights;
    bool json = false;
};

// The one target that the options name.
Target target_of(const Options& options, Relation relation) {
    const auto& [delta, epsilon, _, group_size, effort] = options.question;
    const bool is_privacy = epsilon || delta,
               is_test = options.true_positives || options.false_positives;
    if (int{is_privacy} + int{is_test} + int{options.advantage.has_value()} != 1) {
        throw InputError(
            "one target is needed: --epsilon and --delta, or --advantage, or --true-positive-rate "
            "and --false-positive-rate");
    }
    Target target{.keep = ApproxDP{Epsilon{0.0}, Delta{0.0}},
                  .relation = relation,
                  .group_size = group_size,
                  .effort = effort};
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

Json::Object cost_to_json(const Target& target, const Bracket& cost) {
    return std::visit(CostToJson{mizan::to_json(cost)}, target.keep);
}

Json::Object to_json(const Unknown& unknown, const Target& target, const Calibration& found) {
    Json::Object object{{"unknown", unknown.name},
                        {"parameter", found.parameter},
                        {"limit", found.limit},
                        {"tolerance", found.tolerance},
                        {"program", print_expression(found.program)}};
    for (auto& member : cost_to_json(target, found.cost)) object.push_back(std::move(member));
    return object;
}

void write_for_people(std::ostream& out, const std::vector<Share>& shares, const Target& target,
                      const SharedCalibration& found) {
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

Json::Object to_json(const std::vector<Share>& shares, const Target& target,
                     const SharedCalibration& found) {
    Json::Array all;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        Json::Object share{{"weight", shares[i].weight.value()}};
        for (auto& member : to_json(shares[i].program.unknown(), target, found.shares[i])) {
            share.push_back(std::move(member));
        }
        all.emplace_back(std::move(share));
    }
    Json::Object object{{"shares", std::move(all)}, {"program", print_expression(found.program)}};
    for (auto& member : cost_to_json(target, found.cost)) object.push_back(std::move(member));
    return object;
}

// Writes what was found for `asked`, one unknown or several shares, or why nothing was.
template <class Asked, class Found>
Status show(const Options& options, std::ostream& out, const Asked& asked, const Target& target,
            const std::variant<Found, Refusal>& result) {
    if (const auto* refusal = std::get_if<Refusal>(&result)) {
        std::cerr << "mizan: no value will do: " << refusal->reason << '\n';
        return Status::negative;
    }
    const auto& found = std::get<Found>(result);
    const auto assumed = assumptions({target.relation, found.program}, target.group_size);
    if (options.json) {
        Json::Object object = to_json(asked, target, found);
        object.emplace_back("neighboring_relation", to_string(target.relation));
        object.emplace_back("group_size", target.group_size);
        object.emplace_back("assumptions", Json::Array(assumed.begin(), assumed.end()));
        out << to_pretty_text(std::move(object)) << '\n';
    } else {
        write_for_people(out, asked, target, found);
        out << '\n' << assumed_lines(assumed);
    }
    return Status::done;
}

Status run(const Options& options, std::ostream& out) {
    const std::size_t count = options.programs.size();
    if (count == 0) throw InputError("a program is required");
    if (!options.weights.empty() && options.weights.size() != count) {
        throw InputError(fmt::format("--weights: expected one for each of {} programs, got {}",
                                     count, options.weights.size()));
    }
    std::vector<Share> shares;
    std::optional<Relation> relation = options.question.relation;
    for (const std::string& text : options.programs) {
        auto document = read_template(text, relation);
        if (is_json(text)) relation = document.relation;
        const auto weight = options.weights.empty() ? Positive{1} : options.weights[shares.size()];
        shares.push_back({std::move(document.program), weight});
    }
    const Target target = target_of(options, relation.value_or(Relation::add_or_remove_one));
    if (count > 1) return show(options, out, shares, target, calibrate(shares, target));
    const ProgramTemplate& program = shares.front().program;
    return show(options, out, program.unknown(), target, calibrate(program, target));
}

Run setup(Arguments& arguments) {
    auto options = std::make_shared<Options>();
    arguments.add_words("program", options->programs, "PROGRAM",
                        "An expression with one ? in place of a number or count, or JSON with one "
                        "\"?\"; several programs share one target");
    arguments.add_number(
        "--epsilon", [options](double x) { options->question.epsilon = Epsilon{x}; },
        "The epsilon to keep");
    arguments.add_number(
        "--delta", [options](double x) { options->question.delta = Delta{x}; },
        "The delta to keep it at");
    arguments.add_number(
        "--advantage", [options](double x) { options->advantage = Probability{x}; },
        "Instead: the largest advantage of somebody who guesses between neighbours, which is "
        "Pr[right] - Pr[wrong]");
    arguments.add_number(
        "--true-positive-rate", [options](double x) { options->true_positives = Probability{x}; },
        "Instead: the largest true-positive rate of a test whether the record is there");
    arguments.add_number(
        "--false-positive-rate", [options](double x) { options->false_positives = Probability{x}; },
        "The false-positive rate of that test: how often it finds a record that is not there");
    arguments.add_numbers(
        "--weights",
        [options](double x) {
            if (!domain::Positive::contains(x)) {
                throw DomainError("--weights", domain::Positive::rule, x);
            }
            options->weights.emplace_back(x);
        },
        "For several programs: what each costs alone is proportional to its weight; default "
        "1,1,…");
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
