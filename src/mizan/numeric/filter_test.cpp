// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/filter.hpp"

#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "support/generators.hpp"
#include "support/oracle.hpp"

namespace mizan {
namespace filter_test {

using oracle::Real;

// e^{-y} Σ_{j<order} y^j/j!.
Real poisson_below(const Real& y, std::size_t order) {
    Real term = 1, sum = 0;
    for (std::size_t j = 0; j < order; ++j) {
        sum += term;
        term *= y / Real(static_cast<double>(j + 1));
    }
    return sum * exp(-y);
}

Filter any_filter() {
    return {*support::log_uniform(1e-4, 1), *rc::gen::inRange<std::size_t>(1, 129)};
}

RC_GTEST_PROP(Filter, ValuesAreWithinTheirErrors, ()) {
    const Filter filter = any_filter();
    const double step = filter.farthest() * *support::uniform(0.001, 0.05);
    std::vector<double> values(19, 1.0), errors(19);
    filter.apply(step, values, errors);
    for (std::size_t k = 0; k < values.size(); k += 6) {
        const double omega = step * static_cast<double>(k);
        const Real x = Real(filter.width()) * Real(omega), y = x * x / 2;
        const Real truth = poisson_below(y, filter.order());
        RC_ASSERT(abs(Real(values[k]) - truth) <= Real(errors[k]) * truth);
        RC_ASSERT(errors[k] < 1e-12);
        RC_ASSERT(Real(filter.bound(omega)) >= truth - Real(1e-40));
    }
}

// p² = Σ C(2j,j)/4^j = 2J C(2J,J)/4^J, and 1·3·5···(4J-1) = (4J)!/(4^J (2J)!).
RC_GTEST_PROP(Filter, NormsHaveClosedForms, ()) {
    const Filter filter = any_filter();
    const std::size_t order = filter.order();
    Real central = 1, odd = 1;
    for (std::size_t j = 1; j <= order; ++j) {
        central *= Real(static_cast<double>(2 * j - 1)) / Real(static_cast<double>(2 * j));
    }
    for (std::size_t j = 1; j <= 2 * order; ++j) odd *= Real(static_cast<double>(2 * j - 1));
    const Real norm = log(2 * Real(static_cast<double>(order)) * central) / 2;
    RC_ASSERT(oracle::contains(filter.log_norm(), norm));
    RC_ASSERT(oracle::contains(filter.log_remainder_moment(), log(odd) / 2));
}

// ∫ e^{-ct} k(t) dt = e^y Σ (-y)^j/j!.
RC_GTEST_PROP(Filter, HardlyChangesExponentials, ()) {
    const Filter filter = any_filter();
    const double c = *support::log_uniform(0.01, 3) / filter.width();
    const Real x = Real(filter.width()) * Real(c), y = x * x / 2;
    const Real miss = abs(poisson_below(-y, filter.order()) - 1);
    RC_ASSERT(log(miss + Real(1e-45)) <= Real(filter.log_tilt_error(c).upper) ||
              miss < Real(1e-40));
}

}  // namespace filter_test
}  // namespace mizan
