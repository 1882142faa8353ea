// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <limits>
#include <string_view>

#include "mizan/units/error.hpp"

namespace mizan {

/// A double known to lie in `Domain`. Each domain is its own type, so an epsilon cannot be passed
/// where a delta is meant. NaN belongs to no domain. Plain ranges such as Positive convert from
/// double without ceremony, because the field they are stored in already names them.
template <class Domain>
class Quantity {
public:
    // NOLINTNEXTLINE(google-explicit-constructor): explicit where the domain is a unit
    constexpr explicit(Domain::is_unit) Quantity(double value) : value_{value} {
        if (!Domain::contains(value)) throw DomainError(Domain::name, Domain::rule, value);
    }

    [[nodiscard]] constexpr double value() const noexcept { return value_; }

    friend constexpr auto operator<=>(Quantity, Quantity) = default;

private:
    double value_;
};

inline constexpr double infinity = std::numeric_limits<double>::infinity();

namespace domain {

struct Epsilon {
    static constexpr bool is_unit = true;
    static constexpr std::string_view name = "epsilon", rule = "at least 0";
    static constexpr bool contains(double x) { return x >= 0; }
};
struct Delta {
    static constexpr bool is_unit = true;
    static constexpr std::string_view name = "delta", rule = "in [0, 1]";
    static constexpr bool contains(double x) { return 0 <= x && x <= 1; }
};
struct Order {
    static constexpr bool is_unit = true;
    static constexpr std::string_view name = "order", rule = "in [1, inf]";
    static constexpr bool contains(double x) { return x >= 1; }
};
struct Rho {
    static constexpr bool is_unit = true;
    static constexpr std::string_view name = "rho", rule = "at least 0";
    static constexpr bool contains(double x) { return x >= 0; }
};
struct Mu {
    static constexpr bool is_unit = true;
    static constexpr std::string_view name = "mu", rule = "at least 0";
    static constexpr bool contains(double x) { return x >= 0; }
};
struct Tau {
    static constexpr bool is_unit = true;
    static constexpr std::string_view name = "tau", rule = "at least 0";
    static constexpr bool contains(double x) { return x >= 0; }
};
struct Probability {
    static constexpr bool is_unit = false;
    static constexpr std::string_view name = "probability", rule = "in [0, 1]";
    static constexpr bool contains(double x) { return 0 <= x && x <= 1; }
};
struct Positive {
    static constexpr bool is_unit = false;
    static constexpr std::string_view name = "value", rule = "finite and greater than 0";
    static constexpr bool contains(double x) { return 0 < x && x < infinity; }
};
struct NonNegative {
    static constexpr bool is_unit = false;
    static constexpr std::string_view name = "value", rule = "finite and at least 0";
    static constexpr bool contains(double x) { return 0 <= x && x < infinity; }
};
struct NoiseScale {
    static constexpr bool is_unit = false;
    static constexpr std::string_view name = "noise", rule = "in [0, inf]";
    static constexpr bool contains(double x) { return x >= 0; }
};
struct WorkLimit {
    static constexpr bool is_unit = false;
    static constexpr std::string_view name = "work", rule = "at least 0";
    static constexpr bool contains(double x) { return x >= 0; }
};

}  // namespace domain

using Epsilon = Quantity<domain::Epsilon>;          ///< privacy loss; infinity: no guarantee
using Delta = Quantity<domain::Delta>;              ///< probability that a guarantee may fail
using Order = Quantity<domain::Order>;              ///< order of a Renyi divergence
using Rho = Quantity<domain::Rho>;                  ///< parameter of zero-concentrated privacy
using Mu = Quantity<domain::Mu>;                    ///< mean loss of CDP, or parameter of GDP
using Tau = Quantity<domain::Tau>;                  ///< subgaussian standard of a privacy loss
using Probability = Quantity<domain::Probability>;  ///< a number in [0, 1]
using Positive = Quantity<domain::Positive>;        ///< a finite number above 0
using NonNegative = Quantity<domain::NonNegative>;  ///< a finite number, 0 allowed
using NoiseScale = Quantity<domain::NoiseScale>;    ///< 0: no noise at all; infinity: only noise
using WorkLimit = Quantity<domain::WorkLimit>;      ///< products; infinity: no limit

}  // namespace mizan
