// SPDX-License-Identifier: Apache-2.0
#include "io/divergence.hpp"

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/format.hpp"
#include "cli/machine.hpp"
#include "cli/text.hpp"
#include "io/json.hpp"

namespace mizan::cli {
namespace {

struct Options {
    std::string p, q;
    std::vector<Order> orders;
    std::vector<Epsilon> epsilons;
    MachineOptions machine;
};

FiniteDistribution read_distribution_or_file(const std::string& name, const std::string& text) {
    try {
        const std::size_t start = text.find_first_not_of(" \t\r\n");
        const bool is_array = start != std::string::npos && text[start] == '[';
        return read_distribution(is_array ? text : read_input_file(text));
    } catch (const InputError& problem) {
        throw under(name, problem);
    } catch (const DomainError& problem) {
        throw under(name, problem);
    }
}

void write_for_people(std::ostream& out, const Divergences& there, const Divergences& back) {
    Rows rows{{"", "P against Q", "Q against P"}};
    const auto add = [&rows](std::string name, const Bracket& a, const Bracket& b) {
        rows.push_back({std::move(name), format_up(a.upper), format_up(b.upper)});
    };
    for (std::size_t i = 0; i < there.renyi.size(); ++i) {
        const auto& [order, value] = there.renyi[i];
        add("Rényi, order " + shortest(order.value()), value, back.renyi[i].second);
    }
    add("Kullback-Leibler", there.kl, back.kl);
    add("max", there.max, back.max);
    add("total variation", there.total_variation, back.total_variation);
    for (std::size_t i = 0; i < there.hockey_stick.size(); ++i) {
        const auto& [epsilon, value] = there.hockey_stick[i];
        add("hockey-stick, epsilon " + shortest(epsilon.value()), value,
            back.hockey_stick[i].second);
    }
    add("mean of the loss", there.subgaussian.mean, back.subgaussian.mean);
    add("subgaussian standard of the loss", there.subgaussian.tau, back.subgaussian.tau);
    out << aligned(rows);
}

Status run(const Options& options, std::ostream& out) {
    FiniteDistribution p = read_distribution_or_file("P", options.p);
    FiniteDistribution q = read_distribution_or_file("Q", options.q);
    DivergenceRequest request{std::move(p), std::move(q)};
    if (!options.orders.empty()) request.orders = options.orders;
    if (!options.epsilons.empty()) request.epsilons = options.epsilons;
    return answer(options.machine, request, out, [&](const DivergenceResponse& response) {
        write_for_people(out, response.there, response.back);
    });
}

Run setup(Arguments& arguments) {
    auto options = std::make_shared<Options>();
    arguments.add_text("P", options->p, "ARRAY or FILE",
                       "A JSON array of probabilities, or a file that holds one", Need::required);
    arguments.add_text("Q", options->q, "ARRAY or FILE", "The same", Need::required);
    arguments.add_numbers(
        "--order", [options](double x) { options->orders.emplace_back(x); },
        "Orders of the Rényi divergence, 1 to inf; default 1,2,10,inf");
    arguments.add_numbers(
        "--epsilon", [options](double x) { options->epsilons.emplace_back(x); },
        "Epsilons of the hockey-stick divergence; default 0,1");
    add_machine(arguments, options->machine,
                "Write an object. Numbers are rounded up; \"lower\" has them rounded down");
    return [options](std::ostream& out) { return run(*options, out); };
}

}  // namespace

const Command divergence_command{
    .name = "divergence",
    .purpose = "Exact divergences of two explicit distributions, both ways, rounded up",
    .example = "mizan divergence \"[0.75, 0.25]\" \"[0.25, 0.75]\" --order 2",
    .setup = setup,
};

}  // namespace mizan::cli
