// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/spread_sum.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/wide.hpp"
#include "mizan/units/error.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

namespace {

// About as many points below the median as above it.
constexpr double half_of_grid = 250;

// As many values tell the shape of a law.
constexpr double some = 32;

// At least as many distances are equal in a row, and begin at a multiple of them all.
constexpr double in_a_row = 8;

// The finer of two stretches is put on a lattice that is at most so much finer than the other.
constexpr double finer = 4;

double power_of_2_below(double x) {
    int exponent = 0;
    (void)std::frexp(x, &exponent);
    return std::ldexp(0.5, exponent);
}

// A power of 2 that divides a number of at most twelve binary digits, and zeros.
double power_of_2_in(double copies) {
    double power = 1;
    while (copies / power >= most_leading_digits) power *= 2;
    ensure(std::fmod(copies, power) == 0, "a number of copies has at most twelve binary digits");
    return power;
}

SpreadSum::Ends ends_of(std::span<const RatioAtom> atoms) {
    double highest = -1;
    for (const RatioAtom& atom : atoms) highest = std::max(highest, atom.excess.upper);
    return {atoms.front().excess.lower, highest};
}

SumShape shape_of(std::span<const RatioAtom> atoms) {
    std::vector<double> at, weight;
    for (const RatioAtom& atom : atoms) {
        at.push_back(atom.excess.middle());
        weight.push_back(atom.weight.upper);
    }
    const auto [lowest, highest] = ends_of(atoms);
    return SumShape::of(1, lowest, highest, quantiles(at, weight, some));
}

// out[i · stride + j] += outer[i] · inner[j]
MIZAN_WIDE void add_products(const double* outer, std::size_t outer_size, std::size_t stride,
                             const double* inner, std::size_t inner_size, double* __restrict out) {
    for (std::size_t i = 0; i < outer_size; ++i) {
        const double factor = outer[i];
        double* __restrict here = out + i * stride;
        for (std::size_t j = 0; j < inner_size; ++j) here[j] += factor * inner[j];
    }
}

}  // namespace

// Adds up all sums of two laws on the points of a third.
class SpreadSum::Sums {
public:
    explicit Sums(SpreadSum& whole) : whole_{whole}, terms_(whole.stretches_.size()) {}

    void add(const Masses& x, const Masses& y, double times) {
        const bool is_outer =
            x.unit != y.unit ? x.unit > y.unit : x.weight.size() < y.weight.size();
        const Masses &outer = is_outer ? x : y, &inner = is_outer ? y : x;
        const auto stride = static_cast<std::size_t>(outer.unit / inner.unit);
        sums_.assign((outer.weight.size() - 1) * stride + inner.weight.size(), 0.0);
        add_products(outer.weight.data(), outer.weight.size(), stride, inner.weight.data(),
                     inner.weight.size(), sums_.data());
        spread({outer.first + inner.first, inner.unit, sums_}, times);
    }

    // How many terms the weights of each stretch have at most.
    [[nodiscard]] const std::vector<double>& terms() const { return terms_; }

private:
    void spread(const Masses& sums, double times) {
        const auto& stretches = whole_.stretches_;
        ensure(whole_.at_.front() <= sums.first && sums.last() <= whole_.at_.back(),
               "all sums are on the grid");
        std::size_t k = 0, place = 0;
        while (k < sums.weight.size()) {
            const double from = sums.first + static_cast<double>(k) * sums.unit;
            while (place + 1 < stretches.size() && stretches[place + 1].first <= from) ++place;
            k = spread_on(place, sums, k, times);
        }
    }

    // All sums from k on that lie on this stretch; returns the first that does not.
    std::size_t spread_on(std::size_t place, const Masses& sums, std::size_t k, double times) {
        const auto& [begin, first, unit] = whole_.stretches_[place];
        const std::size_t end = whole_.end_of(place);
        const bool is_last = place + 1 == whole_.stretches_.size();
        const double stop = is_last ? infinity : whole_.stretches_[place + 1].first;
        ensure(static_cast<double>(end - begin) * unit <= 0x1p52 * sums.unit,
               "where sums lie on a stretch is exact");
        const double inverse_unit = 1 / unit;
        double* weight = whole_.weight_.data() + begin;
        const std::size_t from = k;
        for (; k < sums.weight.size(); ++k) {
            const double x = sums.first + static_cast<double>(k) * sums.unit;
            if (!(x < stop)) break;
            const double at = (x - first) * inverse_unit;
            const auto cell = static_cast<std::size_t>(at);
            const double share = at - static_cast<double>(cell), mass = times * sums.weight[k];
            weight[cell] += mass * (1 - share);
            if (share > 0) weight[cell + 1] += mass * share;
        }
        const double in_cell = std::ceil(unit / sums.unit) + 1;
        terms_[place] += std::min(2 * in_cell, static_cast<double>(k - from));
        return k;
    }

    SpreadSum& whole_;
    std::vector<double> terms_;
    std::vector<double> sums_;
};

SpreadSum::SpreadSum(double copies, double lost, Ends ends, const SumShape& shape)
    : copies_{copies}, lost_{lost}, ends_{ends} {
    const SumShape::Spacing spacing(shape, half_of_grid);
    const auto fits = [&](double x, double unit) {
        const double to = x + in_a_row * unit;
        const bool has_centre = x < shape.centre && shape.centre < to;
        return unit <= spacing(x) && unit <= spacing(to) &&
               (!has_centre || unit <= spacing(shape.centre));
    };
    double unit = power_of_2_below(spacing(shape.low));
    double x = std::floor(shape.low / (in_a_row * unit)) * (in_a_row * unit);
    if (x < -copies + in_a_row * unit) {
        x = -copies;
        unit = std::min(unit, power_of_2_in(copies) / in_a_row);
    }
    while (x < shape.high) {
        const bool may_grow = !at_.empty() && std::fmod(x, 2 * in_a_row * unit) == 0;
        if (may_grow && fits(x, 2 * unit)) {
            unit *= 2;
        } else {
            while (!fits(x, unit)) unit /= 2;
        }
        if (stretches_.empty() || stretches_.back().unit != unit) {
            stretches_.push_back({at_.size(), x, unit});
        }
        for (double i = 0; i < in_a_row; ++i) at_.push_back(x + i * unit);
        x += in_a_row * unit;
    }
    at_.push_back(x);
    weight_.resize(at_.size());
}

std::size_t SpreadSum::end_of(std::size_t stretch) const {
    return stretch + 1 < stretches_.size() ? stretches_[stretch + 1].begin : at_.size();
}

double SpreadSum::smallest_unit() const {
    return std::ranges::min(stretches_, {}, &Stretch::unit).unit;
}

double SpreadSum::largest_unit() const {
    return std::ranges::max(stretches_, {}, &Stretch::unit).unit;
}

SpreadSum::Masses SpreadSum::masses(std::size_t stretch) const {
    const auto& [begin, first, unit] = stretches_[stretch];
    return {first, unit, std::span(weight_).subspan(begin, end_of(stretch) - begin)};
}

// From one unit to the next, which changes nothing: mass that was moved to two points of a lattice
// and from there to points of a coarser one is where it would be if it was moved there at once.
std::map<double, std::vector<SpreadSum::Lattice>> SpreadSum::on_lattices(double coarsest) const {
    double unit = std::ranges::min(stretches_, {}, &Stretch::unit).unit;
    std::map<double, std::vector<Lattice>> all;
    std::vector<Lattice> last;
    for (; 2 * unit <= coarsest; unit *= 2) {
        std::vector<Masses> parts;
        for (const Lattice& each : last) parts.push_back({each.first, unit, each.weight});
        for (std::size_t i = 0; i < stretches_.size(); ++i) {
            if (stretches_[i].unit == unit) parts.push_back(masses(i));
        }
        std::ranges::stable_sort(parts, {}, &Masses::first);
        std::vector<Lattice> next;
        for (const Masses& part : parts) halve(part, next);
        last = std::move(next);
        all.emplace(2 * unit, last);
    }
    return all;
}

// Every other point of a lattice goes to its neighbours, half to each. Parts that meet make one
// lattice.
void SpreadSum::halve(const Masses& part, std::vector<Lattice>& lattices) {
    const double unit = 2 * part.unit, first = std::floor(part.first / unit) * unit;
    const bool meets = !lattices.empty() && first <= lattices.back().end(unit);
    if (!meets) lattices.push_back({first, {}});
    auto& weight = lattices.back().weight;
    auto place = static_cast<std::size_t>((part.first - lattices.back().first) / part.unit);
    weight.resize(std::max(weight.size(), (place + part.weight.size()) / 2 + 1));
    for (const double mass : part.weight) {
        const std::size_t below = place / 2, above = (place + 1) / 2;
        weight[below] += mass / 2;
        weight[above] += mass / 2;
        ++place;
    }
}

// At each point as much as the value could give it, wherever in its bracket it is.
void SpreadSum::put(Bracket x, double mass) {
    const auto above = std::upper_bound(at_.begin(), at_.end(), x.lower);
    for (auto k = static_cast<std::size_t>(above - at_.begin()) - 1; k < at_.size(); ++k) {
        const double here = at_[k];
        double share = 1;
        if (here < x.lower) share = (at_[k + 1] - x.lower) / (at_[k + 1] - here);
        if (here > x.upper) share = (x.upper - at_[k - 1]) / (here - at_[k - 1]);
        weight_[k] += share * mass;
        if (here > x.upper) break;
    }
}

SpreadSum::SpreadSum(std::span<const RatioAtom> atoms, double lost)
    : SpreadSum(1, lost * (1 + 1e-15), ends_of(atoms), shape_of(atoms)) {
    for (const auto& [excess, weight] : atoms) put(excess, std::min(1.0, weight.upper));
    finish(std::vector(stretches_.size(), static_cast<double>(atoms.size())));
}

SpreadSum operator+(const SpreadSum& a, const SpreadSum& b) {
    using Masses = SpreadSum::Masses;
    const double copies = a.copies_ + b.copies_;
    // Mass on a coarser lattice reaches a little farther.
    const double largest_unit = std::max(a.largest_unit(), b.largest_unit());
    const double first_unit = std::max(a.stretches_.front().unit, b.stretches_.front().unit);
    const SumShape shape =
        SumShape::of(copies, a.at_.front() + b.at_.front() - first_unit / finer,
                     a.at_.back() + b.at_.back() + largest_unit / finer,
                     sums_of(quantiles(a.at_, a.weight_, some), quantiles(b.at_, b.weight_, some)));
    const SpreadSum::Ends ends{(Bracket(a.ends_.lowest) + b.ends_.lowest).lower,
                               (Bracket(a.ends_.highest) + b.ends_.highest).upper};
    SpreadSum sum(copies, (a.lost_ + b.lost_) * (1 + 1e-15), ends, shape);
    SpreadSum::Sums sums(sum);
    const bool is_square = &a == &b;  // each pair of stretches is there twice
    for (std::size_t i = 0; i < a.stretches_.size(); ++i) {
        const Masses of_a = a.masses(i);
        for (std::size_t j = is_square ? i : 0; j < b.stretches_.size(); ++j) {
            const Masses of_b = b.masses(j);
            const bool is_alike = of_a.unit <= finer * of_b.unit && of_b.unit <= finer * of_a.unit;
            if (is_alike) sums.add(of_a, of_b, is_square && i != j ? 2 : 1);
        }
    }
    const auto add_finer = [&](const SpreadSum& coarse, const SpreadSum& fine, double times) {
        const auto lattices = fine.on_lattices(coarse.largest_unit() / finer);
        for (std::size_t i = 0; i < coarse.stretches_.size(); ++i) {
            const auto found = lattices.find(coarse.stretches_[i].unit / finer);
            if (found == lattices.end()) continue;
            for (const auto& [first, weight] : found->second) {
                sums.add(coarse.masses(i), {first, found->first, weight}, times);
            }
        }
    };
    add_finer(a, b, is_square ? 2 : 1);
    if (!is_square) add_finer(b, a, 1);
    std::vector<double> terms = sums.terms();
    const double smallest_unit = std::min(a.smallest_unit(), b.smallest_unit());
    const double halvings = 5 * std::ilogb(largest_unit / smallest_unit);
    for (double& each : terms) each += static_cast<double>(a.at_.size() + b.at_.size()) + halvings;
    sum.finish(terms);
    return sum;
}

// With all that rounding could have taken away, and more than was too small to be there.
void SpreadSum::finish(std::span<const double> terms) {
    for (std::size_t i = 0; i < stretches_.size(); ++i) {
        const double most = terms[i] + (i > 0 ? terms[i - 1] : 0);
        const double factor = 1 + 0x1.01p-53 * (most + 8);
        for (std::size_t k = stretches_[i].begin; k < end_of(i); ++k) {
            // More than all products that underflowed could have added up to.
            constexpr double too_small = 1e-60;
            const double least = too_small / (1 + std::max(0.0, copies_ + at_[k]));
            weight_[k] = std::min(1.0, weight_[k] * factor + least);
        }
    }
    fold_ends();
    trim();
}

// The points and weights of a law, up or down.
struct SpreadSum::View {
    std::vector<double>&at, &weight;
    bool is_downward;

    [[nodiscard]] std::size_t place(std::size_t k) const {
        return is_downward ? at.size() - 1 - k : k;
    }
    [[nodiscard]] double x(std::size_t k) const { return is_downward ? -at[place(k)] : at[k]; }
    [[nodiscard]] double& mass(std::size_t k) const { return weight[place(k)]; }
};

// Moves all mass beyond the point `before` to this point and to an end that no value exceeds, so
// that the mean stays. If this point has too little mass for that, an earlier one takes its place
// (docs/proofs/allocation.md). Returns the mass at the end; the points between have none left.
double SpreadSum::fold(const View& view, std::size_t before, double end) {
    const std::size_t size = view.at.size();
    double all = 0;
    for (const double each : view.weight) all += each;
    // No weight is too large by more than all of them together.
    const double excess = std::max(0.0, all * (1 + summation_error) - 1);
    for (std::size_t m = before;; --m) {
        double at_end = 0, gained = 0, lost = 0, surely_lost = 0;
        for (std::size_t k = m + 1; k < size; ++k) {
            const double share = (view.x(k) - view.x(m)) / (end - view.x(m)), mass = view.mass(k);
            at_end += mass * share;
            gained += mass * std::max(0.0, 1 - share);
            lost += mass * std::max(0.0, share - 1);
            surely_lost += std::max(0.0, mass - excess) * std::max(0.0, share - 1);
        }
        // A point that lacks less than this is taken; the search ends after so many points.
        constexpr double negligible = 1e-40;
        constexpr std::size_t most_steps = 64;
        const bool has_too_little = view.mass(m) + gained + negligible < lost;
        if (has_too_little && m > 0 && m + most_steps > before) continue;
        const double up = 1 + summation_error, down = 1 - summation_error;
        // A share is off by less than 1e-15 of itself, 1 - share by as much.
        const double left = (view.mass(m) + gained) * up - surely_lost * down + 1e-15 * at_end;
        view.mass(m) = std::clamp(left, 0.0, 1.0);
        for (std::size_t k = m + 1; k < size; ++k) view.mass(k) = 0;
        return std::min(1.0, at_end * up);
    }
}

// No point is beyond the first that no value is beyond.
void SpreadSum::fold_ends() {
    const auto last = static_cast<std::size_t>(
        std::lower_bound(at_.begin() + 1, at_.end() - 1, ends_.highest) - at_.begin());
    const double at_last = fold({at_, weight_, false}, last - 1, at_[last]);
    weight_[last] = at_last;
    at_.resize(last + 1);
    weight_.resize(last + 1);
    while (stretches_.back().begin > last) stretches_.pop_back();

    const auto above = std::upper_bound(at_.begin() + 1, at_.end() - 1, ends_.lowest);
    const auto first = static_cast<std::size_t>(above - at_.begin()) - 1;
    const double at_first = fold({at_, weight_, true}, last - first - 1, -at_[first]);
    weight_[first] = at_first;
    at_.erase(at_.begin(), at_.begin() + static_cast<std::ptrdiff_t>(first));
    weight_.erase(weight_.begin(), weight_.begin() + static_cast<std::ptrdiff_t>(first));
    while (stretches_.size() > 1 && stretches_[1].begin <= first) {
        stretches_.erase(stretches_.begin());
    }
    for (Stretch& each : stretches_) each.begin -= std::min(each.begin, first);
    stretches_.front().first = at_.front();
}

// The highest points go to the one below and, what that lacks of the mean, to infinity, as long as
// it is next to nothing.
void SpreadSum::trim() {
    // So much of the mean, for each copy, may go to infinity.
    constexpr double next_to_nothing = 1e-24;
    const double most = lost_ + next_to_nothing * copies_;
    while (at_.size() > 2) {
        const std::size_t last = at_.size() - 1;
        const double lost = lost_ + weight_[last] * (at_[last] - at_[last - 1]) * (1 + 1e-15);
        if (!(lost <= most)) break;
        lost_ = lost * (1 + 1e-15);
        weight_[last - 1] += weight_[last] * (1 + 1e-15);
        at_.pop_back();
        weight_.pop_back();
        if (stretches_.back().begin == last) stretches_.pop_back();
        ends_.highest = std::min(ends_.highest, at_.back());
    }
}

SpreadSum::Law SpreadSum::within_ends() const {
    Law law{at_, weight_};
    for (const bool is_downward : {false, true}) {
        const View view{law.at, law.weight, is_downward};
        const double end = is_downward ? -ends_.lowest : ends_.highest;
        // The last point that is well before the end.
        const std::size_t last = at_.size() - 1;
        std::size_t before = last - 1;
        while (before > 0 && view.x(before) > end - (view.x(last) - view.x(last - 1)) / 2) --before;
        if (!(view.x(before) < end)) continue;
        view.mass(last) = fold(view, before, end);
        law.at[view.place(last)] = is_downward ? ends_.lowest : ends_.highest;
    }
    return law;
}

}  // namespace mizan
