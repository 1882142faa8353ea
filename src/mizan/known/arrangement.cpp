// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/arrangement.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/engine/by_enumeration.hpp"
#include "mizan/engine/finite_pair.hpp"
#include "mizan/convert/gdp_to_approximate.hpp"
#include "mizan/known/sample.hpp"
#include "mizan/sampling/allocation.hpp"
#include "mizan/sampling/repeat_and_select.hpp"
#include "mizan/sampling/replaced_places.hpp"
#include "mizan/sampling/shuffle.hpp"
#include "mizan/sampling/truncated_poisson.hpp"
#include "mizan/sampling/with_replacement.hpp"

namespace mizan {

namespace {

using compose::Side;

Bracket share(Count part, Count whole) {
    return Bracket(static_cast<double>(part)) / static_cast<double>(whole);
}

// A pair as one whose losses lie on a lattice.
PairLaw on_lattice(const std::vector<Outcome>& pair) {
    return {analysis::finite_pair(analysis::profiles_of(pair), Side::pessimistic),
            PairLaw::From::records};
}

// Where cells of the line tell enough of noise that is moved by mu.
bool is_seen_in_cells(double mu) { return 1e-6 < mu && mu < 20; }

// The worst of everything that shows anything so often.
ResponseLaw shown_at_most(double probability) { return {0, Delta{probability}}; }

// How one run of what is inside becomes one part, by scheme.
struct ByScheme {
    const Inside& inside;
    Relation relation;
    Count group_size;  // of records that are accounted for together
    Count leaving;     // that may be there or not
    Extent extent = Extent::everything;
    KnownPart part = {};
    double runs = 1;
    // Laws of all of a group, where they are known by themselves and not by chains of neighbours.
    std::optional<Law> worst_of_group = {}, attained_of_group = {};

    // What is shown of a record that is used so often; one that is replaced is removed and added.
    [[nodiscard]] double shown_of(Bracket used) const {
        const double changes = relation == Relation::replace_one ? 2 : 1;
        return std::min(1.0, (used * min(1, changes * Bracket(inside.promises.shown))).upper);
    }

    void operator()(const Poisson& scheme) {
        part.name = "sampled " + inside.promises.name;
        part.shown = shown_of(scheme.probability);
        if (relation != Relation::replace_one) {
            sample_by_presence(part, inside, scheme.probability, Record::removed, extent);
        } else if (inside.promises.by_record) {
            sample_by_presence(part, inside.of_one_record(), scheme.probability, Record::replaced,
                               extent);
        } else {
            sample_by_value(part, inside, scheme.probability);
        }
        if (inside.beside == Beside::certain) part.attained.reset();
    }

    // A sample of the larger dataset holds the record, or else is one of the smaller.
    void operator()(const WithoutReplacement& scheme) {
        part.name = "sampled " + inside.promises.name;
        // A group that leaves one by one leaves fewer and fewer records to draw from.
        const bool leaves = relation == Relation::add_or_remove_one;
        const Count records = scheme.source_dataset_size - (leaves ? leaving - 1 : 0);
        if (records < scheme.sample_size) {
            throw InputError("without_replacement: of a group of " + std::to_string(leaving) +
                             " records that may be there or not, fewer records are left than " +
                             "the sample has");
        }
        const Bracket q = share(scheme.sample_size, records);
        part.shown = shown_of(q);
        sample_by_presence(part, inside, q, Record::removed);
        // A single record of the larger dataset that leaves is one of a group that may.
        if (leaves && leaving > 1) {
            part.attained = attained_by_presence(
                inside, share(scheme.sample_size, scheme.source_dataset_size), Record::removed);
        }
        // Others that are drawn by chance too hide what a record adds.
        if (inside.beside != Beside::anyone) part.attained.reset();
        if (relation == Relation::add_or_remove_one) return;
        // A record that takes another value is drawn as often; its worst pair is worst both ways.
        if (inside.promises.failure.value() == 0) mix_renyi(part, inside.promises, q);
        part.worst.reset();
        const Count others = scheme.source_dataset_size - group_size;
        if (group_size > 1 && group_size <= static_cast<Count>(most_together) &&
            others >= scheme.sample_size && is_gaussian(inside.promises.worst)) {
            return replace_group(places_without_replacement(
                static_cast<double>(scheme.sample_size),
                static_cast<double>(scheme.source_dataset_size), static_cast<double>(group_size)));
        }
        if (!inside.worst || inside.has_user_pair()) return;
        const auto worse = analysis::worse_direction(analysis::profiles_of(*inside.worst));
        const auto sampled = analysis::on_samples(worse, q).there;
        part.worst = PairLaw{
            analysis::finite_pair({sampled, sampled, worse.is_costly, true}, Side::pessimistic),
            PairLaw::From::records};
        part.worst_by = {"BBG18 T9", "BBG18 T2", "Mizan26 C3"};
    }

    void operator()(const WithReplacement& scheme) {
        part.name = "sampled " + inside.promises.name;
        const auto draws = static_cast<double>(scheme.sample_size);
        const auto records = static_cast<double>(scheme.source_dataset_size);
        const std::string why_not =
            part.name + ": sampling with replacement is not known to lower this";
        part.zcdp.why_not = part.cdp.why_not = part.gdp.why_not = part.renyi.why_not =
            part.pure.why_not = why_not;
        const auto& whole = inside.promises;
        part.shown =
            std::min(drawn_at_all(draws, records).upper, shown_of(draws / Bracket(records)));
        part.attained = attained_with_replacement(draws, records);
        if (whole.pure.value && whole.failure.value() == 0) {
            know(part, with_replacement(*whole.pure.value, draws, records));
            cite(part.pure.theorems, {"Mizan26 S5"});
        }
        if (!is_gaussian(whole.worst)) {
            if (!part.pure.value) {
                throw InputError(
                    "with_replacement is known to help gaussian noise and what has a "
                    "pure epsilon; " +
                    whole.name + " has neither");
            }
            return;
        }
        // Whatever is drawn, it is in no more than all places.
        know_moved((draws * std::get<GaussianLaw>(*whole.worst).mu).upper, {"DRS19 T2.14"});
        const auto group = static_cast<double>(group_size);
        if (group_size > 1) attained_of_group = attained_with_replacement(draws, records, group);
        // Drawn so often, or moved so far, that all is shown anyway.
        const double mean = draws * std::min(1.0, group / records);
        const double few = std::max(0.0, mean - 15 * std::sqrt(mean));
        const GDP least{Mu{(few * std::get<GaussianLaw>(*whole.worst).mu).upper}};
        if (gdp_to_delta_at_most(least, Epsilon{farthest_loss + 1}) > 1 - 1e-12) {
            return know_replaced(shown_at_most(shown_of_group()));
        }
        know_replaced(places_with_replacement(draws, records, group));
    }

    // All that follows from Gaussian privacy.
    void know_moved(double mu, const std::vector<std::string>& theorems) {
        know(part, GDP{Mu{mu}});
        for (auto* known :
             {&part.renyi.theorems, &part.zcdp.theorems, &part.cdp.theorems, &part.gdp.theorems}) {
            known->insert(known->begin(), theorems.begin(), theorems.end());
        }
    }

    static constexpr double farthest_loss = 512;  // where finite pairs end

    // Gaussian noise on a sample that so many places of take other values.
    void know_replaced(const std::vector<Places>& places) {
        const double mu = std::get<GaussianLaw>(*inside.promises.worst).mu.upper;
        if (mu == 0) return know_replaced(GaussianLaw{0});
        if (mu == infinity) return know_replaced(shown_at_most(shown_of_group()));
        const ReplacedPlaces replaced(places, mu);
        const auto profile = [&](Epsilon epsilon) { return Bracket(0, replaced.delta(epsilon)); };
        if (profile(Epsilon{farthest_loss}).upper == 1) {
            return know_replaced(shown_at_most(shown_of_group()));
        }
        know_replaced(
            PairLaw{analysis::finite_pair(profile, Side::pessimistic), PairLaw::From::records});
    }

    [[nodiscard]] double shown_of_group() const {
        return std::min(1.0, (static_cast<double>(group_size) * Bracket(part.shown)).upper);
    }

    void know_replaced(Law worst) {
        part.worst_by = {"Mizan26 S7", "Mizan26 C3"};
        (group_size > 1 ? worst_of_group : part.worst) = std::move(worst);
    }

    // All of a group add 1 to a sum, or nothing.
    void replace_group(const std::vector<Places>& places) {
        const std::optional<Law>& whole = inside.promises.attained;
        if (inside.beside == Beside::anyone && is_gaussian(whole)) {
            const double mu = std::get<GaussianLaw>(*whole).mu.lower;
            std::vector<ShiftedNormal> sums;
            for (const auto& [number, probability] : places) sums.push_back({number, probability});
            if (is_seen_in_cells(mu)) {
                attained_of_group =
                    PairLaw{seen_in_cells(sums, 1 / Bracket(mu)), PairLaw::From::records};
            }
        }
        know_replaced(places);
    }

    // Of a sum, it is told how often the record was drawn; else only whether it was.
    [[nodiscard]] std::optional<Law> attained_with_replacement(double draws, double records,
                                                               double group = 1) const {
        if (inside.beside != Beside::anyone) return std::nullopt;
        const std::optional<Law>& whole = inside.promises.attained;
        if (is_gaussian(whole)) {
            const Bracket mu = std::get<GaussianLaw>(*whole).mu;
            if (is_seen_in_cells(mu.lower)) {
                return PairLaw{
                    seen_in_cells(drawn_at_least(draws, records, group), 1 / Bracket(mu.lower)),
                    PairLaw::From::records};
            }
        }
        return attained_by_presence(inside, drawn_at_all(draws, records), Record::removed);
    }

    void operator()(const TruncatedPoisson& scheme) {
        const KnownPart& whole = inside.promises;
        const bool is_measured = relation != Relation::replace_one || whole.by_record;
        if (!is_gaussian(whole.worst) || !is_measured) {
            throw InputError("truncated Poisson samples are accounted for gaussian noise only");
        }
        if (leaving > 1 && relation == Relation::add_or_remove_one) {
            throw InputError(
                "truncated_poisson_gaussian is accounted for one record more or less at a time, "
                "because dataset_size changes with every record; use replace_one for groups");
        }
        part.name = "truncated sampled " + whole.name;
        const auto records = static_cast<double>(scheme.dataset_size);
        const auto limit = static_cast<double>(scheme.truncated_batch_size);
        const double q = scheme.sampling_probability;
        part.shown = q;  // the others are drawn alike
        const bool is_replaced = relation == Relation::replace_one;
        const Inside one = is_replaced ? inside.of_one_record() : inside;
        part.attained = attained_by_presence(one, kept_in_truncated_poisson(records, q, limit),
                                             is_replaced ? Record::replaced : Record::removed);
        const Bracket mu = std::get<GaussianLaw>(*one.promises.worst).mu;
        if (mu.upper == 0) {
            know(part, PureDP{Epsilon{0.0}});
            part.worst = GaussianLaw{0};
            return;
        }
        // Whatever is drawn, a record moves the sum by no more than two.
        know_moved((2 * mu).upper, {"Mizan26 S4"});
        if (mu.upper == infinity) {
            part.worst = shown_at_most(part.shown);
            return;
        }
        // More noise costs no more, and samples so rare that hardly any is truncated no more than
        // twice as many: doubles can tell the losses of these apart.
        constexpr double most_noise = 1e9, rare = 1e-30;
        const auto parts = truncated_poisson(records, q < rare ? 2 * rare : q, limit, relation);
        const double noise = std::min((1 / Bracket(mu.upper)).lower, most_noise);
        part.worst = on_lattice(dominating(parts, noise));
        part.worst_by = {"Mizan26 S4", "Mizan26 C3"};
    }

    void operator()(const RepeatAndSelect& scheme) {
        const auto& [mean, shape] = scheme;
        const KnownPart& whole = inside.promises;
        part.name = "best of several " + whole.name;
        const std::string why_not = part.name + ": not known to follow";
        part.zcdp.why_not = part.cdp.why_not = part.gdp.why_not = why_not;
        part.pure.why_not = whole.pure.why_not;
        part.renyi.why_not = whole.renyi.why_not;
        part.failure = Delta{std::min(1.0, (mean * Bracket(whole.failure.value())).upper)};
        part.shown = std::min(1.0, (mean * Bracket(whole.shown)).upper);
        if (whole.pure.value) {
            const ApproxDP best =
                repeat_and_select(ApproxDP{whole.pure.value->epsilon, whole.failure}, mean, shape);
            const Delta failure = part.failure;
            know(part, PureDP{best.epsilon});
            part.failure = failure;
            part.pure.theorems.insert(part.pure.theorems.begin(), "PS22 T2a");
        }
        if (whole.renyi.value) {
            part.renyi = {RenyiDP{repeat_and_select(whole.renyi.value->curve, mean, shape)}, "",
                          whole.renyi.theorems};
            cite(part.renyi.theorems, {shape == infinity ? "PS22 T6" : "PS22 T2"});
        }
        if (inside.attained.empty() || inside.has_user_pair()) return;
        // What is run many times has no pair that is quickly found. Ranks may be drawn by lot, too: then the
        // best run is any of them.
        const bool is_one = inside.attained.size() == 1 && inside.attained.front().count == 1;
        if (!is_one && shape < infinity) {
            part.attained = inside.attained.front().law;
            part.attained_runs = inside.attained.front().count;
        } else if (is_one) {
            const auto best = best_of_several(attained_pair(), mean, shape);
            if (!best.empty()) part.attained = PairLaw{best, PairLaw::From::records};
        }
    }

    // A finite pair that is no worse than what one run of everything inside attains.
    [[nodiscard]] std::vector<Outcome> attained_pair() const {
        auto pair = analysis::listed(inside.attained, {});
        if (!pair.empty()) return pair;
        if (is_gaussian(inside.promises.attained)) {
            const double mu = std::get<GaussianLaw>(*inside.promises.attained).mu.lower;
            if (is_seen_in_cells(mu))
                return seen_in_cells(std::vector{ShiftedNormal{1, 1}}, 1 / Bracket(mu));
        }
        return analysis::finite_pair(analysis::profiles_of(inside.attained), Side::optimistic);
    }

    // As many runs in which the record takes part in one step each; in every step it costs no more
    // than if it was always there.
    void operator()(const RandomAllocation& scheme) {
        const KnownPart& whole = inside.promises;
        const auto parts = static_cast<double>(scheme.num_selected);
        part.name = "allocated " + whole.name;
        part.failure = whole.failure;
        part.shown = whole.shown;
        part.pure = whole.pure;
        part.renyi = whole.renyi;
        part.zcdp = whole.zcdp;
        part.gdp = whole.gdp;
        part.cdp.why_not = part.name + ": mixtures are not known to keep this";
        runs = parts;
        if (!inside.worst || inside.has_user_pair()) return;
        const auto step =
            analysis::finite_pair(analysis::profiles_of(*inside.worst), Side::pessimistic);
        const double steps = steps_per_part(parts, static_cast<double>(scheme.num_steps));
        part.worst = on_lattice(allocated(step, steps));
        part.worst_by = {"Mizan26 A1"};
        if (parts > 1) part.worst_by.emplace_back("Mizan26 A2");
        if (parts > 1 || inside.attained.empty() || inside.beside == Beside::certain) return;
        part.attained =
            PairLaw{allocated_from_below(attained_pair(), steps), PairLaw::From::records};
    }

    void operator()(const Shuffled& scheme) {
        const KnownPart& whole = inside.promises;
        if (!whole.pure.value || whole.failure.value() > 0) {
            throw InputError("shuffled needs a local randomizer with a pure epsilon; " +
                             (whole.pure.value ? whole.name + " may fail" : whole.pure.why_not));
        }
        part.name = "shuffled " + whole.name;
        part.shown = whole.shown;
        know(part, *whole.pure.value);
        cite(part.pure.theorems, whole.pure.theorems);
        const auto people = static_cast<double>(scheme.records);
        const Epsilon local = whole.pure.value->epsilon;
        const Epsilon others{std::max(local.value(), inside.between_two_values)};
        part.worst = on_lattice(shuffled(local, others, people));
        part.worst_by = {others > local ? "Mizan26 H2" : "Mizan26 H1"};
        if (inside.attained.empty() || inside.has_user_pair()) return;
        // A message says yes where its own value makes it more likely.
        Bracket yes = 0, other = 0;
        for (const auto& [p, q, log_ratio] : attained_pair()) {
            if (log_ratio.lower > 0) yes += p, other += q;
        }
        auto answers = shuffled_answers(yes, other, inside.others_say_yes * other, people);
        // Samples would draw others that say nothing, and hide the one among them.
        if (inside.others_say_yes != Bracket(1)) part.beside = Beside::certain;
        if (answers.empty()) {
            answers = shuffled_answers(yes, other, people);
            part.beside = Beside::anyone;
        }
        if (!answers.empty()) part.attained = PairLaw{answers, PairLaw::From::records};
    }
};

}  // namespace

KnownPart arranged(const Arrangement& arrangement, const Inside& inside, Groups groups,
                   Extent extent) {
    const Relation relation = arrangement.scope.relation;
    const Count group_size = groups == Groups::one_record_of ? 1 : arrangement.group_size;
    ByScheme reader{inside, relation, group_size, arrangement.group_size, extent};
    std::visit(reader, arrangement.scheme);
    KnownPart part = std::move(reader.part);
    // On samples a replaced record is seen best where there are no others.
    const bool draws_each = std::holds_alternative<Poisson>(arrangement.scheme) ||
                            std::holds_alternative<TruncatedPoisson>(arrangement.scheme);
    const bool is_replaced = draws_each && relation == Relation::replace_one;
    part.beside =
        std::max({part.beside, inside.beside, is_replaced ? Beside::nobody : Beside::anyone});
    std::vector<std::string> group_by = part.worst_by;
    double runs = reader.runs;
    if (group_size > 1) {
        // Each record of a group has its own choice of steps: only all runs together are one part of the program.
        if (runs > 1) part = as_one(std::move(part), runs);
        runs = 1;
        const bool by_sums =
            std::holds_alternative<Poisson>(arrangement.scheme) && groups == Groups::by_their_sums;
        part = for_group(part, group_size, by_sums ? Groups::by_their_sums : Groups::by_chains);
    }
    if (reader.worst_of_group) {
        part.worst = std::move(reader.worst_of_group);
        part.worst_by = std::move(group_by);
    }
    if (reader.attained_of_group) part.attained = std::move(reader.attained_of_group);
    // Nothing that keeps a promise of pure privacy, but for failures, is worse than a response that does.
    show_by_promise(part);
    if (!part.worst && part.pure.value) {
        constexpr double all_but_everything = 700;  // e^ε is no double
        const double epsilon = part.pure.value->epsilon.value();
        part.worst = epsilon < all_but_everything ? ResponseLaw{epsilon, part.failure}
                                                  : shown_at_most(part.shown);
        part.worst_by = {"KOV15 T3.3"};
    }
    part.count = static_cast<double>(arrangement.count) * runs;
    if (part.count > static_cast<double>(max_count)) {
        throw InputError("the counts multiply to more than " + std::to_string(max_count) +
                         " runs of a step");
    }
    return part;
}

}  // namespace mizan
