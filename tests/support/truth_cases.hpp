// SPDX-License-Identifier: Apache-2.0
// Random programs whose truth is known to forty digits, and what contradicts it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <optional>
#include <random>
#include <string>

#include "mizan/account/account.hpp"

#include "support/truth.hpp"

namespace mizan::support {

struct TruthCase {
    Program program;
    oracle::TruthParts parts;
    Delta delta;
    bool verify;
};

/// Programs of all events whose truth is known, everyday ones and extreme ones: responses alone, or
/// any mixture in which Gaussian noise, sampled or not, makes the loss smooth.
class TruthCases {
public:
    explicit TruthCases(std::uint64_t seed) : bits_{seed} {}

    TruthCase next() {
        using Kind = oracle::TruthPart::Kind;
        extreme_ = chance(0.3);
        oracle::TruthParts parts;
        const double shape = uniform(0, 1);
        if (shape < 0.12) {
            for (int left = 1 + whole(2); left > 0; --left) {
                parts.push_back(part(chance(0.5) ? Kind::response : Kind::answer, 100));
            }
        } else {
            const Kind smooth = chance(0.7) ? Kind::sampled_gaussian : Kind::gaussian;
            parts.push_back(part(smooth, extreme_ ? 1e7 : 1e5));
            for (int left = shape < 0.45 ? 0 : 1 + whole(3); left > 0; --left) {
                parts.push_back(part(static_cast<Kind>(whole(8)), 300));
            }
        }
        Program program = run(parts.front());
        for (std::size_t i = 1; i < parts.size(); ++i) program = std::move(program) + run(parts[i]);
        const double delta = log_uniform(extreme_ ? 1e-100 : 1e-14, 0.1);
        return {std::move(program), std::move(parts), Delta{delta}, chance(0.25)};
    }

private:
    double uniform(double low, double high) {
        return low + (high - low) * std::ldexp(static_cast<double>(bits_() >> 11), -53);
    }
    double log_uniform(double low, double high) {
        return std::exp(uniform(std::log(low), std::log(high)));
    }
    bool chance(double p) { return uniform(0, 1) < p; }
    int whole(int below) { return static_cast<int>(bits_() % static_cast<std::uint64_t>(below)); }

    oracle::TruthPart part(oracle::TruthPart::Kind kind, double most_runs) {
        using Kind = oracle::TruthPart::Kind;
        const double noise = extreme_ ? log_uniform(0.1, 1e4) : log_uniform(0.4, 100);
        const double q = chance(0.5) ? log_uniform(1e-5, 0.9) : uniform(0.001, 0.99);
        oracle::TruthPart result{kind, static_cast<unsigned long>(log_uniform(1, most_runs)),
                                 noise};
        switch (kind) {
            case Kind::gaussian:
            case Kind::laplace:
                break;
            case Kind::response:
                result.first = 1 / noise;
                result.second = chance(0.5) ? 0 : log_uniform(1e-20, 1e-6);
                break;
            case Kind::answer:
                result.first = uniform(0.02, 0.98);
                break;
            case Kind::discrete_laplace:
                result.second = 1 + whole(5);
                result.first = 1 / (noise * result.second);
                break;
            case Kind::discrete_gaussian:
                result.first = log_uniform(0.5, 20);
                result.second = 1 + whole(3);
                break;
            case Kind::sampled_gaussian:
                result.first = q;
                result.second = log_uniform(extreme_ ? 0.3 : 0.5, extreme_ ? 50 : 8);
                break;
            case Kind::sampled_laplace:
                result.first = q;
                result.second = log_uniform(0.3, 30);
                break;
        }
        return result;
    }

    static Program run(const oracle::TruthPart& part) {
        using Kind = oracle::TruthPart::Kind;
        const auto one = [&]() -> Program {
            switch (part.kind) {
                case Kind::gaussian:
                    return Gaussian{.noise_multiplier = part.first};
                case Kind::laplace:
                    return Laplace{.noise_multiplier = part.first};
                case Kind::response:
                    return approximate(Epsilon{part.first}, Delta{part.second});
                case Kind::answer:
                    return RandomizedResponse{.p = part.first};
                case Kind::discrete_laplace:
                    return DiscreteLaplace{.noise_parameter = Epsilon{part.first},
                                           .sensitivity = part.second};
                case Kind::discrete_gaussian:
                    return DiscreteGaussian{.sigma = part.first, .sensitivity = part.second};
                case Kind::sampled_gaussian:
                    return poisson(part.first, Gaussian{.noise_multiplier = part.second});
                case Kind::sampled_laplace:
                    return poisson(part.first, Laplace{.noise_multiplier = part.second});
            }
            throw InternalError("internal error: unknown kind");
        };
        return static_cast<Count>(part.count) * one();
    }

    std::mt19937_64 bits_;
    bool extreme_ = false;
};

/// The truth about one program near an epsilon: the larger of the two orders of the neighbours.
class Truth {
public:
    /// `delta` is about what it is there. Empty where that takes too long.
    static std::optional<Truth> near(const TruthCase& of, double epsilon, double delta) {
        Truth truth;
        truth.parts_ = of.parts;
        const bool atoms = std::ranges::none_of(of.parts, &oracle::TruthPart::is_smooth);
        if (atoms) {
            if (!oracle::delta_of_responses(of.parts, epsilon)) return std::nullopt;
            return truth;
        }
        const bool sampled = std::ranges::any_of(of.parts, &oracle::TruthPart::is_sampled);
        for (const bool add : {false, true}) {
            if (add && !sampled) break;
            auto line = oracle::TruthLine::at(of.parts, add, epsilon, delta);
            if (!line) return std::nullopt;
            truth.lines_.push_back(*std::move(line));
        }
        return truth;
    }

    [[nodiscard]] oracle::Wide delta(double epsilon) const {
        if (lines_.empty()) return *oracle::delta_of_responses(parts_, epsilon);
        oracle::Wide worst = lines_.front().delta(epsilon);
        if (lines_.size() > 1) {
            const oracle::Wide other = lines_.back().delta(epsilon);
            if (certainly_less(worst, other)) worst = other;
        }
        return worst;
    }

private:
    oracle::TruthParts parts_;
    std::vector<oracle::TruthLine> lines_;
};

/// What the truth says about the library's answers.
struct Verdict {
    bool known = false;  ///< to forty digits
    std::string contradiction;
    Bracket epsilon = 0;
};

inline Verdict judge(const TruthCase& of) {
    Verdict verdict;
    const double delta = of.delta.value();
    const auto ask = [&](auto at) {
        return account(of.program, Question{.at = at, .verify = of.verify}).asked();
    };
    const Bracket found = verdict.epsilon = ask(of.delta);
    if (found.upper == infinity) return verdict;
    auto truth = Truth::near(of, found.upper, delta);
    if (!truth) return verdict;
    const oracle::Wide above = truth->delta(found.upper), target(delta);
    verdict.known = above.digits() > 40;
    if (certainly_less(target, above)) {
        verdict.contradiction = "the upper epsilon is below the truth";
        return verdict;
    }
    const Bracket there = ask(Epsilon{found.upper});
    if (certainly_less(above, oracle::Wide(there.lower))) {
        verdict.contradiction = "the lower delta is above the truth";
    } else if (certainly_less(oracle::Wide(there.upper), above)) {
        verdict.contradiction = "the upper delta is below the truth";
    }
    if (found.lower == 0) return verdict;
    if (found.width() > 1e-3 * found.upper) truth = Truth::near(of, found.lower, delta);
    if (!truth) return verdict;
    if (certainly_less(truth->delta(found.lower), target)) {
        verdict.contradiction = "the lower epsilon is above the truth";
    }
    return verdict;
}

}  // namespace mizan::support
