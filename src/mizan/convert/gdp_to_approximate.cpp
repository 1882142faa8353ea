// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/gdp_to_approximate.hpp"

#include "mizan/divergence/shifted_normals.hpp"

namespace mizan {

Bracket gdp_to_delta(const GDP& gdp, Epsilon epsilon) {
    if (gdp.mu == Mu{infinity}) return 1;
    if (gdp.mu == Mu{0.0}) return 0;
    return ShiftedNormals::apart_by(gdp.mu.value()).delta(epsilon);
}

double gdp_to_delta_at_most(const GDP& gdp, Epsilon epsilon) {
    if (gdp.mu == Mu{infinity}) return 1;
    if (gdp.mu == Mu{0.0}) return 0;
    return ShiftedNormals::apart_by(gdp.mu.value()).delta_at_most(epsilon);
}

Bracket gdp_to_epsilon(const GDP& gdp, Delta delta) {
    if (gdp.mu == Mu{0.0} || delta == Delta{1.0}) return 0;
    if (gdp.mu == Mu{infinity}) return infinity;
    return ShiftedNormals::apart_by(gdp.mu.value()).epsilon(delta);
}

}  // namespace mizan
