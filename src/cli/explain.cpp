// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "mizan/explain/explanation.hpp"
#include "mizan/meaning/sentence.hpp"

#include "cli/command.hpp"
#include "cli/format.hpp"
#include "cli/question.hpp"
#include "cli/text.hpp"
#include "io/expression_print.hpp"
#include "io/json.hpp"

namespace mizan::cli {
namespace {

struct Options {
    QuestionOptions question;
    std::string program;
    std::optional<Probability> probability;
    std::optional<Probability> prior;
    Positive factor = 10.0;
    Order order{2.0};
    bool json = false;
};

constexpr double usual_probability = 0.01, usual_prior = 0.5;

// What is said about a program: one row of the table and one field of the object per number.
class Report {
public:
    void add(const std::string& label, const Range& range) {
        const std::string low = source(range.lower), high = source(range.upper);
        const std::string least = format_down(range.lower.value);
        const std::string most = format_up(range.upper.value);
        if (low == high || low.empty() || high.empty()) {
            rows_.push_back({"  " + label, least, most, low.empty() ? high : low});
        } else {
            rows_.push_back({"  " + label, least, "", low});
            rows_.push_back({"", "", most, high});
        }
    }
    void add(std::string field, Json value) {
        object_.emplace_back(std::move(field), std::move(value));
    }
    void say(std::string sentence) { sentences_.push_back(std::move(sentence)); }

    void write(std::ostream& out, bool json) {
        if (json) {
            object_.emplace_back("sentence", fmt::format("{}", fmt::join(sentences_, " ")));
            out << to_pretty_text(std::move(object_)) << '\n';
        } else {
            out << fmt::format("{}\n\n", fmt::join(sentences_, "\n")) << aligned(rows_);
        }
    }

private:
    static std::string source(const End& end) {
        if (end.definition.empty()) return end.why_not;
        return fmt::format("{}: {}", end.definition, fmt::join(end.theorems, ", "));
    }

    Rows rows_{{"", "at least", "at most", "by"}};
    Json::Object object_;
    std::vector<std::string> sentences_;
};

Json to_json(const End& end) {
    if (end.definition.empty()) {
        return end.why_not.empty() ? Json(nullptr) : Json::Object{{"why_not", end.why_not}};
    }
    Json::Array theorems(end.theorems.begin(), end.theorems.end());
    return Json::Object{{"definition", end.definition}, {"theorems", std::move(theorems)}};
}

// What was given, and the range that follows from it.
Json to_json(Json::Object object, const Range& range) {
    object.emplace_back("lower", range.lower.value);
    object.emplace_back("upper", range.upper.value);
    object.emplace_back("lower_from", to_json(range.lower));
    object.emplace_back("upper_from", to_json(range.upper));
    return object;
}

void explain_bad_outcome(Report& report, const Explanation& explanation, Probability q,
                         const Comparison& comparison) {
    const Range range = explanation.bad_outcome(q);
    report.say(bad_outcome_sentence(q, range.bracket(), comparison));
    report.add(fmt::format("bad outcome, {} otherwise", shortest(q.value())), range);
    report.add("bad_outcome", to_json({{"probability", q.value()}}, range));
}

void explain_learning(Report& report, const Explanation& explanation, Probability prior,
                      const Options& options, const Comparison& comparison) {
    std::optional<Probability> allowed;
    if (options.question.delta) allowed = options.question.delta->value();
    const auto [after, failure] = explanation.posterior(prior, allowed);
    report.say(posterior_sentence(prior, after.bracket(), failure, comparison));
    report.add(fmt::format("posterior, prior {}", shortest(prior.value())), after);
    report.add("posterior",
               to_json({{"prior", prior.value()}, {"failure", failure.value()}}, after));

    const Range guess = explanation.best_guess(prior);
    report.say(best_guess_sentence(prior, guess.upper.value, comparison));
    report.add(fmt::format("best guess, prior {}", shortest(prior.value())), guess);
    report.add("best_guess", to_json({{"prior", prior.value()}}, guess));

    const Range large = explanation.large_bayes_factor(options.factor);
    const Range mean = explanation.mean_log_bayes_factor();
    const Range moment = explanation.bayes_factor_moment(options.order);
    const double factor = options.factor.value(), order = options.order.value();
    report.say(large_bayes_factor_sentence(options.factor, large.upper.value));
    report.add(fmt::format("Bayes factor, truth, above {}", shortest(factor)), large);
    report.add("Bayes factor, untruth, mean log", mean);
    report.add(fmt::format("Bayes factor, untruth, moment {}", shortest(order)), moment);
    report.add("bayes_factor", Json::Object{{"large", to_json({{"factor", factor}}, large)},
                                            {"mean_log", to_json({}, mean)},
                                            {"moment", to_json({{"order", order}}, moment)}});
}

Status run(const Options& options, std::ostream& out) {
    if (options.question.delta && options.probability && !options.prior) {
        throw InputError("--delta belongs to --prior; bounds of a bad outcome always hold");
    }
    const ProgramDocument document = options.question.document(options.program);
    const Neighbours neighbours{document.relation, options.question.group_size};
    const Comparison comparison{neighbours.relation, neighbours.group_size};
    const Explanation explanation(document.program, neighbours, options.question.effort);
    const bool is_open = !options.probability && !options.prior;
    Report report;
    report.add("program", print_expression(document.program));
    if (is_open || options.probability) {
        explain_bad_outcome(report, explanation, options.probability.value_or(usual_probability),
                            comparison);
    }
    if (is_open || options.prior) {
        explain_learning(report, explanation, options.prior.value_or(usual_prior), options,
                         comparison);
    }
    report.write(out, options.json);
    return Status::done;
}

Run setup(Arguments& arguments) {
    auto options = std::make_shared<Options>();
    arguments.add_text("program", options->program, "PROGRAM", "What is run: an expression or JSON",
                       Need::required);
    arguments.add_number(
        "--probability", [options](double x) { options->probability = x; },
        "Probability of something bad with the other input, such as without your data; 0.01 if "
        "neither this nor --prior is given");
    arguments.add_number(
        "--prior", [options](double x) { options->prior = x; },
        "Probability that somebody gives to one input before the release; 0.5 if neither this nor "
        "--probability is given");
    arguments.add_number(
        "--delta", [options](double x) { options->question.delta = Delta{x}; },
        "Statements about beliefs may fail with this probability; default 0 if the program has a "
        "pure epsilon, otherwise 1e-05");
    arguments.add_number(
        "--factor", [options](double x) { options->factor = x; },
        "Evidence is called strong if it multiplies the odds by more than this; default 10");
    arguments.add_number(
        "--order", [options](double x) { options->order = Order{x}; },
        "Which moment of the Bayes factor; default 2");
    add_neighbours(arguments, options->question);
    arguments.add_flag(
        "--json", options->json,
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
