// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/inverted.hpp"

#include <algorithm>
#include <cmath>
#include <compare>
#include <functional>
#include <map>

#include "mizan/compose/worst_losses.hpp"
#include "mizan/inversion/normal_mixture/grouped_gaussian_loss.hpp"
#include "mizan/inversion/normal_mixture/mixture_pair_loss.hpp"
#include "mizan/inversion/normal_mixture/replaced_gaussian_loss.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_loss.hpp"
#include "mizan/inversion/transform/bounded_range_loss.hpp"
#include "mizan/inversion/transform/discrete_gaussian_loss.hpp"
#include "mizan/inversion/transform/finite_loss.hpp"
#include "mizan/inversion/transform/gaussian_loss.hpp"
#include "mizan/inversion/transform/laplace_loss.hpp"
#include "mizan/inversion/transform/response_loss.hpp"
#include "mizan/inversion/transform/sampled_laplace_loss.hpp"

namespace mizan::analysis {

namespace {

using inversion::Composition;
using inversion::LossTransform;

// What is so rare beside an infinite loss that it may as well be infinite. Losses of the other law's likeliest
// outcomes are, and lie so far from all others that no lattice would hold both.
compose::Atoms without_rare(compose::Atoms atoms) {
    Bracket shown = 0;
    for (const auto& [probability, loss] : atoms) {
        if (loss.lower == infinity) shown += probability;
    }
    const double rare = 1e-30 * shown.upper;
    double folded = 0;
    std::erase_if(atoms, [&](const compose::Atom& atom) {
        const bool is_rare = atom.probability.upper <= rare;
        if (is_rare) folded = (Bracket(folded) + atom.probability.upper).upper;
        return is_rare || atom.loss.lower == infinity;
    });
    if (shown.upper > 0) {
        atoms.push_back({{shown.lower, (Bracket(shown.upper) + folded).upper}, infinity});
    }
    return atoms;
}

// How discrete Gaussian noise of few steps becomes a part: loss by loss, which may lie on one lattice with all
// others, or by the packets of its transform, of which each node takes only the nearest.
enum class FewSteps { listed, by_packets };

// The least noise that has packets.
constexpr double least_with_packets = 2;

// Collects laws as parts of a composition: all Gaussians are one, equal laws share a part.
class Assembly {
public:
    Assembly(Directions directions, FewSteps few_steps)
        : directions_{directions}, few_steps_{few_steps} {}

    /// How many different lists of losses packets could stand for.
    [[nodiscard]] std::size_t lists_with_packets() const {
        return static_cast<std::size_t>(std::ranges::count_if(places_, [](const auto& place) {
            return place.first.kind == Kind::listed_discrete_gaussian &&
                   place.first.first >= least_with_packets;
        }));
    }

    void add(const Law& law, double count) {
        count_ = count;
        std::visit(*this, law);
    }

    Composition finish() && {
        count_ = 1;
        add_if_finite(mu_squared_, [&] {
            const auto precisely = [laws = std::move(gaussians_)] {
                Precise sum;
                for (const auto& [law, count] : laws) {
                    const Precise mu = law.precise_mu();
                    sum = sum + count * (mu * mu);
                }
                return sum;
            };
            parts_.push_back(
                {std::make_shared<inversion::GaussianLoss>(mu_squared_, precisely), 1});
        });
        return std::move(parts_);
    }

    void operator()(const GaussianLaw& law) {
        mu_squared_ += count_ * square(law.mu);
        gaussians_.emplace_back(law, count_);
    }

    void operator()(const LaplaceLaw& law) {
        const Bracket epsilon = law.mechanism.pure_epsilon();
        const double noise = law.mechanism.noise_multiplier.value();
        add_if_finite(epsilon, [&] {
            share({Kind::laplace, noise, 0}, [&] {
                return std::make_shared<inversion::LaplaceLoss>(
                    epsilon, [noise] { return 1 / Precise(noise); });
            });
        });
    }

    void operator()(const DiscreteGaussianLaw& law) {
        const double sigma = law.mechanism.sigma.value(), k = law.mechanism.sensitivity.value();
        const bool has_packets = sigma >= least_with_packets;
        const bool is_listed = few_steps_ == FewSteps::listed || !has_packets;
        const std::vector<Outcome> outcomes =
            is_listed ? listed_outcomes(law.mechanism) : std::vector<Outcome>{};
        if (!outcomes.empty()) {
            share({Kind::listed_discrete_gaussian, sigma, k}, [&] {
                return std::make_shared<inversion::FiniteLoss>(
                    without_rare(compose::losses_of(outcomes)));
            });
            return;
        }
        // So far apart, with so few steps, that all but everything is shown.
        add_if_finite(has_packets ? square(k / Bracket(sigma)) : Bracket(0, infinity), [&] {
            share({Kind::discrete_gaussian, sigma, k},
                  [&] { return std::make_shared<inversion::DiscreteGaussianLoss>(sigma, k); });
        });
    }

    void operator()(const DiscreteLaplaceLaw& law) {
        const double a = law.mechanism.noise_parameter.value();
        const double k = law.mechanism.sensitivity.value();
        const std::vector<Outcome> outcomes = listed_outcomes(law.mechanism);
        if (!outcomes.empty() && law.mechanism.pure_epsilon().upper < infinity) {
            share({Kind::listed_discrete_laplace, a, k}, [&] {
                return std::make_shared<inversion::FiniteLoss>(compose::losses_of(outcomes));
            });
            return;
        }
        // Between two Laplace noises (Mizan26 DL4): what holds for every epsilon from the one to the
        // other holds for both ends.
        const Bracket epsilon =
            hull(law.mechanism.pure_epsilon(), at_most_as_private(law.mechanism).pure_epsilon());
        add_if_finite(epsilon, [&] {
            share({Kind::enclosed_discrete_laplace, a, k},
                  [&] { return std::make_shared<inversion::LaplaceLoss>(epsilon); });
        });
    }

    void operator()(const BoundedRangeLaw& law) {
        using inversion::BoundedRangeLoss;
        const Bracket epsilon = law.mechanism.pure_epsilon();
        add_if_finite(epsilon, [&] {
            share({Kind::bounded_range, epsilon.lower, epsilon.upper},
                  [&]() -> std::shared_ptr<LossTransform> {
                      if (epsilon.lower >= BoundedRangeLoss::least) {
                          return std::make_shared<BoundedRangeLoss>(epsilon);
                      }
                      // between nothing at all and the worst that has this epsilon
                      return std::make_shared<inversion::ResponseLoss>(Bracket(0, epsilon.upper));
                  });
        });
    }

    void operator()(const ResponseLaw& law) {
        const auto add = [&](Bracket epsilon, const inversion::Precisely& precisely) {
            // Responses of different p may have the same epsilon as a bracket, but not precisely.
            const double p = law.p.value_or(0);
            share({Kind::response, epsilon.lower, epsilon.upper, law.failure.value(), p}, [&] {
                return std::make_shared<inversion::ResponseLoss>(epsilon, law.failure.value(),
                                                                 precisely);
            });
        };
        add_if_finite(law.epsilon, [&] { add(law.epsilon, law.precise_epsilon()); });
        if (law.epsilon.upper == 0 && law.failure.value() > 0) add(0, [] { return Precise(0); });
    }

    void operator()(const SampledGaussianLaw& law) {
        // Losses are so large that no line of several runs has come to an end: all that is told of them is
        // that at most what was drawn is shown.
        constexpr double hopeless_noise = 0.01;
        if (law.sigma <= hopeless_noise) {
            const Bracket drawn(0, std::min(1.0, (law.people * Bracket(law.q)).upper));
            parts_.push_back({std::make_shared<inversion::ResponseLoss>(0, drawn), count_});
        } else if (law.people > 1) {
            const bool is_replaced = is_replaced_on_samples(law);
            const int added = is_replaced ? law.people : directions_.added;
            const GroupChange change{is_replaced ? law.people : law.people - added, added,
                                     law.drawn};
            share({Kind::grouped_gaussian, law.q, law.sigma, static_cast<double>(change.removed),
                   static_cast<double>(added)},
                  [&] { return inversion::grouped_gaussian_loss(law.q, law.sigma, change); });
            if (const Bracket lost = grouped_sample(law.q, change).lost; lost.upper > 0) {
                parts_.push_back({std::make_shared<inversion::ResponseLoss>(0, lost), count_});
            }
        } else if (is_replaced_on_samples(law)) {
            share({Kind::replaced_gaussian, law.q, law.sigma},
                  [&] { return inversion::replaced_gaussian_loss(law.q, law.sigma); });
        } else {
            share({Kind::sampled_gaussian, law.q, law.sigma},
                  [&] { return inversion::sampled_gaussian_loss(law.q, law.sigma, direction()); });
        }
    }

    void operator()(const SampledLaplaceLaw& law) {
        const double scale = law.mechanism.noise_multiplier.value();
        share({Kind::sampled_laplace, law.q, scale},
              [&] { return inversion::sampled_laplace_loss(law.q, scale, direction()); });
    }

    void operator()(const MixtureLaw& law) {
        const MixedNormals pair = law.mechanism.pair();
        const double sigma = law.mechanism.standard_deviation().value();
        parts_.push_back({inversion::mixture_pair_loss(
                              directions_.records_backward ? pair.swapped() : pair, sigma),
                          count_});
    }

    void operator()(const PairLaw& law) {
        const auto atoms = compose::losses_of(law.outcomes(directions_));
        const bool shows_nothing = std::ranges::all_of(
            atoms, [](const compose::Atom& atom) { return atom.loss == Bracket(0); });
        if (shows_nothing) return;
        parts_.push_back({std::make_shared<inversion::FiniteLoss>(atoms), count_});
    }

private:
    // Laws with equal keys have the same transform.
    enum class Kind {
        laplace,
        bounded_range,
        response,
        sampled_gaussian,
        replaced_gaussian,
        grouped_gaussian,
        sampled_laplace,
        discrete_gaussian,
        listed_discrete_gaussian,
        listed_discrete_laplace,
        enclosed_discrete_laplace,
    };
    struct Key {
        Kind kind;
        double first, second, third = 0, fourth = 0;
        auto operator<=>(const Key&) const = default;
    };

    // Up to here every count is an exact double; more runs take another part.
    static constexpr double most_runs = 0x1p53;

    // What has no loss is left out, and what may have an infinite one shows everything.
    template <class Add>
    void add_if_finite(Bracket size, Add add) {
        if (size.upper == 0) return;
        if (size.upper < infinity) return add();
        const Bracket shown(size.lower == infinity ? 1 : 0, 1);
        parts_.push_back({std::make_shared<inversion::ResponseLoss>(0, shown), count_});
    }

    template <class Make>
    void share(Key key, Make make) {
        const auto [place, is_new] = places_.try_emplace(key, parts_.size());
        if (is_new || parts_[place->second].count + count_ > most_runs) {
            place->second = parts_.size();
            parts_.push_back({make(), 0});
        }
        parts_[place->second].count += count_;
    }

    [[nodiscard]] inversion::Direction direction() const {
        return directions_.records_backward ? inversion::Direction::add
                                            : inversion::Direction::remove;
    }

    Directions directions_;
    FewSteps few_steps_;
    double count_ = 0;
    Bracket mu_squared_ = 0;
    std::vector<std::pair<GaussianLaw, double>> gaussians_;  // with their counts
    Composition parts_;
    std::map<Key, std::size_t> places_;
};

}  // namespace

inversion::Profile profile_of(const std::vector<RepeatedLaw>& laws, Directions directions,
                              inversion::Profile::Aim aim) {
    const auto assembled = [&](FewSteps few_steps) {
        Assembly assembly(directions, few_steps);
        for (const auto& [law, count] : laws) assembly.add(law, count);
        return assembly;
    };
    Assembly listed = assembled(FewSteps::listed);
    // Of so many lists every node takes long, unless all their losses lie on one lattice.
    constexpr std::size_t many = 5;
    const bool has_many = listed.lists_with_packets() >= many;
    Composition parts = std::move(listed).finish();
    if (has_many && !inversion::Lattice::of(parts)) {
        parts = assembled(FewSteps::by_packets).finish();
    }
    return inversion::Profile(std::move(parts), aim);
}

std::vector<inversion::Profile> profiles(const std::vector<RepeatedLaw>& laws,
                                         inversion::Profile::Aim aim) {
    std::vector<inversion::Profile> all;
    for (const Directions& directions : all_directions(laws)) {
        all.push_back(profile_of(laws, directions, aim));
    }
    return all;
}

namespace {

// The order of the neighbours that seems to cost most first: it may show at once that the others cost less.
std::vector<inversion::Profile> costliest_first(std::vector<inversion::Profile> all, Delta delta) {
    if (all.size() < 2) return all;
    struct Estimate {
        double epsilon;
        std::size_t of;
    };
    std::vector<Estimate> estimates;
    for (std::size_t i = 0; i < all.size(); ++i) {
        const double epsilon = all[i].estimated_epsilon(delta);
        estimates.push_back({std::isnan(epsilon) ? infinity : epsilon, i});
    }
    std::ranges::stable_sort(estimates, std::greater{}, &Estimate::epsilon);
    std::vector<inversion::Profile> sorted;
    for (const Estimate& each : estimates) sorted.push_back(std::move(all[each.of]));
    return sorted;
}

}  // namespace

Inverted Inversion::ask(const Question& question, inversion::Profile::Aim aim) {
    // So narrow that its ends are as good as one another, and so narrow next to another answer that it
    // cannot make that one much narrower.
    constexpr double narrow = 1e-4, very_narrow = 0.01, rough = 1e-5;
    Bracket worst = 0;
    bool filtered = false, on_lattice = false, precise = false, exhausted = false, below = false,
         in_the_middle = false;
    if (profiles_.empty()) profiles_ = profiles(laws_);
    for (inversion::Profile& profile : profiles_) profile.aim_at(aim);
    if (question.delta()) profiles_ = costliest_first(std::move(profiles_), *question.delta());
    for (inversion::Profile& profile : profiles_) {
        // A little work often shows that this order of the neighbours costs less.
        if (const Epsilon* epsilon = question.epsilon()) {
            if (worst.lower > 0 && profile.keeps(epsilon->value(), Delta{worst.lower})) continue;
            worst = max(worst, profile.delta(epsilon->value()));
        } else {
            const Delta delta = *question.delta();
            const bool is_narrow = worst.width() < narrow * worst.upper;
            // A rough answer of which only the upper end is known will be asked again.
            const bool is_asked_again = aim.content > rough && worst.width() > worst.upper / 2;
            const bool suffices = is_narrow || is_asked_again || ends_ == Ends::upper;
            const double enough = suffices ? worst.upper : worst.lower;
            if (enough > 0 && profile.keeps(enough, delta)) continue;
            const Bracket known = profile.known_epsilon(delta);
            const bool is_known = known.width() < very_narrow * worst.width();
            worst = max(worst, is_known ? known : profile.epsilon(delta));
        }
        filtered |= profile.is_filtered();
        below |= profile.is_from_below();
        in_the_middle |= profile.is_from_the_middle();
        on_lattice |= profile.is_on_lattice();
        precise |= profile.took_precision();
        exhausted |= profile.is_exhausted();
    }
    std::vector<std::string> theorems{below           ? "Mizan26 T6"
                                      : in_the_middle ? "Mizan26 T7"
                                      : on_lattice    ? "Mizan26 T4"
                                      : filtered      ? "Mizan26 T3"
                                                      : "Mizan26 T1"};
    if (precise) theorems.emplace_back("Mizan26 L5");
    return {worst, std::move(theorems), exhausted};
}

Inverted inverted(const std::vector<RepeatedLaw>& laws, const Question& question,
                  inversion::Profile::Aim aim) {
    return Inversion(laws).ask(question, aim);
}

double estimated_epsilon(const std::vector<RepeatedLaw>& laws, Delta delta) {
    double worst = 0;
    std::vector<inversion::Profile> all = profiles(laws);
    for (inversion::Profile& profile : all) {
        const double epsilon = profile.estimated_epsilon(delta);
        if (!(epsilon <= worst)) worst = epsilon;
    }
    return worst;
}

}  // namespace mizan::analysis
