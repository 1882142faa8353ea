// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/shuffle.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/binomial.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan {

namespace {

/// How far and how finely numbers of people are told apart. All are in standard deviations, and a
/// number of people besides, unless they say otherwise.
struct Counts {
    /// More people than this hide no more.
    static constexpr double most_people = 1e9;
    /// Numbers of clones farther from the mean have probability below 1e-30.
    static constexpr double reach_of_clones = 12;
    /// Numbers of clones are rounded down by at most one part in so many.
    static constexpr double clones_in_a_step = 1000;
    /// Numbers of answers farther from the mean count as one cell.
    static constexpr double reach_of_answers = 9;
    static constexpr double most_cells = 64;
    /// Of t fair coins, heads farther than 7 √t from the middle have probability below 2 e^-98 <
    /// 3e-43.
    static constexpr double reach_of_coins = 7, beyond_coins = 3e-43;
    /// The grid of a symmetric law ends so many deviations out.
    static constexpr double reach_of_grid = 16;
};

void check(double users) {
    if (!(users >= 1 && is_whole(users))) {
        throw DomainError("number of users", "a whole number from 1 to 2^53", users);
    }
}

// At least so many clones, so often.
struct Clones {
    double count;
    Bracket weight;
};

// C ~ Bin(n - 1, 2 e^-a/(1 + e^ε)), a = ε' - ε, in at most some hundred steps. Each number is
// rounded down by at most a thousandth, because fewer clones hide less. Numbers that are rarer than
// 1e-30 count as 0.
std::vector<Clones> clones_of(Epsilon local, Epsilon any_two, double users) {
    const double others = std::min(users - 1, Counts::most_people);
    const Bracket epsilon = local.value();
    if (others == 0 || any_two.value() == infinity) return {{0, 1}};
    if (local.value() == 0) return {{others, 1}};
    const Bracket farther = max(0, any_two.value() - epsilon);
    const Bracket log_odds = log(2 * exp(-farther) / (expm1(epsilon) - 2 * expm1(-farther)));
    if (!std::isfinite(log_odds.lower)) return {{0, 1}};
    const double clone = 2 * plain::exp(-farther.upper) / (1 + plain::exp(epsilon.upper));
    const double mean = others * clone;
    const double reach =
        Counts::reach_of_clones * std::sqrt(mean * (1 - clone)) + Counts::reach_of_clones;
    const double low = std::max(0.0, std::floor(mean - reach));
    const double high = std::min(others, std::ceil(mean + reach));
    std::vector<Clones> all;
    if (low > 0) all.push_back({0, binomial::between(others, log_odds, 0, low - 1)});
    for (double first = low, next = 0; first <= high; first = next) {
        next = first + std::max(1.0, std::floor(first / Counts::clones_in_a_step));
        const double last = next > high ? others : next - 1;
        all.push_back({first, binomial::between(others, log_odds, first, last)});
    }
    return all;
}

// A symmetric law on [-1, 1] on the points of a grid. Mass between two points is moved to both, so
// that its mean stays. Only the half above 0 is kept. All numbers are positive doubles; a point
// errs by less than 1e-9 of the mass on it and its neighbours.
class SymmetricLaw {
public:
    explicit SymmetricLaw(double reach) : step_{std::min(1.0, reach) / cells} {}

    [[nodiscard]] double point(std::size_t i) const {
        return i > cells ? 1 : static_cast<double>(i) * step_;
    }

    void add(double v, double lower, double upper) {
        const double place = v * inverse_step_;
        const bool is_within = place < cells;
        const std::size_t i = is_within ? static_cast<std::size_t>(place) : cells;
        const double share = is_within ? place - static_cast<double>(i) : share_beyond(v);
        lower_[i] += lower * (1 - share);
        upper_[i] += upper * (1 - share);
        lower_[i + 1] += lower * share;
        upper_[i + 1] += upper * share;
    }

    // What could be anywhere.
    void add_tail(double upper) { upper_.back() += upper; }

    [[nodiscard]] Bracket weight(std::size_t i) const {
        const double near = 1e-9 * ((i > 0 ? upper_[i - 1] : 0) + 2 * upper_[i] +
                                    (i + 1 < upper_.size() ? upper_[i + 1] : 0));
        return {std::max(0.0, lower_[i] - near), upper_[i] + near};
    }

    static constexpr std::size_t cells = 1000, points = cells + 2;

private:
    // In the last cell, which ends at 1.
    [[nodiscard]] double share_beyond(double v) const {
        const double from = point(cells);
        return from < 1 ? std::clamp((v - from) / (1 - from), 0.0, 1.0) : 0;
    }

    double step_, inverse_step_ = 1 / step_;
    std::vector<double> lower_ = std::vector<double>(points), upper_ = lower_;
};

// v = (2a - t)/t for a ~ Bin(t, 1/2), a ≥ t/2, where t - 1 is the number of clones.
void add_counts(SymmetricLaw& law, const Clones& clones) {
    const double t = clones.count + 1, middle = std::ceil(t / 2);
    const Bracket top = binomial::mass({t, 0}, middle) * clones.weight;
    double lower = top.lower, upper = top.upper;
    const double last = std::min(t, middle + std::ceil(Counts::reach_of_coins * std::sqrt(t)));
    const double inverse = 1 / t;
    for (double a = middle; a <= last; ++a) {
        const double part = 2 * a == t ? 0.5 : 1;  // its other half is below 0
        law.add(std::min(1.0, (2 * a - t) * inverse), part * lower, part * upper);
        const double ratio = (t - a) / (a + 1);
        lower *= ratio;
        upper *= ratio;
    }
    if (last < t) law.add_tail(Counts::beyond_coins * clones.weight.upper);
}

}  // namespace

std::vector<Outcome> shuffled_answers(Bracket yes, Bracket other, Bracket rest, double users) {
    check(users);
    // A person who says less reveals less, so the probabilities of this instance may be rounded to
    // doubles.
    const double log_odds = log(rest.upper / (1 - Bracket(rest.upper))).upper;
    const Bracket r = 1 / (1 + exp(-Bracket(log_odds)));
    const Bracket p = yes.lower, q = rest == other ? r : Bracket(other.upper);
    const bool is_usual = users <= Counts::most_people && r.lower > 0 && r.upper < 1 &&
                          q.lower > 0 && q.upper < 1 && p.lower > q.upper;
    if (!is_usual) return {};

    const binomial::Law law{users, log_odds};
    const double mean = users * r.middle(), deviation = std::sqrt(mean * (1 - r.middle()));
    const double reach = Counts::reach_of_answers * deviation + Counts::reach_of_answers;
    const double low = std::max(0.0, std::floor(mean - reach));
    const double high = std::min(users, std::ceil(mean + reach));
    const double middle = std::clamp(std::floor(mean), low, high);
    const Bracket top = binomial::mass(law, middle);
    const Bracket odds = exp(Bracket(log_odds));
    // Of the counts if this person, too, had the value of all others.
    const auto ratio = [&](Bracket says_yes, Bracket count) {
        const Bracket share = count / users;
        return says_yes / r * share + (1 - says_yes) / (1 - r) * (1 - share);
    };
    // Counts from the middle outwards, some of them in one cell, with their mass and mean in plain
    // doubles of positive numbers: fewer than 3·10⁵ factors err by less than 1e-9 together.
    const Bracket about(1 - 1e-9, 1 + 1e-9);
    const double width = std::ceil((high - low + 1) / Counts::most_cells);
    std::vector<Outcome> pair;
    const auto add_cell = [&](Bracket mass, Bracket count) {
        const Bracket there = ratio(p, count), back = rest == other ? Bracket(1) : ratio(q, count);
        pair.push_back({mass * there, mass * back, log(there / back)});
    };
    const auto add = [&](double from, double last, double direction, double mass) {
        double sum = 0, moment = 0, start = from;
        for (double k = from; direction * (last - k) >= 0; k += direction) {
            sum += mass;
            moment += mass * std::abs(k - start);
            if (std::abs(k - start) + 1 == width || k == last) {
                if (sum > 0) add_cell(top * sum * about, start + direction * moment / sum * about);
                start = k + direction;
                sum = moment = 0;
            }
            mass *= direction > 0 ? (users - k) / (k + 1) * odds.middle()
                                  : k / (users - k + 1) / odds.middle();
        }
    };
    add(middle, high, 1, 1);
    add(middle - 1, low, -1, middle / (users - middle + 1) / odds.middle());
    if (low > 0) add_cell({0, binomial::between(law, 0, low - 1).upper}, {0, low});
    if (high < users) add_cell({0, binomial::between(law, high + 1, users).upper}, {high, users});
    return pair;
}

std::vector<Outcome> shuffled(Epsilon local, Epsilon others, double users) {
    check(users);
    if (others < local) {
        throw DomainError("epsilon of any two values", "at least that of one person",
                          others.value());
    }
    const std::vector<Clones> clones = clones_of(local, others, users);
    double mean = 0;
    for (const Clones& each : clones) mean += each.weight.upper * each.count;
    SymmetricLaw law(Counts::reach_of_grid / std::sqrt(mean + 1));
    for (const Clones& each : clones) add_counts(law, each);

    // P and Q have the densities 1 + θv and 1 - θv, θ = tanh(ε/2) = 1 - rest.
    const Bracket contrast = tanh(Bracket(local.value()) / 2);
    const Bracket rest = 2 / (1 + exp(Bracket(local.value())));
    std::vector<Outcome> above;
    for (std::size_t i = 1; i < SymmetricLaw::points; ++i) {
        const Bracket weight = law.weight(i);
        if (weight.upper == 0) continue;
        const double v = law.point(i);
        const Bracket less = (1 - Bracket(v)) + v * rest, more = (1 + Bracket(v)) - v * rest;
        Bracket loss = infinity;
        if (less.upper > 0) {
            loss = min(max(log1p(2 * contrast * v / less), 0), local.value());
        }
        above.push_back({weight * more, weight * less, loss});
    }
    std::vector<Outcome> pair = reversed(above);
    std::reverse(pair.begin(), pair.end());
    if (const Bracket weight = 2 * law.weight(0); weight.upper > 0) {
        pair.push_back({weight, weight, 0});
    }
    pair.insert(pair.end(), above.begin(), above.end());
    return pair;
}

}  // namespace mizan
