// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace mizan::cli {

struct Axis {
    std::string label;
    bool is_logarithmic = false;
};

struct PlotLine {
    std::string name;  ///< in the legend
    std::vector<std::pair<double, double>> points;
};

/// Lines in one pair of axes. Points that are not finite, or not positive on a logarithmic axis,
/// are left out.
struct Plot {
    std::string title;
    Axis x;
    Axis y;
    std::vector<PlotLine> lines;
};

enum class PictureFormat { svg, png };

/// The bytes of a picture, drawn by gnuplot. Throws as draw_with_gnuplot does, and InputError if
/// there is no point to draw.
[[nodiscard]] std::string picture_of(const Plot& plot, PictureFormat format);

/// The plot in characters for a terminal, eight dots to each. `width` and `height` count the
/// characters between the axes. A plot with no point to draw says so.
[[nodiscard]] std::string characters_of(const Plot& plot, int width = 72, int height = 20);

}  // namespace mizan::cli
