// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "mizan/curve/curves.hpp"

#include "io/request.hpp"

namespace mizan {

/// The fewest points of a curve; the most are max_curve_points.
inline constexpr int least_points = 2;

/// Which curve, in the order in which they are listed.
enum class CurveKind { renyi, profile, epsilon, tradeoff, detection, loss };

/// How does the cost depend on the order, or on epsilon?
struct CurveRequest {
    ProgramRequest about = {};
    CurveKind kind = CurveKind::renyi;

    // Where: each belongs to a kind. Without any, at so many usual places.
    std::optional<std::vector<Order>> orders = {};                      ///< renyi
    std::optional<std::vector<Epsilon>> epsilons = {};                  ///< profile
    std::optional<std::vector<Delta>> deltas = {};                      ///< epsilon
    std::optional<std::vector<Probability>> false_positive_rates = {};  ///< tradeoff, detection
    std::optional<int> points = {};                                     ///< of any
};

struct CurveResponse {
    CurveKind kind;
    Program program;
    std::vector<CurvePoint> points;
    std::optional<Bracket> infinity_mass = {};  ///< of a loss
    bool has_atoms = false;                     ///< of a loss: it jumps at every point
    std::string direction = {};                 ///< of a loss: which neighbour against which

    /// The upper end of a point is the promise; otherwise the lower end is.
    [[nodiscard]] bool is_safe_above() const;

    /// Both ends of every point say the same to more digits than anybody reads.
    [[nodiscard]] bool is_sharp() const;

    [[nodiscard]] std::string_view name_of_x() const;
    [[nodiscard]] std::string_view name_of_y() const;
};

/// Throws as the others do; Refused if no such curve is known.
[[nodiscard]] CurveResponse respond(const CurveRequest& request);

[[nodiscard]] std::string_view name_of(CurveKind kind);

/// The kind with this name. Throws InputError that names the others.
[[nodiscard]] CurveKind read_curve_kind(std::string_view name);

[[nodiscard]] CurveRequest read_curve_request(json::Members& members);
[[nodiscard]] Json::Object to_json(const CurveRequest& request);
[[nodiscard]] Json::Object to_json(const CurveResponse& response);

}  // namespace mizan
