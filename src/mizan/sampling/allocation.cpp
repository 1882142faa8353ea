// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/allocation.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace mizan {

namespace {

void check(const char* name, double x) {
    if (!(1 <= x && x <= 0x1p53 && x == std::floor(x))) {
        throw DomainError(name, "a whole number from 1 to 2^53", x);
    }
}

// A law of Y_1 + … + Y_copies, minus `copies`, which is its mean, on points in order. It dominates
// in the convex order; each weight is at least the true one. `lost` is the part of the mean that is
// at infinity.
struct Sum {
    double copies;
    double lost;
    std::vector<double> at;
    std::vector<double> weight;

    // The highest points go to the one below and, what that lacks of the mean, to infinity, as long
    // as it is next to nothing.
    void trim() {
        const double most = lost + 1e-24 * copies;
        while (at.size() > 2) {
            const std::size_t last = at.size() - 1;
            const double more = lost + weight[last] * (at[last] - at[last - 1]) * (1 + 1e-15);
            if (!(more <= most)) break;
            lost = more * (1 + 1e-15);
            weight[last - 1] += weight[last] * (1 + 1e-15);
            at.pop_back();
            weight.pop_back();
        }
    }
};

// Points from `low` to `high`, close to each other around the middle of some values and ever farther
// apart outside, below it in the logarithm of the sum. Mass between two points goes to both, so that
// its mean stays.
class Grid {
public:
    Grid(double low, double high, double copies, std::vector<double> values) {
        std::sort(values.begin(), values.end());
        const auto quantile = [&](std::size_t quarter) {
            return values[quarter * (values.size() - 1) / 4];
        };
        const double centre = std::clamp(quantile(2), low, high), sum = copies + centre;
        const double spread = std::max((quantile(3) - quantile(1)) / 1.35, 1e-12 * (high - low));
        constexpr double half = 300;
        put(low);
        if (sum > 0) {
            const double reach = std::log(sum / std::max(copies + low, 1e-8 * copies));
            const double step = std::asinh(std::max(0.0, reach) * sum / spread) / half;
            for (double j = half - 1; j > 0; --j) {
                put(centre + sum * std::expm1(-spread / sum * std::sinh(j * step)));
            }
        }
        const double step = std::asinh((high - centre) / spread) / half;
        for (double j = 0; j < half; ++j) {
            if (const double x = centre + spread * std::sinh(j * step); x < high) put(x);
        }
        put(high);
        weight_.resize(points_.size());
    }

    // `cell` is where to look first, not above x, and where x was found.
    void add(double x, double mass, std::size_t& cell) {
        while (cell + 2 < points_.size() && points_[cell + 1] < x) ++cell;
        const double share = std::clamp((x - points_[cell]) * inverse_width_[cell], 0.0, 1.0);
        weight_[cell] += mass * (1 - share);
        weight_[cell + 1] += mass * share;
    }

    void add(Bracket x, double mass) {
        std::size_t cell = 0;
        if (points_.size() == 1) {
            weight_[0] += mass;
        } else if (x.is_exact()) {
            add(x.lower, mass, cell);
        } else {
            // It goes to both ends of the bracket, each at most all of it, unless rounding is all
            // that makes them two.
            while (cell + 2 < points_.size() && points_[cell + 1] < x.lower) ++cell;
            if (x.width() * inverse_width_[cell] < 1e-6) {
                for (std::size_t i = cell > 0 ? cell - 1 : 0; i < std::min(cell + 3, doubt_.size());
                     ++i)
                    doubt_[i] = std::max(doubt_[i], 4 * x.width() * inverse_width_[i]);
                add(x.lower, mass, cell);
            } else {
                add(x.lower, mass, cell);
                add(x.upper, mass, cell);
            }
        }
    }

    // With all that rounding could have taken away: of shares, also where a sum is next to another
    // cell than it seems; of the sums of up to a million products, less than 1e-10; and of products
    // too small to be precise. None is too small not to be there.
    [[nodiscard]] Sum result(double copies, double lost) && {
        Sum sum{copies, lost, {}, {}};
        for (std::size_t i = 0; i < points_.size(); ++i) {
            const double left = i > 0 ? doubt_[i - 1] * (weight_[i - 1] + weight_[i]) : 0;
            const double right = i < doubt_.size() ? doubt_[i] * (weight_[i] + weight_[i + 1]) : 0;
            const double weight = weight_[i] + left + right;
            if (weight == 0) continue;
            const double least = 1e-60 / (1 + std::max(0.0, copies + points_[i]));
            sum.at.push_back(points_[i]);
            sum.weight.push_back(weight * (1 + 1.5e-10) + least);
        }
        sum.trim();
        return sum;
    }

private:
    void put(double x) {
        if (!points_.empty()) {
            const double before = points_.back(), width = x - before;
            if (!(width > 0)) return;
            inverse_width_.push_back(1 / width);
            doubt_.push_back(0x1p-49 * (1 + std::max(std::abs(x), std::abs(before)) / width));
        }
        points_.push_back(x);
    }

    std::vector<double> points_, weight_;
    std::vector<double> inverse_width_;  // of the cell above each point but the last
    std::vector<double> doubt_;          // of a share in that cell
};

// Of equal weight; a guess.
std::vector<double> quantiles(const Sum& sum) {
    constexpr double count = 64;
    double all = 0, below = 0;
    for (const double w : sum.weight) all += w;
    std::vector<double> found;
    for (std::size_t i = 0; i < sum.at.size(); ++i) {
        below += sum.weight[i];
        while (below * count >= all * (static_cast<double>(found.size()) + 0.5)) {
            found.push_back(sum.at[i]);
        }
    }
    return found;
}

Sum operator+(const Sum& a, const Sum& b) {
    const std::vector<double> of_a = quantiles(a), of_b = quantiles(b);
    std::vector<double> values;
    for (const double x : of_a) {
        for (const double y : of_b) values.push_back(x + y);
    }
    const double copies = a.copies + b.copies;
    const double low = std::nextafter(a.at.front() + b.at.front(), -infinity);
    const double high = std::nextafter(a.at.back() + b.at.back(), infinity);
    Grid grid(std::max(low, -copies), high, copies, std::move(values));
    for (std::size_t i = 0; i < a.at.size(); ++i) {
        std::size_t cell = 0;
        for (std::size_t j = 0; j < b.at.size(); ++j) {
            grid.add(a.at[i] + b.at[j], a.weight[i] * b.weight[j], cell);
        }
    }
    return std::move(grid).result(copies, (a.lost + b.lost) * (1 + 1e-15));
}

// So few digits that a sum of that many needs few additions. Fewer steps cost more.
double rounded_down(double steps) {
    double unit = 1;
    while (steps / unit >= 4096) unit *= 2;
    return std::floor(steps / unit) * unit;
}

Sum times(const Sum& one, double copies) {
    if (copies == 1) return one;
    const Sum half = times(one, std::floor(copies / 2));
    const Sum twice = half + half;
    return std::fmod(copies, 2) == 0 ? twice : twice + one;
}

}  // namespace

std::vector<Outcome> allocated(std::span<const Outcome> step, double steps) {
    check("number of steps", steps);
    if (step.empty()) throw InputError("a step of an allocation has no outcome");
    if (steps == 1) return {step.begin(), step.end()};
    const double count = rounded_down(std::min(steps, 1e9));

    // Ratios above e^200 become 0 and ∞, which costs more.
    constexpr double largest_loss = 200;
    Bracket lost = 0;
    std::vector<std::pair<Bracket, double>> ratios;  // dP/dQ - 1 and its weight under Q
    double low = infinity, high = -infinity;
    for (const auto& [p, q, log_ratio] : step) {
        const bool is_lost = log_ratio.upper > largest_loss;
        if (is_lost) lost += p;
        if (q.upper == 0) continue;
        const Bracket ratio = is_lost ? -1 : expm1(log_ratio);
        ratios.emplace_back(ratio, q.upper);
        low = std::min(low, ratio.lower);
        high = std::max(high, ratio.upper);
    }
    std::vector<Outcome> pair;
    if (!ratios.empty()) {
        std::sort(ratios.begin(), ratios.end(),
                  [](const auto& x, const auto& y) { return x.first.lower < y.first.lower; });
        Sum one{1, 0, {}, {}};
        for (const auto& [ratio, weight] : ratios) {
            one.at.push_back(ratio.middle());
            one.weight.push_back(weight);
        }
        Grid grid(low, high, 1, quantiles(one));
        for (const auto& [ratio, weight] : ratios) grid.add(ratio, weight);
        const Sum sum = times(std::move(grid).result(1, lost.upper), count);
        lost = Bracket(sum.lost) / count;
        for (std::size_t i = 0; i < sum.at.size(); ++i) {
            const Bracket excess = max(Bracket(sum.at[i]) / count, -1);
            const Bracket q{0, std::min(1.0, sum.weight[i])};
            pair.push_back({q * (1 + excess), q, excess.upper <= -1 ? -infinity : log1p(excess)});
        }
    }
    if (lost.upper > 0) pair.push_back({{0, std::min(1.0, lost.upper)}, 0, infinity});
    return pair;
}

double steps_per_part(double parts, double steps) {
    check("number of steps", steps);
    check("steps of a record", parts);
    if (parts > steps) throw DomainError("steps of a record", "at most the number of steps", parts);
    return std::floor(steps / parts);
}

}  // namespace mizan
