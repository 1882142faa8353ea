// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numeric>
#include <optional>
#include <vector>

#include <rapidcheck.h>

#include "mizan/program/program.hpp"

#include "support/generators.hpp"

namespace mizan::support {

/// A number that a field "at least 0" may hold: any size, round ones, both ends.
inline rc::Gen<double> loss_size() {
    return rc::gen::oneOf(log_uniform(1e-300, 1e300),
                          rc::gen::element(0.0, 5e-324, 1.0, 2.0, infinity), uniform(0, 10));
}

/// A number in [0, 1]: any size, near the ends, both ends.
inline rc::Gen<double> share() {
    return rc::gen::oneOf(uniform(0, 1), log_uniform(1e-300, 1),
                          rc::gen::element(0.0, 5e-324, 0.5, 1 - 0x1p-53, 1.0));
}

/// A finite number of at least 0.
inline rc::Gen<double> finite_size() {
    return rc::gen::oneOf(uniform(0, 30), log_uniform(1e-300, 1e300), rc::gen::element(0.0, 1.0));
}

/// Weights that sum to 1 within a few roundings, some of them 0.
inline rc::Gen<std::vector<double>> weights(std::size_t size) {
    return rc::gen::map(rc::gen::container<std::vector<int>>(size, rc::gen::inRange(0, 1000)),
                        [](auto parts) {
                            parts.front() += 1;
                            const double total = std::accumulate(parts.begin(), parts.end(), 0.0);
                            std::vector<double> shares;
                            for (const int part : parts) shares.push_back(part / total);
                            return shares;
                        });
}

inline rc::Gen<Count> count(Count least) {
    return rc::gen::oneOf(rc::gen::inRange<Count>(least, 100),
                          rc::gen::resize(rc::kNominalSize, rc::gen::inRange(least, max_count)),
                          rc::gen::element(least, max_count));
}

/// A whole number that a field may hold.
inline double whole_size() { return static_cast<double>(*rc::gen::inRange(1, 1'000'000)); }

// The events of the vocabulary have the numbers 0 to 24. Each function below knows some of them,
// and draws within the generator that calls it.

/// Noise on an answer.
inline std::optional<Program> noise_event(int which) {
    const auto size = [] { return *loss_size(); };
    switch (which) {
        case 0:
            return Gaussian{.noise_multiplier = size()};
        case 1:
            return Laplace{.noise_multiplier = size()};
        case 10:
            return DiscreteLaplace{.noise_parameter = Epsilon{size()}, .sensitivity = whole_size()};
        case 11:
            return DiscreteGaussian{.sigma = size(), .sensitivity = whole_size()};
        case 16:
            return TreeAggregation(size(), {static_cast<double>(*count(1)), 0});
        case 17: {
            const auto bands = *rc::gen::inRange<std::size_t>(1, 5);
            return MatrixMechanism(size(), *weights(bands), static_cast<double>(*count(1)),
                                   static_cast<double>(*count(1)), static_cast<double>(*count(1)));
        }
        case 18:
            return TruncatedLaplace{size(), *finite_size()};
        case 19:
            return ThresholdedLaplace{size(), *finite_size()};
        case 20:
            return ThresholdedGaussian{size(), *finite_size()};
        case 21: {
            const auto shifts = *rc::gen::inRange<std::size_t>(1, 5);
            return MixtureOfGaussians(
                size(), *rc::gen::container<std::vector<double>>(shifts, finite_size()),
                *weights(shifts));
        }
        default:
            return {};
    }
}

/// An answer that is true by chance, or a choice between candidates.
inline std::optional<Program> choice_event(int which) {
    const auto size = [] { return *loss_size(); };
    switch (which) {
        case 2:
            return RandomizedResponse{.p = *share()};
        case 3:
            return BucketRandomizedResponse{.noise_parameter = *share(),
                                            .num_buckets = whole_size()};
        case 12:
            return Exponential{Epsilon{size()}};
        case 13:
            return PermuteAndFlip{Epsilon{size()}};
        case 14:
            return ReportNoisyMax{Epsilon{size()}};
        case 15:
            return SparseVector{size(), size(), whole_size(), *rc::gen::element(0.0, 1.0)};
        default:
            return {};
    }
}

/// A guarantee, or the two distributions of an answer in full: everything else.
inline Program guarantee_event(int which) {
    const auto size = [] { return *loss_size(); };
    const auto part = [] { return *share(); };
    switch (which) {
        case 4:
            return pure(Epsilon{size()});
        case 5:
            return approximate(Epsilon{size()}, Delta{part()});
        case 6:
            return zcdp(Rho{size()}, *finite_size());
        case 7:
            return cdp(Mu{size()}, Tau{size()});
        case 8:
            return gdp(Mu{size()});
        case 9: {
            std::vector<RenyiPoint> points;
            const int known = *rc::gen::inRange(1, 4);
            for (int i = 0; i < known; ++i) {
                points.push_back({Order{1 + size()}, Epsilon{size()}});
            }
            return renyi(std::move(points));
        }
        case 22:
            return PrivacyProfile(
                {{Epsilon{size()}, Delta{part()}}, {Epsilon{size()}, Delta{part()}}});
        case 23: {
            const double x = part(), z = part();
            return TradeoffPoints({{x, (1 - x) * part()}, {z, (1 - z) * part()}});
        }
        default: {
            const auto outcomes = *rc::gen::inRange<std::size_t>(1, 5);
            return pair(*weights(outcomes), *weights(outcomes));
        }
    }
}

/// Any event of the vocabulary.
inline rc::Gen<Program> leaf_program() {
    return rc::gen::exec([]() -> Program {
        const int which = *rc::gen::inRange(0, 25);
        if (const auto noise = noise_event(which)) return *noise;
        if (const auto choice = choice_event(which)) return *choice;
        return guarantee_event(which);
    });
}

/// Any program of at most this many levels.
inline rc::Gen<Program> program(int levels = 4) {
    if (levels <= 1) return leaf_program();
    return rc::gen::exec([levels]() -> Program {
        const auto inner = [&] { return *program(levels - 1); };
        switch (*rc::gen::inRange(0, 13)) {
            case 0:
                return *count(0) * inner();
            case 1:
                return group(*count(1), inner());
            case 2:
                return post(inner());
            case 3:
                return inner() + inner();
            case 4:
                return inner() + inner() + inner();
            case 5:
                return poisson(*share(), inner());
            case 6: {
                const Count all = *count(1);
                return without_replacement(all, *rc::gen::inRange<Count>(0, all + 1), inner());
            }
            case 7:
                return with_replacement(*count(1), *count(0), inner());
            case 8: {
                const double shape = *rc::gen::oneOf(
                    uniform(-0.9, 4), rc::gen::element(-1 + 0x1p-53, 0.0, 1.0, 1e300, infinity));
                const double least = shape == infinity ? 5e-324 : 1;
                const double mean =
                    *rc::gen::oneOf(log_uniform(1, 1e6), rc::gen::element(least, 1e300));
                return repeat_and_select(inner(), mean, shape);
            }
            case 9: {
                const Count all = *count(1);
                return random_allocation(all, *rc::gen::inRange<Count>(0, all + 1), inner());
            }
            case 10:
                return shuffled(*count(1), inner());
            case 11:
                return truncated_poisson_gaussian(*count(1), *share(), *count(0), *loss_size());
            default:
                return *leaf_program();
        }
    });
}

}  // namespace mizan::support

namespace rc {
template <>
struct Arbitrary<mizan::Program> {
    static Gen<mizan::Program> arbitrary() { return mizan::support::program(); }
};
}  // namespace rc
