// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "mizan/account/release.hpp"
#include "mizan/inversion/replaced_gaussian_renyi.hpp"
#include "mizan/inversion/sampled_gaussian_renyi.hpp"
#include "mizan/inversion/sampled_laplace_loss.hpp"
#include "mizan/sampling/poisson.hpp"

namespace mizan {

namespace {

using Record = SampledGaussianLaw::Record;

// All runs on one sample as one release. Gaussians add up to one Gaussian.
Release together(const Sample& sample, Relation relation) {
    std::vector<Release> parts;
    Bracket mu_squared = 0;
    bool all_gaussian = true;
    for (const Term& term : sample.terms) {
        if (term.group_size > 1) {
            throw InputError(
                "poisson sampling is accounted for one record at a time in this version, not for "
                "groups");
        }
        if (relation == Relation::replace_one && !std::holds_alternative<Gaussian>(term.leaf)) {
            throw InputError(
                "under replace_one, poisson sampling is known to help gaussian noise only: what "
                "other mechanisms promise says nothing of the data without the record");
        }
        parts.push_back(release_of(term));
        const auto& law = parts.back().worst;
        all_gaussian = all_gaussian && law && std::holds_alternative<GaussianLaw>(*law);
        if (all_gaussian) {
            mu_squared += parts.back().count * square(std::get<GaussianLaw>(*law).mu);
        }
    }
    Release whole = std::move(parts.front());
    if (parts.size() == 1 && whole.count == 1) return whole;
    if (!all_gaussian) {
        throw InputError(
            "several runs on one poisson sample are accounted in this version only if all of them "
            "add gaussian noise; draw a sample for each run");
    }
    whole.worst = whole.attained = GaussianLaw{sqrt(mu_squared)};
    whole.renyi.theorems = {"Mironov17 C3", "Mironov17 P1"};
    return whole;
}

// The worst ε-private mechanism, as outcomes with sharp log-ratios.
std::vector<Outcome> response(Bracket epsilon) {
    if (epsilon.lower == infinity) return {{1, 0, infinity}, {0, 1, -infinity}};
    const Bracket even = 1 / (1 + exp(-epsilon)), odd = 1 / (1 + exp(epsilon));
    return {{even, odd, epsilon}, {odd, even, -epsilon}};
}

// The laws of a release on samples, from one side.
struct OnSamples {
    Bracket probability;
    Record record;
    bool worst;

    [[nodiscard]] double q() const { return worst ? probability.upper : probability.lower; }

    Law operator()(const GaussianLaw& law) const {
        const double mu = worst ? law.mu.upper : law.mu.lower;
        if (mu == 0 || q() == 0) return GaussianLaw{0};
        const Bracket sigma = law.sigma ? Bracket(*law.sigma) : 1 / Bracket(mu);
        const double noise = worst ? sigma.lower : sigma.upper;
        if (noise == infinity) return GaussianLaw{0};
        if (q() == 1 && noise > 0) return GaussianLaw{2 / Bracket(noise)};  // only if replaced
        if (noise > 0) return SampledGaussianLaw{q(), noise, record};
        return record == Record::removed ? everything_shown()
                                         : PairLaw{{{q(), 0, infinity},
                                                    {0, q(), -infinity},
                                                    {1 - Bracket(q()), 1 - Bracket(q()), 0}},
                                                   PairLaw::From::records};
    }
    Law operator()(const LaplaceLaw& law) const {
        if (law.mechanism.noise_multiplier.value() == infinity || q() == 0) return GaussianLaw{0};
        if (law.mechanism.noise_multiplier.value() == 0) return everything_shown();
        return SampledLaplaceLaw{q(), law.mechanism};
    }
    Law operator()(const DiscreteLaw<DiscreteGaussian>& law) const { return listed(law); }
    Law operator()(const DiscreteLaw<DiscreteLaplace>& law) const {
        if (!listed_outcomes(law.mechanism).empty()) return listed(law);
        return (*this)(LaplaceLaw{worst ? at_most_as_private(law.mechanism)
                                        : at_least_as_private(law.mechanism)});
    }
    // On samples no law is known that is sharper than that of every mechanism with this epsilon.
    Law operator()(const BoundedRangeLaw& law) const {
        return (*this)(ResponseLaw{law.mechanism.pure_epsilon()});
    }
    Law operator()(const ResponseLaw& law) const {
        const Bracket failure = law.failure.value(), rest = 1 - failure;
        std::vector<Outcome> pair = response(law.epsilon);
        for (Outcome& each : pair) each = {rest * each.p, rest * each.q, each.log_ratio};
        if (failure.upper > 0) {
            pair.push_back({failure, 0, infinity});
            pair.push_back({0, failure, -infinity});
        }
        return mixture(std::move(pair));
    }
    Law operator()(const PairLaw& law) const { return mixture(law.pair); }
    template <class Sampled>
    Law operator()(const Sampled&) const {
        throw InternalError("internal error: a sample of a sample");
    }

    [[nodiscard]] PairLaw listed(const Law& law) const { return mixture(listed_outcomes(law)); }

    [[nodiscard]] PairLaw everything_shown() const {
        return mixture({{1, 0, infinity}, {0, 1, -infinity}});
    }

    [[nodiscard]] PairLaw mixture(std::vector<Outcome> pair) const {
        return {poisson_sampled(std::move(pair), probability), PairLaw::From::records};
    }
};

bool is_of_user(const std::optional<Law>& law) {
    const auto* pair = law ? std::get_if<PairLaw>(&*law) : nullptr;
    return pair != nullptr && pair->from == PairLaw::From::user;
}

// Discrete Gaussian noise on samples is known where its outcomes can be listed.
bool is_known_on_samples(const std::optional<Law>& law) {
    if (!law) return false;
    return !std::holds_alternative<DiscreteLaw<DiscreteGaussian>>(*law) ||
           !listed_outcomes(*law).empty();
}

RenyiCurve curve_of(const std::vector<Outcome>& pair) {
    return RenyiCurve([forward = pair, backward = reversed(pair)](Order order) {
        return max(renyi_divergence(forward, order), renyi_divergence(backward, order));
    });
}

RenyiCurve larger(const RenyiCurve& a, const RenyiCurve& b) {
    return RenyiCurve([a, b](Order order) { return max(a(order), b(order)); });
}
RenyiCurve smaller(const RenyiCurve& a, const RenyiCurve& b) {
    return RenyiCurve([a, b](Order order) { return min(a(order), b(order)); });
}

// Laplace noise on samples by the transform of its loss, K(α - 1) = (α - 1) D_α, in the worse
// direction; `bound` where that is not known, at both ends and at orders that would take long.
RenyiCurve sampled_laplace(double q, double scale, const RenyiCurve& bound) {
    using inversion::Direction, inversion::sampled_laplace_loss;
    const auto goes = sampled_laplace_loss(q, scale, Direction::remove);
    const auto comes = sampled_laplace_loss(q, scale, Direction::add);
    return RenyiCurve([goes, comes, bound](Order order) {
        constexpr double long_enough = 1e4;
        const double c = order.value() - 1;
        const Bracket limit(0, bound(order).upper);
        if (c == 0 || c > long_enough) return limit;
        const Bracket exact = max(0, max(goes->log_moment(c), comes->log_moment(c)) / c);
        return Bracket(std::min(exact.lower, limit.upper), std::min(exact.upper, limit.upper));
    });
}

Known<RenyiDP> known(RenyiCurve curve, std::vector<std::string> theorems) {
    return {RenyiDP{std::move(curve)}, "", std::move(theorems)};
}

// The Rényi divergence on samples of a release that cannot fail: exact where the worst law is
// known, else by its own curve and by what is known of every mechanism as private as this one.
Known<RenyiDP> renyi_on_samples(const Release& whole, Bracket q, Record record) {
    const Law* law = whole.worst ? &*whole.worst : nullptr;
    if (const auto* gaussian = law ? std::get_if<GaussianLaw>(law) : nullptr) {
        const Bracket mu = gaussian->mu;
        const Bracket sigma = gaussian->sigma ? Bracket(*gaussian->sigma)
                              : mu.upper == 0 ? Bracket(infinity)
                                              : 1 / mu;
        if (record == Record::removed) {
            return known(RenyiCurve([q, sigma](std::span<const Order> orders) {
                             return inversion::sampled_gaussian_renyi(q, sigma, orders);
                         }),
                         {"MTZ19 T4"});
        }
        return known(RenyiCurve([q, sigma](Order order) {
                         return inversion::replaced_gaussian_renyi(q, sigma, order);
                     }),
                     {"Mizan26 S2", "Mizan26 S3"});
    }
    if (const auto* pair = law ? std::get_if<PairLaw>(law) : nullptr) {
        const std::vector<Outcome>& outcomes = pair->pair;
        const RenyiCurve curve = curve_of(poisson_sampled(outcomes, q));
        if (pair->from == PairLaw::From::records) return known(curve, {"ZDW22 T11"});
        const RenyiCurve other = curve_of(poisson_sampled(reversed(outcomes), q));
        return known(larger(curve, other), {"ZDW22 T11"});
    }
    if (const auto* noise = law ? std::get_if<DiscreteLaw<DiscreteLaplace>>(law) : nullptr) {
        const std::vector<Outcome> outcomes = listed_outcomes(noise->mechanism);
        if (!outcomes.empty()) {
            return known(curve_of(poisson_sampled(outcomes, q)), {"Mizan26 DL1", "ZDW22 T11"});
        }
    }
    const auto by_pure = [&](Bracket epsilon) {
        return curve_of(poisson_sampled(response(epsilon), q));
    };
    if (const auto* answer = law ? std::get_if<ResponseLaw>(law) : nullptr) {
        return known(by_pure(answer->epsilon), {"ZDW22 T11"});
    }
    if (!whole.renyi.value) return whole.renyi;
    const RenyiCurve by_curve = poisson_sampled(whole.renyi.value->curve, q);
    std::vector<std::string> theorems = whole.renyi.theorems;
    theorems.emplace_back("Mizan26 S1");
    if (!whole.pure.value) return known(by_curve, theorems);
    theorems.emplace_back("ZDW22 T11");
    const RenyiCurve bound = smaller(by_curve, by_pure(whole.pure.value->epsilon.value()));
    const auto* laplace = law ? std::get_if<LaplaceLaw>(law) : nullptr;
    if (laplace == nullptr || !q.is_exact()) return known(bound, theorems);
    const double scale = laplace->mechanism.noise_multiplier.value();
    const bool is_usual = 0 < scale && scale < infinity;
    return known(is_usual ? sampled_laplace(q.upper, scale, bound) : bound, theorems);
}

}  // namespace

Release release_of(const Sample& sample, Relation relation) {
    const Release whole = together(sample, relation);
    const Bracket q = sample.probability;
    const Record record = relation == Relation::replace_one ? Record::replaced : Record::removed;

    Release release;
    release.name = "sampled " + whole.name;
    release.count = static_cast<double>(sample.count);
    if (whole.pure.value) {
        const ApproxDP promise =
            poisson_sampled(ApproxDP{whole.pure.value->epsilon, whole.failure}, q);
        release.failure = promise.delta;
        know(release, PureDP{promise.epsilon});
        for (auto* theorems :
             {&release.pure.theorems, &release.renyi.theorems, &release.zcdp.theorems,
              &release.cdp.theorems, &release.gdp.theorems}) {
            theorems->insert(theorems->begin(), "BBG18 T8");
        }
    } else {
        release.pure.why_not = whole.pure.why_not;
        release.zcdp.why_not = release.cdp.why_not = release.gdp.why_not =
            release.name + ": sampling is not known to lower this";
    }
    // Where exp(ε) exceeds a double, the law of a response says less than the amplified promise.
    const auto* answer = whole.worst ? std::get_if<ResponseLaw>(&*whole.worst) : nullptr;
    const bool is_huge = whole.pure.value && answer != nullptr && answer->epsilon.upper > 700;
    if (release.failure.value() == 0 && !is_huge) {
        release.renyi = renyi_on_samples(whole, q, record);
    }
    // Of an explicit pair it is not known which of the two distributions has the record.
    if (is_of_user(whole.worst) || is_of_user(whole.attained)) return release;
    if (is_known_on_samples(whole.worst))
        release.worst = std::visit(OnSamples{q, record, true}, *whole.worst);
    if (is_known_on_samples(whole.attained))
        release.attained = std::visit(OnSamples{q, record, false}, *whole.attained);
    return release;
}

}  // namespace mizan
