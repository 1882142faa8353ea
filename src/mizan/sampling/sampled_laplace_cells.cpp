// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/sampled_laplace_cells.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/loss/cells.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan {

namespace {

// Noise of scale 1/ε around 0 without the record and around 1 with it. Between 0 and 1 the loss of
// the whole data is ε(2x - 1); what lies before and after has the loss of the nearer end.
class SampledLaplace {
public:
    SampledLaplace(double q, Bracket epsilon) : q_{q}, epsilon_{epsilon} {}

    [[nodiscard]] Outcome least() const {
        const Bracket with = exp(-epsilon_) / 2;
        return {mixed(0.5, with), 0.5, loss_at(0)};
    }
    [[nodiscard]] Outcome largest() const {
        const Bracket without = exp(-epsilon_) / 2;
        return {mixed(without, 0.5), without, loss_at(1)};
    }

    // The loss on samples, and about where it is y.
    [[nodiscard]] Bracket loss_at(double x) const {
        return log1p(q_ * expm1(epsilon_ * (2 * Bracket(x) - 1)));
    }
    [[nodiscard]] double place_of(double y) const {
        const double whole = plain::log1p(plain::expm1(y) / q_.middle());
        return std::clamp((whole / epsilon_.middle() + 1) / 2, 0.0, 1.0);
    }

    [[nodiscard]] Cell between(double from, double to) const {
        const Bracket part = share(from, to);
        const Bracket without = exp(-epsilon_ * from) * part;
        const Bracket with = exp(-epsilon_ * (1 - Bracket(to))) * part;
        return {mixed(without, with), without, loss_at(from).middle(), loss_at(to).middle()};
    }

    // What C1 pushes from between to either end. With d = ε(to - from), p - e^a q and e^b q - p of
    // a cell with losses from a to b are q/2 (1 - e^{-d})(e^d - 1) times e^{-ε(1 - from)} and
    // e^{-ε(1 - to)}: nothing cancels.
    struct Pushed {
        Bracket p_below, q_below, p_above, q_above;
    };
    [[nodiscard]] Pushed pushed(double from, Bracket a, double to, Bracket b) const {
        const Bracket apart = epsilon_ * (Bracket(to) - from);
        const Bracket moved = q_ * share(from, to) * expm1(apart) / -expm1(a - b);
        const Bracket p_above = moved * exp(-epsilon_ * (1 - Bracket(from)));
        const Bracket q_below = moved * exp(-epsilon_ * (1 - Bracket(to)) - b);
        return {q_below * exp(a), q_below, p_above, p_above * exp(-b)};
    }

private:
    [[nodiscard]] Bracket share(double from, double to) const {
        return -expm1(-epsilon_ * (Bracket(to) - from)) / 2;
    }
    [[nodiscard]] Bracket mixed(Bracket without, Bracket with) const {
        return (1 - q_) * without + q_ * with;
    }

    Bracket q_, epsilon_;
};

// Places between 0 and 1 whose losses are as good as equally far apart.
std::vector<double> equally_apart(const SampledLaplace& law, std::size_t count) {
    const double bottom = law.loss_at(0).middle(), top = law.loss_at(1).middle();
    std::vector<double> places{0};
    for (std::size_t k = 1; k < count; ++k) {
        const double share = static_cast<double>(k) / static_cast<double>(count);
        places.push_back(std::max(places.back(), law.place_of(bottom + share * (top - bottom))));
    }
    places.push_back(1);
    return places;
}

}  // namespace

SampledLaplaceCells sampled_laplace_cells(double q, Bracket epsilon, std::size_t count) {
    const SampledLaplace law(q, epsilon);
    const std::vector<double> places = equally_apart(law, 2 * count);
    SampledLaplaceCells pairs{{law.least()}, {}};
    for (std::size_t k = 1; k < places.size(); ++k) {
        const Bracket a = pairs.above.back().log_ratio, b = law.loss_at(places[k]);
        if (places[k] == places[k - 1]) continue;
        const auto [p_below, q_below, p_above, q_above] =
            law.pushed(places[k - 1], a, places[k], b);
        pairs.above.back().p += p_below;
        pairs.above.back().q += q_below;
        pairs.above.push_back({p_above, q_above, b});
    }
    pairs.above.back().p += law.largest().p;
    pairs.above.back().q += law.largest().q;
    std::vector<Cell> cells;
    for (std::size_t k = 2; k < places.size(); k += 2) {
        if (places[k] > places[k - 2]) cells.push_back(law.between(places[k - 2], places[k]));
    }
    pairs.below = dominated_at_middles(law.least(), cells, law.largest());
    return pairs;
}

}  // namespace mizan
