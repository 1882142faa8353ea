// SPDX-License-Identifier: Apache-2.0
// Functions of a dataset that a change moves by at most 1, and arbitrary predicates.
#pragma once

#include "data.hpp"
#include "leaf_instance.hpp"

namespace mizan::instances {

/// A number that one change of the metric moves by at most 1. Where datasets of different sizes are
/// not joined by changes, their sizes may move it at will, or be shown outright.
class Level {
public:
    Level(const LeafScope& scope, bool whole, Genes& genes);

    [[nodiscard]] double of(const Counts& data) const;
    /// What is shown of the size beside the number: 0 or 1.
    [[nodiscard]] std::size_t label(const Counts& data) const;
    [[nodiscard]] std::size_t labels() const { return free_sizes_ ? 2 : 1; }
    [[nodiscard]] std::string words() const;

    /// Cuts the number off, so that it lies in [low, high].
    void limit(double low, double high);

private:
    std::array<double, types> weights_{};
    double low_, high_;
    bool free_sizes_;
    int shown_from_ = 99;  // sizes from this on have label 1
    double per_size_ = 0;  // added for every record, where sizes are free
};

/// Any yes or no about a dataset.
class Predicate {
public:
    explicit Predicate(Genes& genes);
    [[nodiscard]] bool of(const Counts& data) const;
    [[nodiscard]] std::string words() const;

private:
    std::array<int, types> weights_{};
    int threshold_;
    bool parity_;
};

}  // namespace mizan::instances
