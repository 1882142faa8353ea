// SPDX-License-Identifier: Apache-2.0
// Noise by its distribution function, and the laws of what is seen of it.
#pragma once

#include "data.hpp"

namespace mizan::instances {

/// Symmetric noise around 0.
class Noise {
public:
    enum class Kind { normal, laplace, truncated_laplace, whole_normal, whole_laplace };

    Noise(Kind kind, double scale, double bound = 0);

    /// Pr[noise > x], to the last digits also where that is tiny.
    [[nodiscard]] double above(double x) const;
    /// Pr[a < noise <= b].
    [[nodiscard]] double within(double a, double b) const;
    [[nodiscard]] bool is_whole() const { return kind_ >= Kind::whole_normal; }

private:
    Kind kind_;
    double scale_, bound_;
    std::vector<double> tail_;  // of whole_normal: Pr[noise >= i]
};

/// Where a line is cut into cells; what lies beyond the ends is a cell, too.
struct Cells {
    std::vector<double> edges;

    /// The law of the cell in which level + noise lies.
    [[nodiscard]] Law of(const Noise& noise, double level) const;
    [[nodiscard]] std::size_t size() const { return edges.size() + 1; }
};

/// Evenly spaced cells somewhere near 0; edges between whole numbers for whole noise.
Cells any_cells(int count, double scale, bool whole, Genes& genes);

}  // namespace mizan::instances
