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

// Sums of a row of products, and then of the rows, are of at most 3000 terms.
constexpr double summation_error = 1e-12;

// About twice `half` points from a little below `low` to a little above `high`, close to each other around the middle of
// some values and ever farther apart outside, below it in the logarithm of the sum. Nowhere so close
// that rounding could not tell them apart.
std::vector<double> grid(double low, double high, double copies, std::vector<double> values,
                         double half) {
    const auto quantile = [&](std::size_t quarter) {
        const auto place =
            values.begin() + static_cast<std::ptrdiff_t>(quarter * (values.size() - 1) / 4);
        std::nth_element(values.begin(), place, values.end());
        return *place;
    };
    const double margin = 1e-6 * std::max(std::abs(low), std::abs(high)) + 1e-290;
    low = std::max(low - margin, -copies);
    high += margin;
    const double centre = std::clamp(quantile(2), low, high), sum = copies + centre;
    const double spread = std::max(
        {(quantile(3) - quantile(1)) / 1.35, 1e-12 * (high - low), 1e-5 * std::abs(centre)});
    std::vector<double> points{low};
    const auto put = [&](double x) {
        const double gap = std::max(1e-8 * std::abs(x), 1e-3 * std::min(spread, copies + x));
        if (points.back() + gap < x && x < high - gap) points.push_back(x);
    };
    if (sum > 0) {
        const double reach = std::log(sum / std::max(copies + low, 1e-8 * copies));
        const double step = std::asinh(std::max(0.0, reach) * sum / spread) / half;
        for (double j = half - 1; j > 0; --j) {
            put(centre + sum * std::expm1(-spread / sum * std::sinh(j * step)));
        }
    }
    const double step = std::asinh((high - centre) / spread) / half;
    for (double j = 0; j < half; ++j) put(centre + spread * std::sinh(j * step));
    points.push_back(high);
    return points;
}

// The cells between the points of a grid, and a row of values that never fall.
class Cells {
public:
    explicit Cells(std::vector<double> points) : points_{std::move(points)} {
        for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
            inverse_width_.push_back(1 / (points_[i + 1] - points_[i]));
        }
    }

protected:
    // The share of the cell's upper end in mass at x; the cell is at `cell` or above it.
    [[nodiscard]] double share(double x, std::size_t cell) const {
        return std::clamp((x - points_[cell]) * inverse_width_[cell], 0.0, 1.0);
    }
    [[nodiscard]] bool is_beyond(double x, std::size_t cell) const {
        return cell + 2 < points_.size() && points_[cell + 1] < x;
    }
    // The cell of the least value of a row. Rows come in order, so it is hardly ever far from the last one.
    [[nodiscard]] std::size_t first_cell(double x) {
        if (x < points_[row_starts_]) row_starts_ = 0;
        while (is_beyond(x, row_starts_)) ++row_starts_;
        return row_starts_;
    }

    std::vector<double> points_, inverse_width_;

private:
    std::size_t row_starts_ = 0;
};

// From above: mass between two points goes to both, so that its mean stays.
class Spread : Cells {
public:
    static constexpr double half_of_grid = 300;

    explicit Spread(std::vector<double> points) : Cells{std::move(points)} {
        weight_.resize(points_.size());
        for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
            const double farthest = std::max(std::abs(points_[i]), std::abs(points_[i + 1]));
            doubt_.push_back(0x1p-49 * (1 + farthest * inverse_width_[i]));
        }
    }

    // The sums x + at[j] with the masses mass · weight[j], for first ≤ j < last.
    void add_row(double x, double mass, const Sum& row, std::size_t first, std::size_t last) {
        if (first == last) return;
        std::size_t cell = first_cell(x + row.at[first]);
        double to_left = 0, to_right = 0;
        for (std::size_t j = first; j < last; ++j) {
            const double value = x + row.at[j], product = mass * row.weight[j];
            if (is_beyond(value, cell)) {
                put(cell, std::exchange(to_left, 0), std::exchange(to_right, 0));
                while (is_beyond(value, cell)) ++cell;
            }
            const double part = share(value, cell);
            to_left += product * (1 - part);
            to_right += product * part;
        }
        put(cell, to_left, to_right);
    }

    void add(Bracket x, double mass) {
        std::size_t cell = 0;
        while (is_beyond(x.lower, cell)) ++cell;
        const auto put_at = [&](double value) {
            put(cell, mass * (1 - share(value, cell)), mass * share(value, cell));
        };
        put_at(x.lower);
        if (x.width() * inverse_width_[cell] < 1e-6) {
            for (std::size_t i = cell > 0 ? cell - 1 : 0; i < std::min(cell + 3, doubt_.size());
                 ++i) {
                doubt_[i] = std::max(doubt_[i], 4 * x.width() * inverse_width_[i]);
            }
        } else {
            // More than rounding: it goes to both ends of the bracket, each at most all of it.
            while (is_beyond(x.upper, cell)) ++cell;
            put_at(x.upper);
        }
    }

    // With all that rounding could have taken away: of shares, also where a value is next to another
    // cell than it seems; of sums; and of products too small to be precise, none of which is too
    // small to be there.
    [[nodiscard]] Sum result(double copies, double lost) const {
        Sum sum{copies, lost * (1 + 1e-15), {}, {}};
        for (std::size_t i = 0; i < points_.size(); ++i) {
            const double left = i > 0 ? doubt_[i - 1] * (weight_[i - 1] + weight_[i]) : 0;
            const double right = i < doubt_.size() ? doubt_[i] * (weight_[i] + weight_[i + 1]) : 0;
            const double weight = weight_[i] + left + right;
            if (weight == 0) continue;
            const double least = 1e-60 / (1 + std::max(0.0, copies + points_[i]));
            sum.at.push_back(points_[i]);
            sum.weight.push_back(std::min(1.0, weight * (1 + summation_error) + least));
        }
        trim(sum);
        return sum;
    }

private:
    void put(std::size_t cell, double to_left, double to_right) {
        weight_[cell] += to_left;
        weight_[cell + 1] += to_right;
    }

    // The highest points go to the one below and, what that lacks of the mean, to infinity, as long
    // as it is next to nothing.
    static void trim(Sum& sum) {
        const double most = sum.lost + 1e-24 * sum.copies;
        while (sum.at.size() > 2) {
            const std::size_t last = sum.at.size() - 1;
            const double lost =
                sum.lost + sum.weight[last] * (sum.at[last] - sum.at[last - 1]) * (1 + 1e-15);
            if (!(lost <= most)) break;
            sum.lost = lost * (1 + 1e-15);
            sum.weight[last - 1] += sum.weight[last] * (1 + 1e-15);
            sum.at.pop_back();
            sum.weight.pop_back();
        }
    }

    std::vector<double> weight_;
    std::vector<double> doubt_;  // of a share, for each cell
};

// From below: the mass of a cell goes to its mean.
class Merge : Cells {
public:
    static constexpr double half_of_grid = 200;

    explicit Merge(std::vector<double> points) : Cells{std::move(points)} {
        mass_.resize(points_.size());
        moment_.resize(points_.size());
    }

    void add_row(double x, double mass, const Sum& row, std::size_t first, std::size_t last) {
        if (first == last) return;
        std::size_t cell = first_cell(x + row.at[first]);
        double masses = 0, moments = 0;
        for (std::size_t j = first; j < last; ++j) {
            const double value = x + row.at[j], product = mass * row.weight[j];
            if (is_beyond(value, cell)) {
                mass_[cell] += std::exchange(masses, 0);
                moment_[cell] += std::exchange(moments, 0);
                while (is_beyond(value, cell)) ++cell;
            }
            masses += product;
            moments += product * share(value, cell);
        }
        mass_[cell] += masses;
        moment_[cell] += moments;
    }

    void add(Bracket x, double mass) {
        const double value = x.middle();
        std::size_t cell = 0;
        while (is_beyond(value, cell)) ++cell;
        mass_[cell] += mass;
        moment_[cell] += mass * share(value, cell);
    }

    // The masses of a cell are known up to a factor of 1 + 3e-12·copies, and so is where in the cell
    // their mean is.
    [[nodiscard]] Sum result(double copies, double lost) const {
        Sum sum{copies, lost * (1 - 1e-15), {}, {}};
        for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
            if (mass_[i] < 1e-150) continue;
            const double low = points_[i], high = points_[i + 1];
            const double width = high - low, least = copies + low;
            sum.at.push_back(low + width * std::min(1.0, moment_[i] / mass_[i]));
            sum.weight.push_back(mass_[i] * (1 - summation_error));
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

private:
    std::vector<double> mass_, moment_;  // of the cell above each point, and shares times masses
};

// Of equal weight; a guess.
std::vector<double> quantiles(const Sum& sum) {
    constexpr double count = 64;
    double all = 0, below = 0;
    for (const double w : sum.weight) all += w;
    std::vector<double> found;
    for (std::size_t i = 0; i < sum.at.size(); ++i) {
        below += sum.weight[i];
        const double reached = std::min(count, std::round(below / all * count));
        while (static_cast<double>(found.size()) < reached) found.push_back(sum.at[i]);
    }
    if (found.empty()) found.push_back(sum.at.front());
    return found;
}

template <class Side>
Sum sum_of(const Sum& a, const Sum& b) {
    if (a.at.empty() || b.at.empty()) return {a.copies + b.copies, 0, {}, {}};
    std::vector<double> values;
    const std::vector<double> of_b = quantiles(b);
    for (const double x : quantiles(a)) {
        for (const double y : of_b) values.push_back(x + y);
    }
    const double copies = a.copies + b.copies;
    Side cells(grid(a.at.front() + b.at.front(), a.at.back() + b.at.back(), copies,
                    std::move(values), Side::half_of_grid));
    const std::size_t size = b.at.size();
    for (std::size_t i = 0; i < a.at.size(); ++i) {
        if (&a == &b) {  // i and j, or j and i
            cells.add_row(a.at[i], a.weight[i], a, i, i + 1);
            cells.add_row(a.at[i], 2 * a.weight[i], a, i + 1, size);
        } else {
            cells.add_row(a.at[i], a.weight[i], b, 0, size);
        }
    }
    Sum sum = cells.result(copies, a.lost + b.lost);
    sum.relative_error += std::max(a.relative_error, b.relative_error);
    sum.error += std::max(a.error, b.error);
    return sum;
}

template <class Side>
Sum times(const Sum& one, double copies) {
    if (copies == 1) return one;
    const Sum half = times<Side>(one, std::floor(copies / 2));
    const Sum twice = sum_of<Side>(half, half);
    return std::fmod(copies, 2) == 0 ? twice : sum_of<Side>(twice, one);
}

// A step as the law of its likelihood ratio under Q.
struct Ratios {
    struct Atom {
        Bracket excess;  // dP/dQ - 1
        Bracket weight;
    };
    std::vector<Atom> atoms;
    Bracket lost = 0;      // the probability under P of infinite ratios
    Bracket left_out = 0;  // and of what does not count

    Ratios(std::span<const Outcome> step, bool from_above) {
        constexpr double largest_loss = 200;
        if (step.empty()) throw InputError("a step of an allocation has no outcome");
        for (const auto& [p, q, log_ratio] : step) {
            // Larger ratios become 0 and ∞, which costs more, or are left out, which costs less.
            const bool is_huge = log_ratio.upper > largest_loss;
            const bool is_lost = from_above ? is_huge : log_ratio.lower == infinity;
            if (is_lost) lost += p;
            if (q.upper == 0) continue;
            if (!from_above && (is_huge || q.lower < 1e-100)) {
                left_out += p.upper;
                continue;
            }
            atoms.push_back({is_lost ? -1 : expm1(log_ratio), q});
        }
        std::sort(atoms.begin(), atoms.end(),
                  [](const Atom& a, const Atom& b) { return a.excess.lower < b.excess.lower; });
    }

    template <class Side>
    [[nodiscard]] Sum one(double Bracket::*end) const {
        Sum raw{1, 0, {}, {}};
        double high = -1;
        for (const auto& [excess, weight] : atoms) {
            raw.at.push_back(excess.middle());
            raw.weight.push_back(weight.upper);
            high = std::max(high, excess.upper);
        }
        Side cells(grid(atoms.front().excess.lower, high, 1, quantiles(raw), Side::half_of_grid));
        for (const auto& [excess, weight] : atoms) cells.add(excess, weight.*end);
        return cells.result(1, lost.*end);
    }
};

// So few binary digits that a sum of that many copies needs few additions.
double rounded(double steps, bool up) {
    double unit = 1;
    while (steps / unit >= 4096) unit *= 2;
    return (up ? std::ceil(steps / unit) : std::floor(steps / unit)) * unit;
}

}  // namespace

std::vector<Outcome> allocated(std::span<const Outcome> step, double steps) {
    check("number of steps", steps);
    const Ratios ratios(step, true);
    if (steps == 1) return {step.begin(), step.end()};
    const double count = rounded(std::min(steps, 1e9), false);  // fewer steps cost more
    if (ratios.atoms.empty()) return {{1, 0, infinity}};

    const Sum sum = times<Spread>(ratios.one<Spread>(&Bracket::upper), count);
    Bracket excess_mass = -1;
    for (const double weight : sum.weight) excess_mass += weight;
    std::vector<Outcome> pair;
    for (std::size_t i = 0; i < sum.at.size(); ++i) {
        const Bracket excess = max(Bracket(sum.at[i]) / count, -1);
        // All weights together are too large by `excess_mass`, so each is by no more.
        const double least = (Bracket(sum.weight[i]) - excess_mass.upper).lower;
        const Bracket q{std::clamp(least, 0.0, 1.0), std::min(1.0, sum.weight[i])};
        pair.push_back({q * (1 + excess), q, excess.upper <= -1 ? -infinity : log1p(excess)});
    }
    const double lost = (Bracket(sum.lost) / count).upper;
    if (lost > 0) pair.push_back({{0, std::min(1.0, lost)}, 0, infinity});
    return pair;
}

std::vector<Outcome> allocated_from_below(std::span<const Outcome> step, double steps) {
    check("number of steps", steps);
    const Ratios ratios(step, false);
    if (steps == 1) return {step.begin(), step.end()};
    const std::vector<Outcome> nothing{{1, 1, 0}};
    if (steps > 1e8 || ratios.atoms.empty() || ratios.left_out.upper > 1e-9) return nothing;
    const double count = rounded(steps, true);

    double doubt = 0;
    for (const auto& [excess, weight] : ratios.atoms) {
        if (excess.lower <= -1) {
            if (excess.upper > -1) return nothing;
        } else if (!excess.is_exact()) {
            doubt = std::max(doubt, (excess.width() / (1 + Bracket(excess.lower))).upper);
        }
    }
    Sum one = ratios.one<Merge>(&Bracket::lower);
    one.relative_error += doubt;
    const Sum sum = times<Merge>(one, count);
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
