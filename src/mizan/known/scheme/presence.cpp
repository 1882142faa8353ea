// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/scheme/presence.hpp"

#include <algorithm>

#include "mizan/engine/by_enumeration.hpp"
#include "mizan/engine/finite_pair.hpp"
#include "mizan/sampling/poisson.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan {

namespace {

/// When a law on samples is written down exactly, and when a simpler one takes its place.
struct SampleLimits {
    /// Of a record that is drawn more rarely, the probability of being drawn is all that is used.
    static constexpr double hardly_ever = 1e-40;
    /// Pairs of up to this many outcomes are mixed outcome by outcome; longer ones are put on a
    /// lattice.
    static constexpr std::size_t few_outcomes = 64;
};

// The points of the profiles on samples. They are kept because the worst laws and the attained ones
// are often the same.
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

// The laws of a part on samples, on one side of the truth.
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
        if (probability.upper < SampleLimits::hardly_ever) {
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
        // The sum moves by two vectors: a replaced record adds one and takes another away.
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
        const Bracket epsilon = law.mechanism.pure_epsilon();
        // A larger loss has no finite pair; randomized response is no better.
        if (epsilon.upper > analysis::farthest_loss) return (*this)(ResponseLaw{epsilon});
        return composed({{law, 1}});
    }
    Law operator()(const ResponseLaw& law) const {
        const Bracket failure = law.failure.value(), rest = 1 - failure;
        std::vector<Outcome> pair = worst_response(law.epsilon);
        for (Outcome& each : pair) each = {rest * each.p, rest * each.q, each.log_ratio};
        if (failure.upper > 0) {
            pair.push_back({failure, 0, infinity});
            pair.push_back({0, failure, -infinity});
        }
        return mixture(std::move(pair));
    }
    Law operator()(const PairLaw& law) const {
        return law.pair.size() <= SampleLimits::few_outcomes ? Law(mixture(law.pair))
                                                             : composed({{law, 1}});
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

// The worse of both readings of a pair, if it is not known which distribution has the record.
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

// (1 - q) R + q P against (1 - q) R + q Q. An adversary who is told when R was drawn knows more.
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

// The promises on samples, besides what follows from the laws.
void promise_by_presence(KnownPart& part, const KnownPart& whole, Bracket q, Record record) {
    promise_on_samples(part, whole, q);
    // The law of a response says less than the amplified promise if exp(ε) exceeds a double, or if
    // the law fails where the promise does not.
    const auto* answer = whole.worst ? std::get_if<ResponseLaw>(&*whole.worst) : nullptr;
    const bool is_worse =
        whole.pure.value && answer != nullptr &&
        (answer->epsilon.upper > largest_exponent || answer->failure > whole.failure);
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
    // `failure` counts the outputs that fail. The other outputs are no farther apart than without
    // sampling.
    part.renyi = whole.renyi;
    if (whole.failure.value() == 0) mix_renyi(part, whole, q);
    if (inside.worst && !inside.has_user_pair()) {
        part.worst = hidden_on_both_sides(*inside.worst, q);
        part.worst_by = {"BBG18 T2", "Mizan26 C3"};
    }
}

}  // namespace mizan
