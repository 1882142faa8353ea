// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "mizan/law/abilities.hpp"
#include "mizan/law/gaussian.hpp"
#include "mizan/sampling/grouped_sample.hpp"

namespace mizan {

/// Gaussian noise of standard deviation `sigma` on Poisson samples.
struct SampledGaussianLaw {
    double q;  ///< in (0, 1)
    double sigma;
    enum class Record {
        removed,   ///< (1 - q) N(0, σ²) + q N(1, σ²) against N(0, σ²)
        replaced,  ///< (1 - q) N(0, σ²) + q N(1, σ²) against (1 - q) N(0, σ²) + q N(-1, σ²)
    } record = Record::removed;
    int people = 1;  ///< who change together, each of them drawn independently (Mizan26 S6)
    Drawn drawn = Drawn::exactly;
    friend bool operator==(const SampledGaussianLaw&, const SampledGaussianLaw&) = default;

    static constexpr bool is_seen_by_chance = true;

    [[nodiscard]] Asymmetry asymmetry() const;
    void add_to(Parts& parts, double count) const;
    [[nodiscard]] Bracket largest_loss(const Directions& directions) const;

    [[nodiscard]] std::optional<analysis::ProfilePair> profiles() const;
    [[nodiscard]] std::optional<ClosedForm> closed_form(const Asked& asked) const;
    [[nodiscard]] std::optional<GaussianLaw> whole() const;
    [[nodiscard]] double renyi_from_below(Order order) const;
    [[nodiscard]] bool has_exact_renyi_curve() const { return people == 1; }
    [[nodiscard]] double shown_at_most() const { return (people * Bracket(q)).upper; }

    [[nodiscard]] bool is_replaced() const { return record == Record::replaced; }

    /// All changes of its people that may be the worst.
    [[nodiscard]] std::vector<GroupChange> changes() const;

    /// With so little noise losses are so large that no line of several runs has come to an end.
    /// All that is used of such a law is that it shows at most what was drawn.
    static constexpr double hopeless_noise = 0.01;
};

}  // namespace mizan
