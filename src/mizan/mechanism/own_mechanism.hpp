// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <memory>
#include <optional>
#include <string_view>

#include "mizan/definition/renyi_curve.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan {

/// What a type of the user's must have to be an event of a program: a name, equality and its
/// privacy profile. It promises that for neighbours D, D' of whatever relation it is asked about,
/// in either order and whatever came before,
///
///     Pr[M(D) ∈ S] ≤ e^ε Pr[M(D') ∈ S] + delta(ε).upper    for every ε ≥ 0 and every set S,
///
/// and that there is a record which, beside any other records and beside none, makes two neighbours
/// whose profile, in both orders, is never below delta(ε).lower; the same record for every
/// mechanism of the program. Where none is known, the lower end is 0. Members are called from
/// several threads.
///
///     struct LogisticNoise {
///         static constexpr std::string_view name = "logistic_noise";
///         double scale;
///         Bracket delta(Epsilon epsilon) const { … }
///         friend bool operator==(const LogisticNoise&, const LogisticNoise&) = default;
///     };
///
///     Program program = 100 * poisson(0.01, LogisticNoise{2});
template <class M>
concept HasPrivacyProfile = requires(const M& mechanism, Epsilon epsilon) {
    { M::name } -> std::convertible_to<std::string_view>;
    { mechanism.delta(epsilon) } -> std::same_as<Bracket>;
}
&&std::copyable<M>&& std::equality_comparable<M>;

/// A type may know its Rényi divergence too, the larger of both orders, on all of [1, ∞]. It is
/// sharper than what follows from the profile at very small δ, and where the losses have no bound.
template <class M>
concept HasRenyiCurve = requires(const M& mechanism, Order order) {
    { mechanism.renyi(order) } -> std::same_as<Bracket>;
};

/// A mechanism of any such type. A plain value; two are equal if their types are and they are.
class OwnMechanism {
public:
    /// What every answer takes for granted of it.
    static constexpr std::string_view assumes =
        "mechanisms of your own keep what their types promise for these neighbours";

    template <HasPrivacyProfile M>
    explicit OwnMechanism(M mechanism)
        : known_{std::make_shared<const KnownAs<M>>(std::move(mechanism))} {}

    [[nodiscard]] std::string_view name() const { return known_->name(); }

    /// The type's own, within [0, 1]. Throws InputError if it lies outside.
    [[nodiscard]] Bracket delta(Epsilon epsilon) const;

    /// The curve of a type that has one, no less than 0.
    [[nodiscard]] std::optional<RenyiCurve> renyi() const { return known_->renyi(); }

    friend bool operator==(const OwnMechanism& a, const OwnMechanism& b) {
        return a.known_->equals(*b.known_);
    }

private:
    struct Known {
        Known() = default;
        Known(const Known&) = delete;
        Known& operator=(const Known&) = delete;
        virtual ~Known() = default;
        [[nodiscard]] virtual std::string_view name() const = 0;
        [[nodiscard]] virtual Bracket delta(Epsilon epsilon) const = 0;
        [[nodiscard]] virtual std::optional<RenyiCurve> renyi() const = 0;
        [[nodiscard]] virtual bool equals(const Known& other) const = 0;
    };

    template <HasPrivacyProfile M>
    struct KnownAs final : Known {
        explicit KnownAs(M given) : mechanism{std::move(given)} {}

        std::string_view name() const override { return M::name; }
        Bracket delta(Epsilon epsilon) const override { return mechanism.delta(epsilon); }
        std::optional<RenyiCurve> renyi() const override {
            if constexpr (HasRenyiCurve<M>) {
                return RenyiCurve([m = mechanism](Order order) { return max(0, m.renyi(order)); });
            } else {
                return std::nullopt;
            }
        }
        bool equals(const Known& other) const override {
            const auto* same = dynamic_cast<const KnownAs*>(&other);
            return same != nullptr && same->mechanism == mechanism;
        }

        M mechanism;
    };

    std::shared_ptr<const Known> known_;
};

}  // namespace mizan
