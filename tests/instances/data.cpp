// SPDX-License-Identifier: Apache-2.0
#include "data.hpp"

#include <cmath>

namespace mizan::instances {

double hockey_stick(const Law& p, const Law& q, double epsilon) {
    const double factor = std::exp(epsilon);
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        const double taken = q[i] == 0 ? 0 : factor * q[i];
        if (p[i] > taken) sum += p[i] - taken;
    }
    return sum;
}

}  // namespace mizan::instances
