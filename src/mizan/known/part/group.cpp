// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/part/group.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/engine/finite_pair.hpp"
#include "mizan/group/group.hpp"
#include "mizan/inversion/normal_mixture/grouped_gaussian_renyi.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan {

namespace {

/// Where the least bound by a chain of neighbours is sought: at powers of two, then at eighths
/// around the best of them. Every place gives a true bound; the steps only decide how tight it is.
struct ChainSearch {
    static constexpr double first = 0x1p-10;          ///< the smallest ε that is tried
    static constexpr double next_to_nothing = 1e-30;  ///< a δ at farthest_loss that needs no search
};

// About the place of the least bound by a chain. A profile only falls; the bound by its chain rises
// again if the profile of one record falls too slowly.
double least_place(const analysis::Profile& chain) {
    constexpr double farthest = analysis::farthest_loss;
    const auto at = [&](double epsilon) { return chain(Epsilon{epsilon}).upper; };
    if (at(farthest) <= ChainSearch::next_to_nothing) return farthest;
    double place = 0, least = at(0);
    const auto look = [&](double epsilon) {
        if (const double found = at(epsilon); found < least) {
            least = found;
            place = epsilon;
        }
    };
    for (double epsilon = ChainSearch::first; epsilon <= farthest; epsilon *= 2) look(epsilon);
    const double around = place;
    for (int part = 5; part < 16; ++part) {
        if (part != 8) look(around * part / 8);
    }
    return place;
}

// What is known of a group from what is known of one record, by the rules that hold for every
// mechanism.
KnownPart by_chains(const KnownPart& one, std::uint64_t size) {
    KnownPart part = one;
    part.shown = std::min(1.0, (static_cast<double>(size) * Bracket(one.shown)).upper);
    const auto chain_up = [&]<class Promise>(Known<Promise>& known) {
        if (!known.value) return;
        const GroupGuarantee all = grouped(Definition(*known.value), size);
        known.value = std::get<Promise>(all.result);
        cite(known.theorems, all.theorems);
    };
    if (one.failure.value() > 0) {
        // Of a part that may fail only the chain of its (ε, δ) promise is known.
        part.renyi = {std::nullopt, part.name + " may fail"};
        part.zcdp.value.reset();
        part.cdp.value.reset();
        part.gdp.value.reset();
        part.zcdp.why_not = part.cdp.why_not = part.gdp.why_not = part.renyi.why_not;
        if (one.pure.value) {
            const ApproxDP all = grouped(ApproxDP{one.pure.value->epsilon, one.failure}, size);
            part.failure = all.delta;
            know(part, PureDP{all.epsilon});
            cite(part.pure.theorems, {"DR14 T2.2a"});
        }
    } else {
        chain_up(part.pure);
        chain_up(part.zcdp);
        chain_up(part.gdp);
        chain_up(part.renyi);
        part.cdp = {std::nullopt, part.name + ": groups are not known to keep this"};
    }
    part.worst.reset();
    if (one.worst) {
        const auto worse = analysis::worse_direction(analysis::profiles_of({{*one.worst, 1}}));
        const auto chain = [&](Epsilon epsilon) {
            const double step = (epsilon.value() / Bracket(static_cast<double>(size))).lower;
            const Delta delta{std::min(1.0, worse.there(Epsilon{step}).upper)};
            return Bracket(0, grouped(ApproxDP{Epsilon{step}, delta}, size).delta.value());
        };
        const double last = least_place(chain);
        const auto falling = [&](Epsilon epsilon) {
            return chain(Epsilon{std::min(epsilon.value(), last)});
        };
        part.worst = PairLaw{analysis::finite_pair({falling, falling, worse.is_costly, true},
                                                   compose::Side::pessimistic),
                             PairLaw::From::records};
        cite(part.worst_by, {"DR14 T2.2a", "Mizan26 C3"});
    }
    return part;
}

/// Which groups on Poisson samples have a law of their own. Such a law is a mixture over the number
/// of records of the group that are drawn.
struct GroupLimits {
    /// Up to this size every number of drawn records is in the mixture.
    static constexpr Count largest_exact = 8;
    /// Up to this size rare numbers are left out, which costs a little. Larger groups have many
    /// changes; from above they are bounded by the chain of neighbours alone.
    static constexpr Count largest = 64;
    /// From below, a larger group is bounded by so many of its records.
    static constexpr Count some_of_many = 16;
    /// If the whole group is drawn with a smaller probability, a mixture in doubles would lose its
    /// weight; the chain of neighbours knows more.
    static constexpr double rarest = 1e-270;
    /// The same limit for the probability of one record, for groups in which rare numbers are left
    /// out.
    static constexpr double rarest_of_many = 1e-9;
};

// The law of Gaussian noise on Poisson samples for a group whose records are drawn independently.
// Empty for other laws.
std::optional<Law> grouped_on_samples(const std::optional<Law>& one, Count size, Drawn rounded) {
    if (is_gaussian(one)) {
        return GaussianLaw{static_cast<double>(size) * std::get<GaussianLaw>(*one).mu};
    }
    const auto* gaussian = one ? std::get_if<SampledGaussianLaw>(&*one) : nullptr;
    if (gaussian == nullptr) return std::nullopt;
    SampledGaussianLaw law = *gaussian;
    law.people = static_cast<int>(size <= GroupLimits::largest ? size : GroupLimits::some_of_many);
    if (size > GroupLimits::largest_exact) law.drawn = rounded;
    return law;
}

// Whether the group has a law of its own, so that the chain of neighbours is not needed.
bool has_group_on_samples(const KnownPart& one, Count size) {
    if (is_gaussian(one.worst)) return true;
    const auto* law = one.worst ? std::get_if<SampledGaussianLaw>(&*one.worst) : nullptr;
    if (law == nullptr || size > GroupLimits::largest) return false;
    if (size > GroupLimits::largest_exact) return law->q >= GroupLimits::rarest_of_many;
    return plain::pow(law->q, static_cast<double>(size)) >= GroupLimits::rarest;
}

bool has_exact_group(const KnownPart& one, Count size) {
    return has_group_on_samples(one, size) && size <= GroupLimits::largest_exact;
}

// The Rényi curve of the worst change of a group, in plain numbers. Searches for moments use it.
RenyiCurve curve_of_group(const SampledGaussianLaw& law) {
    std::vector<std::shared_ptr<const inversion::LossTransform>> losses;
    for (const GroupChange change : law.changes()) {
        losses.push_back(inversion::grouped_gaussian_loss(law.q, law.sigma, change));
    }
    const auto exactly = [law](Order order) {
        Bracket most = 0;
        for (const GroupChange change : law.changes()) {
            most = max(most, inversion::grouped_gaussian_renyi(law.q, law.sigma, change, order));
        }
        return most;
    };
    const auto nearly = [law, exactly, losses](Order order) {
        const double c = order.value() - 1;
        if (c == 0 || c > 0x1p52) return exactly(order);
        if (inversion::is_far_apart(law.people, law.sigma)) return exactly(order);
        double most = 0;
        for (const auto& loss : losses) most = std::max(most, loss->cumulants(c).log_moment / c);
        return Bracket(most);
    };
    return RenyiCurve(exactly, nearly, {});
}

void know_group_on_samples(KnownPart& part, const KnownPart& one, Count size) {
    if (const auto reached = grouped_on_samples(one.attained, size, Drawn::at_least)) {
        part.attained = reached;
    }
    if (!has_group_on_samples(one, size)) return;
    const std::optional<Law> worst = grouped_on_samples(one.worst, size, Drawn::at_most);
    part.worst = worst;
    part.worst_by = one.worst_by;
    cite(part.worst_by, {"Mizan26 S6"});
    const auto* law = std::get_if<SampledGaussianLaw>(&*worst);
    if (law == nullptr || !has_exact_group(one, size)) return;
    part.renyi = {RenyiDP{curve_of_group(*law)}, "", {"Mizan26 S6"}};
}

}  // namespace

KnownPart for_group(const KnownPart& one, Count size, Groups groups) {
    const bool by_sums = groups == Groups::by_their_sums;
    KnownPart promises = one;
    if (by_sums && has_group_on_samples(one, size)) {
        promises.worst.reset();
        if (!is_gaussian(one.worst) && has_exact_group(one, size)) promises.renyi.value.reset();
    }
    KnownPart part = by_chains(promises, static_cast<std::uint64_t>(size));
    if (by_sums) know_group_on_samples(part, one, size);
    return part;
}

}  // namespace mizan
