// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/exact.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/account/at_zero.hpp"
#include "mizan/account/averaged.hpp"
#include "mizan/account/celled.hpp"
#include "mizan/account/enumerated.hpp"
#include "mizan/account/inverted.hpp"
#include "mizan/account/largest_losses.hpp"
#include "mizan/account/verified.hpp"
#include "mizan/compose/basic.hpp"
#include "mizan/compose/gdp.hpp"
#include "mizan/compose/optimal.hpp"
#include "mizan/compose/worst_losses.hpp"
#include "mizan/convert/gdp_to_approximate.hpp"
#include "mizan/divergence/finite.hpp"
#include "mizan/numeric/root.hpp"

namespace mizan::analysis {

namespace {

using compose::Side;
using Aim = inversion::Profile::Aim;
using Laws = std::vector<RepeatedLaw>;

// Runs of explicit pairs that are composed one by one before the answer would take too long.
constexpr double max_pair_runs = 4096, max_responses = 0x1p20;

// What is no wider is not worth a second method.
bool is_wide(Bracket x, Aim aim = {}) {
    if (x.upper == infinity) return x.lower < infinity;
    return x.width() > 1e4 * aim.content * x.upper;
}

// What is no wider is not narrowed by a lattice of losses, or not by more than it costs; and cells that are
// no wider are good enough.
bool is_very_wide(Bracket x, Aim aim) {
    const double narrow = aim.content > Aim{}.content ? 2.5e-3 : 3e-4;
    return is_wide(x, aim) && !(x.upper < infinity && x.width() <= narrow * x.upper);
}

template <class Kind>
bool all_are(const Laws& laws) {
    return std::ranges::all_of(
        laws, [](const RepeatedLaw& each) { return std::holds_alternative<Kind>(each.law); });
}

double runs_of(const Laws& laws) {
    double runs = 0;
    for (const auto& [law, count] : laws) runs += count;
    return runs;
}

// How often a record is drawn for Laplace noise in all. Before it is once, lines of these laws do not end.
double draws_on_samples(const Laws& laws) {
    double draws = 0;
    for (const auto& [law, count] : laws) {
        if (const auto* laplace = std::get_if<SampledLaplaceLaw>(&law)) draws += count * laplace->q;
    }
    return draws;
}

bool runs_once(const Laws& laws) { return laws.size() == 1 && laws.front().count == 1; }

// One run of which every single answer is reached, though by different pairs of laws.
bool is_envelope(const Laws& laws) {
    return runs_once(laws) && std::holds_alternative<BoundedRangeLaw>(laws.front().law);
}

// Where digits of a formula cancel, a line has them, but takes longer.
enum class LostDigits { sought, left };

// No method has digits of a δ near the smallest double.
bool takes_a_line(Bracket found, const Question& question, LostDigits digits) {
    constexpr double hardly_a_double = 1e-280;
    const bool has_digits = question.delta() || found.upper > hardly_a_double;
    return is_wide(found) && has_digits && digits == LostDigits::sought;
}

// √Σ n_i μ_i² of Gaussian laws.
Bracket mu_of(const Laws& laws) {
    if (laws.size() == 1) {  // whose square may be no double
        return sqrt(Bracket(laws.front().count)) * std::get<GaussianLaw>(laws.front().law).mu;
    }
    Bracket mu_squared = 0;
    for (const auto& [law, count] : laws) {
        mu_squared += count * square(std::get<GaussianLaw>(law).mu);
    }
    return max(0, sqrt(mu_squared));
}

// What is asked of many Gaussians, which are one.
Bracket gaussian(const Laws& laws, const Question& question, LostDigits digits) {
    const Bracket mu = mu_of(laws);
    const auto at = [&](double value) {
        const GDP gdp{Mu{value}};
        return question.delta() ? gdp_to_epsilon(gdp, *question.delta())
                                : gdp_to_delta(gdp, *question.epsilon());
    };
    const Bracket closed(at(mu.lower).lower, at(mu.upper).upper);
    if (question.verify) return verified(laws, question, closed).asked;
    if (!takes_a_line(closed, question, digits)) return closed;
    return intersect(closed, inverted(laws, question).asked);
}

// What is asked of one run of a mechanism that knows it by itself.
template <class M>
Bracket one_run(const M& mechanism, const Question& question) {
    return question.delta() ? mechanism.epsilon(*question.delta())
                            : mechanism.delta(*question.epsilon());
}

// log(1 + q(e^ε - 1)), and the ε of which this is so much. Where e^ε may be no double it is taken out first.
constexpr double large_loss = 30;
Bracket on_sample(Bracket q, Bracket epsilon) {
    if (epsilon.lower < large_loss && epsilon.upper < 2 * large_loss) {
        return log1p(q * expm1(epsilon));
    }
    const auto at = [&](double loss) { return loss + log(q + (1 - q) * exp(-Bracket(loss))); };
    if (epsilon.upper == infinity) return Bracket(max(0, at(epsilon.lower)).lower, infinity);
    return max(0, Bracket(at(epsilon.lower).lower, at(epsilon.upper).upper));
}
Bracket off_sample(Bracket q, double epsilon) {
    if (epsilon < large_loss) return max(0, log1p(expm1(Bracket(epsilon)) / q));
    return max(0, epsilon + log1p(-(1 - q) * exp(-Bracket(epsilon))) - log(q));
}

// One run on a Poisson sample, by what the run itself would cost: δ'(log(1 + q(e^ε - 1))) = q δ(ε).
template <class Whole>
Bracket sampled_once(Bracket q, const Question& question, Whole whole) {
    if (const Delta* delta = question.delta()) {
        const Bracket share = min(1, delta->value() / q);
        const auto epsilon = [&](double at) {
            return whole(Question{.at = Delta{at}, .verify = question.verify});
        };
        const Bracket found(epsilon(share.upper).lower, epsilon(share.lower).upper);
        return on_sample(q, found);
    }
    const Bracket beyond = off_sample(q, question.epsilon()->value());
    const auto delta = [&](double at) {
        return whole(Question{.at = Epsilon{at}, .verify = question.verify});
    };
    return q * Bracket(delta(beyond.upper).lower, delta(beyond.lower).upper);
}

// One run of the worst of these pairs: the best threshold for each. Nothing where e^ε is no double.
std::optional<Bracket> mixed_once(const std::vector<MixedNormals>& pairs, double sigma,
                                  const Question& question) {
    constexpr double farthest = 512;
    const auto delta = [&](double epsilon) {
        Bracket most = 0;
        for (const MixedNormals& pair : pairs) most = max(most, pair.delta(sigma, epsilon));
        return most;
    };
    if (const Epsilon* epsilon = question.epsilon()) {
        if (epsilon->value() > farthest) return std::nullopt;
        return delta(epsilon->value());
    }
    const double level = question.delta()->value();
    if (delta(0).upper <= level) return 0;
    double top = 1;
    while (top < farthest && delta(top).upper > level) top *= 2;
    if (delta(top).upper > level) return std::nullopt;
    return root::of_decreasing(delta, level, {0, top});
}

// How the losses of all pairs and responses are spread, in plain numbers.
struct Spread {
    double farthest = 0, mean = 0, variance = 0;

    void add(const compose::Atoms& atoms, double count) {
        double most = 0;
        for (const auto& [probability, loss] : atoms) {
            const double p = probability.middle(), x = loss.middle();
            if (p == 0 || !std::isfinite(x)) continue;
            most = std::max(most, std::abs(x));
            mean += count * p * x;
            variance += count * p * x * x;
        }
        farthest += count * most;
    }

    // A lattice fine enough for the sum; a wider one only widens the bracket.
    [[nodiscard]] compose::Resolution resolution(double points, double negligible) const {
        constexpr double deviations = 20;
        const double likely = std::abs(mean) + deviations * std::sqrt(variance);
        const double reach = std::clamp(1.01 * std::min(farthest, likely), 1e-300, 1e300);
        return {.spacing = reach / points, .reach = reach, .negligible = negligible};
    }
};

// Pairs and responses on a lattice of losses.
double on_lattice(const Laws& laws, const Question& question, Side side, Directions directions) {
    const double negligible = question.delta() ? question.delta()->value() * 1e-12 : 1e-30;
    Spread spread;
    struct Factor {
        compose::Atoms atoms;
        double runs;
    };
    std::vector<Factor> factors;
    for (const auto& [law, count] : laws) {
        if (const auto* pair = std::get_if<PairLaw>(&law)) {
            factors.push_back({compose::losses_of(pair->outcomes(directions)), count});
            spread.add(factors.back().atoms, count);
            continue;
        }
        if (const std::vector<Outcome> listed = listed_outcomes(law); !listed.empty()) {
            factors.push_back({compose::losses_of(listed), count});
            spread.add(factors.back().atoms, count);
            continue;
        }
        const auto& response = std::get<ResponseLaw>(law);
        const Epsilon epsilon{side == Side::pessimistic ? response.epsilon.upper
                                                        : response.epsilon.lower};
        spread.add(compose::worst_losses(ApproxDP{epsilon, Delta{0.0}}), count);
        factors.push_back({compose::worst_losses(epsilon, count, negligible), 1});
        const Bracket failure =
            compose::failure_probability({{{epsilon, response.failure}, count}});
        factors.push_back({{{1 - failure, 0}, {failure, infinity}}, 1});
    }
    // As many points as a fixed number of products allows: two for every atom, run and point.
    constexpr double most_products = 0x1p21, fewest_points = 0x1p8, most_points = 0x1p14;
    double products = 0;
    for (const auto& [atoms, runs] : factors) {
        products += 2 * runs * static_cast<double>(atoms.size());
    }
    const double points = std::clamp(most_products / products, fewest_points, most_points);
    compose::LossLaw law(side, spread.resolution(points, negligible));
    for (const auto& [atoms, runs] : factors) law.compose(atoms, runs);
    return question.delta() ? law.epsilon(*question.delta()) : law.delta(*question.epsilon());
}

Bracket on_lattice(const Laws& laws, const Question& question) {
    Bracket worst = 0;
    for (const Directions& directions : all_directions(laws)) {
        worst = max(worst, {on_lattice(laws, question, Side::optimistic, directions),
                            on_lattice(laws, question, Side::pessimistic, directions)});
    }
    return worst;
}

bool fits_lattice(const Laws& laws) {
    double runs = 0, most = 0;
    for (const auto& [law, count] : laws) {
        if (std::holds_alternative<PairLaw>(law) || !listed_outcomes(law).empty()) {
            runs += count;
        } else if (std::holds_alternative<ResponseLaw>(law)) {
            most = std::max(most, count);
        } else {
            return false;
        }
    }
    return runs <= max_pair_runs && most <= max_responses;
}

// What is asked of the composition of these laws, by the sharpest method that applies.
struct Composed {
    Bracket asked;
    std::vector<std::string> theorems;
    bool is_closed = false;     // no aim would make it sharper
    bool is_exhausted = false;  // the limit of work left it wider than it was wanted
    std::string unverified = "";
};

// What is asked of laws that have a closed form together, or of one run of a law that has one by itself.
std::optional<Composed> closed_form(const Laws& laws, const Question& question,
                                    LostDigits digits = LostDigits::sought) {
    const auto closed = [](Bracket asked, std::vector<std::string> theorems) {
        return Composed{asked, std::move(theorems), true};
    };
    const auto unless_wide = [&](Bracket found) {
        if (!takes_a_line(found, question, digits)) return found;
        return intersect(found, inverted(laws, question).asked);
    };
    if (question.delta() && question.delta()->value() == 0) {
        return closed(pure_epsilon(laws), {"Notes T1"});
    }
    if (all_are<GaussianLaw>(laws)) {
        return closed(gaussian(laws, question, digits), {"DRS19 C3.3", "BW18 T8"});
    }
    if (!runs_once(laws)) return std::nullopt;
    const Law& once = laws.front().law;
    if (const auto* law = std::get_if<LaplaceLaw>(&once)) {
        return closed(one_run(law->mechanism, question), {"BBG18 Laplace"});
    }
    if (const auto* law = std::get_if<BoundedRangeLaw>(&once)) {
        return closed(one_run(law->mechanism, question), {"Mizan26 BR1"});
    }
    if (const auto* law = std::get_if<DiscreteLaplaceLaw>(&once)) {
        return closed(one_run(law->mechanism, question), {"Mizan26 DL1"});
    }
    if (const auto* law = std::get_if<DiscreteGaussianLaw>(&once)) {
        const Bracket found = one_run(law->mechanism, question);
        return closed(unless_wide(found), {"CKS20 profile"});
    }
    if (const auto* law = std::get_if<SampledLaplaceLaw>(&once)) {
        const auto whole = [&](const Question& each) { return one_run(law->mechanism, each); };
        return closed(sampled_once(law->q, question, whole), {"BBG18 T8", "BBG18 Laplace"});
    }
    if (const auto* law = std::get_if<MixtureLaw>(&once)) {
        const MixedNormals pair = law->mechanism.pair();
        const double sigma = law->mechanism.standard_deviation().value();
        const auto asked = mixed_once({pair, pair.swapped()}, sigma, question);
        if (!asked) return std::nullopt;
        return closed(unless_wide(*asked), {"CGST23 mixtures"});
    }
    const auto* law = std::get_if<SampledGaussianLaw>(&once);
    if (law == nullptr) return std::nullopt;
    if (!is_replaced_on_samples(*law) && law->people == 1) {
        const Laws each_run{{GaussianLaw{1 / Bracket(law->sigma)}, 1}};
        const auto whole = [&](const Question& each) { return gaussian(each_run, each, digits); };
        return closed(sampled_once(law->q, question, whole), {"BBG18 T8", "BW18 T8"});
    }
    std::vector<MixedNormals> pairs;
    for (const GroupChange change : law->changes()) {
        pairs.push_back(grouped_sample(law->q, change));
    }
    const auto asked = mixed_once(pairs, law->sigma, question);
    if (!asked) return std::nullopt;
    return closed(unless_wide(*asked), {law->people > 1 ? "Mizan26 S6" : "Mizan26 S2"});
}

// About the epsilon of runs so seldom drawn that a large loss is that of one of them: δ(ε) of n runs is n times
// that of one. Infinite where they are drawn more often.
double epsilon_if_one_is_drawn(const Laws& laws, const Question& question) {
    if (laws.size() != 1 || !question.delta()) return infinity;
    const auto& [law, runs] = laws.front();
    const auto* sampled = std::get_if<SampledGaussianLaw>(&law);
    constexpr double few_runs = 100;  // of more, lines find it at once
    if (sampled == nullptr || runs < 1 || runs > few_runs || !(runs * sampled->q < 1)) {
        return infinity;
    }
    const Question of_one{.at = Delta{question.delta()->value() / runs}};
    const auto found = closed_form({{law, 1}}, of_one, LostDigits::left);
    return found && found->asked.upper > 0 ? found->asked.upper : infinity;
}

Composed compose_by_doubles(const Laws& laws, const Question& question, Aim aim,
                            Inversion& inversion) {
    if (auto closed = closed_form(laws, question)) return *std::move(closed);
    if (all_are<ResponseLaw>(laws)) return {responses(laws, question, aim), {"MV16 T1.5"}};
    std::optional<Bracket> at_the_end;
    if (question.delta()) at_the_end = epsilon_at_the_end(laws, *question.delta());
    if (at_the_end && at_the_end->width() <= 10 * aim.content * at_the_end->upper) {
        return {*at_the_end, {"Mizan26 T5"}};
    }
    const std::optional<Bracket> if_sure = asked_of_nearly_sure_losses(laws, question);
    if (if_sure && if_sure->upper < infinity &&
        if_sure->width() <= 10 * aim.content * if_sure->upper) {
        return {*if_sure, {"Mizan26 T8"}};
    }
    if (const auto asked = enumerated(laws, question)) return {*asked, {"EH14 T9"}};
    if (has_cells(laws) && runs_of(laws) >= 24) {
        // Of some dozens of runs a plain line may end soon; then it is narrower than cells.
        const Aim plain{.content = aim.content, .is_patient = false, .is_smoothed = false};
        Inverted found = inversion.ask(question, plain);
        if (!is_wide(found.asked)) return {found.asked, std::move(found.theorems)};
    }
    const auto by_cells = celled(laws, question);
    const auto are_enough = [&](Aim wanted) {
        return draws_on_samples(laws) < 1 ? !is_very_wide(*by_cells, wanted)
                                          : !is_wide(*by_cells, wanted);
    };
    if (by_cells && are_enough(aim)) {
        return {*by_cells, {"Mizan26 T4", "Mizan26 C1", "Mizan26 C7"}, are_enough({})};
    }
    aim.guess = epsilon_if_one_is_drawn(laws, question);
    if (by_cells) aim.is_patient = false;  // the lines of these laws take long and are wider
    auto [asked, theorems, is_exhausted] = inversion.ask(question, aim);
    if (by_cells) asked = intersect(asked, *by_cells);
    if (is_very_wide(asked, aim) && fits_lattice(laws)) {
        asked = intersect(asked, on_lattice(laws, question));
        is_exhausted = true;
    }
    if (at_the_end && is_wide(asked)) {
        asked = intersect(asked, *at_the_end);
        theorems.emplace_back("Mizan26 T5");
    }
    if (if_sure && is_wide(asked)) {
        asked = intersect(asked, *if_sure);
        theorems.emplace_back("Mizan26 T8");
    }
    const bool replaced = std::ranges::any_of(
        laws, [](const RepeatedLaw& each) { return is_replaced_on_samples(each.law); });
    if (replaced) theorems.insert(theorems.begin(), "Mizan26 S2");
    return {asked, std::move(theorems), false, is_exhausted};
}

// Whether work ended long before these laws were known.
bool is_left_wide(const Composed& composed, double wide = 0.03) {
    const Bracket asked = composed.asked;
    return asked.upper == infinity ? asked.lower < infinity : asked.width() > wide * asked.upper;
}

// Says more than lines do where noise is too little to tell anything but whether a sample was drawn.
void cap_at_zero(Composed& composed, const Laws& laws, const Question& question, Aim aim) {
    Bracket& asked = composed.asked;
    if (!is_wide(asked, aim) || asked.upper == 0) return;
    double limit = delta_at_zero(laws);
    if (const Delta* delta = question.delta()) limit = limit <= delta->value() ? 0 : infinity;
    if (limit >= asked.upper || limit < asked.lower) return;
    asked.upper = limit;
    composed.theorems = {"Notes T1"};
}

// Mechanisms with bounded losses beside runs on small samples, of which no line has told enough.
void average_if_wide(Composed& composed, const Laws& laws, const Question& question, Aim aim) {
    const double wide =
        std::max(1e-4, 1e3 * aim.content);  // other answers are not worth as much work
    if (composed.is_closed || !is_left_wide(composed, wide)) return;
    const auto found = averaged(laws, question, composed.asked);
    if (!found || !(found->width() < composed.asked.width())) return;
    composed.asked = *found;
    composed.theorems = {"Mizan26 T9", "Mizan26 T6"};
    composed.is_exhausted = is_left_wide(composed, wide);
}

Composed compose_laws(const Laws& laws, const Question& question, Aim aim, Inversion& inversion) {
    if (question.delta() && !question.verify && cost_nothing(laws, *question.delta())) {
        return {0, {"Notes T1"}, true};
    }
    Composed composed = compose_by_doubles(laws, question, aim, inversion);
    average_if_wide(composed, laws, question, aim);
    cap_at_zero(composed, laws, question, aim);
    if (!question.verify) return composed;
    Verified found = verified(laws, question, composed.asked);
    if (found.took_precision) cite(composed.theorems, {"Mizan26 L6"});
    return {found.asked, std::move(composed.theorems), true, false, std::move(found.why_not)};
}

Composed compose_laws(const Laws& laws, const Question& question, Aim aim) {
    Inversion inversion(laws);
    return compose_laws(laws, question, aim, inversion);
}

Analysis analysis_of(const Composed& composed) {
    if (composed.asked.upper == infinity && composed.asked.lower < infinity) {
        return {"pld",
                std::nullopt,
                std::nullopt,
                {},
                "these laws could not be composed within the limit of work"};
    }
    return {"pld", composed.asked.upper, std::nullopt, composed.theorems, ""};
}

// Where the worst laws and those that are attained lie apart, the answer is as wide as the gap between them.
// Then few digits are enough: of the upper bound, which people rely on, not many fewer than elsewhere.
constexpr Aim of_the_worst{.content = 1e-7}, of_the_attained{.content = 1e-4, .is_patient = false};

// What was composed, and how well that was tried.
struct Attempt {
    const Laws& laws;
    const Question& question;
    Aim aim;
    Inversion inversion;
    Composed found = compose_laws(laws, question, aim, inversion);

    [[nodiscard]] double width() const {
        const Bracket asked = found.asked;
        if (asked.is_exact()) return 0;
        return asked.upper < infinity ? asked.width() / asked.upper : infinity;
    }

    // Composes again what is wider than `enough`, unless it was the limit of work that stopped it, or
    // as much was tried before.
    void sharpen(double enough, bool is_patient = true) {
        if (found.is_closed) return;
        constexpr double few_runs = 100, few_digits = 1e-6;  // whose lines do not end, or end early
        const bool is_finite = found.asked.upper < infinity;
        const bool is_hopeless =
            is_finite ? found.is_exhausted && aim.content < few_digits : runs_of(laws) < few_runs;
        double content = is_finite ? std::max(Aim{}.content, enough / 20) : of_the_worst.content;
        // What came out wider than it was aimed at takes a finer aim.
        if (aim.content > few_digits) content = std::min(content, aim.content / 100);
        if (width() <= enough || is_hopeless || content > aim.content / 2) return;
        aim = {.content = content, .begin = aim.begin, .is_patient = is_patient};
        Composed again = compose_laws(laws, question, aim, inversion);
        const Bracket both = intersect(found.asked, again.asked);
        if (again.asked.upper <= found.asked.upper) found = std::move(again);
        found.asked = both;
    }
};

// Goes on until both are narrow next to the gap between them. What was looked at least comes first:
// it may show a gap, and that the other is narrow enough.
void sharpen_both(Attempt& above, Attempt& below) {
    constexpr double narrow = 20 * of_the_worst.content, share = 0.05, very_wide = 0.1;
    const auto enough = [&] {
        const double worst = above.found.asked.lower, gap = worst - below.found.asked.upper;
        return std::max(narrow, gap > 0 && gap <= worst ? share * gap / worst : 0);
    };
    // What lies far below the worst is one end of a wide answer, which more work would not make narrow.
    const bool is_patient = below.found.asked.upper > above.found.asked.lower / 2;
    // Next to what work has left wide, few digits are enough, too.
    const double left_wide = above.found.is_exhausted ? above.width() : 0;
    below.sharpen(std::max(enough(), left_wide > very_wide ? share * left_wide : 0), is_patient);
    above.sharpen(narrow);
    below.sharpen(std::max(enough(), above.found.is_exhausted ? share * above.width() : 0),
                  is_patient);
}

// What one run of some release attains, where that is known at once: all together attain no less.
double attained_alone(const Laws& laws, Question question) {
    question.verify = false;
    double most = 0;
    // An infinite epsilon allows everything, also what closed forms call shown.
    if (question.epsilon() && question.epsilon()->value() == infinity) return most;
    for (const RepeatedLaw& each : laws) {
        if (each.count < 1) continue;
        const Laws once{{each.law, 1}};
        if (const auto closed = closed_form(once, question, LostDigits::left)) {
            most = std::max(most, closed->asked.lower);
        } else if (const auto listed = enumerated(once, question)) {
            most = std::max(most, listed->lower);
        }
    }
    return most;
}

// Those with the largest losses first. Each is judged by itself, in plain numbers.
Laws by_loss(const Laws& laws, const Question& question) {
    const Delta at = question.delta() ? *question.delta() : Delta{1e-6};
    std::vector<std::pair<double, std::size_t>> order;
    for (std::size_t i = 0; i < laws.size(); ++i) {
        const double epsilon = estimated_epsilon({laws[i]}, at);
        order.emplace_back(epsilon > 0 ? -epsilon : 0, i);
    }
    std::ranges::sort(order);
    Laws sorted;
    for (const auto& [loss, i] : order) sorted.push_back(laws[i]);
    return sorted;
}

// What the releases with the most loss attain without the others: all together attain no less. For laws of
// which too many different ones were asked about at once: half of them take less work, and half of those.
double attained_by_some(const Laws& laws, Question question) {
    constexpr std::size_t fewest = 16, most = 1024;
    constexpr Aim aim{.content = of_the_worst.content, .is_patient = false};
    question.verify = false;
    double best = 0;
    if (laws.size() < fewest || laws.size() > most) return best;
    for (Laws some = by_loss(laws, question); some.size() > 1;) {
        some.erase(some.begin() + static_cast<std::ptrdiff_t>(some.size() / 2), some.end());
        const Composed found = compose_laws(some, question, aim);
        best = std::max(best, found.asked.lower);
        if (!is_left_wide(found)) break;
    }
    return best;
}

LowerBound lower_bound_of(const Composed& composed, std::string from) {
    if (composed.asked.lower > 0) return {composed.asked.lower, std::move(from)};
    return {0, composed.asked.upper == 0
                   ? "the releases whose laws are known attain nothing above 0"
                   : "nothing above 0 is known to be attained"};
}

}  // namespace

// Equal responses compose exactly, few unequal ones too; many by inversion, and where that fails on a
// lattice or between equal ones.
Bracket responses(const std::vector<RepeatedLaw>& laws, const Question& question, Aim aim) {
    const auto composed = [&](Side side) {
        compose::Steps all;
        for (const auto& [law, count] : laws) {
            const ResponseLaw& response = std::get<ResponseLaw>(law);
            const Bracket epsilon = response.epsilon;
            const double end = side == Side::pessimistic ? epsilon.upper : epsilon.lower;
            all.push_back({ApproxDP{Epsilon{end}, response.failure}, count});
        }
        return question.delta() ? compose::optimal_epsilon(all, *question.delta())
                                : compose::optimal_delta(all, *question.epsilon());
    };
    const bool is_exact = std::ranges::all_of(laws, [](const RepeatedLaw& each) {
        return std::get<ResponseLaw>(each.law).epsilon.is_exact();
    });
    const auto exactly = [&] {
        if (is_exact) return composed(Side::optimistic);
        return Bracket(composed(Side::optimistic).lower, composed(Side::pessimistic).upper);
    };
    // Larger counts are walked in blocks, which takes seconds and tells less than inversion.
    constexpr double largest_walked = 0x1p34;
    const bool can_be_walked = std::ranges::all_of(
        laws, [](const RepeatedLaw& each) { return each.count <= largest_walked; });
    if (laws.size() == 1 && can_be_walked) return exactly();
    if (const auto listed = enumerated(laws, question)) return *listed;
    const Bracket found = inverted(laws, question, aim).asked;
    if (!is_very_wide(found, aim)) return found;
    if (fits_lattice(laws)) return intersect(found, on_lattice(laws, question));
    return can_be_walked ? intersect(found, exactly()) : found;
}

Analysis by_worst_laws(const std::vector<KnownPart>& releases, const Question& question,
                       Effort effort) {
    const auto worst = worst_laws(releases);
    ensure(worst.has_value(), "a release has no worst law");
    Aim aim = of_the_worst;
    aim.is_patient = effort == Effort::usual;
    Analysis analysis = analysis_of(compose_laws(*worst, question, aim));
    for (const KnownPart& release : releases) cite(analysis.theorems, release.worst_by);
    return analysis;
}

Exact exact(const std::vector<KnownPart>& releases, const Question& question) {
    const Laws worst = all_worst(releases);
    const Laws attained = attained_laws(releases);
    const bool all_attained = attained.size() == releases.size();

    const bool is_tight = worst == attained || is_envelope(worst);
    const auto missing =
        std::ranges::find_if(releases, [](const KnownPart& release) { return !release.worst; });
    std::optional<Composed> above, below;
    const bool has_above = missing == releases.end();
    const bool has_below = !attained.empty() && !(has_above && is_tight);
    if (has_above && has_below && !question.verify) {
        Attempt upper{worst, question, of_the_worst, Inversion(worst, Inversion::Ends::upper)};
        if (upper.found.asked.upper > 0) {
            // What is attained is no more than the worst.
            Aim aim = of_the_attained;
            if (question.delta()) aim.begin = upper.found.asked.upper;
            Attempt lower{attained, question, aim, Inversion(attained)};
            sharpen_both(upper, lower);
            below = std::move(lower.found);
        }
        above = std::move(upper.found);
    } else {
        // Alone, each is one end of a wide answer.
        const bool is_rough = !(has_above && is_tight) && !question.verify;
        if (has_above) above = compose_laws(worst, question, is_rough ? of_the_worst : Aim{});
        if (has_below) below = compose_laws(attained, question, is_rough ? of_the_attained : Aim{});
    }

    Exact result;
    result.is_tight = has_above && is_tight;
    if (above) {
        result.is_left_wide = is_left_wide(*above, 1e-4);
        result.analysis = analysis_of(*above);
        if (result.analysis.bound) {
            for (const KnownPart& release : releases) {
                cite(result.analysis.theorems, release.worst_by);
            }
        }
        result.unverified = above->unverified;
    } else {
        result.analysis.name = "pld";
        result.analysis.why_not = missing->name + " has no known worst pair of laws";
        if (question.verify) result.unverified = result.analysis.why_not;
    }
    if (attained.empty() && !releases.empty()) {
        result.lower = {0, "no release of this program has a law that is known exactly"};
    } else if (!below) {
        result.lower =
            lower_bound_of(*above, is_envelope(worst) ? "the worst pair of laws at this point"
                                                      : "the exact laws of all releases");
    } else {
        if (result.unverified.empty()) result.unverified = below->unverified;
        result.lower =
            lower_bound_of(*below, all_attained ? "mechanisms that keep all these promises"
                                                : "the exact laws of the releases that have one");
    }
    const double upper = result.analysis.bound.value_or(infinity);
    if (upper > 0 && !(result.lower.value > upper / 2)) {
        const double alone = attained_alone(attained, question);
        if (alone > result.lower.value) result.lower = {alone, "one run of one of the releases"};
    }
    const std::optional<Composed>& of_attained = below ? below : above;
    if (upper > 0 && !attained.empty() && of_attained && is_left_wide(*of_attained)) {
        const double some = attained_by_some(attained, question);
        if (some > result.lower.value) result.lower = {some, "the releases with the most loss"};
    }
    return result;
}

}  // namespace mizan::analysis
