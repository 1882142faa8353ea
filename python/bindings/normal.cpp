// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/normal.hpp"

#include <cmath>

#include "bindings.hpp"

namespace mizan::python {

namespace {

// A function at every number of an array, as the middle of its bracket: for estimates, not bounds.
template <Bracket (*function)(Bracket)>
py::array_t<double> at_each(const py::object& given) {
    const NumberArray array = numbers_from(given, "numbers");
    std::vector<double> values;
    values.reserve(array.numbers.size());
    for (const double x : array.numbers) {
        if (std::isnan(x)) throw InputError("NaN is no number");
        const Bracket y = function(x);
        values.push_back(y.lower == y.upper ? y.lower : y.lower + (y.upper - y.lower) / 2);
    }
    return array_of(array.shape, values);
}

Bracket probability(Bracket x) { return normal::tail(-x); }
Bracket log_probability(Bracket x) { return normal::log_tail(-x); }
Bracket quantile(Bracket p) { return -normal::upper_quantile(p); }

}  // namespace

void bind_normal(py::module_& module) {
    module.def("_normal_cdf", &at_each<&probability>, "Pr[Z ≤ x] of a standard normal Z.");
    module.def("_normal_log_cdf", &at_each<&log_probability>, "log Pr[Z ≤ x].");
    module.def("_normal_quantile", &at_each<&quantile>, "The x with Pr[Z ≤ x] = p.");
}

}  // namespace mizan::python
