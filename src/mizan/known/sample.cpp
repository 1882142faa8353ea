// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/sample.hpp"

#include <algorithm>

#include "mizan/engine/by_enumeration.hpp"
#include "mizan/engine/finite_pair.hpp"
#include "mizan/inversion/normal_mixture/replaced_gaussian_renyi.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_renyi.hpp"
#include "mizan/inversion/transform/sampled_laplace_loss.hpp"
#include "mizan/sampling/poisson.hpp"

namespace mizan {

namespace {

// The worst ε-private mechanism, as outcomes with sharp log-ratios.
std::vector<Outcome> response(Bracket epsilon) {
    if (epsilon.lower == infinity) return {{1, 0, infinity}, {0, 1, -infinity}};
    const Bracket even = 1 / (1 + exp(-epsilon)), odd = 1 / (1 + exp(epsilon));
    return {{even, odd, epsilon}, {odd, even, -epsilon}};
}

// Points of the profiles on samples, kept because the worst laws and the attained ones often agree.
class PointsOnSamples {
public:
    explicit PointsOnSamples(Bracket q) : q_{q} {}

    const analysis::PairPoints& of(const std::vector<analysis::RepeatedLaw>& laws) {
        if (laws_ != laws) {
            points_ = analysis::points_of(analysis::on_samples(analysis::profiles_of(laws), q_));
            laws_ = laws;
        }
        return points_;
    }

private:
    Bracket q_;
    std::vector<analysis::RepeatedLaw> laws_;
    analysis::PairPoints points_;
};

// The laws of a part on samples, from one side.
struct OnSamples {
    Bracket probability;
    Record record;
    bool worst;
    PointsOnSamples& points;

    [[nodiscard]] compose::Side side() const {
        return worst ? compose::Side::pessimistic : compose::Side::optimistic;
    }
    [[nodiscard]] double q() const { return worst ? probability.upper : probability.lower; }

    [[nodiscard]] Law of(const std::vector<analysis::RepeatedLaw>& laws) const {
        // So rarely drawn that it is enough to know how rarely.
        constexpr double hardly_ever = 1e-40;
        if (probability.upper < hardly_ever) {
            return worst ? Law(ResponseLaw{0, Delta{probability.upper}}) : Law(GaussianLaw{0});
        }
        const bool is_one = laws.size() == 1 && laws.front().count == 1;
        return is_one ? std::visit(*this, laws.front().law) : composed(laws);
    }

    Law operator()(const GaussianLaw& law) const {
        const double mu = worst ? law.mu.upper : law.mu.lower;
        if (mu == 0 || q() == 0) return GaussianLaw{0};
        const Bracket sigma = law.sigma ? Bracket(*law.sigma) : 1 / Bracket(mu);
        const double noise = worst ? sigma.lower : sigma.upper;
        if (noise == infinity) return GaussianLaw{0};
        // A replaced record adds one vector and takes away another.
        const double moves = record == Record::replaced ? 2 : 1;
        if (q() == 1 && noise > 0) return GaussianLaw{moves / Bracket(noise)};
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
    Law operator()(const DiscreteGaussianLaw& law) const {
        if (!listed_outcomes(law.mechanism).empty()) return listed(law);
        return composed({{law, 1}});
    }
    Law operator()(const DiscreteLaplaceLaw& law) const {
        if (!listed_outcomes(law.mechanism).empty()) return listed(law);
        return (*this)(LaplaceLaw{worst ? at_most_as_private(law.mechanism)
                                        : at_least_as_private(law.mechanism)});
    }
    Law operator()(const BoundedRangeLaw& law) const {
        constexpr double too_large = 512;
        const Bracket epsilon = law.mechanism.pure_epsilon();
        if (epsilon.upper > too_large) return (*this)(ResponseLaw{epsilon});
        return composed({{law, 1}});
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
    Law operator()(const PairLaw& law) const {
        constexpr std::size_t few = 64;
        return law.pair.size() <= few ? Law(mixture(law.pair)) : composed({{law, 1}});
    }
    template <class Other>
    Law operator()(const Other& law) const {
        return composed({{law, 1}});
    }

    [[nodiscard]] Law composed(const std::vector<analysis::RepeatedLaw>& laws) const {
        return PairLaw{analysis::finite_pair(points.of(laws), side()), PairLaw::From::records};
    }

    [[nodiscard]] PairLaw listed(const Law& law) const { return mixture(outcomes_of(law, {})); }

    [[nodiscard]] PairLaw everything_shown() const {
        return mixture({{1, 0, infinity}, {0, 1, -infinity}});
    }

    [[nodiscard]] PairLaw mixture(std::vector<Outcome> pair) const {
        return {poisson_sampled(std::move(pair), probability), PairLaw::From::records};
    }
};

RenyiCurve larger(const RenyiCurve& a, const RenyiCurve& b) {
    return RenyiCurve([a, b](Order order) { return max(a(order), b(order)); },
                      [a, b](Order order) { return std::max(a.nearly(order), b.nearly(order)); },
                      {});
}
RenyiCurve smaller(const RenyiCurve& a, const RenyiCurve& b) {
    return RenyiCurve([a, b](Order order) { return min(a(order), b(order)); },
                      [a, b](Order order) { return std::min(a.nearly(order), b.nearly(order)); },
                      {});
}

// Laplace noise on samples by the transform of its loss, K(α - 1) = (α - 1) D_α, in the worse
// direction; `bound` where that is not known, at both ends and at orders that would take long.
RenyiCurve sampled_laplace(double q, double scale, const RenyiCurve& bound) {
    using inversion::Direction, inversion::sampled_laplace_loss;
    const auto goes = sampled_laplace_loss(q, scale, Direction::remove);
    const auto comes = sampled_laplace_loss(q, scale, Direction::add);
    const auto is_left_to_the_bound = [](double c) {
        constexpr double long_enough = 2000;
        return c == 0 || c > long_enough;
    };
    const auto exactly = [=](Order order) {
        const double c = order.value() - 1;
        const Bracket limit(0, bound(order).upper);
        if (is_left_to_the_bound(c)) return limit;
        const Bracket exact = max(0, max(goes->log_moment(c), comes->log_moment(c)) / c);
        return Bracket(std::min(exact.lower, limit.upper), std::min(exact.upper, limit.upper));
    };
    const auto nearly = [=](Order order) -> Bracket {
        // Plain numbers miss where almost all of the loss is at its ends.
        constexpr double little_noise = 0.05;
        if (scale < little_noise) return exactly(order);
        const double c = order.value() - 1, limit = bound.nearly(order);
        if (is_left_to_the_bound(c)) return limit;
        const double most = std::max(goes->cumulants(c).log_moment, comes->cumulants(c).log_moment);
        return std::min(std::max(0.0, most / c), limit);
    };
    return RenyiCurve(exactly, nearly, {});
}

Known<RenyiDP> known(RenyiCurve curve, std::vector<std::string> theorems) {
    return {RenyiDP{std::move(curve)}, "", std::move(theorems)};
}

// The Rényi divergence on samples of a part that cannot fail: exact where the worst law is
// known, else by its own curve and by what is known of every mechanism as private as this one.
Known<RenyiDP> renyi_on_samples(const KnownPart& whole, Bracket q, Record record) {
    const Law* law = whole.worst ? &*whole.worst : nullptr;
    if (const auto* gaussian = law ? std::get_if<GaussianLaw>(law) : nullptr) {
        const Bracket mu = gaussian->mu;
        const Bracket sigma = gaussian->sigma ? Bracket(*gaussian->sigma)
                              : mu.upper == 0 ? Bracket(infinity)
                              : mu.lower > 0  ? 1 / mu
                                              : Bracket((1 / Bracket(mu.upper)).lower, infinity);
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
        const RenyiCurve curve = analysis::renyi_of(poisson_sampled(outcomes, q));
        if (pair->from != PairLaw::From::user) {
            if (!whole.renyi.value) return known(curve, {"ZDW22 T11"});
            return known(smaller(curve, poisson_sampled(whole.renyi.value->curve, q)),
                         {"ZDW22 T11", "Mizan26 S1"});
        }
        const RenyiCurve other = analysis::renyi_of(poisson_sampled(reversed(outcomes), q));
        return known(larger(curve, other), {"ZDW22 T11"});
    }
    if (const auto* noise = law ? std::get_if<DiscreteLaplaceLaw>(law) : nullptr) {
        const std::vector<Outcome> outcomes = listed_outcomes(noise->mechanism);
        if (!outcomes.empty()) {
            return known(analysis::renyi_of(poisson_sampled(outcomes, q)),
                         {"Mizan26 DL1", "ZDW22 T11"});
        }
    }
    const auto by_pure = [&](Bracket epsilon) {
        return analysis::renyi_of(poisson_sampled(response(epsilon), q));
    };
    const auto* answer = law ? std::get_if<ResponseLaw>(law) : nullptr;
    if (answer != nullptr && answer->failure.value() == 0) {
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

// The worst of both readings of a pair of which it is not known which distribution has the record.
Law either_way(const PairLaw& law, Bracket q) {
    const auto one = analysis::profiles_of(poisson_sampled(law.pair, q));
    const auto other = analysis::profiles_of(poisson_sampled(reversed(law.pair), q));
    const auto larger = [](const analysis::Profile& a, const analysis::Profile& b) {
        return [&a, &b](Epsilon epsilon) { return max(a(epsilon), b(epsilon)); };
    };
    return PairLaw{
        analysis::finite_pair({larger(one.there, other.there), larger(one.back, other.back)},
                              compose::Side::pessimistic),
        PairLaw::From::records};
}

// (1 - q) R + q P against (1 - q) R + q Q: whoever is told when R was drawn knows more.
Law hidden_on_both_sides(const std::vector<analysis::RepeatedLaw>& laws, Bracket q) {
    if (auto pair = analysis::listed(laws, {false, false}); !pair.empty()) {
        for (Outcome& each : pair) each = {q * each.p, q * each.q, each.log_ratio};
        pair.push_back({1 - q, 1 - q, 0});
        return PairLaw{std::move(pair), PairLaw::From::records};
    }
    const analysis::ProfilePair whole = analysis::profiles_of(laws);
    const auto shown = [q](const analysis::Profile& profile) {
        return [q, &profile](Epsilon epsilon) { return q * profile(epsilon); };
    };
    return PairLaw{analysis::finite_pair({shown(whole.there), shown(whole.back), whole.is_costly,
                                          whole.is_symmetric, whole.largest},
                                         compose::Side::pessimistic),
                   PairLaw::From::records};
}

}  // namespace

void promise_on_samples(KnownPart& part, const KnownPart& whole, Bracket q) {
    if (!whole.pure.value) {
        part.pure.why_not = whole.pure.why_not;
        part.zcdp.why_not = part.cdp.why_not = part.gdp.why_not =
            part.name + ": sampling is not known to lower this";
        return;
    }
    const ApproxDP promise = poisson_sampled(ApproxDP{whole.pure.value->epsilon, whole.failure}, q);
    part.failure = promise.delta;
    know(part, PureDP{promise.epsilon});
    for (auto* theorems : {&part.pure.theorems, &part.renyi.theorems, &part.zcdp.theorems,
                           &part.cdp.theorems, &part.gdp.theorems}) {
        theorems->insert(theorems->begin(), "BBG18 T8");
    }
}

namespace {

// All that is promised on samples, besides what the laws say.
void promise_by_presence(KnownPart& part, const KnownPart& whole, Bracket q, Record record) {
    promise_on_samples(part, whole, q);
    // Where exp(ε) exceeds a double, the law of a response says less than the amplified promise; so does one
    // that fails where the promise does not.
    const auto* answer = whole.worst ? std::get_if<ResponseLaw>(&*whole.worst) : nullptr;
    const bool is_worse = whole.pure.value && answer != nullptr &&
                          (answer->epsilon.upper > 700 || answer->failure > whole.failure);
    if (whole.failure.value() == 0 && !is_worse) {
        part.renyi = renyi_on_samples(whole, q, record);
    } else if (!whole.pure.value) {
        part.renyi.why_not = part.name + " may fail";
    }
}

}  // namespace

void sample_by_presence(KnownPart& part, const Inside& inside, Bracket q, Record record,
                        Extent extent) {
    const KnownPart& whole = inside.promises;
    if (extent == Extent::everything) promise_by_presence(part, whole, q, record);
    PointsOnSamples points(q);
    const bool is_one =
        inside.worst && inside.worst->size() == 1 && inside.worst->front().count == 1;
    part.worst_by = {"ZDW22 T11"};
    if (!is_one || inside.has_user_pair()) part.worst_by.emplace_back("Mizan26 C3");
    cite(part.worst_by, whole.worst_by);
    if (inside.has_user_pair()) {
        const auto* pair = whole.worst ? std::get_if<PairLaw>(&*whole.worst) : nullptr;
        if (pair != nullptr) part.worst = either_way(*pair, q);
        return;
    }
    if (inside.worst) part.worst = OnSamples{q, record, true, points}.of(*inside.worst);
    if (!inside.attained.empty()) {
        part.attained = OnSamples{q, record, false, points}.of(inside.attained);
    }
}

std::optional<Law> attained_by_presence(const Inside& inside, Bracket q, Record record) {
    if (inside.attained.empty() || inside.has_user_pair()) return std::nullopt;
    PointsOnSamples points(q);
    return OnSamples{q, record, false, points}.of(inside.attained);
}

void mix_renyi(KnownPart& part, const KnownPart& whole, Bracket q) {
    part.renyi = whole.renyi;
    if (!whole.renyi.value) return;
    part.renyi.value = RenyiDP{mixed_on_both_sides(whole.renyi.value->curve, q)};
    cite(part.renyi.theorems, {"EH14 T13"});
}

void sample_by_value(KnownPart& part, const Inside& inside, Bracket q) {
    const KnownPart& whole = inside.promises;
    part.failure = Delta{std::min(1.0, (q * whole.failure.value()).upper)};
    part.pure = whole.pure;
    part.zcdp = whole.zcdp;
    part.cdp.why_not = part.name + ": mixtures are not known to keep this";
    part.gdp = whole.gdp;
    // What fails is left to `failure`; the rest is no farther apart than it was.
    part.renyi = whole.renyi;
    if (whole.failure.value() == 0) mix_renyi(part, whole, q);
    if (inside.worst && !inside.has_user_pair()) {
        part.worst = hidden_on_both_sides(*inside.worst, q);
        part.worst_by = {"BBG18 T2", "Mizan26 C3"};
    }
}

}  // namespace mizan
