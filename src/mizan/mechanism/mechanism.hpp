// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <concepts>
#include <string_view>
#include <tuple>

#include "mizan/definition/definition.hpp"
#include "mizan/numeric/bracket.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// One parameter of a mechanism: what programs, JSON and help call it, where it is stored, and
/// what it means in a line. Unused aliases are empty.
template <class Owner, class Type>
struct Field {
    std::string_view name;
    Type Owner::*member;
    std::string_view meaning;
    std::array<std::string_view, 3> aliases = {};
};

template <class Owner, class Type>
Field(std::string_view, Type Owner::*, std::string_view, std::array<std::string_view, 3> = {})
    -> Field<Owner, Type>;

/// A plain value that names itself, lists its parameters and knows the exact price of one run.
///
/// Every number is the worst over all ordered pairs of neighbouring inputs, with P and Q the
/// output distributions of such a pair. All mechanisms spell these members alike, so that
/// std::visit over AnyMechanism needs one lambda and no cases:
///
///     pure_epsilon()    D_∞(P‖Q), infinite where the mechanism is not purely private
///     delta(ε)          privacy profile: sup over events S of P(S) - e^ε Q(S); at ε = inf its
///                       limit, the probability of infinite loss
///     epsilon(δ)        least ε with delta(ε) ≤ δ
///     renyi(α)          D_α(P‖Q) on all of [1, inf]
///     zcdp_rho()        least ρ with D_α ≤ ρ α for every α > 1
///     cdp()             mean and subgaussian standard of the privacy loss
///     tradeoff(x)       least false-negative rate of a test of P against Q with
///                       false-positive rate x
///     loss_cdf(x)       Pr[L ≤ x] of the privacy loss L = log P(y)/Q(y), y ~ P
///     output_cdf(y)     Pr[output ≤ y] where the true answer is 0
///
/// Members throw nothing for any parameter that could be constructed; safe to share between
/// threads.
template <class M>
concept Mechanism = std::copyable<M> && std::equality_comparable<M> &&
    requires(const M& m, Epsilon epsilon, Delta delta, Order order, Probability rate, double x) {
    { M::name } -> std::convertible_to<std::string_view>;
    std::tuple_size<std::remove_cvref_t<decltype(M::fields)>>::value;
    { m.pure_epsilon() } -> std::same_as<Bracket>;
    { m.delta(epsilon) } -> std::same_as<Bracket>;
    { m.epsilon(delta) } -> std::same_as<Bracket>;
    { m.renyi(order) } -> std::same_as<Bracket>;
    { m.zcdp_rho() } -> std::same_as<Bracket>;
    { m.cdp() } -> std::same_as<CDP>;
    { m.tradeoff(rate) } -> std::same_as<Bracket>;
    { m.loss_cdf(x) } -> std::same_as<Bracket>;
    { m.output_cdf(x) } -> std::same_as<Bracket>;
};

}  // namespace mizan
