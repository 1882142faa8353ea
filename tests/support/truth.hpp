// SPDX-License-Identifier: Apache-2.0
// δ(ε) of a composition to forty digits, in ball arithmetic and sharing no line with the engine: by
// inversion where some loss is smooth,
//
//     δ(ε) = P(L = inf) + 1/(2πi) ∫_{Re s = c} M(s) e^{-sε} / (s(s+1)) ds,     c > 0,
//
// and by enumeration where all losses are those of responses.
#pragma once

#include <cmath>
#include <limits>
#include <optional>
#include <vector>

#include "support/truth_parts.hpp"

namespace mizan::oracle {

using Wide = BallOf<256>;
using TruthParts = std::vector<TruthPart>;

/// P(L = inf).
inline Wide infinite_mass(const TruthParts& parts) {
    Wide finite(1);
    for (const TruthPart& part : parts) {
        if (part.kind == TruthPart::Kind::response) {
            finite *= pow(Wide(1) - Wide(part.second), part.count);
        }
    }
    return Wide(1) - finite;
}

/// δ of one line, near the epsilon for which it was made.
class TruthLine {
public:
    static constexpr double wanted_digits = 41, most_nodes = 1200;

    /// Empty where the line would take too long. `delta` is about δ(epsilon), or above it.
    static std::optional<TruthLine> at(const TruthParts& parts, bool add, double epsilon,
                                       double delta) {
        TruthLine line;
        line.infinite_ = infinite_mass(parts);
        if (!line.choose(parts, add, epsilon, delta)) return std::nullopt;
        double runs = 0;
        for (const TruthPart& part : parts) runs += static_cast<double>(part.count);
        double highest = line.end(parts, add);
        for (int attempt = 0; attempt < 2; ++attempt, highest *= 1.4) {
            if (!(highest * line.period_ < 2 * M_PI * most_nodes)) break;
            if (line.sum(parts, add, highest, line.needed_ + std::log(runs))) return line;
        }
        return std::nullopt;
    }

    [[nodiscard]] Wide delta(double epsilon) const {
        const Wide e(epsilon), c(c_), i(0, 1), turn = exp(-i * step_ * e);
        Wide power(1), sum;
        for (const Wide& term : term_) {
            sum += term * power;
            power *= turn;
        }
        const Wide integral = step_ / Wide::pi() * exp(-c * e) * real_part(sum);
        const Wide left = exp(-c * Wide(period_)), beyond(reference_);
        const Wide right = exp(-(beyond - c) * Wide(period_));
        const Wide kappa = exp(beyond * log(beyond) - (Wide(1) + beyond) * log(Wide(1) + beyond));
        const Wide chernoff = kappa * reference_moment_ * exp(-beyond * e);
        return (infinite_ + integral)
            .widened(left / (Wide(1) - left))
            .widened(chernoff * right / (Wide(1) - right))
            .widened(exp(-c * e) * tail_);
    }

private:
    // log M(c), rough.
    static double log_moment(const TruthParts& parts, bool add, double c) {
        double sum = 0;
        for (const TruthPart& part : parts) {
            TruthTransform<64> transform(part, add, {c, 0, 0, 12});
            if (!transform.is_feasible()) return std::numeric_limits<double>::infinity();
            sum += static_cast<double>(part.count) * transform.next().log_size();
        }
        return sum;
    }

    static double log_kappa(double c) { return c * std::log(c) - (1 + c) * std::log1p(c); }

    // The c of the least Chernoff bound, or somewhat less, with the period that keeps the aliases
    // below 10^-digits.
    bool choose(const TruthParts& parts, bool add, double epsilon, double delta) {
        const double wanted = wanted_digits * std::log(10.0) + 5 - std::log(delta);
        const auto chernoff = [&](double c) {
            return log_moment(parts, add, c) - c * epsilon + log_kappa(c);
        };
        // Convex, so a walk downhill ends at its least value.
        double best = 1, least = chernoff(best);
        if (!std::isfinite(least)) return false;
        for (const double factor : {4.0, 1.6, 1.15}) {
            for (const double step : {factor, 1 / factor}) {
                while (best > 1e-6 && best < 1e6) {
                    const double next = chernoff(best * step);
                    if (!(next < least)) break;
                    best *= step;
                    least = next;
                }
            }
        }
        std::vector<double> lines, bounds;
        for (int j = -5; j < 8; ++j) {
            lines.push_back(best * std::pow(1.2, j));
            bounds.push_back(chernoff(lines.back()) + wanted);
        }
        period_ = std::numeric_limits<double>::infinity();
        for (std::size_t i = 0; i < lines.size(); ++i) {
            double right = std::numeric_limits<double>::infinity(), reference = 0;
            for (std::size_t j = i + 1; j < lines.size(); ++j) {
                const double needed = bounds[j] / (lines[j] - lines[i]);
                if (needed < right) {
                    right = needed;
                    reference = lines[j];
                }
            }
            const double period = std::max(wanted / lines[i], right);
            if (!(period < period_)) continue;
            period_ = period;
            c_ = lines[i];
            reference_ = reference;
            // By how much the terms must fall: the wanted digits, and those by which the first
            // terms exceed δ.
            needed_ = wanted_digits * std::log(10.0) + 10 +
                      std::max(0.0, bounds[i] - wanted - log_kappa(c_) - std::log(delta));
        }
        if (!std::isfinite(period_)) return false;
        c_ = std::ldexp(std::floor(std::ldexp(c_, 20 - std::ilogb(c_))), std::ilogb(c_) - 20);
        step_ = Wide(2) * Wide::pi() / Wide(period_);
        return needed_ / std::log(10.0) < 0.28 * Wide::bits;
    }

    // About the frequency from which on the smooth parts are small enough.
    [[nodiscard]] double end(const TruthParts& parts, bool add) const {
        double omega = 20 / period_;
        for (; omega * period_ < 2 * M_PI * most_nodes; omega *= 1.15) {
            double smooth = 0;
            for (const TruthPart& part : parts) {
                if (!part.is_smooth()) continue;
                TruthTransform<64> transform(part, add, {c_, omega, omega, 40});
                const double moment = transform.next().log_size();
                smooth += static_cast<double>(part.count) * (transform.next().log_size() - moment);
            }
            if (smooth < -needed_) break;
        }
        return 1.15 * omega + 40 / period_;
    }

    using Transforms = std::vector<TruthTransform<Wide::bits>>;

    // False if the highest frequency was not enough.
    bool sum(const TruthParts& parts, bool add, double highest, double digits) {
        const auto moment_at = [&](double c) {
            Wide product(1);
            for (const TruthPart& part : parts) {
                TruthTransform<Wide::bits> transform(part, add, {c, step_, 0, digits});
                product *= pow(transform.next(), part.count);
            }
            return real_part(product);
        };
        reference_moment_ = moment_at(reference_);
        Transforms transforms;
        for (const TruthPart& part : parts) {
            transforms.emplace_back(part, add,
                                    TruthTransform<Wide::bits>::Line{c_, step_, highest, digits});
            if (!transforms.back().is_feasible()) return false;
        }
        term_.clear();
        double smooth_moment = 0, moment = 0;
        int quiet = 0;
        for (double k = 0; k * 2 * M_PI / period_ <= highest; ++k) {
            Wide product(1);
            double smooth = 0;  // log of the part that decays and does not come back
            for (std::size_t i = 0; i < parts.size(); ++i) {
                const Wide value = transforms[i].next();
                product *= pow(value, parts[i].count);
                if (parts[i].is_smooth()) {
                    smooth += static_cast<double>(parts[i].count) * value.log_size();
                }
            }
            const Wide s = Wide(c_) + Wide(0, 1) * Wide(k) * step_;
            term_.push_back(product / (s * (s + Wide(1))) / Wide(k == 0 ? 2 : 1));
            if (k == 0) {
                smooth_moment = smooth;
                moment = product.log_size();
            }
            // |Φ| is at most that of the smooth parts. Beyond, it falls at least as 1/ω², and
            // twenty digits to spare pay for all nodes that follow.
            const bool is_low = smooth - smooth_moment < -needed_;
            quiet = is_low ? quiet + 1 : 0;
            if (quiet >= 3 + static_cast<int>(k) / 20) {
                tail_ = exp(Wide(moment + smooth - smooth_moment));
                return true;
            }
        }
        return false;
    }

    double c_ = 0, period_ = 0, reference_ = 0, needed_ = 0;
    Wide infinite_, step_, reference_moment_, tail_;
    std::vector<Wide> term_;
};

/// δ of responses alone, whose losses are listed one by one. Empty if there are too many.
inline std::optional<Wide> delta_of_responses(const TruthParts& parts, double epsilon) {
    struct Atom {
        Wide mass, loss;
    };
    std::vector<Atom> law{{Wide(1), Wide(0)}};
    for (const TruthPart& part : parts) {
        const bool is_answer = part.kind == TruthPart::Kind::answer;
        if (!is_answer && part.kind != TruthPart::Kind::response) return std::nullopt;
        if (static_cast<double>(law.size()) * static_cast<double>(part.count + 1) > 20000) {
            return std::nullopt;
        }
        const Wide p = is_answer ? Wide(part.first) : Wide(1) / (Wide(1) + exp(-Wide(part.first)));
        const Wide loss = is_answer ? log(p / (Wide(1) - p)) : Wide(part.first);
        const Wide odds = (Wide(1) - p) / p;
        Wide mass = pow(p, part.count);
        std::vector<Atom> after;
        for (unsigned long k = 0; k <= part.count; ++k) {
            const auto n = static_cast<double>(part.count), wrong = static_cast<double>(k);
            for (const Atom& atom : law) {
                after.push_back({atom.mass * mass, atom.loss + Wide(n - 2 * wrong) * loss});
            }
            mass = mass * odds * Wide(n - wrong) / Wide(wrong + 1);
        }
        law = std::move(after);
    }
    Wide sum;
    for (const Atom& atom : law) {
        const Wide fall = Wide(epsilon) - atom.loss;
        if (!certainly_less(fall, Wide(0))) continue;  // or next to nothing
        sum += atom.mass * (Wide(1) - exp(fall));
    }
    const Wide infinite = infinite_mass(parts);
    return infinite + (Wide(1) - infinite) * sum;
}

}  // namespace mizan::oracle
