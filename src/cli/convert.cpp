// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/convert.hpp"

#include <iostream>

#include <fmt/format.h>

#include "mizan/theorems/theorems.hpp"

#include "cli/command.hpp"
#include "cli/format.hpp"
#include "cli/text.hpp"
#include "io/answer.hpp"
#include "io/definition.hpp"
#include "io/json.hpp"

namespace mizan::cli {
namespace {

struct Options {
    std::string from;
    std::string to;
    At at;
    bool json = false;
};

// What `read` makes of the text, or its complaint with the option that the text was given to.
template <class Read>
auto read_option(const char* option, const Read& read) {
    try {
        return read();
    } catch (const InputError& problem) {
        throw InputError(fmt::format("{}: {}", option, problem.what()));
    }
}

// Orders at which a curve is shown if none was asked for.
constexpr double shown_orders[] = {1, 1.5, 2, 3, 4, 6, 8, 16, 32, 64, infinity};

// The parameters of a definition, each an upper bound. Those that the question fixed are exact.
struct Parameters {
    At at;

    using List = std::vector<std::pair<std::string, double>>;
    List operator()(const PureDP& d) const { return {{"epsilon", d.epsilon.value()}}; }
    List operator()(const ApproxDP& d) const {
        return {{"epsilon", d.epsilon.value()}, {"delta", d.delta.value()}};
    }
    List operator()(const RenyiDP& d) const {
        List list;
        if (at.order) return {{"divergence", d.curve(*at.order).upper}};
        for (const double order : shown_orders) {
            list.emplace_back("divergence, order " + shortest(order), d.curve(Order{order}).upper);
        }
        return list;
    }
    List operator()(const ZCDP& d) const {
        if (d.xi.value() == 0) return {{"rho", d.rho.value()}};
        return {{"rho", d.rho.value()}, {"xi", d.xi.value()}};
    }
    List operator()(const CDP& d) const { return {{"mu", d.mu.value()}, {"tau", d.tau.value()}}; }
    List operator()(const GDP& d) const { return {{"mu", d.mu.value()}}; }
};

bool is_given(const At& at, const std::string& parameter) {
    return (parameter == "delta" && at.delta) || (parameter == "epsilon" && at.epsilon);
}

Json question_of(const Options& options) {
    Json::Object question{{"from", options.from}, {"to", options.to}};
    if (options.at.delta) question.emplace_back("delta", options.at.delta->value());
    if (options.at.epsilon) question.emplace_back("epsilon", options.at.epsilon->value());
    if (options.at.order) question.emplace_back("order", options.at.order->value());
    return question;
}

Json to_json(const Implication& found, const Options& options, std::string_view name) {
    Json::Object object{{"question", question_of(options)}};
    Json::Object analysis{{"name", name}};
    const auto* curve = std::get_if<RenyiDP>(&found.result);
    if (curve != nullptr && !options.at.order) {
        Json::Array points;
        for (const double order : shown_orders) {
            points.push_back(Json::Array{order, curve->curve(Order{order}).upper});
        }
        object.emplace_back("points", std::move(points));
    } else {
        for (const auto& [parameter, value] : std::visit(Parameters{options.at}, found.result)) {
            if (is_given(options.at, parameter)) continue;
            object.emplace_back(parameter, Json::Object{{"lower", 0.0}, {"upper", value}});
            analysis.emplace_back(parameter, value);
        }
    }
    if (found.order) analysis.emplace_back("order", found.order->value());
    Json::Array theorems(found.theorems.begin(), found.theorems.end());
    analysis.emplace_back("theorems", std::move(theorems));
    object.emplace_back("best", name);
    object.emplace_back("analyses", Json::Array{std::move(analysis)});
    return object;
}

void write_for_people(std::ostream& out, const Implication& found, const Options& options) {
    Rows rows;
    for (const auto& [parameter, value] : std::visit(Parameters{options.at}, found.result)) {
        rows.push_back({parameter, is_given(options.at, parameter) ? "=" : "≤", format_up(value)});
    }
    out << aligned(rows);
    if (found.order && !options.at.order) {
        out << fmt::format("by the order {}\n", format_up(found.order->value()));
    }
    for (const std::string& key : found.theorems) {
        for (const Theorem& theorem : find_theorems(key)) {
            if (theorem.key == key)
                out << '\n'
                    << key << ": " << theorem.title << '\n'
                    << labelled("States", theorem.statement);
        }
    }
}

void check(const At& at, Notion to) {
    if ((at.delta || at.epsilon) && to != Notion::approximate) {
        throw InputError(std::string(at.delta ? "--delta" : "--epsilon") +
                         " belongs to --to approximate");
    }
    if (at.order && to != Notion::renyi) throw InputError("--order belongs to --to renyi");
}

Status run(const Options& options, std::ostream& out) {
    const Definition from =
        read_option("--from", [&] { return definition_in(read_any(options.from).program); });
    const Notion to = read_option("--to", [&] { return read_notion(options.to); });
    check(options.at, to);
    const auto found = convert(from, to, options.at);
    const std::string_view name = name_of(notion_of(from));
    if (const auto* refusal = std::get_if<Refusal>(&found)) {
        if (options.json) {
            out << to_pretty_text(Json::Object{
                       {"question", question_of(options)},
                       {"best", nullptr},
                       {"analyses",
                        Json::Array{Json::Object{{"name", name}, {"why_not", refusal->reason}}}}})
                << '\n';
        }
        std::cerr << "mizan: no conversion: " << refusal->reason << '\n';
        return Status::negative;
    }
    const auto& implication = std::get<Implication>(found);
    if (options.json) {
        out << to_pretty_text(to_json(implication, options, name)) << '\n';
    } else {
        write_for_people(out, implication, options);
    }
    return Status::done;
}

Run setup(Arguments& arguments) {
    auto options = std::make_shared<Options>();
    arguments.add_text(
        "--from", options->from, "DEFINITION",
        "What is known: pure(…), approximate(…), renyi(…), zcdp(…), cdp(…) or gdp(…)",
        Need::required);
    arguments.add_text("--to", options->to, "NAME",
                       "What is wanted: pure, approximate, renyi, zcdp, cdp, gdp", Need::required);
    arguments.add_number(
        "--delta", [options](double x) { options->at.delta = Delta{x}; },
        "To approximate: the epsilon at this delta");
    arguments.add_number(
        "--epsilon", [options](double x) { options->at.epsilon = Epsilon{x}; },
        "To approximate: the delta at this epsilon");
    arguments.add_number(
        "--order", [options](double x) { options->at.order = Order{x}; },
        "To renyi: the divergence of this order; default: the whole curve");
    arguments.add_flag("--json", options->json,
                       "Write an object, shaped like the answer of account");
    return [options](std::ostream& out) { return run(*options, out); };
}

}  // namespace

const Command convert_command{
    .name = "convert",
    .purpose = "One definition of privacy into another, by the sharpest known theorem",
    .example = "mizan convert --from \"renyi([(2, 0.1)])\" --to approximate --delta 0.01",
    .setup = setup,
};

}  // namespace mizan::cli
