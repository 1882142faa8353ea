// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>

#include <boost/math/special_functions/erf.hpp>
#include <boost/multiprecision/cpp_bin_float.hpp>

#include "mizan/numeric/bracket.hpp"

namespace mizan::oracle {

/// Fifty decimal digits: what mizan's doubles are measured against.
using Real = boost::multiprecision::number<boost::multiprecision::cpp_bin_float<50>,
                                           boost::multiprecision::et_off>;

/// The bracket contains the exact value, where `exact` may itself be off in its 40th digit: far
/// less than the 17th, where doubles err.
inline bool contains(const Bracket& bracket, const Real& exact) {
    const Real doubt = abs(exact) * Real(1e-40);
    return Real(bracket.lower) <= exact + doubt && exact - doubt <= Real(bracket.upper);
}

/// The bracket is no wider than `relative` times the exact value.
inline bool is_sharp(const Bracket& bracket, const Real& exact, double relative) {
    return Real(bracket.upper) - Real(bracket.lower) <= Real(relative) * abs(exact);
}

/// Pr[Z > x] for a standard normal Z.
inline Real normal_tail(const Real& x) { return boost::math::erfc(x / sqrt(Real(2))) / 2; }

}  // namespace mizan::oracle

namespace mizan {

/// Readable failures in GoogleTest and RapidCheck.
inline std::ostream& operator<<(std::ostream& out, const Bracket& x) { return out << to_string(x); }

}  // namespace mizan
