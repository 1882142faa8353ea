// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/lattice_line.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>
#include <span>

#include "mizan/inversion/line/tilted_number.hpp"
#include "mizan/numeric/angle.hpp"
#include "mizan/numeric/blockwise.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;
constexpr std::size_t fewest_nodes = 8;

// Whole numbers beyond are not all doubles.
constexpr double farthest = 0x1p52;

// The integrand of T1 falls like 1/c² for ever, and where ε is just below the largest loss its
// saddle lies far out. On a lattice nothing is gained beyond c = 40/H, where e^{-cH} has vanished;
// there the aliases fade within few cells.
Contour within_reach(const Contour& contour, double step, const Composition& parts,
                     double tolerance) {
    const double farthest_line = 40 / step;
    if (!(contour.c > farthest_line)) return contour;
    const double c = farthest_line, beyond = 2 * c, epsilon = contour.epsilon;
    const double wanted = -plain::log(tolerance) - contour.log_value;
    Contour nearer = contour;
    nearer.c = c;
    nearer.reference = beyond;
    nearer.log_scale = contour.log_value - log_moment(parts, c).middle() + c * epsilon;
    nearer.period =
        std::max(wanted, log_moment(parts, beyond).middle() - beyond * epsilon + wanted) / c;
    return nearer;
}

// 1/((1 - e^{-sH})(1 - e^{-(s+1)H})) at every node of half a period.
class Weights {
public:
    Weights(const RootsOfUnity& roots, double c, double step) : roots_{roots} {
        for (const double exponent : {c, c + 1}) {
            const double x = exponent * step;
            factors_.push_back({-plain::expm1(-x), plain::exp(-x), 48 + 2 * std::abs(x)});
        }
    }

    struct Weight {
        double real, imag, modulus;
        double error;  // of all, relative to the modulus, in units u
    };
    [[nodiscard]] Weight operator()(std::size_t j) const {
        double real = 1, imag = 0, product = 1, error = 0;
        for (const auto& [rest, power, doubt] : factors_) {
            // 1 - power·e^{-iθ}
            const double lift = power * roots_.imag(j), fall = -power * roots_.real(j);
            const double x = rest + fall, y = lift;
            const double modulus = std::sqrt(x * x + y * y);
            error += doubt * (std::abs(rest) + fall + std::abs(lift)) / modulus;
            const double next = real * x - imag * y;
            imag = real * y + imag * x;
            real = next;
            product *= modulus;
        }
        const double square = real * real + imag * imag;
        return {real / square, -imag / square, 1 / product, error + 16};
    }

private:
    struct Factor {
        double rest, power;  // 1 - e^{-x} and e^{-x}
        double doubt;
    };
    const RootsOfUnity& roots_;
    std::vector<Factor> factors_;
};

// Nodes of half a period that may still matter, with Φ of the parts so far.
class Survivors {
public:
    // A node is dropped once |Φ|·|weight| is below `negligible`.
    Survivors(const RootsOfUnity& roots, const Weights& weights, double negligible)
        : roots_{roots},
          negligible_{negligible},
          node(roots.size() / 2 + 1),
          real(node.size()),
          imag(node.size()),
          error(node.size()),
          modulus_(node.size()) {
        std::iota(node.begin(), node.end(), std::size_t{0});
        for (std::size_t j = 0; j < node.size(); ++j) {
            const auto weight = weights(j);
            modulus_[j] = weight.modulus * (1 + weight.error * u);
        }
    }

    void multiply(const TiltedNumber& number, double count) {
        // Where one transform costs less than all sums; its errors count once per run.
        constexpr double small_error = 1e-11, most_products = 4e6;
        const auto products = [&] {
            return static_cast<double>(number.size()) * static_cast<double>(node.size());
        };
        const auto size = static_cast<double>(roots_.size());
        if (products() > 8 * size * std::ilogb(size)) {
            const auto spectrum = number.spectrum(roots_);
            if (count * spectrum.error < small_error) return add(spectrum, count);
            drop([&](std::size_t i) {
                const double x = spectrum.real[node[i]], y = spectrum.imag[node[i]];
                const double modulus = std::sqrt(x * x + y * y);
                const double bound = (modulus + spectrum.error) * (1 + 16 * u);
                return bound < 1 ? count * plain::log(bound) * (1 - 16 * u) : 0.0;
            });
            if (products() > most_products) return add(spectrum, count);
        }
        add_blocks([&](std::span<const std::size_t> nodes) { return number.at(roots_, nodes); },
                   count);
    }

    [[nodiscard]] double left_out() const { return left_out_; }

private:
    void add(const TiltedNumber::Spectrum& spectrum, double count) {
        add_blocks(
            [&](std::span<const std::size_t> nodes) {
                Deviation z{};
                for (std::size_t j = 0; j < nodes.size(); ++j) {
                    z.real[j] = spectrum.real[nodes[j]] - 1;
                    z.imag[j] = spectrum.imag[nodes[j]];
                    z.error[j] = spectrum.error + u;
                }
                return z;
            },
            count);
    }

    template <class Block>
    void add_blocks(Block deviation, double count) {
        for (std::size_t at = 0; at < node.size(); at += lanes) {
            const std::size_t used = std::min(lanes, node.size() - at);
            add_log(deviation(std::span(node).subspan(at, used)), {}, 0, count, {real, imag, error},
                    at);
        }
        drop([](std::size_t) { return 0.0; });
    }

    // Forgets nodes at which nothing is left, also if log |Φ| is lower by log_more(i) ≤ 0 than
    // known.
    template <class More>
    void drop(More log_more) {
        std::size_t kept = 0;
        for (std::size_t i = 0; i < node.size(); ++i) {
            const double log_bound = real[i] + error[i] + log_more(i);
            const double share = plain::exp(log_bound) * modulus_[i] * (1 + 16 * u) + 0x1p-1060;
            if (share < negligible_) {
                left_out_ += 2 * share;
                continue;
            }
            node[kept] = node[i];
            real[kept] = real[i];
            imag[kept] = imag[i];
            error[kept] = error[i];
            modulus_[kept++] = modulus_[i];
        }
        for (auto* each : {&real, &imag, &error, &modulus_}) each->resize(kept);
        node.resize(kept);
    }

    const RootsOfUnity& roots_;
    double negligible_, left_out_ = 0;

public:
    std::vector<std::size_t> node;
    std::vector<double> real, imag, error;  // as in LogNodes

private:
    std::vector<double> modulus_;
};

}  // namespace

std::optional<LatticeLine> LatticeLine::along(const Lattice& lattice, const Composition& parts,
                                              const Contour& suggested, double tolerance,
                                              std::size_t most) {
    const Contour contour = within_reach(suggested, lattice.step, parts, tolerance);
    const double wanted = contour.period / lattice.step;
    if (!(wanted <= static_cast<double>(most))) return std::nullopt;
    const auto size = std::bit_ceil(std::max(fewest_nodes, static_cast<std::size_t>(wanted) + 1));
    LatticeLine line(lattice, parts, contour, size);
    const double negligible =
        tolerance * plain::exp(contour.log_scale) / -plain::expm1(-lattice.step);
    line.take_nodes(lattice, negligible);
    if (!std::isfinite(line.error_)) return std::nullopt;
    return line;
}

LatticeLine::LatticeLine(const Lattice& lattice, const Composition& parts, const Contour& contour,
                         std::size_t size)
    : step_{lattice.step},
      offset_{lattice.offset},
      doubt_{lattice.doubt},
      c_{contour.c},
      infinite_mass_{infinite_mass(parts)},
      log_moment_{log_moment(parts, c_) + Bracket(-1, 1) * std::abs(c_) * doubt_},
      aliases_{aliases_along(
          contour, (2 * constant::pi() / (Bracket(static_cast<double>(size)) * step_)).upper,
          parts)},
      roots_(size) {
    aliases_.reference_log_moment =
        (aliases_.reference_log_moment + Bracket(aliases_.reference) * doubt_).upper;
}

// Rounding, in units u (docs/proofs/lattice.md): exp, sine and cosine 17, the product with the
// weight 19 besides its own error, the turn 80.
void LatticeLine::take_nodes(const Lattice& lattice, double negligible) {
    const Weights weights(roots_, c_, step_);
    Survivors found(roots_, weights, negligible);
    for (const Lattice::Part& part : lattice.parts) {
        const TiltedNumber number(part.points, c_, step_);
        centre_ += static_cast<std::int64_t>(part.count) * number.centre();
        found.multiply(number, part.count);
    }
    node_ = std::move(found.node);
    real_.resize(node_.size());
    imag_.resize(node_.size());
    double size = 0;
    error_ = found.left_out();
    for (std::size_t i = 0; i < node_.size(); ++i) {
        const std::size_t j = node_[i];
        const auto weight = weights(j);
        const double modulus =
            plain::exp(found.real[i]) * (j == 0 || 2 * j == roots_.size() ? 1.0 : 2.0);
        const double x = modulus * plain::cos(found.imag[i]),
                     y = modulus * plain::sin(found.imag[i]);
        real_[i] = x * weight.real - y * weight.imag;
        imag_[i] = x * weight.imag + y * weight.real;
        const double term = modulus * weight.modulus;
        size += term;
        error_ += term * (plain::expm1(found.error[i]) + u * (128 + weight.error));
    }
    const auto nodes = static_cast<double>(node_.size());
    error_ = (error_ + 2 * u * additions(node_.size()) * size + nodes * 0x1p-1060) *
             (1 + 4 * u * nodes + 1e-9);
}

Bracket LatticeLine::point(std::int64_t m) const {
    return Bracket(static_cast<double>(m)) * step_ + offset_;
}

double LatticeLine::sum(std::int64_t m) const {
    const auto known = std::ranges::find(known_, m, &Known::m);
    if (known != known_.end()) return known->sum;
    constexpr std::size_t most_known = 16;
    if (known_.size() == most_known) known_.erase(known_.begin());
    known_.push_back({m, computed_sum(m)});
    return known_.back().sum;
}

double LatticeLine::computed_sum(std::int64_t m) const {
    const auto turns = static_cast<std::uint64_t>(centre_ - m);
    return blockwise(node_.size(), [&](std::size_t i) {
        const std::size_t place = roots_.place(static_cast<std::uint64_t>(node_[i]) * turns);
        return real_[i] * (1 + roots_.real(place)) - imag_[i] * roots_.imag(place);
    });
}

Bracket LatticeLine::delta_at(std::int64_t m) const {
    const Bracket scale = -expm1(-Bracket(step_)) / static_cast<double>(roots_.size()) *
                          exp(log_moment_ - c_ * point(m + 1));
    const Bracket integral = scale * (Bracket(sum(m + 1)) + Bracket(-error_, error_));
    const Bracket x = point(m), grown = exp(Bracket(doubt_));
    const Bracket alias =
        c_ > 0 ? Bracket(0, aliases_.bound(x.lower)) : grown * Bracket(0, aliases_.bound(x.upper));
    const Bracket delta =
        (c_ > 0 ? infinite_mass_ - alias : mass_left_of_zero(infinite_mass_) + alias) + integral;
    // Whatever the sum says, δ lies between the infinite mass and 1.
    const double lower = std::clamp(delta.lower, std::max(0.0, infinite_mass_.lower), 1.0);
    return {lower, std::clamp(delta.upper, lower, 1.0)};
}

Bracket LatticeLine::delta(double epsilon) const {
    if (is_far(epsilon)) {
        return {std::max(0.0, infinite_mass_.lower), 1};
    }
    const auto index = [&](double at) {
        return static_cast<std::int64_t>(std::floor((at - offset_) / step_));
    };
    // δ at ε + ρ by a cell that ends there or later, at ε - ρ by one that begins there or sooner.
    // Where they lie beyond the other end, δ at that end is a bound, because δ falls.
    const double later = (Bracket(epsilon) + doubt_).upper;
    std::int64_t last = index(later);
    while (point(last + 1).lower < later) ++last;
    const double sooner = (Bracket(epsilon) - doubt_).lower;
    std::int64_t first = index(sooner);
    while (point(first).upper > sooner) --first;

    const Bracket last_begin = delta_at(last), last_end = delta_at(last + 1);
    const Bracket first_begin = first == last ? last_begin : delta_at(first);
    const Bracket first_end = first == last ? last_end : delta_at(first + 1);
    const auto between = [&](std::int64_t cell, double at, double begin, double end) {
        const Bracket share = expm1(at - point(cell + 1)) / expm1(-Bracket(step_));
        return min(max(share, 0), 1) * (Bracket(begin) - end) + end;
    };
    const double lower = between(last, later, last_begin.lower, last_end.lower).lower;
    const double upper = between(first, sooner, first_begin.upper, first_end.upper).upper;
    return {std::max(lower, 0.0), std::clamp(upper, std::max(lower, 0.0), 1.0)};
}

bool LatticeLine::is_far(double epsilon) const {
    return !(std::abs(epsilon - offset_) < step_ * farthest);
}

double LatticeLine::estimate_at(std::int64_t m) const {
    const double next = static_cast<double>(m + 1) * step_ + offset_;
    return (c_ > 0 ? infinite_mass_.middle() : 1) +
           -plain::expm1(-step_) / static_cast<double>(roots_.size()) *
               plain::exp(log_moment_.middle() - c_ * next) * sum(m + 1);
}

Line::Estimate LatticeLine::estimate(double epsilon) const {
    const double cells = std::floor((epsilon - offset_) / step_);
    if (is_far(epsilon)) return {epsilon < offset_ ? 1 : infinite_mass_.middle(), 0};
    const auto m = static_cast<std::int64_t>(cells);
    const double from = estimate_at(m), to = estimate_at(m + 1);
    const double past = epsilon - ((cells + 1) * step_ + offset_), one = -plain::expm1(-step_);
    return {to + (from - to) * -plain::expm1(past) / one, -(from - to) * plain::exp(past) / one};
}

double LatticeLine::near_root(double guess, double delta) const {
    if (is_far(guess)) return guess;
    constexpr std::int64_t longest_stride = std::int64_t{1} << 40;
    const auto start = static_cast<std::int64_t>(std::floor((guess - offset_) / step_));
    const auto is_low = [&](std::int64_t m) { return estimate_at(m) > delta; };
    // δ(x_low) > delta ≥ δ(x_high)
    std::int64_t low = start, high = start;
    std::int64_t stride = 1;
    if (is_low(start)) {
        for (; stride < longest_stride && is_low(high += stride); stride *= 2) low = high;
    } else {
        for (; stride < longest_stride && !is_low(low -= stride); stride *= 2) high = low;
    }
    while (high - low > 1) {
        const std::int64_t middle = low + (high - low) / 2;
        (is_low(middle) ? low : high) = middle;
    }
    const double from = estimate_at(low), to = estimate_at(high);
    const double share = std::clamp((delta - to) / (from - to), 0.0, 1.0);
    const double past = plain::log1p(share * plain::expm1(-step_));  // the end of the cell
    return static_cast<double>(high) * step_ + offset_ + std::max(past, -step_);
}

}  // namespace mizan::inversion
