// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace mizan::cli {

/// The bytes of the picture that gnuplot draws for this script, which names a terminal (svg,
/// pngcairo) but no output. Throws std::runtime_error if gnuplot is not installed or complains.
[[nodiscard]] std::string draw_with_gnuplot(std::string_view script);

/// A number as gnuplot reads it: 0 where it is too small to be drawn, and NaN, which gnuplot leaves
/// out, for infinity.
[[nodiscard]] std::string gnuplot_number(double x);

/// 'text' in gnuplot's single quotes, which nothing inside can end.
[[nodiscard]] std::string gnuplot_quoted(std::string_view text);

}  // namespace mizan::cli
