// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/mechanism/mechanism.hpp"
#include "mizan/units/doubles.hpp"
#include "mizan/units/relation.hpp"

namespace mizan {

/// A relation whose neighbours have equally many records, so that each record's own answer has a
/// counterpart. Throws Refused for add_or_remove_one.
class Replacement {
public:
    Replacement(Relation relation);  // NOLINT(google-explicit-constructor): a checked Relation

    [[nodiscard]] Relation relation() const { return relation_; }

    friend bool operator==(Replacement, Replacement) = default;

private:
    Relation relation_;
};

namespace domain {
struct BucketCount {
    static constexpr bool is_unit = false;
    static constexpr std::string_view name = "num_buckets", rule = "a whole number in [1, 2^53]";
    static constexpr bool contains(double x) {
        return 1 <= x && x <= largest_whole && x == static_cast<double>(static_cast<long long>(x));
    }
};
}  // namespace domain

using BucketCount = Quantity<domain::BucketCount>;

/// Each record reports its own bucket out of num_buckets: with probability noise_parameter a
/// bucket drawn uniformly from all of them, otherwise the true one.
///
/// With k buckets and noise p the true bucket is reported with probability a = 1 - p + p/k, each
/// other one with b = p/k. Under replace_one the record's bucket changes to another one: P = (a, b,
/// b, …), Q = (b, a, b, …). Under replace_special it becomes a record that reports a uniform
/// bucket: P = (a, b, b, …), Q = (1/k, …, 1/k), and both orders count. One bucket says nothing.
struct BucketRandomizedResponse {
    /// In programs the binary form has the same name; the arguments tell them apart.
    static constexpr std::string_view name = "randomized_response";
    /// What every answer takes for granted of it.
    static constexpr std::string_view assumes =
        "randomized_response with buckets: every record answers for itself";
    /// What is assumed besides if a record is replaced by one that says nothing.
    static constexpr std::string_view assumes_of_special =
        "randomized_response with buckets: a record that says nothing answers with any "
        "bucket, all equally likely";

    Probability noise_parameter;
    BucketCount num_buckets;
    Replacement relation = Relation::replace_one;

    static constexpr auto fields = std::tuple{
        Field{"noise_parameter", &BucketRandomizedResponse::noise_parameter,
              "probability that the answer is a uniformly random bucket"},
        Field{"num_buckets", &BucketRandomizedResponse::num_buckets, "number of buckets"},
    };

    /// replace_one: log(a/b) = log(1 + k(1-p)/p). replace_special: max(log(ka), log(1/p)).
    [[nodiscard]] Bracket pure_epsilon() const;

    /// The exact privacy profile, the larger of both orders.
    [[nodiscard]] Bracket delta(Epsilon epsilon) const;

    /// The least ε with delta(ε) ≤ δ.
    [[nodiscard]] Bracket epsilon(Delta delta) const;

    /// The Rényi curve, the larger of both orders.
    ///
    /// Theorem    Mironov17 P5 (buckets): Rényi divergence of randomized response with k buckets
    /// States     replace_one: 1/(α-1) log(a^α b^(1-α) + b^α a^(1-α) + (k-2) b); replace_special:
    ///            the larger of D_α(P‖Q) and D_α(Q‖P), P = (a, b, …, b), Q = (1/k, …, 1/k)
    /// Needs      a = 1 - p + p/k, b = p/k; α = 1 and α = ∞ by their limits
    /// Guarantee  exact
    /// Source     Mironov17 Definition 3 applied to the outputs (arXiv:1702.07476v3)
    /// Test       BucketRandomizedResponse.RenyiIsTheLargerDivergenceOfTheEnumeratedOutputs
    [[nodiscard]] Bracket renyi(Order order) const;

    /// The tight zCDP constant sup D_α/α, searched with certified bounds: the bracket is narrow,
    /// but there is no closed form. Many buckets can put the supremum at an order far above 1.
    [[nodiscard]] Bracket zcdp_rho() const;

    /// The exact mean of the loss. Its standard is Hoeffding's ε under replace_one and the exact
    /// one of a two-valued variable (KS98) under replace_special.
    [[nodiscard]] CDP cdp() const;

    /// The best test's error rates, the smaller of both orders.
    [[nodiscard]] Bracket tradeoff(Probability false_positive) const;

    /// The loss of P against Q as named above. The other order follows from it:
    /// E_Q[g(log Q/P)] = E_P[e^(-L) g(-L)].
    [[nodiscard]] Bracket loss_cdf(double loss) const;

    /// Buckets are 0, …, k-1, the true one is 0.
    [[nodiscard]] Bracket output_cdf(double output) const;

    friend bool operator==(const BucketRandomizedResponse&,
                           const BucketRandomizedResponse&) = default;
};

}  // namespace mizan
