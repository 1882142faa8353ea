// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/allocation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/sampling/spread_sum.hpp"
#include "mizan/sampling/sum_shape.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan {

namespace {

/// Limits of the numbers of steps and of the ratios. Values beyond them are replaced by others that
/// cost more (from above) or less (from below).
struct Limits {
    /// Ratios with a larger loss become infinite, or are left out.
    static constexpr double largest_loss = 200;
    /// From below, outcomes less likely than this are left out, and cells with less mass.
    static constexpr double rarest_outcome = 1e-100, lightest_cell = 1e-150;
    /// From above, more steps cost no more than this many; from below, more are not answered.
    static constexpr double most_steps_above = 1e9, most_steps_below = 1e8;
    /// From below nothing is answered if more than this was left out.
    static constexpr double most_left_out = 1e-9;
    /// So many outcomes are put into cells at once, so that no sum has more terms than it may.
    static constexpr std::size_t at_once = 2048;
};

void check(const char* name, double x) {
    if (!(x >= 1 && is_whole(x))) {
        throw DomainError(name, "a whole number from 1 to 2^53", x);
    }
}

// A law near that of Y_1 + … + Y_copies, on points in order. From above, each weight is at least
// that of a law which is larger in the convex order, and the points are exact. From below, each
// weight is at most that of a smaller law, and the points err.
struct Sum {
    double copies;
    double lost = 0;         // the part of the mean that is at infinity
    std::vector<double> at;  // minus `copies`, the mean
    std::vector<double> weight;
    double relative_error = 0;  // of copies + at
    double error = 0;           // on top of it, in units of `copies`
};

// About twice `half` points from a little below all sums to a little above them, close to each
// other around the centre and ever farther apart outside, below it in the logarithm of the sum.
// Nowhere so close that rounding could not tell them apart.
std::vector<double> grid(const SumShape& shape, double half) {
    const double copies = shape.copies, low = shape.low, high = shape.high;
    const double centre = shape.centre, spread = shape.spread, sum = copies + centre;
    std::vector<double> points{low};
    const auto put = [&](double x) {
        const double gap = shape.least_gap(x);
        if (points.back() + gap < x && x < high - gap) points.push_back(x);
    };
    if (sum > 0) {
        const double reach =
            plain::log(sum / std::max(copies + low, SumShape::least_relative_gap * copies));
        const double step = plain::asinh(std::max(0.0, reach) * sum / spread) / half;
        for (double j = half - 1; j > 0; --j) {
            put(centre + sum * plain::expm1(-spread / sum * plain::sinh(j * step)));
        }
    }
    const double step = plain::asinh((high - centre) / spread) / half;
    for (double j = 0; j < half; ++j) put(centre + spread * plain::sinh(j * step));
    points.push_back(high);
    return points;
}

// What falls into the cells between the points of a grid, as mass and where in its cell that is.
class Cells {
public:
    explicit Cells(std::vector<double> points) : points_{std::move(points)} {
        for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
            ends_.push_back(points_[i + 1]);
            inverse_width_.push_back(1 / (points_[i + 1] - points_[i]));
        }
        ends_.back() = infinity;
        contents_.resize(ends_.size());
    }

    // All sums of a value of `a` and one of `b`. The values of `a` rise. From one to the next, the
    // cell of the sum with a value of `b` mostly stays or is the next one: processors foresee that.
    void add_sums(const Sum& a, const Sum& b) {
        const std::size_t size = b.at.size();
        std::vector<std::uint32_t> places(size);
        std::uint32_t place = 0;
        for (std::size_t j = 0; j < size; ++j) {
            while (ends_[place] < a.at.front() + b.at[j]) ++place;
            places[j] = place;
        }
        // Sums over so many rows have at most 3000 terms in each of their two parts.
        constexpr std::size_t rows_at_once = 8;
        std::vector<Content> even(ends_.size()), odd(ends_.size());
        std::size_t lowest = 0;  // cell of these
        const auto gather = [&](std::size_t highest) {
            for (std::size_t cell = lowest; cell <= highest; ++cell) {
                contents_[cell] += even[cell];
                contents_[cell] += odd[cell];
                even[cell] = odd[cell] = {};
            }
        };
        const bool is_square = &a == &b;  // i and j, or j and i
        for (std::size_t i = 0; i < a.at.size(); ++i) {
            const Row row{a.at[i], a.weight[i], b.at.data(), b.weight.data(), places.data()};
            if (is_square) {
                add_row(row, i, i + 1, even.data(), odd.data());
                add_row(row.twice(), i + 1, size, even.data(), odd.data());
            } else {
                add_row(row, 0, size, even.data(), odd.data());
            }
            if (i % rows_at_once == rows_at_once - 1) {
                gather(places.back());
                lowest = places[is_square ? i : 0];
            }
        }
        gather(ends_.size() - 1);
    }

    // All that other cells of the same points hold.
    void take(const Cells& other) {
        for (std::size_t i = 0; i < contents_.size(); ++i) contents_[i] += other.contents_[i];
    }

protected:
    struct Content {
        double mass = 0;
        double moment = 0;  // in units of the cell's width, from its lower end

        Content& operator+=(const Content& other) {
            mass += other.mass;
            moment += other.moment;
            return *this;
        }
    };

    [[nodiscard]] std::size_t cell_of(double x) const {
        std::size_t cell = 0;
        while (ends_[cell] < x) ++cell;
        return cell;
    }
    void put(std::size_t cell, double x, double mass) {
        contents_[cell] += {mass, mass * ((x - points_[cell]) * inverse_width_[cell])};
    }

    std::vector<double> points_, inverse_width_;
    std::vector<Content> contents_;

private:
    // The sums x + at[j] with the masses mass · weight[j], each in the cell `places[j]` or above
    // it.
    struct Row {
        double x, mass;
        const double *at, *weight;
        std::uint32_t* places;

        [[nodiscard]] Row twice() const { return {x, 2 * mass, at, weight, places}; }
    };

    // Neighbours are often in one cell: in two parts no addition waits for the one before.
    void add_row(const Row& row, std::size_t first, std::size_t last, Content* even,
                 Content* odd) const {
        const double x = row.x, mass = row.mass, *at = row.at, *weight = row.weight;
        std::uint32_t* places = row.places;
        const double *points = points_.data(), *ends = ends_.data();
        const double* inverse_width = inverse_width_.data();
        const auto add = [=](std::size_t j, Content* contents) {
            const double value = x + at[j], product = mass * weight[j];
            std::size_t cell = places[j];
            cell += static_cast<std::size_t>(ends[cell] < value);
            while (ends[cell] < value) [[unlikely]]++ cell;
            places[j] = static_cast<std::uint32_t>(cell);
            const double share = (value - points[cell]) * inverse_width[cell];
            contents[cell] += {product, product * share};
        };
        std::size_t j = first;
        for (; j + 1 < last; j += 2) {
            add(j, even);
            add(j + 1, odd);
        }
        if (j < last) add(j, even);
    }

    std::vector<double> ends_;  // of the last cell, infinity
};

// From below: the mass of a cell goes to its mean.
class Merge : public Cells {
public:
    static constexpr double half_of_grid = 200, quantiles = 64;

    explicit Merge(std::vector<double> points) : Cells{std::move(points)} {}

    void add(Bracket x, double mass) {
        const double value = x.middle();
        put(cell_of(value), value, mass);
    }

    // The masses of a cell are known up to a factor of 1 + 3e-12·copies, and so is where in the
    // cell their mean is.
    [[nodiscard]] Sum result(double copies, double lost) const {
        Sum sum{copies, lost * (1 - 1e-15), {}, {}};
        for (std::size_t i = 0; i < contents_.size(); ++i) {
            const auto& [mass, moment] = contents_[i];
            if (mass < Limits::lightest_cell) continue;
            const double low = points_[i], high = points_[i + 1];
            const double width = high - low, least = copies + low;
            sum.at.push_back(low + width * std::clamp(moment / mass, 0.0, 1.0));
            sum.weight.push_back(mass * (1 - summation_error));
            if (width <= 8 * least) {
                const double off = width / least * (3e-12 * copies + summation_error);
                sum.relative_error = std::max(sum.relative_error, off);
            } else {
                sum.error = std::max(sum.error, (copies + high) / copies);
            }
        }
        sum.relative_error += 1e-15;
        sum.error += 1e-15;
        return sum;
    }
};

Sum sum_of(const Sum& a, const Sum& b) {
    if (a.at.empty() || b.at.empty()) return {a.copies + b.copies, 0, {}, {}};
    const double copies = a.copies + b.copies;
    const SumShape shape =
        SumShape::of(copies, a.at.front() + b.at.front(), a.at.back() + b.at.back(),
                     sums_of(quantiles(a.at, a.weight, Merge::quantiles),
                             quantiles(b.at, b.weight, Merge::quantiles)));
    Merge cells(grid(shape, Merge::half_of_grid));
    cells.add_sums(a, b);
    Sum sum = cells.result(copies, a.lost + b.lost);
    sum.relative_error += std::max(a.relative_error, b.relative_error);
    sum.error += std::max(a.error, b.error);
    return sum;
}

SpreadSum sum_of(const SpreadSum& a, const SpreadSum& b) { return a + b; }

template <class Law>
Law times(const Law& one, double copies) {
    if (copies == 1) return one;
    const Law half = times(one, std::floor(copies / 2));
    Law twice = sum_of(half, half);
    return std::fmod(copies, 2) == 0 ? twice : sum_of(twice, one);
}

// A step as the law of its likelihood ratio under Q.
struct Ratios {
    std::vector<RatioAtom> atoms;
    Bracket lost = 0;      // the probability under P of infinite ratios
    Bracket left_out = 0;  // the probability of the outcomes that are left out

    Ratios(std::span<const Outcome> step, bool from_above) {
        if (step.empty()) throw InputError("a step of an allocation has no outcome");
        for (const auto& [p, q, log_ratio] : step) {
            // Larger ratios become 0 and ∞, which costs more, or are left out, which costs less.
            const bool is_huge = log_ratio.upper > Limits::largest_loss;
            const bool is_lost = from_above ? is_huge : log_ratio.lower == infinity;
            if (is_lost) lost += p;
            if (q.upper == 0) continue;
            if (!from_above && (is_huge || q.lower < Limits::rarest_outcome)) {
                left_out += p.upper;
                continue;
            }
            atoms.push_back({is_lost ? -1 : expm1(log_ratio), q});
        }
        std::stable_sort(atoms.begin(), atoms.end(), [](const RatioAtom& a, const RatioAtom& b) {
            return a.excess.lower < b.excess.lower;
        });
    }

    [[nodiscard]] Sum merged() const {
        std::vector<double> at, weight;
        double high = -1;
        for (const auto& [excess, each] : atoms) {
            at.push_back(excess.middle());
            weight.push_back(each.upper);
            high = std::max(high, excess.upper);
        }
        const SumShape shape = SumShape::of(1, atoms.front().excess.lower, high,
                                            quantiles(at, weight, Merge::quantiles));
        const std::vector<double> points = grid(shape, Merge::half_of_grid);
        Merge cells(points);
        for (std::size_t begin = 0; begin < atoms.size(); begin += Limits::at_once) {
            Merge some(points);
            const std::size_t stop = std::min(begin + Limits::at_once, atoms.size());
            for (std::size_t i = begin; i < stop; ++i) {
                some.add(atoms[i].excess, atoms[i].weight.lower);
            }
            cells.take(some);
        }
        return cells.result(1, lost.lower);
    }
};

// So few binary digits that a sum of that many copies needs few additions.
double rounded(double steps, bool up) {
    double unit = 1;
    while (steps / unit >= most_leading_digits) unit *= 2;
    return (up ? std::ceil(steps / unit) : std::floor(steps / unit)) * unit;
}

}  // namespace

std::vector<Outcome> allocated(std::span<const Outcome> step, double steps) {
    check("number of steps", steps);
    const Ratios ratios(step, true);
    if (steps == 1) return {step.begin(), step.end()};
    const double count =
        rounded(std::min(steps, Limits::most_steps_above), false);  // fewer steps cost more
    if (ratios.atoms.empty()) return {{1, 0, infinity}};

    const SpreadSum sum = times(SpreadSum(ratios.atoms, ratios.lost.upper), count);
    const auto [at, weight] = sum.within_ends();
    Bracket excess_mass = -1;
    for (const double each : weight) excess_mass += each;
    std::vector<Outcome> pair;
    for (std::size_t i = 0; i < at.size(); ++i) {
        if (weight[i] == 0) continue;
        const Bracket excess = max(Bracket(at[i]) / count, -1);
        // All weights together are too large by `excess_mass`, so each is by no more.
        const double least = (Bracket(weight[i]) - excess_mass.upper).lower;
        const Bracket q{std::clamp(least, 0.0, 1.0), std::min(1.0, weight[i])};
        pair.push_back({q * (1 + excess), q, excess.upper <= -1 ? -infinity : log1p(excess)});
    }
    const double lost = (Bracket(sum.lost()) / count).upper;
    if (lost > 0) pair.push_back({{0, std::min(1.0, lost)}, 0, infinity});
    return pair;
}

std::vector<Outcome> allocated_from_below(std::span<const Outcome> step, double steps) {
    check("number of steps", steps);
    const Ratios ratios(step, false);
    if (steps == 1) return {step.begin(), step.end()};
    std::vector<Outcome> nothing{{1, 1, 0}};
    if (steps > Limits::most_steps_below || ratios.atoms.empty() ||
        ratios.left_out.upper > Limits::most_left_out)
        return nothing;
    const double count = rounded(steps, true);

    double doubt = 0;
    for (const auto& [excess, weight] : ratios.atoms) {
        if (excess.lower <= -1) {
            if (excess.upper > -1) return nothing;
        } else if (!excess.is_exact()) {
            doubt = std::max(doubt, (excess.width() / (1 + Bracket(excess.lower))).upper);
        }
    }
    Sum one = ratios.merged();
    one.relative_error += doubt;
    const Sum sum = times(one, count);
    if (sum.at.empty()) return nothing;
    Bracket missing = 1;
    for (const double weight : sum.weight) missing = missing - weight;
    std::vector<Outcome> pair;
    for (std::size_t i = 0; i < sum.at.size(); ++i) {
        const Bracket q{sum.weight[i], std::min(1.0, (sum.weight[i] + missing).upper)};
        const Bracket off{-sum.relative_error, sum.relative_error};
        const Bracket ratio =
            (1 + Bracket(sum.at[i]) / count) * (1 + off) + Bracket(-sum.error, sum.error);
        const Bracket above = max(ratio, 0);
        const Bracket p = q * above + Bracket(0, ratios.left_out.upper + 1e-50);
        pair.push_back({p, q, log(above)});
    }
    if (sum.lost > 0) {
        const Bracket lost = Bracket(sum.lost) / count;
        pair.push_back({{lost.lower, std::min(1.0, (lost + missing).upper)}, 0, infinity});
    }
    return pair;
}

double steps_per_part(double parts, double steps) {
    check("number of steps", steps);
    check("steps of a record", parts);
    if (parts > steps) throw DomainError("steps of a record", "at most the number of steps", parts);
    return std::floor(steps / parts);
}

}  // namespace mizan
