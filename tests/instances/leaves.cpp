// SPDX-License-Identifier: Apache-2.0
#include "leaves.hpp"

#include <cmath>
#include <functional>
#include <limits>
#include <variant>

#include "mechanisms.hpp"

namespace mizan::instances {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

using Made = std::unique_ptr<LeafInstance>;

Made noisy(Noise::Kind kind, double scale, double bound, double factor, const LeafScope& scope,
           Genes& genes, const char* name) {
    const Noise noise(kind, scale, bound);
    Level level(scope, noise.is_whole(), genes);
    const int count = std::max(2, scope.cells / static_cast<int>(level.labels()));
    const double spread = kind == Noise::Kind::whole_laplace ? 1 / scale : scale;
    Cells cells = any_cells(count, spread, noise.is_whole(), genes);
    if (kind == Noise::Kind::truncated_laplace) {
        for (int i = -1; i <= 1; ++i) {
            cells.edges.push_back(i + bound);
            cells.edges.push_back(i - bound);
        }
        std::sort(cells.edges.begin(), cells.edges.end());
    }
    const std::size_t outputs = cells.size();
    return std::make_unique<ByLevel>(
        std::move(level), outputs,
        [noise, cells, factor](double x) { return cells.of(noise, factor * x); }, name);
}

Made normal(double sigma, const LeafScope& scope, Genes& genes, const char* name,
            double factor = 1) {
    const double scale = sigma / factor / std::sqrt(scope.runs);
    return noisy(Noise::Kind::normal, scale, 0, 1, scope, genes, name);
}

// One step up of the steepest chain of two-valued laws that are (epsilon, delta) apart.
double steeper(double p, double factor, double delta) {
    return std::clamp(std::min(factor * p + delta, 1 - (1 - p - delta) / factor), 0.0, 1.0);
}

Made promise(double epsilon, double delta, const LeafScope& scope, Genes& genes) {
    const int family = genes.below(3);
    const double factor = std::exp(epsilon), even = (1 - delta) / (1 + factor);
    const double start = genes.any({even, even / factor, std::pow(10.0, genes.between(-6, -0.3))});
    const bool from_above = genes.coin();
    Level level(scope, true, genes);
    if (family == 0) {  // the worst pair of laws, at two levels
        level.limit(0, 1);
        const double more = (1 - delta) * factor / (1 + factor), less = (1 - delta) / (1 + factor);
        return std::make_unique<ByLevel>(
            std::move(level), 4,
            [=](double x) {
                return x > 0.5 ? Law{delta, more, less, 0} : Law{0, less, more, delta};
            },
            "response");
    }
    if (family == 1 && delta == 0 && epsilon > 0) {
        const Noise noise(Noise::Kind::whole_laplace, epsilon);
        const Cells cells = any_cells(std::max(4, scope.cells / 2), 1 / epsilon, true, genes);
        return std::make_unique<ByLevel>(
            std::move(level), cells.size(), [=](double x) { return cells.of(noise, x); },
            "whole Laplace noise");
    }
    return std::make_unique<ByLevel>(
        std::move(level), 2,
        [=](double x) {
            double p = from_above ? 1 - start : start;
            for (int i = 0; i < std::abs(static_cast<int>(x)); ++i) {
                p = x > 0 ? steeper(p, factor, delta) : 1 - steeper(1 - p, factor, delta);
            }
            return Law{p, 1 - p};
        },
        "chain from " + std::to_string(start));
}

// The largest x in [0, most] with holds(x), if holds is true up to some point.
double largest(double most, const std::function<bool(double)>& holds) {
    double low = 0, high = most;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (holds(middle) ? low : high) = middle;
    }
    return low;
}

double response_renyi(double epsilon, double order) {
    const double p = 1 / (1 + std::exp(-epsilon));
    if (order == infinity) return epsilon;
    if (order == 1) return epsilon * std::tanh(epsilon / 2);
    return std::log(p * std::exp((order - 1) * epsilon) +
                    (1 - p) * std::exp(-(order - 1) * epsilon)) /
           (order - 1);
}

double normal_upper(double x) { return std::erfc(x / std::sqrt(2.0)) / 2; }

double normal_quantile(double p) {
    return largest(80, [p](double x) { return 1 - normal_upper(x - 40) <= p; }) - 40;
}

int levels_of_a_tree(double steps) {
    // Nodes of full blocks of 1, 2, 4, ... steps that hold the first one.
    int nodes = 0;
    for (double block = 1; block <= steps; block *= 2) ++nodes;
    return nodes;
}

// The most that one record moves the rows of the matrix by, over all its steps and signs.
double farthest_rows(const MatrixMechanism& leaf) {
    const int steps = static_cast<int>(leaf.steps().value());
    const int most = static_cast<int>(leaf.participations().value());
    const int apart = static_cast<int>(leaf.min_separation().value());
    const auto& c = leaf.coefficients();
    double farthest = 0;
    std::vector<double> added(static_cast<std::size_t>(steps), 0.0);
    const std::function<void(int, int)> place = [&](int from, int left) {
        double square = 0;
        for (int row = 0; row < steps; ++row) {
            double sum = 0;
            for (int j = 0; j <= row; ++j) {
                const auto lag = static_cast<std::size_t>(row - j);
                if (lag < c.size()) sum += c[lag] * added[static_cast<std::size_t>(j)];
            }
            square += sum * sum;
        }
        farthest = std::max(farthest, std::sqrt(square));
        if (left == 0) return;
        for (int step = from; step < steps; ++step) {
            for (const double sign : {1.0, -1.0}) {
                added[static_cast<std::size_t>(step)] = sign;
                place(step + apart, left - 1);
            }
            added[static_cast<std::size_t>(step)] = 0;
        }
    };
    place(0, most);
    return farthest;
}

struct MakeLeaf {
    const LeafScope& scope;
    Genes& genes;

    Made operator()(const Gaussian& e) const {
        return normal(e.noise_multiplier.value(), scope, genes, "gaussian");
    }
    Made operator()(const Laplace& e) const {
        return noisy(Noise::Kind::laplace, e.noise_multiplier.value(), 0, 1, scope, genes,
                     "laplace");
    }
    Made operator()(const DiscreteGaussian& e) const {
        return noisy(Noise::Kind::whole_normal, e.sigma.value(), 0, e.sensitivity.value(), scope,
                     genes, "whole normal noise");
    }
    Made operator()(const DiscreteLaplace& e) const {
        return noisy(Noise::Kind::whole_laplace, e.noise_parameter.value(), 0,
                     e.sensitivity.value(), scope, genes, "whole Laplace noise");
    }
    Made operator()(const RandomizedResponse& e) const {
        const double p = e.p.value();
        return std::make_unique<ByPredicate>(Predicate(genes), Law{p, 1 - p}, Law{1 - p, p},
                                             "answer");
    }
    Made operator()(const BucketRandomizedResponse& e) const {
        return std::make_unique<Buckets>(e.noise_parameter.value(),
                                         static_cast<int>(e.num_buckets.value()));
    }
    Made operator()(const Exponential& e) const {
        const double epsilon = e.epsilon.value();
        const double second = genes.around_zero(6), third = genes.between(-30, 4);
        return std::make_unique<ByLevel>(
            Level(scope, false, genes), 3,
            [=](double x) {
                const double a = std::exp(epsilon * x / 2), b = std::exp(second - epsilon * x / 2),
                             c = std::exp(third);
                return Law{a / (a + b + c), b / (a + b + c), c / (a + b + c)};
            },
            "choice by scores x, -x, 0");
    }
    // Two candidates, the second `shift` behind; `loses` is the chance of the one that is behind.
    template <class Chance>
    Made choice_of_two(double epsilon, const Chance& loses, const char* name) const {
        const bool fine = genes.coin();
        const double near = genes.around_zero(12), shift = fine ? near : std::round(near) - 1;
        return std::make_unique<ByLevel>(
            Level(scope, false, genes), 2,
            [=](double x) {
                const double gap = (2 * x + shift) * epsilon / 2;
                const double behind = loses(std::abs(gap));
                return gap >= 0 ? Law{1 - behind, behind} : Law{behind, 1 - behind};
            },
            name);
    }
    Made operator()(const PermuteAndFlip& e) const {
        return choice_of_two(
            e.epsilon.value(), [](double x) { return std::exp(-x) / 2; },
            "permuted candidates with scores x, -x");
    }
    Made operator()(const ReportNoisyMax& e) const {
        const bool laplace = !genes.coin();  // else exponential noise
        return choice_of_two(
            e.epsilon.value(),
            [laplace](double x) { return std::exp(-x) / 2 * (laplace ? 1 + x / 2 : 1); },
            "noisy maximum of scores x, -x");
    }
    Made operator()(const SparseVector& e) const {
        const double a = e.threshold_noise.value(), b = e.query_noise.value();
        const double shift = genes.around_zero(4) * (a + b);
        const auto beyond = [=](double x) {  // Pr[difference of both noises > x], x >= 0
            if (std::abs(a - b) < 1e-9 * a) return std::exp(-x / a) / 2 * (1 + x / (2 * a));
            return (a * a * std::exp(-x / a) - b * b * std::exp(-x / b)) / (2 * (a * a - b * b));
        };
        return std::make_unique<ByLevel>(
            Level(scope, false, genes), 2,
            [=](double x) {
                const double rest = beyond(std::abs(x + shift));
                return x + shift >= 0 ? Law{1 - rest, rest} : Law{rest, 1 - rest};
            },
            "one answer above or below a threshold");
    }
    Made operator()(const TreeAggregation& e) const {
        int nodes = 0;
        for (const double steps : e.step_counts()) nodes = std::max(nodes, levels_of_a_tree(steps));
        return normal(e.noise_multiplier().value(), scope, genes, "tree", std::sqrt(nodes));
    }
    Made operator()(const MatrixMechanism& e) const {
        return normal(e.noise_multiplier().value(), scope, genes, "rows of a matrix",
                      farthest_rows(e));
    }
    Made operator()(const MixtureOfGaussians& e) const {
        return std::make_unique<RandomMoves>(e, scope.cells, genes);
    }
    Made operator()(const TruncatedLaplace& e) const {
        return noisy(Noise::Kind::truncated_laplace, e.noise_multiplier.value(), e.bound.value(), 1,
                     scope, genes, "truncated_laplace");
    }
    Made operator()(const ThresholdedLaplace& e) const {
        const double scale = e.noise_multiplier.value();
        return std::make_unique<Thresholded>(Noise(Noise::Kind::laplace, scale),
                                             e.threshold.value(), scope.cells, scale, genes);
    }
    Made operator()(const ThresholdedGaussian& e) const {
        const double scale = e.noise_multiplier.value();
        return std::make_unique<Thresholded>(Noise(Noise::Kind::normal, scale), e.threshold.value(),
                                             scope.cells, scale, genes);
    }
    Made operator()(const ApproxDP& e) const {
        return promise(e.epsilon.value(), e.delta.value(), scope, genes);
    }
    // A promise by a curve: Gaussian noise or a response that keeps it for one change. What two
    // changes do follows from the mechanism, so a response has two levels only.
    Made curve(double sigma, double response) const {
        if (genes.coin()) return normal(sigma, scope, genes, "gaussian that keeps the promise");
        Level level(scope, true, genes);
        level.limit(0, 1);
        const double p = 1 / (1 + std::exp(-response));
        return std::make_unique<ByLevel>(
            std::move(level), 2,
            [p](double x) {
                return x > 0.5 ? Law{p, 1 - p} : Law{1 - p, p};
            },
            "response that keeps the promise");
    }
    Made operator()(const ZCDP& e) const {
        const double rho = e.rho.value();  // xi, if any, is left unused
        return curve(1 / std::sqrt(2 * rho),
                     largest(50, [=](double x) { return response_renyi(x, 1) <= rho; }));
    }
    Made operator()(const CDP& e) const {
        const double moved = std::min(std::sqrt(2 * e.mu.value()), e.tau.value());
        return normal(1 / moved, scope, genes, "gaussian that keeps the promise");
    }
    Made operator()(const GDP& e) const {
        return normal(1 / e.mu.value(), scope, genes, "gaussian that keeps the promise");
    }
    Made operator()(const RenyiPoints& e) const {
        double square = infinity;
        for (const RenyiPoint& point : e.points()) {
            if (point.order.value() == infinity) {
                return promise(point.divergence.value(), 0, scope, genes);
            }
            square = std::min(square, 2 * point.divergence.value() / point.order.value());
        }
        return curve(1 / std::sqrt(square), largest(50, [&](double x) {
                         return std::ranges::all_of(e.points(), [x](const RenyiPoint& point) {
                             return response_renyi(x, point.order.value()) <=
                                    point.divergence.value();
                         });
                     }));
    }
    Made operator()(const PrivacyProfile& e) const {
        double least = 1;
        for (const ApproxDP& point : e.points()) least = std::min(least, point.delta.value());
        const double epsilon = largest(50, [&](double x) {
            return std::ranges::all_of(e.points(), [&](const ApproxDP& point) {
                const double factor = std::exp(x), at = std::exp(point.epsilon.value());
                const double rest = (1 - least) * std::max(0.0, factor - at) / (1 + factor);
                return least + rest <= point.delta.value();
            });
        });
        Level level(scope, true, genes);
        level.limit(0, 1);
        const double factor = std::exp(epsilon);
        const double more = (1 - least) * factor / (1 + factor), less = (1 - least) / (1 + factor);
        return std::make_unique<ByLevel>(
            std::move(level), 4,
            [=](double x) {
                return x > 0.5 ? Law{least, more, less, 0} : Law{0, less, more, least};
            },
            "response that keeps the profile");
    }
    Made operator()(const TradeoffPoints& e) const {
        const double moved = largest(20, [&](double mu) {
            return std::ranges::all_of(e.points(), [mu](const ErrorRates& point) {
                const auto [x, y] = point;
                return x <= 0 || x >= 1 || normal_upper(mu - normal_quantile(1 - x)) >= y;
            });
        });
        return normal(1 / std::max(moved, 1e-9), scope, genes, "gaussian that keeps the rates");
    }
    Made operator()(const DistributionPair& e) const {
        return std::make_unique<ByPredicate>(*scope.colouring, e.p().weights(), e.q().weights(),
                                             "pair");
    }
    Made operator()(const OwnMechanism&) const { throw NotExecutable("a mechanism of one's own"); }
};

}  // namespace

std::unique_ptr<LeafInstance> leaf_instance(const Leaf& leaf, const LeafScope& scope,
                                            Genes& genes) {
    return std::visit(MakeLeaf{scope, genes}, leaf);
}

}  // namespace mizan::instances
