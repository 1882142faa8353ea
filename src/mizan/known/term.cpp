// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/term.hpp"

#include <algorithm>

#include "mizan/engine/finite_pair.hpp"
#include "mizan/convert/pure_to_gdp.hpp"
#include "mizan/divergence/finite.hpp"
#include "mizan/engine/finite_pair.hpp"
#include "mizan/group/group.hpp"
#include "mizan/inversion/normal_mixture/mixture_pair_loss.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_renyi.hpp"
#include "mizan/known/own_mechanism.hpp"
#include "mizan/known/profile.hpp"
#include "mizan/loss/subgaussian.hpp"
#include "mizan/sampling/poisson.hpp"

namespace mizan {

namespace {

// The theorems behind a mechanism's own numbers.
struct Sources {
    std::initializer_list<const char*> pure, renyi, zcdp, cdp;
};

// Reads one leaf of a program, for groups of `size` records.
struct Reader {
    std::uint64_t people;
    double size;   // the same
    double units;  // by which a record moves what its noise multiplier is relative to
    Extent extent;
    KnownPart& part;

    // What follows from a promise.
    void know_implied(const Definition& definition) {
        if (extent == Extent::everything) know(part, definition);
    }

    // A mechanism knows all of it by itself.
    template <class M>
    void know_all(const M& mechanism, const Sources& sources) {
        if (extent == Extent::laws) return;
        const double epsilon = mechanism.pure_epsilon().upper;
        part.pure.theorems.assign(sources.pure.begin(), sources.pure.end());
        part.renyi.theorems.assign(sources.renyi.begin(), sources.renyi.end());
        part.zcdp.theorems.assign(sources.zcdp.begin(), sources.zcdp.end());
        part.cdp.theorems.assign(sources.cdp.begin(), sources.cdp.end());
        if (epsilon < infinity) {
            part.pure.value = PureDP{Epsilon{epsilon}};
            part.gdp = {GDP{Mu{pure_to_gdp(*part.pure.value).upper}}, "", {"DRS19 P2.4"}};
        } else {
            part.pure.why_not = part.name + " has no pure epsilon";
            part.gdp.why_not = part.name + " is not Gaussian private for any mu";
        }
        part.renyi.value =
            RenyiDP{RenyiCurve([mechanism](Order order) { return mechanism.renyi(order); })};
        part.zcdp.value = ZCDP{Rho{mechanism.zcdp_rho().upper}};
        part.cdp.value = mechanism.cdp();
    }

    void know_gdp(Bracket mu, std::initializer_list<const char*> sources) {
        if (extent == Extent::laws) return;
        part.gdp = {GDP{Mu{mu.upper}}, "", {sources.begin(), sources.end()}};
    }

    void operator()(const Gaussian& leaf) {
        part.name = Gaussian::name;
        const double sigma = leaf.noise_multiplier.value(), moved = size * units;
        know_all(gaussian_with(leaf.noise_multiplier, moved),
                 {{}, {"Mironov17 C3"}, {"BS16 P1.6"}, {"DR16 T2"}});
        const Bracket mu = sigma == 0 ? Bracket(infinity) : moved / Bracket(sigma);
        know_gdp(mu, {"DRS19 T2.7"});
        const bool is_double = size == 1 && sigma / units * units == sigma;
        part.worst = part.attained =
            GaussianLaw{mu, is_double ? std::optional(sigma / units) : std::nullopt};
        part.by_record = units == 2;
    }

    void operator()(const TreeAggregation& leaf) { know_sums(leaf, "KMS21 tree"); }
    void operator()(const MatrixMechanism& leaf) { know_sums(leaf, "KL24 T2"); }

    // Gaussian noise on a vector that one unit moves by no more than the upper end of the sensitivity, and
    // by the lower one if it likes.
    template <class Sums>
    void know_sums(const Sums& leaf, const char* source) {
        part.name = Sums::name;
        part.by_record = units == 2;
        const Bracket one = leaf.sensitivity();
        const double noise = leaf.noise_multiplier().value();
        const Bracket mu = one.upper == 0 ? Bracket(0)
                           : noise == 0   ? Bracket(infinity)
                                          : size * units * one / Bracket(noise);
        const Gaussian shared{mu.upper == 0 ? infinity : (1 / Bracket(mu.upper)).lower};
        know_all(shared,
                 {{}, {source, "Mironov17 C3"}, {source, "BS16 P1.6"}, {source, "DR16 T2"}});
        know_gdp(mu, {source, "DRS19 T2.7"});
        const bool is_one = !(one.width() > 1e-12 * one.upper);  // apart from rounding
        part.worst = GaussianLaw{is_one ? mu : Bracket(mu.upper)};
        part.worst_by = {source};
        part.attained = GaussianLaw{is_one ? mu : Bracket(mu.lower)};
    }

    void operator()(const Laplace& leaf) {
        part.name = Laplace::name;
        const Laplace shared = laplace_with(leaf.noise_multiplier, size);
        know_all(shared, {{"DR14 T3.6"}, {"Mironov17 C2"}, {"HM25"}, {"DR16 T4"}});
        if (part.pure.value) {  // sharper than through the rounded scale of `shared`
            part.pure.value =
                PureDP{Epsilon{(size / Bracket(leaf.noise_multiplier.value())).upper}};
        }
        part.worst = LaplaceLaw{shared};
        part.attained = LaplaceLaw{Laplace{(leaf.noise_multiplier.value() / Bracket(size)).upper}};
    }

    // What a group moves may be more than a sensitivity can say; then the promise is all there is.
    void operator()(const DiscreteLaplace& leaf) {
        part.name = DiscreteLaplace::name;
        constexpr double most = domain::WholeSensitivity::most;
        const double whole = size * leaf.sensitivity.value();
        const DiscreteLaplace shared{leaf.noise_parameter, std::min(whole, most)};
        if (whole > most) {
            const Bracket epsilon = size * leaf.pure_epsilon();
            know(part, PureDP{Epsilon{epsilon.upper}});
            cite(part.pure.theorems, {"GRS09 geometric"});
            part.worst = ResponseLaw{epsilon.upper};
        } else {
            know_all(shared, {{"GRS09 geometric"}, {"Mizan26 DL2"}, {"Mizan26 DL5"}, {"DR16 T4"}});
            part.worst = law_of(shared);
        }
        part.attained = law_of(shared);
    }

    void operator()(const DiscreteGaussian& leaf) {
        part.name = DiscreteGaussian::name;
        constexpr double most = domain::WholeSensitivity::most;
        const double whole = size * leaf.sensitivity.value();
        const DiscreteGaussian shared{leaf.sigma, std::min(whole, most)};
        if (whole > most) {
            know(part, ZCDP{Rho{(square(Bracket(size)) * leaf.zcdp_rho()).upper}});
            cite(part.zcdp.theorems, {"CKS20 zCDP"});
        } else {
            know_all(shared, {{}, {"Mizan26 DG1"}, {"CKS20 zCDP"}, {"CKS20 zCDP"}});
            part.worst = law_of(shared);
        }
        if (!part.gdp.value) {
            part.gdp.why_not = part.name + ": no mu is known for which it is Gaussian private";
        }
        part.attained = law_of(shared);
    }

    static Law law_of(const DiscreteGaussian& mechanism) {
        const double sigma = mechanism.sigma.value();
        if (sigma == 0 || sigma == infinity) return ResponseLaw{sigma == 0 ? infinity : 0};
        return DiscreteGaussianLaw{mechanism};
    }

    static Law law_of(const DiscreteLaplace& mechanism) {
        const double a = mechanism.noise_parameter.value();
        const bool is_response = mechanism.sensitivity.value() == 1 || a == 0 || a == infinity;
        if (is_response) return ResponseLaw{mechanism.pure_epsilon()};
        return DiscreteLaplaceLaw{mechanism};
    }

    // The losses of a chain of neighbours add up, and so do their ranges.
    void operator()(const Exponential& leaf) {
        part.name = Exponential::name;
        const BoundedRange range(size * Bracket(leaf.epsilon.value()));
        know_all(range,
                 {{"DDR20 bounded range"}, {"Mizan26 BR2"}, {"Mizan26 BR3"}, {"Mizan26 BR3"}});
        if (part.gdp.value) {
            part.gdp = {GDP{Mu{bounded_range_to_gdp(*part.pure.value).upper}}, "", {"Mizan26 BR4"}};
        }
        part.worst = BoundedRangeLaw{range};
        part.worst_by = {"Mizan26 BR1"};
        part.attained = ResponseLaw{size * response_within(leaf)};
    }

    void operator()(const PermuteAndFlip& leaf) {
        know_between(PermuteAndFlip::name, leaf.epsilon.value(), "MS20 T1");
        part.attained = ResponseLaw{
            response_within(PermuteAndFlip{Epsilon{(size * Bracket(leaf.epsilon.value())).lower}})};
    }
    // With exponential noise it is permute-and-flip.
    void operator()(const ReportNoisyMax& leaf) {
        (*this)(PermuteAndFlip{leaf.epsilon});
        part.name = ReportNoisyMax::name;
        part.pure.theorems = {"DR14 noisy max"};
    }
    void operator()(const SparseVector& leaf) {
        know_between(SparseVector::name, leaf.pure_epsilon(), "LSL17 T4");
    }

    // What is private at every scale, for a group of `size`.
    void know_between(std::string_view name, Bracket epsilon, const char* source) {
        part.name = name;
        const Epsilon whole{(size * epsilon).upper};
        know_all(laplace_below(whole), {{source},
                                        {"Mizan26 ID1", "Mironov17 C2"},
                                        {"Mizan26 ID1", "HM25"},
                                        {"Mizan26 ID1", "DR16 T4"}});
        if (part.pure.value) part.pure.value = PureDP{whole};
        part.worst = LaplaceLaw{laplace_below(whole)};
        part.worst_by = {"Mizan26 ID1"};
    }

    // A question about the whole dataset has one answer, however many records change.
    void operator()(const RandomizedResponse& leaf) {
        part.name = RandomizedResponse::name;
        know_all(leaf, {{}, {"Mironov17 P5"}, {"Steinke24 RR"}, {"KS98"}});
        part.worst = part.attained = ResponseLaw{leaf.pure_epsilon(), Delta{0.0}, leaf.p.value()};
    }

    // Each record of a group gives its own answer, so a group costs as many answers.
    void operator()(const BucketRandomizedResponse& leaf) {
        part.name = BucketRandomizedResponse::name;
        part.count *= size;
        know_all(leaf, {{}, {"Mironov17 P5 (buckets)"}, {}, {}});
        const PairLaw law{pair_of(leaf), size == 1 ? PairLaw::From::records : PairLaw::From::group};
        // A group may hold records that turn special and special ones that turn into records, so
        // no direction of the pair is the worst for all of it.
        if (size == 1 || leaf.relation.relation() == Relation::replace_one) part.worst = law;
        part.attained = law;
        part.beside = Beside::nobody;
    }

    void operator()(const ApproxDP& leaf) {
        part.name = leaf.delta.value() == 0 ? "pure" : "approximate";
        const ApproxDP together = grouped(leaf, people);
        part.failure = together.delta;
        know_implied(PureDP{together.epsilon});
        if (people > 1) cite_first({leaf.delta.value() == 0 ? "Mironov17 IIIa" : "DR14 T2.2a"});
        part.worst = ResponseLaw{together.epsilon.value(), together.delta};
        part.attained = ResponseLaw{leaf.epsilon.value(), leaf.delta};
    }

    void operator()(const ZCDP& leaf) {
        part.name = "zcdp";
        know_promise(leaf);
        part.attained = GaussianLaw{size * sqrt(2 * Bracket(leaf.rho.value()))};
    }

    void operator()(const CDP& leaf) {
        part.name = "cdp";
        know_promise(leaf);
        part.attained =
            GaussianLaw{size * min(leaf.tau.value(), sqrt(2 * Bracket(leaf.mu.value())))};
    }

    void operator()(const GDP& leaf) {
        part.name = "gdp";
        know_promise(leaf);
        part.worst = part.attained = GaussianLaw{size * Bracket(leaf.mu.value())};
    }

    void operator()(const RenyiPoints& leaf) {
        part.name = "renyi";
        know_promise(RenyiDP{RenyiCurve::through(leaf.points())});
    }

    void operator()(const PrivacyProfile& leaf) {
        part.name = "profile";
        know_promises(part, leaf.points(), people);
        cite_chain("Mizan26 C5");
    }

    void operator()(const TradeoffPoints& leaf) {
        part.name = "tradeoff";
        const std::vector<Outcome> pair = tradeoff_dominating(leaf.points());
        if (people == 1) {
            know_pair(part, pair);
        } else {
            const PrivacyLoss there(pair), back(reversed(pair));
            know_profile(
                part,
                [&](Epsilon epsilon) { return max(there.delta(epsilon), back.delta(epsilon)); },
                people);
        }
        cite_chain("Mizan26 C6");
    }

    void operator()(const OwnMechanism& leaf) {
        know_own(part, leaf, people);
        cite_chain("Mizan26 C5");
    }

    void operator()(const TruncatedLaplace& leaf) {
        know_shown(leaf, "GDGK20 truncated");
        const Bracket reach = 1 / Bracket(leaf.noise_multiplier.value());
        constexpr double too_far = 512;
        if (leaf.noise_multiplier.value() < 1 / too_far || reach.upper == 0) return;
        const auto pair = analysis::finite_pair(
            [&](Epsilon epsilon) { return leaf.delta(epsilon); }, compose::Side::optimistic);
        part.attained = PairLaw{pair, PairLaw::From::records};
    }
    // Where counts are large the threshold plays no role.
    void operator()(const ThresholdedLaplace& leaf) {
        know_shown(leaf, "Mizan26 TH1");
        part.attained = LaplaceLaw{Laplace{leaf.noise_multiplier}};
        part.beside = Beside::certain;
    }
    void operator()(const ThresholdedGaussian& leaf) {
        know_shown(leaf, "Mizan26 TH1");
        const double sigma = leaf.noise_multiplier.value();
        part.attained = GaussianLaw{sigma == 0 ? Bracket(infinity) : 1 / Bracket(sigma)};
        part.beside = Beside::certain;
    }

    template <class Noise>
    void know_shown(const Noise& leaf, const char* source) {
        part.name = Noise::name;
        know_profile(
            part, [&](Epsilon epsilon) { return leaf.delta(epsilon); }, people);
        cite_chain(source);
    }

    // For groups these promises are chained.
    void cite_chain(const char* key) {
        std::vector<std::string> keys{key};
        if (people > 1) keys.insert(keys.begin(), "DR14 T2.2a");
        cite_first(keys);
    }

    void cite_first(const std::vector<std::string>& keys) {
        part.worst_by = keys;
        for (auto* theorems : {&part.pure.theorems, &part.renyi.theorems, &part.zcdp.theorems,
                               &part.cdp.theorems, &part.gdp.theorems}) {
            theorems->insert(theorems->begin(), keys.begin(), keys.end());
        }
    }

    // What a promise about one record says of all.
    void know_promise(const Definition& one) {
        if (people == 1) return know_implied(one);
        const GroupGuarantee all = grouped(one, people);
        know_implied(all.result);
        cite_first(all.theorems);
    }

    // More noise makes each of the shifts from the farthest one.
    void operator()(const MixtureOfGaussians& leaf) {
        part.name = MixtureOfGaussians::name;
        const Bracket far = leaf.farthest(), q = leaf.moves();
        know(part, GDP{Mu{(size * far).upper}});
        part.worst = GaussianLaw{size * far};
        part.shown = std::min(1.0, (size * q).upper);
        const bool is_sure = far.upper == 0 || leaf.moves_surely();
        if (is_sure) part.attained = part.worst;
        constexpr double harmless = 1e-150;  // squares would underflow
        if (size > 1 || far.upper < harmless || is_sure) return;
        const auto [least, most] = std::ranges::minmax(shifts_of(leaf));
        const bool is_sample = least == most && q.upper < 1;
        constexpr double hopeless = 20;  // so far apart that all but everything is shown
        if (!is_sample && far.upper > hopeless) {
            if (q.upper == 1) return;
            part.worst = on_samples(q.upper, (1 / Bracket(far.upper)).lower);
            part.worst_by = {"Mizan26 MG1"};
            return;
        }
        // A record that is there or not is one on a sample.
        if (is_sample) {
            const Bracket sigma = leaf.standard_deviation().value() / Bracket(most);
            part.worst = on_samples(q.upper, sigma.lower);
            part.attained = on_samples(q.lower, sigma.upper);
            if (!(sigma.lower > 0)) return;
            part.renyi = {RenyiDP{RenyiCurve([q, sigma](std::span<const Order> orders) {
                              return inversion::sampled_gaussian_renyi(q, sigma, orders);
                          })},
                          "",
                          {"MTZ19 T4"}};
            return;
        }
        part.renyi = {RenyiDP{curve_of(leaf)}, "", {"EH14 T13a", "Mizan26 L7"}};
        part.worst = part.attained = MixtureLaw{leaf};
        part.worst_by = {"CGST23 mixtures"};
    }

    // By which a record moves the sum, if it does.
    static std::vector<double> shifts_of(const MixtureOfGaussians& leaf) {
        std::vector<double> shifts;
        for (std::size_t i = 0; i < leaf.sensitivities().size(); ++i) {
            if (leaf.sampling_probs()[i] > 0 && leaf.sensitivities()[i] > 0) {
                shifts.push_back(leaf.sensitivities()[i]);
            }
        }
        return shifts;
    }

    static Law on_samples(double q, double sigma) {
        if (sigma > 0) return SampledGaussianLaw{q, sigma};
        return PairLaw{poisson_sampled({{1, 0, infinity}, {0, 1, -infinity}}, q),
                       PairLaw::From::records};
    }

    // By the moments of its loss, K(α - 1) = (α - 1) D_α, in the worse direction; at high orders by two bounds
    // that agree, and by convexity where nothing else is known.
    static RenyiCurve curve_of(const MixtureOfGaussians& leaf) {
        const MixedNormals pair = leaf.pair();
        const double sigma = leaf.standard_deviation().value();
        return RenyiCurve(
            [leaf, there = inversion::mixture_pair_loss(pair, sigma),
             back = inversion::mixture_pair_loss(pair.swapped(), sigma)](Order order) {
                constexpr double sharp = 1e-12;
                const double c = order.value() - 1, limit = leaf.renyi(order).upper;
                if (c == 0 || c == infinity) return Bracket(0, limit);
                Bracket found = leaf.renyi_at_once(order);
                if (!(found.width() <= sharp * found.upper)) {
                    found = intersect(found, max(0, there->log_moment(c) / c));
                }
                if (!(leaf.renyi_of_added(order) <= found.lower)) {
                    found = max(found, back->log_moment(c) / c);
                }
                return Bracket(std::min(found.lower, limit), std::min(found.upper, limit));
            });
    }

    void operator()(const DistributionPair& leaf) {
        part.name = "pair";
        const auto forward = outcomes(leaf.p(), leaf.q());
        const auto backward = outcomes(leaf.q(), leaf.p());
        const double epsilon = max(max_divergence(forward), max_divergence(backward)).upper;
        if (epsilon < infinity) {
            know_promise(PureDP{Epsilon{epsilon}});
        } else {
            const std::string reason = "pair: some outcome has probability 0 on one side only";
            part.pure.why_not = part.zcdp.why_not = part.cdp.why_not = part.gdp.why_not = reason;
        }
        part.renyi = {RenyiDP{grouped(analysis::renyi_of(forward), people)}, "", {"Mironov17 D3"}};
        if (people > 1) cite(part.renyi.theorems, {"Mironov17 P11a"});
        if (size == 1 && epsilon < infinity && extent == Extent::everything) {
            const auto both = subgaussian_indistinguishability(PrivacyLoss(leaf.p(), leaf.q()));
            part.cdp = {CDP{Mu{both.mean.upper}, Tau{both.tau.upper}}, "", {"DR16 D8"}};
        }
        // Of a pair that is its own reverse it does not matter which law has the record.
        const auto from = is_own_reverse(leaf) ? PairLaw::From::records : PairLaw::From::user;
        if (size == 1) part.worst = PairLaw{forward, from};
        part.attained = PairLaw{forward, from};
    }

    static bool is_own_reverse(const DistributionPair& leaf) {
        std::vector<std::pair<double, double>> there, back;
        for (std::size_t i = 0; i < leaf.p().size(); ++i) {
            there.emplace_back(leaf.p().weights()[i], leaf.q().weights()[i]);
            back.emplace_back(leaf.q().weights()[i], leaf.p().weights()[i]);
        }
        std::ranges::sort(there);
        std::ranges::sort(back);
        return there == back;
    }

    // The distinct log-ratios of the pair of laws described in bucket_randomized_response.hpp.
    static std::vector<Outcome> pair_of(const BucketRandomizedResponse& leaf) {
        const Bracket p = leaf.noise_parameter.value(), k = leaf.num_buckets.value();
        const Bracket other = p / k, same = 1 - p + other;
        if (leaf.num_buckets.value() == 1) return {outcome(1, 1)};
        if (leaf.relation.relation() == Relation::replace_one) {
            const Bracket rest = (k - 2) * other;
            if (p.upper == 0) return {outcome(1, 0), outcome(0, 1)};
            const Bracket loss = log1p(k * (1 - p) / p);  // log(same / other)
            std::vector<Outcome> all{{same, other, loss}, {other, same, -loss}};
            if (rest.upper > 0) all.push_back({rest, rest, 0});
            return all;
        }
        return {outcome(same, 1 / k), outcome((k - 1) * other, (k - 1) / k)};
    }
};

}  // namespace

KnownPart known_of(const Term& term, Extent extent) {
    KnownPart part;
    part.count = static_cast<double>(term.count);
    std::visit(
        Reader{static_cast<std::uint64_t>(term.group_size), static_cast<double>(term.group_size),
               units_moved(term.leaf, term.scope), extent, part},
        term.leaf);
    show_by_promise(part);
    return part;
}

}  // namespace mizan
