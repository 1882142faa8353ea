// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "mizan/definition/renyi_curve.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

// What "private" can mean: one value per definition, each a promise about every ordered pair of
// neighbouring inputs D, D' and the output distributions P = M(D), Q = M(D') of a mechanism M.
// Implications between them are in convert/, composition in compose/.

/// P(S) <= exp(epsilon) Q(S) for every event S; equivalently D_inf(P||Q) <= epsilon.
struct PureDP {
    Epsilon epsilon;
    friend bool operator==(const PureDP&, const PureDP&) = default;
};

/// P(S) <= exp(epsilon) Q(S) + delta for every event S.
struct ApproxDP {
    Epsilon epsilon;
    Delta delta;
    friend bool operator==(const ApproxDP&, const ApproxDP&) = default;
};

/// D_alpha(P||Q) <= curve(alpha) for every order alpha (Mironov17 Definition 4 at each order).
struct RenyiDP {
    RenyiCurve curve;
};

/// D_alpha(P||Q) <= xi + rho * alpha for every order alpha > 1 (Bun-Steinke 2016, Definition 1.1
/// and 1.3). The everyday case is xi = 0.
struct ZCDP {
    Rho rho;
    NonNegative xi = 0.0;
    friend bool operator==(const ZCDP&, const ZCDP&) = default;
};

/// The privacy loss drawn from P has mean at most mu, and minus its own mean it is
/// tau-subgaussian (Dwork-Rothblum 2016, Definition 8).
struct CDP {
    Mu mu;
    Tau tau;
    friend bool operator==(const CDP&, const CDP&) = default;
};

/// Telling P from Q is at least as hard as telling N(mu, 1) from N(0, 1) (Dong-Roth-Su 2019,
/// Definition 2.6).
struct GDP {
    Mu mu;
    friend bool operator==(const GDP&, const GDP&) = default;
};

using Definition = std::variant<PureDP, ApproxDP, RenyiDP, ZCDP, CDP, GDP>;

}  // namespace mizan
