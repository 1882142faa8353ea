// SPDX-License-Identifier: Apache-2.0
#include "io/explain.hpp"

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/format.hpp"
#include "cli/machine.hpp"
#include "cli/question.hpp"
#include "cli/text.hpp"

namespace mizan::cli {
namespace {

struct Options {
    ExplainRequest request;
    MachineOptions machine;
};

std::string source(const End& end) {
    if (end.definition.empty()) return end.why_not;
    return fmt::format("{}: {}", end.definition, fmt::join(end.theorems, ", "));
}

// A row of the table, or two where both ends come from different places.
void add(Rows& rows, const std::string& label, const Range& range) {
    const std::string low = source(range.lower), high = source(range.upper);
    const std::string least = format_down(range.lower.value);
    const std::string most = format_up(range.upper.value);
    if (low == high || low.empty() || high.empty()) {
        rows.push_back({"  " + label, least, most, low.empty() ? high : low});
    } else {
        rows.push_back({"  " + label, least, "", low});
        rows.push_back({"", "", most, high});
    }
}

void add(Rows& rows, const Learning& learning) {
    const std::string prior = shortest(learning.prior.value());
    add(rows, "posterior, prior " + prior, learning.posterior.range);
    add(rows, "best guess, prior " + prior, learning.best_guess);
    add(rows, "Bayes factor, truth, above " + shortest(learning.factor.value()),
        learning.large_bayes_factor);
    add(rows, "Bayes factor, untruth, mean log", learning.mean_log_bayes_factor);
    add(rows, "Bayes factor, untruth, moment " + shortest(learning.order.value()),
        learning.bayes_factor_moment);
}

void write_for_people(std::ostream& out, const ExplainResponse& response) {
    Rows rows{{"", "at least", "at most", "by"}};
    if (const auto& bad = response.bad_outcome) {
        add(rows, fmt::format("bad outcome, {} otherwise", shortest(bad->probability.value())),
            bad->range);
    }
    if (response.learning) add(rows, *response.learning);
    out << fmt::format("{}\n\n", fmt::join(response.sentences, "\n")) << aligned(rows);
}

Status run(const Options& options, std::ostream& out) {
    return answer(options.machine, options.request, out,
                  [&](const ExplainResponse& response) { write_for_people(out, response); });
}

Run setup(Arguments& arguments) {
    auto options = std::make_shared<Options>();
    ExplainRequest& request = options->request;
    add_program(arguments, request.about.program, Need::required);
    arguments.add_number(
        "--probability", [&request](double x) { request.probability = x; },
        "Probability of something bad with the other input, such as without your data; 0.01 if "
        "neither this nor --prior is given");
    arguments.add_number(
        "--prior", [&request](double x) { request.prior = x; },
        "Probability that somebody gives to one input before the release; 0.5 if neither this nor "
        "--probability is given");
    arguments.add_number(
        "--delta", [&request](double x) { request.delta = Delta{x}; },
        "Statements about beliefs may fail with this probability; default 0 if the program has a "
        "pure epsilon, otherwise 1e-05");
    arguments.add_number(
        "--factor", [&request](double x) { request.factor = x; },
        "Evidence is called strong if it multiplies the odds by more than this; default 10");
    arguments.add_number(
        "--order", [&request](double x) { request.order = Order{x}; },
        "Which moment of the Bayes factor; default 2");
    add_neighbours(arguments, request.about.relation, request.about.group_size);
    add_machine(arguments, options->machine,
                "Write an object with the numbers, where each comes from, and the sentences");
    return [options](std::ostream& out) { return run(*options, out); };
}

}  // namespace

const Command explain_command{
    .name = "explain",
    .purpose = "What a program means for one person, in plain words",
    .example = "mizan explain \"10 * laplace(20)\" --probability 1e-3 --prior 0.01",
    .setup = setup,
};

}  // namespace mizan::cli
