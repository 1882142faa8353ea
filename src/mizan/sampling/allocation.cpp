// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/allocation.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
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

// Of sums of at most 3000 products, and then of as many such sums.
constexpr double summation_error = 1e-12;

// About twice `half` points from a little below `low` to a little above `high`, close to each other around the middle of
// some values and ever farther apart outside, below it in the logarithm of the sum. Nowhere so close
// that rounding could not tell them apart.
std::vector<double> grid(double low, double high, double copies, std::vector<double> values,
                         double half) {
    const auto place = [&](std::size_t quarter) {
        return values.begin() + static_cast<std::ptrdiff_t>(quarter * (values.size() - 1) / 4);
    };
    std::nth_element(values.begin(), place(2), values.end());
    std::nth_element(values.begin(), place(1), place(2));
    if (place(3) > place(2)) std::nth_element(place(2) + 1, place(3), values.end());
    const double margin = 1e-6 * std::max(std::abs(low), std::abs(high)) + 1e-290;
    low = std::max(low - margin, -copies);
    high += margin;
    const double centre = std::clamp(*place(2), low, high), sum = copies + centre;
    const double spread =
        std::max({(*place(3) - *place(1)) / 1.35, 1e-12 * (high - low), 1e-5 * std::abs(centre)});
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

    // All sums of a value of `a` and one of `b`. As the values of `a` rise, so does the cell of every
    // value of `b`, mostly to the next one or not at all: no branch is hard to foresee.
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
    // The sums x + at[j] with the masses mass · weight[j], each in the cell `places[j]` or above it.
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

// From above: mass between two points goes to both, so that its mean stays.
class Spread : public Cells {
public:
    static constexpr double half_of_grid = 300;

    explicit Spread(std::vector<double> points) : Cells{std::move(points)} {
        for (std::size_t i = 0; i + 1 < points_.size(); ++i) {
            const double farthest = std::max(std::abs(points_[i]), std::abs(points_[i + 1]));
            doubt_.push_back(summation_error + 0x1p-49 * (1 + farthest * inverse_width_[i]));
        }
    }

    void add(Bracket x, double mass) {
        const std::size_t cell = cell_of(x.lower);
        put(cell, x.lower, mass);
        if (x.width() * inverse_width_[cell] < 1e-6) {
            for (std::size_t i = cell > 0 ? cell - 1 : 0; i < std::min(cell + 3, doubt_.size());
                 ++i) {
                doubt_[i] =
                    std::max(doubt_[i], 4 * x.width() * inverse_width_[i] + summation_error);
            }
        } else {
            // More than rounding: it goes to both ends of the bracket, each at most all of it.
            put(cell_of(x.upper), x.upper, mass);
        }
    }

    void take(const Spread& other) {
        Cells::take(other);
        for (std::size_t i = 0; i < doubt_.size(); ++i) {
            doubt_[i] = std::max(doubt_[i], other.doubt_[i]);
        }
    }

    // With all that rounding could have taken away: of shares, also where a value is next to another
    // cell than it seems; of sums; and of products too small to be precise, none of which is too
    // small to be there.
    [[nodiscard]] Sum result(double copies, double lost) const {
        std::vector<double> weights(points_.size());
        for (std::size_t i = 0; i < contents_.size(); ++i) {
            const auto& [mass, moment] = contents_[i];
            const double to_right = std::clamp(moment, 0.0, mass);
            weights[i] += mass - to_right;
            weights[i + 1] += to_right;
        }
        Sum sum{copies, lost * (1 + 1e-15), {}, {}};
        for (std::size_t i = 0; i < points_.size(); ++i) {
            const double left = i > 0 ? doubt_[i - 1] * (weights[i - 1] + weights[i]) : 0;
            const double right = i < doubt_.size() ? doubt_[i] * (weights[i] + weights[i + 1]) : 0;
            const double weight = weights[i] + left + right;
            if (weight == 0) continue;
            const double least = 1e-60 / (1 + std::max(0.0, copies + points_[i]));
            sum.at.push_back(points_[i]);
            sum.weight.push_back(std::min(1.0, weight * (1 + summation_error) + least));
        }
        trim(sum);
        return sum;
    }

private:
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

    std::vector<double> doubt_;  // of a share and of sums of them, for each cell
};

// From below: the mass of a cell goes to its mean.
class Merge : public Cells {
public:
    static constexpr double half_of_grid = 200;

    explicit Merge(std::vector<double> points) : Cells{std::move(points)} {}

    void add(Bracket x, double mass) {
        const double value = x.middle();
        put(cell_of(value), value, mass);
    }

    // The masses of a cell are known up to a factor of 1 + 3e-12·copies, and so is where in the cell
    // their mean is.
    [[nodiscard]] Sum result(double copies, double lost) const {
        Sum sum{copies, lost * (1 - 1e-15), {}, {}};
        for (std::size_t i = 0; i < contents_.size(); ++i) {
            const auto& [mass, moment] = contents_[i];
            if (mass < 1e-150) continue;
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
    cells.add_sums(a, b);
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
        const std::vector<double> points =
            grid(atoms.front().excess.lower, high, 1, quantiles(raw), Side::half_of_grid);
        Side cells(points);
        constexpr std::size_t at_once = 2048;  // so that no sum has more terms than it may
        for (std::size_t begin = 0; begin < atoms.size(); begin += at_once) {
            Side some(points);
            const std::size_t stop = std::min(begin + at_once, atoms.size());
            for (std::size_t i = begin; i < stop; ++i) {
                some.add(atoms[i].excess, atoms[i].weight.*end);
            }
            cells.take(some);
        }
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
