// SPDX-License-Identifier: Apache-2.0
#include "mizan/group/renyi.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>

#include "mizan/group/promises.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan {

namespace {

// Wherever the chain is cut, its steps are taken at the orders nα, nα - 1, …, nα - n + 1, each with
// the factor nα over its order. So one cut is as good as all, except where a curve is known at few
// orders: there all cuts of groups up to this size are tried, with one order for both halves too.
constexpr std::uint64_t small_group = 4;
// A part of the chain this deep sees orders at least this much larger, where using one order for
// both halves costs little and saves doubling the work. Of crowds, about which nothing good is
// known anyway, less is asked.
constexpr std::uint64_t crowd = 1 << 20;
int deepest_cut(std::uint64_t size) { return size < crowd ? 6 : 3; }

// A curve between some of its values, joined by straight lines where both axes are logarithmic.
// Each of them is computed once.
class Table {
public:
    explicit Table(RenyiCurve curve) : curve_{std::move(curve)} {}

    double operator()(double alpha) {
        const double place = plain::log(alpha - 1) / spacing, before = std::floor(place);
        if (!std::isfinite(place)) return curve_.nearly(Order{alpha});
        const double low = at(before), high = at(before + 1), share = place - before;
        if (!(low > 0) || !(high < infinity)) return high;
        return low * plain::pow(high / low, share);
    }

private:
    static constexpr double spacing = 0.0625;

    double at(double place) {
        const std::scoped_lock lock(mutex_);
        const auto known = values_.find(place);
        if (known != values_.end()) return known->second;
        return values_[place] = curve_.nearly(Order{1 + plain::exp(place * spacing)});
    }

    RenyiCurve curve_;
    std::mutex mutex_;
    std::map<double, double> values_;
};

struct Chain {
    std::function<double(double)> divergence;  // of one record, at an order
    bool is_sparse;                            // whether it is known at few orders
    int deepest;  // where the orders of both halves are still told apart

    [[nodiscard]] double bound(std::uint64_t size, double alpha, int depth) const {
        if (size == 1) return std::max(0.0, divergence(alpha));
        if (depth >= deepest) return one_order(size, alpha, depth);
        const std::uint64_t half = size - size / 2;
        if (!is_sparse || size > small_group) return cut(half, size - half, alpha, depth);
        double best = infinity;
        for (std::uint64_t a = 1; a < size; ++a) {
            best = std::min(best, cut(a, size - a, alpha, depth));
        }
        return best;
    }

private:
    [[nodiscard]] double cut(std::uint64_t a, std::uint64_t b, double alpha, int depth) const {
        const Bracket order = alpha, first = static_cast<double>(a),
                      second = static_cast<double>(b), all = first + second;
        const Bracket factor = all * order / (first * order + second * (order - 1));
        const double order_of_a = (order + (order - 1) * second / first).upper;
        const double order_of_b = (order * all / second).upper;
        const double two =
            (factor * bound(a, order_of_a, depth + 1) + bound(b, order_of_b, depth + 1)).upper;
        const bool tries_one = is_sparse && a == b && a + b <= small_group;
        return tries_one ? std::min(two, one_best_order(a, alpha, depth)) : two;
    }

    // Both halves at the one order β with β²/(2β-1) = α: where the curve is known at few orders, it
    // may be known there.
    [[nodiscard]] double one_best_order(std::uint64_t half, double alpha, int depth) const {
        if (alpha == 1) return infinity;
        const Bracket order = alpha, beta = order + sqrt(order * (order - 1));
        const double known = bound(half, beta.upper, depth + 1);
        if (known == 0) return 0;
        return ((2 + 1 / (beta - 1)) * known).upper;
    }

    // Both halves at order 2α, the larger of the two orders: (2α/(2α-1) + 1) D_2α over one half.
    [[nodiscard]] double one_order(std::uint64_t size, double alpha, int depth) const {
        const Bracket order = alpha;
        const Bracket factor = 2 * order / (2 * order - 1) + 1;
        return (factor * bound(size - size / 2, (2 * order).upper, depth + 1)).upper;
    }
};

// The orders at which the bound for the group looks at a knot of the curve, or a little below, so
// that no rounding leads beyond the knot.
std::vector<double> knots_of_group(const RenyiCurve& curve, std::uint64_t size) {
    std::vector<double> knots;
    for (const double knot : curve.knots()) {
        if (knot == infinity) {
            knots.push_back(knot);
            continue;
        }
        double one_order = knot;
        for (std::uint64_t left = size; left > 1; left -= left / 2) {
            one_order *= one_order / (2 * one_order - 1);
        }
        for (const double order : {one_order, knot / static_cast<double>(size)}) {
            if (order * (1 - 1e-12) > 1) knots.push_back(order * (1 - 1e-12));
        }
    }
    std::sort(knots.begin(), knots.end());
    return knots;
}

}  // namespace

RenyiPoint group_by_doubling(const RenyiPoint& point, unsigned doublings) {
    const double people = std::ldexp(1.0, static_cast<int>(std::min(doublings, 2000U)));
    if (point.order.value() < 2 * people) {
        throw DomainError("order of group privacy by doubling",
                          "at least twice the size of the group, " + shortest(2 * people),
                          point.order.value());
    }
    Bracket divergence = point.divergence.value();
    for (unsigned i = 0; i < doublings && divergence.upper < infinity; ++i) divergence *= 3;
    const double order = point.order == Order{infinity} ? infinity : point.order.value() / people;
    return {Order{order}, Epsilon{divergence.upper}};
}

RenyiPoint group_of_two(const RenyiPoint& point) {
    const Bracket beta = point.order.value(), divergence = point.divergence.value();
    if (point.order == Order{infinity}) return {point.order, Epsilon{(2 * divergence).upper}};
    if (point.order == Order{1.0}) return {point.order, Epsilon{infinity}};
    // The order is rounded down: a divergence of a larger order bounds it.
    const Bracket order = beta / (2 - 1 / beta);
    if (point.divergence == Epsilon{0.0}) return {Order{std::max(1.0, order.lower)}, Epsilon{0.0}};
    const Bracket factor = 2 + 1 / (beta - 1);
    return {Order{std::max(1.0, order.lower)}, Epsilon{(factor * divergence).upper}};
}

RenyiCurve grouped(const RenyiCurve& curve, std::uint64_t size) {
    if (size == 0) return RenyiCurve::zero();
    if (size == 1) return curve;
    const double pure = curve(Order{infinity}).upper;
    const double most = grouped(PureDP{Epsilon{pure}}, size).epsilon.value();
    const auto by = [size, most](const Chain& chain, Order order) -> Bracket {
        if (order == Order{infinity}) return {0, most};
        // Every step of the chain is taken at this order or a larger one, and the steps add up.
        const double people = static_cast<double>(size), least = 1 + (order.value() - 1) * people;
        if (!(chain.divergence(least) * people < most)) return {0, most};
        return {0, std::min(most, chain.bound(size, order.value(), 0))};
    };
    const bool is_sparse = !curve.knots().empty();
    const auto exactly = [curve](double order) { return curve(Order{order}).upper; };
    const auto nearly = [table = std::make_shared<Table>(curve)](double order) {
        return (*table)(order);
    };
    return RenyiCurve([by, chain = Chain{exactly, is_sparse, deepest_cut(size)}](
                          Order order) { return by(chain, order); },
                      [by, chain = Chain{nearly, is_sparse, deepest_cut(size)}](Order order) {
                          return by(chain, order);
                      },
                      knots_of_group(curve, size));
}

}  // namespace mizan
