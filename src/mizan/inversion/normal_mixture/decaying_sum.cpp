// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/normal_mixture/decaying_sum.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/wide.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;
constexpr std::size_t chunk = 16;

struct Complex {
    double real = 0, imag = 0;
};

Complex operator*(Complex x, Complex y) {
    return {x.real * y.real - x.imag * y.imag, x.real * y.imag + x.imag * y.real};
}

void operator+=(Complex& x, Complex y) {
    x.real += y.real;
    x.imag += y.imag;
}

// (1 + x)(1 + y) - 1.
Complex both_turns(Complex x, Complex y) {
    const Complex product = x * y;
    return {x.real + (y.real + product.real), x.imag + (y.imag + product.imag)};
}

// e^{-fade + i·angle} is fall (1 + turn). Where it is near 1 its distance from 1 keeps its digits;
// where it is small the product does.
struct Turn {
    double fallen;  // e^{-fade} - 1
    double fall;    // e^{-fade}
    Complex turn;   // e^{i·angle} - 1

    [[nodiscard]] Complex less_one() const { return both_turns({fallen, 0}, turn); }
    [[nodiscard]] Complex of(Complex x) const {
        x += x * turn;
        return {x.real * fall, x.imag * fall};
    }
};

Turn turn_by(double fade, double angle) {
    const double sine = plain::sin(angle / 2), cosine = plain::cos(angle / 2);
    const Complex turn{-2 * sine * sine, 2 * sine * cosine};
    if (fade > 0.5) {
        const double fall = plain::exp(-fade);
        return {fall - 1, fall, turn};
    }
    const double fallen = plain::expm1(-fade);
    return {fallen, 1 + fallen, turn};
}

struct Eight {
    Lanes real{}, imag{};
};

// A point on its way along the nodes; e^{iωz} is looked at as its distance from 1.
struct Walker {
    DecayingPoint point;
    double size = 0;       // |e^l|
    Complex weight{};      // e^l
    Complex at_block{};    // the term at the first node of the block
    Complex block_step{};  // e^{8i·step·z} - 1
    Eight in_block{};      // e^{i t·step·z} - 1
};

Walker start(const DecayingPoint& point, double step) {
    const auto turn = [&](double nodes) {
        return turn_by(nodes * step * point.rate, nodes * step * point.distance).less_one();
    };
    const Complex y1 = turn(1), y2 = turn(2), y4 = turn(4), y3 = both_turns(y2, y1);
    const std::array<Complex, lanes> y{
        Complex{}, y1, y2, y3, y4, both_turns(y4, y1), both_turns(y4, y2), both_turns(y4, y3)};
    const double size = plain::exp(point.log_weight);
    Walker walker{.point = point,
                  .size = size,
                  .weight = {size * plain::cos(point.angle), size * plain::sin(point.angle)},
                  .block_step = turn(8)};
    for (std::size_t t = 0; t < lanes; ++t) {
        walker.in_block.real[t] = y[t].real;
        walker.in_block.imag[t] = y[t].imag;
    }
    return walker;
}

// The sum of all terms at the first node of a block, and what is added to it on the way to each of
// its nodes and to the next block.
struct Block {
    Complex sum;
    Eight in_block;
    Complex to_next;
};

// The terms move on to the next block.
MIZAN_WIDE Block next_block(std::vector<Walker>& walkers) {
    Block total;
    for (std::size_t begin = 0; begin < walkers.size(); begin += chunk) {
        Eight partial;
        Complex sum, to_next;
        const std::size_t end = std::min(begin + chunk, walkers.size());
        for (std::size_t j = begin; j < end; ++j) {
            Walker& walker = walkers[j];
            const auto [real, imag] = walker.at_block;
            const Eight& y = walker.in_block;
            for (std::size_t t = 0; t < lanes; ++t) {
                partial.real[t] += real * y.real[t] - imag * y.imag[t];
                partial.imag[t] += real * y.imag[t] + imag * y.real[t];
            }
            const Complex step = walker.at_block * walker.block_step;
            sum += walker.at_block;
            to_next += step;
            walker.at_block += step;
        }
        for (std::size_t t = 0; t < lanes; ++t) {
            total.in_block.real[t] += partial.real[t];
            total.in_block.imag[t] += partial.imag[t];
        }
        total.sum += sum;
        total.to_next += to_next;
    }
    return total;
}

// A bound of what a sum is off from some frequency on, in units u.
struct Errors {
    double constant = 0;
    double slope = 0;  // per unit of frequency

    [[nodiscard]] double at(double omega) const { return constant + omega * slope; }
};

// All terms, worked out anew now and then. φ - 1 is known in two ways: as the sum of all
// e^l (e^{iωz} - 1), which keeps its digits where φ is near 1; and as the sum of the terms less 1,
// of which little is lost where the terms have fallen.
class DecayingSum {
public:
    DecayingSum(const DecayingPoints& points, double step)
        : step_{step}, negligible_{points.negligible} {
        walkers_.reserve(points.point.size());
        for (const DecayingPoint& point : points.point) walkers_.push_back(start(point, step));
    }

    void restart(double omega) {
        deviation_ = {-gone_.real, -gone_.imag};
        from_one_ = {gone_error_, 0};
        from_zero_ = {2, 0};
        const std::size_t chunks = walkers_.size() / chunk;
        const auto sums = static_cast<double>(chunk + 10 + chunks);
        std::size_t kept = 0;
        Complex partial;
        for (Walker& walker : walkers_) {
            const DecayingPoint& point = walker.point;
            const Turn turn = turn_by(omega * point.rate, omega * point.distance);
            const double whole = walker.size, size = whole * turn.fall;
            const double relative =
                point.weight_error + std::abs(point.log_weight) + 2 * std::abs(point.angle) + sums;
            if (size < negligible_) {
                dropped_ += size;
                gone_ += walker.weight;
                gone_error_ += whole * (relative + 64);
                deviation_ += {-walker.weight.real, -walker.weight.imag};
                from_one_.constant += whole * (relative + 64);
                continue;
            }
            walker.at_block = turn.of(walker.weight);
            partial += walker.weight * turn.less_one();
            // |e^{iωz} - 1| is at most ω|z|, and at most 2.
            const double reach = std::abs(point.distance) + point.rate;
            const double span = omega * reach > 2 ? 2 / omega : reach;
            const double of_place = point.distance_error + 3 * reach;
            const double of_steps = 64 + 264 * std::min(2.0, lanes * step_ * reach);
            from_one_.slope +=
                whole * span * (relative + 64) + size * (of_place + reach * (of_steps + sums));
            from_zero_.constant += size * (relative + of_steps);
            from_zero_.slope += size * of_place;
            walkers_[kept++] = walker;
            if (kept % chunk == 0) {
                deviation_ += partial;
                partial = {};
            }
        }
        walkers_.resize(kept);
        deviation_ += partial;
    }

    // φ - 1 at the eight nodes of a block, but for what was left out.
    void next(const Lanes& omega, Deviation& found) {
        const Block block = next_block(walkers_);
        const double last = omega.back();
        const bool is_near = from_one_.at(last) < from_zero_.at(last);
        const Complex base = is_near ? deviation_ : Complex{block.sum.real - 1, block.sum.imag};
        const Errors& errors = is_near ? from_one_ : from_zero_;
        for (std::size_t t = 0; t < lanes; ++t) {
            found.real[t] = base.real + block.in_block.real[t];
            found.imag[t] = base.imag + block.in_block.imag[t];
            found.error[t] = dropped_ + u * errors.at(omega[t]);
        }
        deviation_ += block.to_next;
    }

private:
    double step_, negligible_;
    std::vector<Walker> walkers_;
    Complex deviation_;  // φ - 1 at the first node of the block
    Errors from_one_, from_zero_;
    double dropped_ = 0;  // at least the sum of the terms that were dropped
    Complex gone_;        // Σ e^l of these
    double gone_error_ = 0;
};

}  // namespace

bool DecayingPoints::is_of_first_order() const {
    return std::ranges::all_of(
        point, [](const DecayingPoint& each) { return each.weight_error * u < 1e-3; });
}

void add_log_characteristic(const DecayingPoints& points, double step, std::size_t first,
                            double count, LogNodes sum) {
    double farthest = 0;
    for (const DecayingPoint& point : points.point) {
        farthest = std::max({farthest, std::abs(point.distance), point.rate});
    }
    DecayingSum terms(points, step);
    for (std::size_t at = 0, block = 0; at < sum.size(); at += lanes, ++block) {
        Lanes omega;
        for (std::size_t t = 0; t < lanes; ++t) {
            omega[t] = static_cast<double>(first + at + t) * step;
        }
        if (block % blocks_between_sines == 0) terms.restart(omega.front());
        Deviation deviation;
        terms.next(omega, deviation);
        for (std::size_t t = 0; t < lanes; ++t) {
            if (points.conjugate) deviation.imag[t] = -deviation.imag[t];
            deviation.error[t] = 1.01 * (points.omitted + deviation.error[t]);
        }
        if (!(omega.back() * farthest < largest_angle_of_sums && deviation.error.back() < 0.01)) {
            forget(deviation);
        }
        add_log(deviation, omega, 0, count, sum, at);
    }
}

}  // namespace mizan::inversion
