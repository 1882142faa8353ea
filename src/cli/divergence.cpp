// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include "mizan/loss/subgaussian.hpp"

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/format.hpp"
#include "cli/text.hpp"
#include "io/json.hpp"

namespace mizan::cli {
namespace {

struct Options {
    std::string p, q;
    std::vector<Order> orders;
    std::vector<Epsilon> epsilons;
    bool json = false;
};

FiniteDistribution read_distribution_or_file(std::string_view name, const std::string& text) {
    try {
        const std::size_t start = text.find_first_not_of(" \t\r\n");
        const bool is_array = start != std::string::npos && text[start] == '[';
        return read_distribution(is_array ? text : read_input_file(text));
    } catch (const InternalError&) {
        throw;
    } catch (const Error& error) {
        throw InputError(fmt::format("{}: {}", name, error.what()));
    }
}

// Everything about one direction.
struct Divergences {
    std::vector<std::pair<Order, Bracket>> renyi;
    Bracket kl, max, total_variation;
    std::vector<std::pair<Epsilon, Bracket>> hockey_stick;
    SubgaussianDivergence subgaussian;
};

Divergences divergences(const PrivacyLoss& loss, const Options& options) {
    Divergences all{{},
                    kl_divergence(loss.atoms()),
                    max_divergence(loss.atoms()),
                    total_variation(loss.atoms()),
                    {},
                    subgaussian_divergence(loss)};
    for (const Order order : options.orders) all.renyi.emplace_back(order, loss.renyi(order));
    for (const Epsilon e : options.epsilons) all.hockey_stick.emplace_back(e, loss.delta(e));
    return all;
}

Json to_json(std::string_view name, double at, Bracket value) {
    return Json::Object{{std::string(name), at}, {"value", value.upper}, {"lower", value.lower}};
}

Json::Object to_json(const Divergences& all) {
    Json::Array renyi, hockey_stick;
    for (const auto& [order, value] : all.renyi) {
        renyi.push_back(to_json("order", order.value(), value));
    }
    for (const auto& [epsilon, value] : all.hockey_stick) {
        hockey_stick.push_back(to_json("epsilon", epsilon.value(), value));
    }
    return {{"renyi", std::move(renyi)},
            {"kl", all.kl.upper},
            {"max", all.max.upper},
            {"total_variation", all.total_variation.upper},
            {"hockey_stick", std::move(hockey_stick)},
            {"subgaussian", Json::Object{{"mean", all.subgaussian.mean.upper},
                                         {"tau", all.subgaussian.tau.upper}}}};
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

Status run(Options options, std::ostream& out) {
    if (options.orders.empty()) {
        options.orders = {Order{1.0}, Order{2.0}, Order{10.0}, Order{infinity}};
    }
    if (options.epsilons.empty()) options.epsilons = {Epsilon{0.0}, Epsilon{1.0}};
    const FiniteDistribution p = read_distribution_or_file("P", options.p);
    const FiniteDistribution q = read_distribution_or_file("Q", options.q);
    const PrivacyLoss loss(p, q);
    const Divergences there = divergences(loss, options);
    const Divergences back = divergences(loss.reversed(), options);
    if (options.json) {
        Json::Object object = to_json(there);
        object.emplace_back("reverse", to_json(back));
        out << to_pretty_text(std::move(object)) << '\n';
    } else {
        write_for_people(out, there, back);
    }
    return Status::done;
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
    arguments.add_flag("--json", options->json,
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
