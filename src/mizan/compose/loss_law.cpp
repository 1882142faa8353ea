// SPDX-License-Identifier: Apache-2.0
#include "mizan/compose/loss_law.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/rounding.hpp"

namespace mizan::compose {

// Why it is sound. For a list of outcomes with masses (p_i, q_i), which need not sum to 1,
// δ(ε) = Σ (p_i - e^ε q_i)₊. It grows with every p_i and falls with every q_i, before and after
// composition (which multiplies masses); replacing one outcome by two whose p add up to no less and
// whose q add up to no more does not lower it, because (x)₊ + (y)₊ ≥ (x + y)₊; merging does not
// raise it. So pessimistically p is rounded up, q down and outcomes are split; optimistically p is
// rounded down, q up and outcomes are merged. The two parts of a split are each rounded up, their p
// and q together: allowed too, since (1 + η)(p - e^ε q)₊ only grows with η ≥ 0. Weights are rounded
// in these directions; sums and products of lattice values are rounded to nearest, and since all
// terms are positive their relative error is at most (1 + u)^roundings_ with u = 2^-53, charged in
// delta(). Pessimistically it scales p and q together, so it is relative to δ; optimistically it is
// relative to p and q themselves. Products that underflow lose at most the least subnormal each,
// counted in underflow_.

namespace {

constexpr double u = unit_roundoff;
constexpr double largest_index = 0x1p30;

// The relative error of a term of δ. The difference of losses, exp or expm1 of it, the product and
// the sum add a few units of rounding each.
constexpr double term_error = 0x1p-47;

// A sum of doubles that is off by no more than about two roundings, however many terms it has.
class CarefulSum {
public:
    void add(double x) {
        const double next = sum_ + x, part = next - sum_;
        error_ += (sum_ - (next - part)) + (x - part);
        sum_ = next;
    }
    [[nodiscard]] double value() const { return sum_ + error_; }

private:
    double sum_ = 0, error_ = 0;
};

double sum_of(const std::vector<double>& values) {
    CarefulSum sum;
    for (const double x : values) sum.add(x);
    return sum.value();
}

}  // namespace

// An outcome moves every lattice point by `offset`, with weights for p and for the scaled q. An
// offset past the lattice stands for an infinite loss.
struct LossLaw::Tap {
    std::optional<std::int64_t> offset;
    double p;
    double scaled_q;
};

// Taps of equal offset in one, rounded up or down like each of them.
std::vector<LossLaw::Tap> LossLaw::merged(std::vector<Tap> taps) const {
    std::stable_sort(taps.begin(), taps.end(),
                     [](const Tap& a, const Tap& b) { return a.offset < b.offset; });
    std::vector<Tap> result;
    for (const Tap& tap : taps) {
        if (result.empty() || result.back().offset != tap.offset) {
            result.push_back(tap);
            continue;
        }
        Tap& sum = result.back();
        const Bracket p = Bracket(sum.p) + tap.p;
        sum.p = side_ == Side::pessimistic ? p.upper : p.lower;
        sum.scaled_q = (Bracket(sum.scaled_q) + tap.scaled_q).upper;
    }
    return result;
}

LossLaw::LossLaw(Side side, Resolution resolution)
    : side_{side},
      spacing_{std::ldexp(1.0, std::ilogb(resolution.spacing.value()))},
      limit_{static_cast<std::int64_t>(
          std::min(std::ceil(resolution.reach.value() / spacing_), largest_index))},
      negligible_{resolution.negligible.value()} {
    if (side_ == Side::optimistic) scaled_q_ = {1.0};
}

double LossLaw::loss(std::size_t i) const {
    return static_cast<double>(first_ + static_cast<std::int64_t>(i)) * spacing_;
}

std::vector<LossLaw::Tap> LossLaw::taps_of(const Atoms& atoms) const {
    std::vector<Tap> taps;
    const double furthest = 2 * static_cast<double>(limit_);
    for (const auto& [probability, loss] : atoms) {
        if (side_ == Side::pessimistic) {
            const double p = probability.upper, index = std::floor(loss.upper / spacing_);
            if (p == 0) continue;
            if (index >= furthest) {
                taps.push_back({std::nullopt, p, 0});
            } else if (index < -furthest) {
                taps.push_back({-2 * limit_, p, p});
            } else {
                // Onto both neighbours, so that p and q = p e^-loss are preserved.
                const Bracket past = Bracket(loss.upper) - Bracket(index) * spacing_;
                const double share =
                    std::min((expm1(-past) / expm1(Bracket(-spacing_))).upper, 1.0);
                const double above = (Bracket(p) * share).upper;
                const double below = (Bracket(p) * (1 - Bracket(share))).upper;
                const auto offset = static_cast<std::int64_t>(index);
                if (below > 0) taps.push_back({offset, below, below});
                if (above > 0) taps.push_back({offset + 1, above, above});
            }
        } else {
            const double p = probability.lower;
            if (p == 0) continue;
            if (loss.lower == infinity) {
                taps.push_back({std::nullopt, p, 0});
                continue;
            }
            const double index =
                std::clamp(std::round(loss.middle() / spacing_), -furthest, furthest);
            const Bracket shift = Bracket(index) * spacing_ - loss;
            const double scaled_q = (probability * exp(shift)).upper;
            if (scaled_q == infinity) continue;
            taps.push_back({static_cast<std::int64_t>(index), p, scaled_q});
        }
    }
    return merged(std::move(taps));
}

void LossLaw::compose(const Atoms& atoms, double runs) {
    const std::vector<Tap> taps = taps_of(atoms);
    for (double run = 0; run < runs; ++run) compose_once(taps);
}

void LossLaw::compose_once(const std::vector<Tap>& taps) {
    std::int64_t lowest = 0, highest = 0;
    bool any = false;
    CarefulSum total, infinite;
    double total_q = 0;
    for (const Tap& tap : taps) {
        total.add(tap.p);
        total_q += tap.scaled_q;
        if (!tap.offset) {
            infinite.add(tap.p);
            continue;
        }
        lowest = any ? std::min(lowest, *tap.offset) : *tap.offset;
        highest = any ? std::max(highest, *tap.offset) : *tap.offset;
        any = true;
    }
    infinite_ =
        infinite_ * total.value() + (infinite.value() > 0 ? infinite.value() * sum_of(p_) : 0.0);
    const auto convolve = [&](std::vector<double>& values, double Tap::*weight) {
        std::vector<double> result(values.size() + static_cast<std::size_t>(highest - lowest));
        for (const Tap& tap : taps) {
            if (!tap.offset) continue;
            double* out = result.data() + (*tap.offset - lowest);
            const double factor = tap.*weight;
            for (std::size_t i = 0; i < values.size(); ++i) out[i] += factor * values[i];
        }
        values = std::move(result);
    };
    convolve(p_, &Tap::p);
    if (side_ == Side::optimistic) convolve(scaled_q_, &Tap::scaled_q);
    first_ += lowest;
    underflow_ = underflow_ * std::max({1.0, total.value(), total_q}) +
                 2 * static_cast<double>(taps.size()) * static_cast<double>(p_.size() + 1);
    roundings_ += static_cast<double>(taps.size()) + 8;
    cut_tails();
}

// Cuts off losses that are negligible or out of reach. At the top they count as an infinite loss or
// as nothing, at the bottom as the lowest loss that is kept or as nothing. Optimistically, losses
// out of reach at the top are merged into the highest loss that is kept.
void LossLaw::cut_tails() {
    const auto last_of = [&] { return first_ + static_cast<std::int64_t>(p_.size()) - 1; };
    const bool pessimistic = side_ == Side::pessimistic;
    CarefulSum top, bottom;
    while (p_.size() > 1) {
        const bool out_of_reach = last_of() > limit_;
        if (!out_of_reach && top.value() + p_.back() > negligible_) break;
        if (pessimistic || !out_of_reach) {
            top.add(p_.back());
        } else {
            p_[p_.size() - 2] += p_.back();
            scaled_q_[p_.size() - 2] += scaled_q_.back() * plain::exp(-spacing_);
            roundings_ += 8;
        }
        p_.pop_back();
        if (!pessimistic) scaled_q_.pop_back();
    }
    std::size_t cut = 0;
    while (cut + 1 < p_.size()) {
        const bool out_of_reach = first_ + static_cast<std::int64_t>(cut) < -limit_;
        if (!out_of_reach && bottom.value() + p_[cut] > negligible_) break;
        bottom.add(p_[cut++]);
    }
    const auto drop = [cut](std::vector<double>& values) {
        values.erase(values.begin(), values.begin() + static_cast<std::ptrdiff_t>(cut));
    };
    drop(p_);
    if (!pessimistic) drop(scaled_q_);
    first_ += static_cast<std::int64_t>(cut);
    if (pessimistic) {
        infinite_ += top.value();
        p_.front() += bottom.value();
    }
}

double LossLaw::rounding_error() const {
    const double small = roundings_ * u;
    return small < 0.5 ? 2 * small : infinity;
}

double LossLaw::delta(Epsilon epsilon) const {
    CarefulSum sum, size;
    for (std::size_t i = p_.size(); i-- > 0 && loss(i) > epsilon.value();) {
        if (p_[i] == 0) continue;  // a few outcomes use few points of the lattice
        const double distance = loss(i) - epsilon.value();
        if (side_ == Side::pessimistic) {
            sum.add(p_[i] * -plain::expm1(-distance));
        } else {
            const double shared = scaled_q_[i] * plain::exp(-distance);
            if (!(p_[i] > shared)) continue;  // also where q has overflowed
            sum.add(p_[i] - shared);
            size.add(p_[i] + (1 + distance) * shared);  // exp doubts its own argument
        }
    }
    const double error = rounding_error();
    const double underflow = 2 * (underflow_ + 2 * static_cast<double>(p_.size())) *
                             std::numeric_limits<double>::denorm_min();
    if (side_ == Side::pessimistic) {
        const double bound =
            (infinite_ + sum.value() * (1 + term_error)) * (1 + 2 * error) + underflow;
        return std::min(rounding::widen_up(bound, 4), 1.0);
    }
    const double bound =
        infinite_ * (1 - 2 * error) + sum.value() - (term_error + error) * size.value() - underflow;
    return std::clamp(rounding::widen_down(bound, 4), 0.0, 1.0);
}

// With w = e^-spacing, from the highest point down: B = q + w B' and, where q = p, δ = δ' + (1 - w)
// B'. All terms are positive. w and 1 - w are off by at most 8 units u = 2^-53, so after n points B
// is off by less than 12 n u of it and δ by less than 15 (n + 1) u; what underflows is less than n²
// least subnormals.
LossLaw::Profile LossLaw::profile() const {
    // A sum of larger numbers might overflow.
    constexpr double largest = 1e300;
    const auto count = static_cast<double>(p_.size());
    Profile result;
    result.side_ = side_;
    result.spacing_ = spacing_;
    result.first_ = static_cast<double>(first_);
    result.infinite_ = infinite_;
    result.error_ = rounding_error() + 16 * (count + 1) * u;
    result.underflow_ =
        2 * (underflow_ + (count + 2) * (count + 2)) * std::numeric_limits<double>::denorm_min();
    result.tails_.resize(p_.size() + 1);
    const double w = plain::exp(-spacing_), rest = -plain::expm1(-spacing_);
    for (std::size_t i = p_.size(); i-- > 0;) {
        const Profile::Tail& above = result.tails_[i + 1];
        const double q = side_ == Side::pessimistic ? p_[i] : scaled_q_[i];
        Profile::Tail& here = result.tails_[i];
        here = {above.p, w * above.scaled_q, above.delta + rest * above.scaled_q};
        if (!(q <= largest)) continue;  // left out, optimistically
        here.p += p_[i];
        here.scaled_q += q;
    }
    return result;
}

// What the outcomes from one point on tell, whichever point that is.
double LossLaw::Profile::at_least(std::size_t tail, double epsilon) const {
    const double loss = (first_ + static_cast<double>(tail)) * spacing_;
    const double distance = loss - epsilon, shared = tails_[tail].scaled_q * plain::exp(-distance);
    const double size = tails_[tail].p + (1 + std::abs(distance)) * shared;
    return tails_[tail].p - shared - (term_error + error_) * size;
}

double LossLaw::Profile::delta(Epsilon epsilon) const {
    const auto last = static_cast<double>(tails_.size() - 1);
    const double above = std::floor(epsilon.value() / spacing_) + 1 - first_;
    if (!(above < last)) {
        return side_ == Side::pessimistic
                   ? std::min(rounding::widen_up(infinite_ * (1 + 2 * error_) + underflow_, 4), 1.0)
                   : std::max(rounding::widen_down(infinite_ * (1 - 2 * error_) - underflow_, 4),
                              0.0);
    }
    const auto tail = static_cast<std::size_t>(std::max(above, 0.0));
    if (side_ == Side::pessimistic) {
        const double loss = (first_ + static_cast<double>(tail)) * spacing_;
        const double distance = std::max(0.0, loss - epsilon.value());
        const double sum = tails_[tail].delta + tails_[tail].scaled_q * -plain::expm1(-distance);
        const double bound = (infinite_ + sum * (1 + term_error)) * (1 + 2 * error_) + underflow_;
        return std::min(rounding::widen_up(bound, 4), 1.0);
    }
    const double best =
        std::max(at_least(tail, epsilon.value()), at_least(tail + 1, epsilon.value()));
    const double bound = infinite_ * (1 - 2 * error_) + std::max(best, 0.0) - underflow_;
    return std::clamp(rounding::widen_down(bound, 4), 0.0, 1.0);
}

// Where δ falls to `delta`, to about the precision of doubles: down from the top until it is
// passed, and on below the lowest point.
double LossLaw::guess_epsilon(double delta) const {
    const double w = plain::exp(-spacing_), target = delta - infinite_;
    const std::vector<double>& q = side_ == Side::pessimistic ? p_ : scaled_q_;
    double reached = 0, shared = 0;
    const auto below = [&](std::size_t i) {
        return std::max(0.0, loss(i) - spacing_ + plain::log((reached - target) / shared));
    };
    for (std::size_t i = p_.size(); i-- > 0;) {
        reached += p_[i];
        shared = w * (q[i] + shared);
        if (reached - shared >= target) return below(i);
    }
    return reached > target ? below(0) : 0;
}

double LossLaw::epsilon(Delta delta) const {
    const double target = delta.value(), top = std::max(loss(p_.size() - 1), 0.0);
    const bool pessimistic = side_ == Side::pessimistic;
    if (this->delta(Epsilon{top}) > target) return infinity;
    if (this->delta(Epsilon{0.0}) <= target) return 0;
    // The guess is moved until an evaluation confirms it.
    const double guess = std::clamp(guess_epsilon(target), 0.0, top);
    for (double step = 0x1p-46; step < 1; step *= 8) {
        const double move = step * (guess + spacing_);
        const double candidate = std::clamp(pessimistic ? guess + move : guess - move, 0.0, top);
        const double there = this->delta(Epsilon{candidate});
        if (pessimistic ? there <= target : there > target) return candidate;
    }
    return pessimistic ? top : 0;
}

}  // namespace mizan::compose
