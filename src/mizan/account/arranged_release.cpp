// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "mizan/account/finite_pair.hpp"
#include "mizan/account/guarantees.hpp"
#include "mizan/account/sampled_release.hpp"
#include "mizan/compose/basic.hpp"
#include "mizan/compose/zcdp.hpp"
#include "mizan/convert/gdp_to_approximate.hpp"
#include "mizan/group/group.hpp"
#include "mizan/sampling/poisson.hpp"
#include "mizan/sampling/repeat_and_select.hpp"
#include "mizan/sampling/with_replacement.hpp"

namespace mizan {

namespace {

using analysis::RepeatedLaw;
using compose::Side;

bool is_gaussian(const std::optional<Law>& law) {
    return law && std::holds_alternative<GaussianLaw>(*law);
}

// All Gaussians add up to one.
Release one_gaussian(const std::vector<Release>& parts) {
    Bracket mu_squared = 0;
    for (const Release& part : parts) {
        mu_squared += part.count * square(std::get<GaussianLaw>(*part.worst).mu);
    }
    Release whole = parts.front();
    for (const Release& part : parts) {
        if (part.name != whole.name) whole.name = "gdp";
    }
    whole.count = 1;
    whole.worst = whole.attained = GaussianLaw{sqrt(mu_squared)};
    whole.renyi.theorems = {"Mironov17 C3", "Mironov17 P1"};
    return whole;
}

// What different parts promise together. A failure of any of them is a failure of all.
Release sum_of(std::vector<Release> parts) {
    Release whole;
    compose::Steps failures;
    for (Release& part : parts) {
        whole.name += (whole.name.empty() ? "" : " + ") + part.name;
        failures.push_back({ApproxDP{Epsilon{0.0}, part.failure}, part.count});
        part.failure = Delta{0.0};
    }
    whole.failure = Delta{std::min(1.0, compose::failure_probability(failures).upper)};
    Guarantees all = guarantees(parts);
    whole.pure = std::move(all.pure);
    whole.renyi = std::move(all.renyi);
    whole.gdp = std::move(all.gdp);
    whole.zcdp.why_not = whole.cdp.why_not = whole.name + " run together";
    return whole;
}

Inside together(std::vector<Release> parts) {
    Inside inside;
    const bool is_one = parts.size() == 1 && parts.front().count == 1;
    const bool all_gaussian =
        std::ranges::all_of(parts, [](const Release& part) { return is_gaussian(part.worst); });
    if (is_one) {
        inside.promises = std::move(parts.front());
    } else if (all_gaussian) {
        inside.promises = one_gaussian(parts);
    }
    if (is_one || all_gaussian) {
        if (inside.promises.worst) inside.worst = {{*inside.promises.worst, 1}};
        if (inside.promises.attained) inside.attained = {{*inside.promises.attained, 1}};
        return inside;
    }
    inside.worst.emplace();
    for (const Release& part : parts) {
        if (part.worst && inside.worst) {
            inside.worst->push_back({*part.worst, part.count});
        } else {
            inside.worst.reset();
        }
        if (part.attained) inside.attained.push_back({*part.attained, part.count});
    }
    inside.promises = sum_of(std::move(parts));
    return inside;
}

Bracket share(Count part, Count whole) {
    return Bracket(static_cast<double>(part)) / static_cast<double>(whole);
}

// The profile of both directions, for ε ≥ 0, of what is as bad as this pair in its worse direction.
Bracket worse_direction(const std::vector<Outcome>& pair, Epsilon epsilon) {
    return max(hockey_stick(pair, epsilon), hockey_stick(reversed(pair), epsilon));
}

double farthest_loss(const std::vector<Outcome>& pair) {
    double farthest = 1e-300;
    for (const Outcome& each : pair) {
        const double loss = abs(each.log_ratio).upper;
        if (loss < infinity) farthest = std::max(farthest, loss);
    }
    return std::min(farthest, 512.0);
}

// How one run of what is inside becomes a release, by scheme.
struct ByScheme {
    const Inside& inside;
    Relation relation;
    Release release;

    void operator()(const Poisson& scheme) {
        release.name = "sampled " + inside.promises.name;
        if (relation != Relation::replace_one) {
            sample_by_presence(release, inside, scheme.probability, Record::removed);
        } else if (is_gaussian(inside.promises.worst) && inside.promises.name == Gaussian::name) {
            sample_by_presence(release, inside, scheme.probability, Record::replaced);
        } else {
            sample_by_value(release, inside, scheme.probability);
        }
    }

    // A sample of the larger dataset holds the record, or else is one of the smaller.
    void operator()(const WithoutReplacement& scheme) {
        release.name = "sampled " + inside.promises.name;
        const Bracket q = share(scheme.sample_size, scheme.source_dataset_size);
        sample_by_presence(release, inside, q, Record::removed);
        if (relation == Relation::add_or_remove_one) return;
        // A record that takes another value is drawn as often; its worst pair is worst both ways.
        release.renyi = inside.promises.renyi;
        if (release.renyi.value && release.failure.value() == 0) {
            release.renyi.value = RenyiDP{mixed_on_both_sides(release.renyi.value->curve, q)};
            cite(release.renyi.theorems, {"EH14 T13"});
        }
        release.worst.reset();
        if (!inside.worst || inside.has_user_pair()) return;
        const auto base = analysis::finite_pair(*inside.worst, Side::pessimistic);
        const auto sampled = poisson_sampled(base, q), back = poisson_sampled(reversed(base), q);
        release.worst =
            PairLaw{analysis::symmetric_pair(
                        [&](Epsilon epsilon) {
                            return max(hockey_stick(sampled, epsilon), hockey_stick(back, epsilon));
                        },
                        std::max(farthest_loss(sampled), farthest_loss(back)), Side::pessimistic),
                    PairLaw::From::records};
    }

    void operator()(const WithReplacement& scheme) {
        release.name = "sampled " + inside.promises.name;
        const auto draws = static_cast<double>(scheme.sample_size);
        const auto records = static_cast<double>(scheme.source_dataset_size);
        const bool is_added = relation == Relation::add_or_remove_one;
        const std::string why_not =
            release.name + ": sampling with replacement is not known to lower this";
        release.zcdp.why_not = release.cdp.why_not = release.gdp.why_not = release.renyi.why_not =
            release.pure.why_not = why_not;
        if (is_added) {
            throw InputError(
                "with_replacement has no analysis under add_or_remove_one: a record more changes "
                "the chances of all others; use replace_one, or poisson");
        }
        const auto& whole = inside.promises;
        if (whole.pure.value && whole.failure.value() == 0) {
            know(release, with_replacement(*whole.pure.value, draws, records));
            cite(release.pure.theorems, {"Mizan26 S5"});
        }
        if (!is_gaussian(whole.worst)) {
            if (!release.pure.value) {
                throw InputError(
                    "with_replacement is known to help gaussian noise and what has a "
                    "pure epsilon; " +
                    whole.name + " has neither");
            }
            return;
        }
        const auto parts = with_replacement(draws, records);
        const Bracket mu = std::get<GaussianLaw>(*whole.worst).mu;
        const auto profile = [&](Epsilon epsilon) {
            return min(1, delta_of(parts, epsilon, [&](double up, Epsilon at) {
                           if (up == infinity) return Bracket(1);
                           return Bracket(0, gdp_to_delta(GDP{Mu{(up * mu).upper}}, at).upper);
                       }));
        };
        release.worst = PairLaw{
            analysis::symmetric_pair(profile, analysis::reach_of(profile), Side::pessimistic),
            PairLaw::From::records};
    }

    void operator()(const RepeatAndSelect& scheme) {
        const auto& [mean, shape] = scheme;
        const Release& whole = inside.promises;
        release.name = "best of several " + whole.name;
        const std::string why_not = release.name + ": not known to follow";
        release.zcdp.why_not = release.cdp.why_not = release.gdp.why_not = why_not;
        release.pure.why_not = whole.pure.why_not;
        release.renyi.why_not = whole.renyi.why_not;
        release.failure = Delta{std::min(1.0, (mean * Bracket(whole.failure.value())).upper)};
        if (whole.pure.value) {
            const ApproxDP best =
                repeat_and_select(ApproxDP{whole.pure.value->epsilon, whole.failure}, mean, shape);
            const Delta failure = release.failure;
            know(release, PureDP{best.epsilon});
            release.failure = failure;
            release.pure.theorems.insert(release.pure.theorems.begin(), "PS22 T2a");
        }
        if (whole.renyi.value) {
            release.renyi = {RenyiDP{repeat_and_select(whole.renyi.value->curve, mean, shape)}, "",
                             whole.renyi.theorems};
            cite(release.renyi.theorems, {shape == infinity ? "PS22 T6" : "PS22 T2"});
        }
    }

    void operator()(const RandomAllocation&) {
        throw InputError("random_allocation has no analysis in this version");
    }
    void operator()(const Shuffled&) {
        throw InputError("shuffled has no analysis in this version");
    }
};

// What a promise about one record says of a group: by the rules for every mechanism.
Release for_group(const Release& one, std::uint64_t size) {
    Release release = one;
    const auto both = [&](auto& known, auto rule) {
        if (known.value) known.value = rule(*known.value);
    };
    if (one.failure.value() > 0) {
        // The chain of an (ε, δ) promise; nothing else is known of what fails.
        release.renyi = {std::nullopt, release.name + " may fail"};
        release.zcdp.value.reset();
        release.cdp.value.reset();
        release.gdp.value.reset();
        release.zcdp.why_not = release.cdp.why_not = release.gdp.why_not = release.renyi.why_not;
        if (one.pure.value) {
            const ApproxDP all = grouped(ApproxDP{one.pure.value->epsilon, one.failure}, size);
            release.failure = all.delta;
            know(release, PureDP{all.epsilon});
        }
    } else {
        both(release.pure, [&](const PureDP& value) { return grouped(value, size); });
        both(release.zcdp, [&](const ZCDP& value) { return grouped(value, size); });
        both(release.gdp, [&](const GDP& value) { return grouped(value, size); });
        both(release.renyi,
             [&](const RenyiDP& value) { return RenyiDP{grouped(value.curve, size)}; });
        release.cdp = {std::nullopt, release.name + ": groups are not known to keep this"};
    }
    release.worst.reset();
    if (one.worst) {
        const auto pair = analysis::finite_pair({{*one.worst, 1}}, Side::pessimistic);
        const auto k = static_cast<double>(size);
        const auto chain = [&](Epsilon epsilon) {
            const double step = (epsilon.value() / Bracket(k)).lower;
            const ApproxDP all =
                grouped(ApproxDP{Epsilon{step},
                                 Delta{std::min(1.0, worse_direction(pair, Epsilon{step}).upper)}},
                        size);
            return Bracket(0, all.delta.value());
        };
        release.worst =
            PairLaw{analysis::symmetric_pair(chain, std::min(512.0, k * farthest_loss(pair)),
                                             Side::pessimistic),
                    PairLaw::From::records};
    }
    return release;
}

}  // namespace

bool Inside::has_user_pair() const {
    const auto is_user_pair = [](const RepeatedLaw& each) {
        const auto* pair = std::get_if<PairLaw>(&each.law);
        return pair != nullptr && pair->from == PairLaw::From::user;
    };
    return (worst && std::ranges::any_of(*worst, is_user_pair)) ||
           std::ranges::any_of(attained, is_user_pair);
}

Release release_of(const Arrangement& arrangement, Relation relation) {
    // Samples of a fixed size, and shuffled records, differ by a record in the place of another.
    const bool replaces = std::holds_alternative<WithoutReplacement>(arrangement.scheme) ||
                          std::holds_alternative<WithReplacement>(arrangement.scheme) ||
                          std::holds_alternative<Shuffled>(arrangement.scheme);
    const Inside inside =
        together(releases(*arrangement.inside, replaces ? Relation::replace_one : relation));
    ByScheme reader{inside, relation, {}};
    std::visit(reader, arrangement.scheme);
    Release release =
        arrangement.group_size == 1
            ? std::move(reader.release)
            : for_group(reader.release, static_cast<std::uint64_t>(arrangement.group_size));
    release.count = static_cast<double>(arrangement.count);
    return release;
}

}  // namespace mizan
