// SPDX-License-Identifier: Apache-2.0
#include "mizan/curve/renyi_curve.hpp"

#include <algorithm>

#include "mizan/convert/pure_to_renyi.hpp"
#include "mizan/inversion/normal_mixture/grouped_gaussian_renyi.hpp"
#include "mizan/inversion/normal_mixture/mixture_pair_loss.hpp"
#include "mizan/inversion/normal_mixture/replaced_gaussian_renyi.hpp"
#include "mizan/inversion/normal_mixture/sampled_gaussian_renyi.hpp"
#include "mizan/inversion/transform/sampled_laplace_loss.hpp"
#include "mizan/known/part/guarantees.hpp"
#include "mizan/known/whole/known_parts.hpp"
#include "mizan/numeric/floating_point_environment.hpp"

namespace mizan {

namespace {

// N(0, σ²) against N(1, σ²) with μ = 1/σ, rounded so that it is private at most like the bracket.
Gaussian at_least_as_private(Bracket mu) {
    return Gaussian{.noise_multiplier = mu.lower > 0 ? (1 / Bracket(mu.lower)).upper : infinity};
}

// How near to order 1 the curve is looked at in place of its limit there: the nearer, the closer to it,
// but the larger a rounding of K(c) is next to c.
constexpr double beside_one[] = {1e-4, 1e-5, 1e-6, 1e-7, 1e-8};

// D_α = K(c)/c from below, where c = α - 1, of a loss with the transform e^K. Divergences grow with
// the order, so that those just below 1 are below the one at 1.
double renyi_from_below(const inversion::LossTransform& loss, double c) {
    double least = 0;
    if (c != 0) return std::max(least, (loss.log_moment(c) / c).lower);
    for (const double beside : beside_one) {
        least = std::max(least, (loss.log_moment(-beside) / -beside).lower);
    }
    return least;
}

// D_α of a law, from below.
struct AttainedRenyi {
    Order order;

    double operator()(const GaussianLaw& law) const {
        return std::max(0.0, at_least_as_private(law.mu).renyi(order).lower);
    }
    double operator()(const LaplaceLaw& law) const {
        return std::max(0.0, law.mechanism.renyi(order).lower);
    }
    double operator()(const DiscreteGaussianLaw& law) const {
        return std::max(0.0, law.mechanism.renyi(order).lower);
    }
    double operator()(const DiscreteLaplaceLaw& law) const {
        return std::max(0.0, law.mechanism.renyi(order).lower);
    }
    double operator()(const BoundedRangeLaw& law) const { return law.mechanism.renyi(order).lower; }
    double operator()(const ResponseLaw& law) const {
        if (law.failure.value() > 0) return infinity;
        return std::max(0.0, pure_to_renyi(PureDP{Epsilon{law.epsilon.lower}}, order).lower);
    }
    double operator()(const PairLaw& law) const {
        // Outcomes that may never happen are not attained.
        const auto least = [&](std::vector<Outcome> pair) {
            std::erase_if(pair, [](const Outcome& each) {
                return each.p.lower <= 0 && each.log_ratio.upper == infinity;
            });
            return renyi_divergence(pair, order).lower;
        };
        return std::max({0.0, least(law.pair), least(reversed(law.pair))});
    }
    double operator()(const SampledGaussianLaw& law) const {
        if (law.people > 1) {  // all of them removed, or all replaced
            const int added = is_replaced_on_samples(law) ? law.people : 0;
            return inversion::grouped_gaussian_renyi(law.q, law.sigma, {law.people, added}, order)
                .lower;
        }
        return is_replaced_on_samples(law)
                   ? inversion::replaced_gaussian_renyi(law.q, law.sigma, order).lower
                   : inversion::sampled_gaussian_renyi(law.q, law.sigma, order).lower;
    }
    double operator()(const MixtureLaw& law) const {
        const double c = order.value() - 1;
        if (c == infinity) return c;
        const auto loss = inversion::mixture_pair_loss(law.mechanism.pair(),
                                                       law.mechanism.standard_deviation().value());
        return renyi_from_below(*loss, c);
    }
    double operator()(const SampledLaplaceLaw& law) const {
        const double c = order.value() - 1, scale = law.mechanism.noise_multiplier.value();
        if (c == infinity) {
            return log1p(Bracket(law.q) * expm1(law.mechanism.pure_epsilon())).lower;
        }
        using inversion::Direction;
        const auto loss = inversion::sampled_laplace_loss(law.q, scale, Direction::remove);
        return renyi_from_below(*loss, c);
    }
};

// One part, all its runs, and D_α of them at each order.
struct CurveOfPart {
    explicit CurveOfPart(const KnownPart& known_part, const std::vector<Order>& orders)
        : part{&known_part}, known{(known_part.count * known_part.renyi.value->curve)(orders)} {}

    // D_α of the law that is reached, from below. The curves of sampled Gaussians and of bounded
    // range are exact.
    [[nodiscard]] double attained(std::size_t i, Order order) const {
        if (part->worst && people_of(*part->worst) == 1 &&
            (std::holds_alternative<SampledGaussianLaw>(*part->worst) ||
             std::holds_alternative<BoundedRangeLaw>(*part->worst))) {
            return known[i].lower;
        }
        const Bracket runs = part->count * Bracket(part->attained_runs);
        return (runs * std::visit(AttainedRenyi{order}, *part->attained)).lower;
    }

    const KnownPart* part;
    std::vector<Bracket> known;
};

// Divergences of independent laws add. Two explicit pairs may be worst in opposite directions, so
// of these only the worst one counts, against all laws on samples together, whose first direction
// is meant; all other laws are alike in both.
double attained_renyi(const std::vector<CurveOfPart>& curves, std::size_t i, Order order) {
    Bracket alike = 0;
    Bracket sampled = 0;
    double worst_pair = 0;
    for (const CurveOfPart& each : curves) {
        if (!each.part->attained) continue;
        const Law& law = *each.part->attained;
        const double all = each.attained(i, order);
        if (std::holds_alternative<PairLaw>(law)) {
            worst_pair = std::max(worst_pair, all);
        } else if (is_sampled(law) && !is_replaced_on_samples(law)) {
            sampled += all;
        } else {
            alike += all;
        }
    }
    return (alike + std::max(worst_pair, sampled.lower)).lower;
}

}  // namespace

std::vector<CurvePoint> renyi_curve(const Program& program, const Neighbours& neighbours,
                                    const std::vector<Order>& orders) {
    const DefaultArithmetic arithmetic;
    check_number_of_points(orders.size());
    const std::vector<KnownPart> parts =
        known_parts(program, neighbours.relation, neighbours.group_size);
    const Known<RenyiDP> composed = guarantees(parts).renyi;
    if (!composed.value) throw NoCurve(composed.why_not);
    std::vector<CurveOfPart> curves;
    for (const KnownPart& part : parts) curves.emplace_back(part, orders);

    std::vector<CurvePoint> points;
    points.reserve(orders.size());
    for (std::size_t i = 0; i < orders.size(); ++i) {
        Bracket sum = 0;
        for (const CurveOfPart& each : curves) sum += each.known[i];
        if (orders[i].value() == 1) {  // the curve grows, and is sharper where it is not a limit
            for (const double beside : beside_one) {
                sum.upper = std::min(sum.upper, composed.value->curve(Order{1 + beside}).upper);
            }
        }
        points.push_back(
            {orders[i].value(), Bracket(attained_renyi(curves, i, orders[i]), sum.upper)});
    }
    return points;
}

}  // namespace mizan
