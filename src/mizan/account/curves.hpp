// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "mizan/account/question.hpp"
#include "mizan/numeric/bracket.hpp"

namespace mizan {

/// One point of a curve: y lies in the bracket.
struct CurvePoint {
    double x;
    Bracket y;
};

/// Who shall not be told apart.
struct Neighbours {
    Relation relation = Relation::add_or_remove_one;
    Count group_size = 1;
};

/// No such curve is known of the program, with the reason.
class NoCurve : public Error {
public:
    using Error::Error;
};

/// Points that a curve may have.
inline constexpr int max_curve_points = 1'000'000;

// Whole curves of a program, both ends of every point proved. Of what is known only by a promise
// the lower end of privacy loss is that of some mechanism that keeps it. All throw InputError if
// the program has no meaning under the relation or more than max_curve_points points are asked for,
// and NoCurve, with the reason, if no such curve is known.

/// Throws InputError unless a curve of so many points is answered.
void check_number_of_points(std::size_t points);

/// D_α at each order, at most `y.upper` for every pair of neighbours (Mironov17 P1).
[[nodiscard]] std::vector<CurvePoint> renyi_curve(const Program& program,
                                                  const Neighbours& neighbours,
                                                  const std::vector<Order>& orders);

/// δ at each epsilon, by the best analysis there.
[[nodiscard]] std::vector<CurvePoint> privacy_profile(const Program& program,
                                                      const Neighbours& neighbours,
                                                      const std::vector<Epsilon>& epsilons);

/// The largest true-positive rate of a test of one neighbour against another, at each
/// false-positive rate: the lower, the more private. Exact where the laws of all releases are known
/// (Mizan26 P1), otherwise from the privacy profile.
[[nodiscard]] std::vector<CurvePoint> detection_curve(const Program& program,
                                                      const Neighbours& neighbours,
                                                      const std::vector<Probability>& rates);

/// The same as the least false-negative rate: the higher, the more private.
///
/// Theorem    DRS19 P2.11: trade-off function from a privacy profile
/// States     T(x) ≥ max(0, 1 - δ(ε) - e^ε x, e^(-ε) (1 - δ(ε) - x)) for every ε
/// Needs      δ(ε) bounds both orders of the neighbours
/// Guarantee  lower bound on the error of every test
/// Source     DRS19 Propositions 2.4 and 2.11 (arXiv:1905.02383)
/// Test       Tradeoff.FromTheProfileIsNeverAboveTheExactOne
[[nodiscard]] std::vector<CurvePoint> tradeoff_curve(const Program& program,
                                                     const Neighbours& neighbours,
                                                     const std::vector<Probability>& rates);

/// Pr[L ≤ x] of the privacy loss of the first neighbour against the second, without the infinite
/// losses, which have the probability `infinity_mass`.
struct LossCurve {
    std::vector<CurvePoint> points;
    Bracket infinity_mass;
    bool has_atoms;  ///< the probability jumps at every point and is level between them
    /// Which neighbour is the first, such as "with the record against without it". The other order of the
    /// neighbours has another law, unless this is "either neighbour against the other".
    std::string direction = {};
};

/// The law of the privacy loss, at about `points` losses, at least 1: all of them if there are so
/// few, evenly spaced ones otherwise.
///
/// Theorem    Mizan26 P2: the law of the loss from the privacy profile
/// States     For every ε and η > 0, Pr[L > ε] lies between δ(ε) + (δ(ε) - δ(ε + η))/(e^η - 1) and
///            δ(ε) + (δ(ε - η) - δ(ε))/(1 - e^(-η)).
/// Needs      nothing
/// Guarantee  both bounds; both meet as η falls, where the loss has no atom at ε
/// Source     Mizan26 (docs/inversion.md, with proof)
/// Test       LossOfAProgram.IsBracketedByTheProfile
[[nodiscard]] LossCurve loss_curve(const Program& program, const Neighbours& neighbours,
                                   int points);

}  // namespace mizan
