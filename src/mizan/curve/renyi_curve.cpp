// SPDX-License-Identifier: Apache-2.0
#include "mizan/curve/renyi_curve.hpp"

#include <algorithm>

#include "mizan/known/part/guarantees.hpp"
#include "mizan/known/whole/known_parts.hpp"
#include "mizan/numeric/floating_point_environment.hpp"

namespace mizan {

namespace {

// One part with all its runs, and their D_α at each order.
struct CurveOfPart {
    explicit CurveOfPart(const KnownPart& known_part, const std::vector<Order>& orders)
        : part{&known_part}, known{(known_part.count * known_part.renyi.value->curve)(orders)} {}

    // D_α of the attained law, from below. The curves of sampled Gaussians and of bounded range are
    // exact.
    [[nodiscard]] double attained(std::size_t i, Order order) const {
        if (part->worst && has_exact_renyi_curve(*part->worst)) return known[i].lower;
        const Bracket runs = part->count * Bracket(part->attained_runs);
        return (runs * renyi_from_below(*part->attained, order)).lower;
    }

    const KnownPart* part;
    std::vector<Bracket> known;
};

// Divergences of independent laws add. Two explicit pairs may be worst in opposite directions, so
// only the worst of them is counted. It is added to all laws on samples, taken in their first
// direction. All other laws are the same in both directions.
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
    if (!composed.value) throw Refused(composed.why_not, "its privacy profile is known");
    std::vector<CurveOfPart> curves;
    for (const KnownPart& part : parts) curves.emplace_back(part, orders);

    std::vector<CurvePoint> points;
    points.reserve(orders.size());
    for (std::size_t i = 0; i < orders.size(); ++i) {
        Bracket sum = 0;
        for (const CurveOfPart& each : curves) sum += each.known[i];
        // the curve grows with the order, and is sharper beside the limit than at it
        if (orders[i].value() == 1) {
            for (const double beside : analysis::orders_beside_one) {
                sum.upper = std::min(sum.upper, composed.value->curve(Order{1 + beside}).upper);
            }
        }
        points.push_back(
            {orders[i].value(), Bracket(attained_renyi(curves, i, orders[i]), sum.upper)});
    }
    return points;
}

}  // namespace mizan
