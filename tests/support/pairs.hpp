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

/// D_order of Laplace(0, 1) against Laplace(shift, 1), as Mironov17 P6 prints it.
inline Real laplace_renyi(const Real& shift, const Real& order) {
    if (order == 1) return shift + exp(-shift) - 1;
    const Real a = order / (2 * order - 1), b = (order - 1) / (2 * order - 1);
    return log(a * exp((order - 1) * shift) + b * exp(-order * shift)) / (order - 1);
}

/// max over events S of P(S) - e^epsilon Q(S) for N(mu, 1) against N(0, 1), mu > 0.
inline Real gaussian_hockey_stick(const Real& mu, const Real& epsilon) {
    return normal_tail(epsilon / mu - mu / 2) - exp(epsilon) * normal_tail(epsilon / mu + mu / 2);
}

}  // namespace mizan::oracle
