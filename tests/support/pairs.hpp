// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "support/oracle.hpp"

namespace mizan::oracle {

/// Two finite distributions in fifty digits: the truth that a theorem about all pairs is held to.
struct Pair {
    std::vector<Real> p, q;

    /// max over events S of P(S) - e^epsilon Q(S).
    [[nodiscard]] Real hockey_stick(const Real& epsilon) const {
        const Real factor = exp(epsilon);
        Real sum = 0;
        for (std::size_t i = 0; i < p.size(); ++i) {
            if (p[i] > factor * q[i]) sum += p[i] - factor * q[i];
        }
        return sum;
    }

    /// The Renyi divergence of a finite order, at least 1, for equal supports.
    [[nodiscard]] Real renyi(const Real& order) const {
        Real sum = 0;
        for (std::size_t i = 0; i < p.size(); ++i) {
            const Real loss = log(p[i] / q[i]);
            sum += p[i] * (order == 1 ? loss : exp((order - 1) * loss));
        }
        return order == 1 ? sum : log(sum) / (order - 1);
    }
};

/// Randomized response: the worst pair of all epsilon-private ones.
inline Pair randomized_response(const Real& epsilon) {
    const Real lie = 1 / (1 + exp(epsilon)), truth = 1 / (1 + exp(-epsilon));
    return {{truth, lie}, {lie, truth}};
}

/// D_order of N(mu, 1) against N(0, 1).
inline Real gaussian_renyi(const Real& mu, const Real& order) { return order * mu * mu / 2; }

/// max over events S of P(S) - e^epsilon Q(S) for the same pair, mu > 0.
inline Real gaussian_hockey_stick(const Real& mu, const Real& epsilon) {
    return normal_tail(epsilon / mu - mu / 2) - exp(epsilon) * normal_tail(epsilon / mu + mu / 2);
}

}  // namespace mizan::oracle
