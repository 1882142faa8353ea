// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/divergence/finite.hpp"

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan::support {

/// Weights spread over many orders of magnitude, normalised in doubles (so their sum is rarely
/// exactly 1).
inline FiniteDistribution distribution(std::size_t size, double smallest = 1e-12) {
    std::vector<double> weights;
    double sum = 0;
    for (std::size_t i = 0; i < size; ++i) {
        weights.push_back(*log_uniform(smallest, 1));
        sum += weights.back();
    }
    for (double& w : weights) w /= sum;
    return FiniteDistribution(std::move(weights));
}

/// A distribution whose ratios to `q` lie within exp(+-spread) or so, down to nearly equal.
inline FiniteDistribution near(const FiniteDistribution& q, double spread) {
    std::vector<double> weights;
    double sum = 0;
    for (const double w : q.weights()) {
        weights.push_back(w * std::exp(*uniform(-spread, spread)));
        sum += weights.back();
    }
    for (double& w : weights) w /= sum;
    return FiniteDistribution(std::move(weights));
}

/// The exact probabilities of a distribution.
inline std::vector<oracle::Real> exact(const FiniteDistribution& d) {
    oracle::Real sum = 0;
    std::vector<oracle::Real> result;
    for (const double w : d.weights()) sum += oracle::Real(w);
    for (const double w : d.weights()) result.push_back(oracle::Real(w) / sum);
    return result;
}

}  // namespace mizan::support
