// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/scheme/half_sample.hpp"

#include "mizan/known/scheme/poisson.hpp"

namespace mizan {

void know(SchemeReading& reading, const HalfSample&) { know(reading, HalfSample::as_poisson()); }

}  // namespace mizan
