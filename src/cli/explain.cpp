// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "mizan/account/account.hpp"
#include "mizan/account/guarantees.hpp"
#include "mizan/meaning/bad_outcome.hpp"
#include "mizan/meaning/bayes.hpp"
#include "mizan/meaning/sentence.hpp"

#include "cli/command.hpp"
#include "cli/question.hpp"
#include "io/json.hpp"

namespace mizan::cli {
namespace {

struct Options {
    QuestionOptions question;
    std::string program;
    std::optional<Probability> probability;
    std::optional<Probability> prior;
    bool json = false;
};

struct Explained {
    Bracket range;
    std::string sentence;
};

// Every definition that the program keeps; approximate privacy only at a delta that was named.
std::vector<Definition> definitions(const Guarantees& kept, const Program& program,
                                    const Options& options, const Neighbours& neighbours) {
    std::vector<Definition> all;
    if (kept.pure.value) all.emplace_back(*kept.pure.value);
    if (kept.renyi.value) all.emplace_back(*kept.renyi.value);
    if (kept.gdp.value) all.emplace_back(*kept.gdp.value);
    if (options.question.delta) {
        const Answer answer = account(program, options.question.ask(neighbours.relation));
        all.emplace_back(ApproxDP{Epsilon{answer.epsilon.upper}, *options.question.delta});
    }
    if (all.empty()) {
        throw InputError(kept.renyi.why_not +
                         "; say with --delta which probability of failure you accept");
    }
    return all;
}

// The definition that bounds the outcome best explains it.
Explained explain_bad_outcome(const std::vector<Definition>& kept, Probability q,
                              const Comparison& comparison) {
    const Definition* best = &kept.front();
    Bracket range = bad_outcome(kept.front(), q);
    for (const Definition& definition : kept) {
        const Bracket other = bad_outcome(definition, q);
        if (other.upper < range.upper) {
            best = &definition;
            range = other;
        }
    }
    return {range, bad_outcome_sentence(*best, q, comparison)};
}

Explained explain_posterior(const Guarantees& kept, Probability prior,
                            const std::optional<Delta>& failure, const Comparison& comparison) {
    if (kept.pure.value && !failure) {
        return {posterior(*kept.pure.value, prior),
                posterior_sentence(*kept.pure.value, prior, comparison)};
    }
    if (!failure) {
        throw InputError("no posterior holds for certain, because " + kept.pure.why_not +
                         "; say with --delta how often it may fail");
    }
    if (!kept.renyi.value) throw InputError("no posterior is known: " + kept.renyi.why_not);
    const RenyiCurve& curve = kept.renyi.value->curve;
    return {likely_posterior(curve, prior, failure->value()),
            likely_posterior_sentence(curve, prior, failure->value(), comparison)};
}

Json to_json(std::string_view name, Probability given, const Bracket& range) {
    return Json::Object{
        {std::string(name), given.value()}, {"lower", range.lower}, {"upper", range.upper}};
}

Status run(const Options& options, std::ostream& out) {
    if (!options.probability && !options.prior) {
        throw InputError("--probability or --prior is needed");
    }
    const ProgramDocument document = options.question.document(options.program);
    const Neighbours neighbours{document.relation, options.question.group_size};
    const Comparison comparison{neighbours.relation, neighbours.group_size};
    const Guarantees kept = guarantees(document.program, neighbours);
    Json::Object object;
    std::vector<std::string> sentences;
    if (options.probability) {
        const Explained found =
            explain_bad_outcome(definitions(kept, document.program, options, neighbours),
                                *options.probability, comparison);
        object.emplace_back("bad_outcome",
                            to_json("probability", *options.probability, found.range));
        sentences.push_back(found.sentence);
    }
    if (options.prior) {
        const Explained found =
            explain_posterior(kept, *options.prior, options.question.delta, comparison);
        object.emplace_back("posterior", to_json("prior", *options.prior, found.range));
        sentences.push_back(found.sentence);
    }
    if (options.json) {
        object.emplace_back("sentence", fmt::format("{}", fmt::join(sentences, " ")));
        out << to_pretty_text(std::move(object)) << '\n';
    } else {
        out << fmt::format("{}\n", fmt::join(sentences, "\n"));
    }
    return Status::done;
}

Run setup(Arguments& arguments) {
    auto options = std::make_shared<Options>();
    arguments.add_text("program", options->program, "PROGRAM", "What is run: an expression or JSON",
                       Need::required);
    arguments.add_number(
        "--probability", [options](double x) { options->probability = x; },
        "How likely something bad is without the data of one person");
    arguments.add_number(
        "--prior", [options](double x) { options->prior = x; },
        "What somebody believes before the release");
    arguments.add_number(
        "--delta", [options](double x) { options->question.delta = Delta{x}; },
        "The explanation may fail with this probability");
    add_neighbours(arguments, options->question);
    arguments.add_flag("--json", options->json, "An object with the numbers and the sentence");
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
