// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/bounded_range.hpp"

#include "mizan/inversion/transform/bounded_range_loss.hpp"
#include "mizan/inversion/transform/response_loss.hpp"
#include "mizan/law/one_run.hpp"

namespace mizan {

void BoundedRangeLaw::add_to(Parts& parts, double count) const {
    using inversion::BoundedRangeLoss;
    const Bracket epsilon = mechanism.pure_epsilon();
    parts.add_if_finite(epsilon, count, [&] {
        parts.share({"bounded range", epsilon.lower, epsilon.upper}, count,
                    [&]() -> std::shared_ptr<inversion::LossTransform> {
                        if (epsilon.lower >= BoundedRangeLoss::least) {
                            return std::make_shared<BoundedRangeLoss>(epsilon);
                        }
                        // between no loss at all and the worst law with this epsilon
                        return std::make_shared<inversion::ResponseLoss>(Bracket(0, epsilon.upper));
                    });
    });
}

Bracket BoundedRangeLaw::largest_loss(const Directions&) const { return mechanism.pure_epsilon(); }

std::optional<ClosedForm> BoundedRangeLaw::closed_form(const Asked& asked) const {
    return ClosedForm{asked_of(mechanism, asked), {"Mizan26 BR1"}};
}

double BoundedRangeLaw::renyi_from_below(Order order) const { return mechanism.renyi(order).lower; }

LossRange BoundedRangeLaw::loss_range() const { return loss_range_of(mechanism); }

SpreadLosses BoundedRangeLaw::spread_losses() const {
    const Bracket end = mechanism.pure_epsilon();
    return {end, -1 / (2 * expm1(-end)), {}};
}

Draw BoundedRangeLaw::draw() {
    return NoDraw{
        "has no one worst pair of laws to draw answers from; the game has randomized_response, "
        "which two candidates are"};
}

}  // namespace mizan
