// SPDX-License-Identifier: Apache-2.0
#include "questions.hpp"

#include <bit>
#include <memory>
#include <optional>

#include "mizan/account/account.hpp"
#include "mizan/account/program_guarantees.hpp"
#include "mizan/calibrate/calibrate.hpp"
#include "mizan/curve/curves.hpp"
#include "mizan/explain/alternatives.hpp"
#include "mizan/explain/explanation.hpp"
#include "mizan/game/match.hpp"
#include "mizan/loss/privacy_loss.hpp"
#include "mizan/theorems/theorems.hpp"

#include "io/expression.hpp"
#include "io/expression_print.hpp"
#include "io/json.hpp"
#include "io/template.hpp"

namespace mizan::threads_test {

namespace {

void add(Bits& all, double x) { all.push_back(std::bit_cast<std::uint64_t>(x)); }
void add(Bits& all, const Bracket& x) {
    add(all, x.lower);
    add(all, x.upper);
}
void add(Bits& all, const std::vector<CurvePoint>& curve) {
    for (const CurvePoint& point : curve) add(all, point.y);
}

/// Programs of every shape whose analyses differ; all of them are answered in milliseconds.
constexpr const char* programs[] = {
    "gaussian(1.1)",
    "100 * laplace(10) + 3 * gaussian(4)",
    "1000 * poisson(0.01, gaussian(1.1))",
    "20 * poisson(0.02, laplace(2)) + 5 * poisson(0.1, gaussian(2))",
    "20 * discrete_gaussian(3) + 10 * randomized_response(0.7)",
    "10 * without_replacement(1000, 10, gaussian(2))",
    "random_allocation(20, 1, gaussian(2))",
    "repeat_and_select(gaussian(3), 5, 1)",
    "group(3, 5 * laplace(20))",
    "poisson(0.1, zcdp(0.1)) + renyi([(2, 0.01), (8, 0.5)])",
    "10 * pure(0.1) + approximate(0.2, 1e-7) + exponential(0.3)",
    "pair([0.1, 0.9], [0.3, 0.7]) + mixture_of_gaussians(2, [0, 1], [0.5, 0.5])",
};

// Enough different parts for the threads that the library starts itself.
std::string many_parts() {
    std::string text = "poisson(0.01, gaussian(1.1))";
    for (int i = 2; i < 600; ++i) {
        text += " + poisson(0.0" + std::to_string(i) + ", gaussian(1." + std::to_string(i) + "))";
    }
    return text;
}

Bits accounted(const Program& program) {
    Bits all;
    for (const Answer& answer :
         {account(program, {.at = Delta{1e-5}}), account(program, {.at = Epsilon{0.3}})}) {
        add(all, answer.asked());
        for (const Analysis& analysis : answer.analyses) add(all, analysis.bound.value_or(-1));
    }
    for (const Alternative& other : alternatives(program, {.at = Delta{1e-5}})) {
        add(all, other.cost);
    }
    return all;
}

Bits curves(const Program& program) {
    Bits all;
    add(all, renyi_curve(program, {}, {Order{1.0}, Order{1.5}, Order{32.0}, Order{infinity}}));
    add(all, privacy_profile(program, {}, {Epsilon{0.0}, Epsilon{0.1}, Epsilon{3.0}}));
    add(all, tradeoff_curve(program, {}, {0.01, 0.3}));
    add(all, loss_curve(program, {}, 3).points);
    return all;
}

Bits kept_curve(const Guarantees& kept) {
    Bits all;
    add(all, kept.pure.value ? kept.pure.value->epsilon.value() : -1);
    add(all, kept.gdp.value ? kept.gdp.value->mu.value() : -1);
    if (!kept.renyi.value) return all;
    for (const double order : {1.0, 1.5, 2.0, 7.5, 32.0, infinity}) {
        const RenyiCurve& curve = kept.renyi.value->curve;
        add(all, curve(Order{order}));
        add(all, curve.nearly(Order{order}));
    }
    return all;
}

Bits meanings(const Explanation& explanation) {
    Bits all;
    add(all, explanation.bad_outcome(0.1).bracket());
    add(all, explanation.posterior(0.5, 1e-3).range.bracket());
    add(all, explanation.best_guess(0.3).bracket());
    add(all, explanation.mean_log_bayes_factor().bracket());
    add(all, explanation.bayes_factor_moment(Order{3.0}).bracket());
    add(all, explanation.large_bayes_factor(10.0).bracket());
    return all;
}

Bits calibrated(const ProgramTemplate& program) {
    Bits all;
    const auto found = calibrate(program, {ApproxDP{Epsilon{1.0}, Delta{1e-5}}});
    const auto& calibration = std::get<Calibration>(found);
    add(all, calibration.parameter);
    add(all, calibration.limit);
    add(all, calibration.cost);
    return all;
}

Bits moments(const PrivacyLoss& loss) {
    Bits all;
    add(all, loss.mean());
    add(all, loss.variance());
    add(all, loss.moment(3));
    add(all, loss.delta(Epsilon{0.1}));
    add(all, loss.renyi(Order{2.5}));
    return all;
}

Bits played() {
    Bits all;
    const game::Match match =
        game::play(parse_expression("3 * randomized_response(0.7)"), {.at = Delta{1e-3}}, {});
    add(all, game::epsilon_at(std::get<PrivacyLoss>(match.play), Delta{1e-3}));
    const game::Match drawn = game::play(parse_expression("3 * randomized_response(0.7)"),
                                         {.at = Delta{1e-3}}, {.games = 200});
    add(all, std::get<game::SampledPlay>(drawn.play).mean());
    return all;
}

// What is read and written, and what is found in the tables of the library.
Bits spelled() {
    const Program program = parse_expression("2 * poisson(0.5, gaussian(sigma=1)) + pure(1)");
    const std::string text = print_expression(program),
                      json = write_program({Relation::add_or_remove_one, program});
    Bits all{std::hash<std::string>{}(text), std::hash<std::string>{}(json)};
    all.push_back(read_program(json).program == program ? 1 : 0);
    all.push_back(find_theorems("renyi").size());
    return all;
}

}  // namespace

std::vector<NamedQuestion> questions_of_their_own() {
    std::vector<NamedQuestion> all;
    for (const char* text : programs) {
        const auto of = [text](auto ask) {
            return [text, ask] { return ask(parse_expression(text)); };
        };
        all.push_back({std::string("account ") + text, of(accounted)});
        all.push_back({std::string("guarantees ") + text, of([](const Program& program) {
                           return kept_curve(guarantees(program, Neighbours{}));
                       })});
    }
    for (const char* text : {"gaussian(2) + laplace(3)", "poisson(0.1, gaussian(1))",
                             "3 * randomized_response(0.75)"}) {
        all.push_back(
            {std::string("curves ") + text, [text] { return curves(parse_expression(text)); }});
        all.push_back({std::string("meaning ") + text,
                       [text] { return meanings(Explanation(parse_expression(text), {})); }});
    }
    for (const char* text : {"1000 * poisson(0.01, gaussian(?))", "? * laplace(30)"}) {
        all.push_back({std::string("calibrate ") + text,
                       [text] { return calibrated(read_template(text, std::nullopt).program); }});
    }
    all.push_back({"many parts", [] {
                       Bits bits;
                       add(bits, cost(parse_expression(many_parts()), {.at = Delta{1e-6}}));
                       return bits;
                   }});
    all.push_back({"game", played});
    all.push_back({"spelling", spelled});
    return all;
}

std::vector<NamedQuestion> questions_about_shared_values() {
    std::vector<NamedQuestion> all;
    const auto share = [&all](std::string name, auto value, auto ask) {
        all.push_back(
            {std::move(name), [value = std::make_shared<const decltype(value)>(std::move(value)),
                               ask] { return ask(*value); }});
    };
    for (const char* text : programs) {
        const Program program = parse_expression(text);
        share(std::string("shared program ") + text, program, accounted);
        for (const Count group_size : {1, 3}) {
            share("shared guarantees of " + std::to_string(group_size) + " " + text,
                  guarantees(program, {Relation::add_or_remove_one, group_size}), kept_curve);
        }
    }
    for (const char* text : {"3 * laplace(10) + gaussian(2)", "20 * poisson(0.1, gaussian(2))"}) {
        share(std::string("shared meaning ") + text, Explanation(parse_expression(text), {}),
              meanings);
    }
    share("shared template", read_template("100 * laplace(?)", std::nullopt).program, calibrated);
    const FiniteDistribution p({0.1, 0.2, 0.7}), q({0.3, 0.3, 0.4});
    share("shared loss", PrivacyLoss(p, q) + PrivacyLoss(q, p), moments);
    return all;
}

}  // namespace mizan::threads_test
