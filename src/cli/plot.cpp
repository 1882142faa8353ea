// SPDX-License-Identifier: Apache-2.0
#include "cli/plot.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/error.hpp"
#include "mizan/units/quantity.hpp"

#include "cli/gnuplot.hpp"
#include "cli/text.hpp"

namespace mizan::cli {

namespace {

// Told apart by people with any colour vision, and in grey.
constexpr const char* colours[] = {"#0072b2", "#d55e00", "#009e73", "#cc79a7"};

/// From values to places: linear or logarithmic, 0 at the lowest value and 1 at the highest.
class Scale {
public:
    explicit Scale(bool is_logarithmic) : is_logarithmic_{is_logarithmic} {}

    [[nodiscard]] bool shows(double x) const {
        return std::isfinite(x) && (!is_logarithmic_ || x > 0);
    }
    void include(double x) {
        low_ = std::min(low_, inner(x));
        high_ = std::max(high_, inner(x));
    }
    [[nodiscard]] bool is_empty() const { return low_ > high_; }

    /// A scale of one value, or of two that halves do not tell apart, gets some room around it.
    void widen() {
        if (low_ / 2 < high_ / 2) return;
        constexpr double most = std::numeric_limits<double>::max();
        const double room = is_logarithmic_ ? 1 : std::max(std::abs(low_) / 2, 1e-300);
        low_ = std::max(low_ - room, -most);
        high_ = std::min(high_ + room, most);
    }
    // Halves first: the distance of two doubles may be no double.
    [[nodiscard]] double place(double x) const {
        return (inner(x) / 2 - low_ / 2) / (high_ / 2 - low_ / 2);
    }
    [[nodiscard]] double value(double place) const {
        const double x = low_ * (1 - place) + high_ * place;
        return is_logarithmic_ ? plain::pow(10, x) : x;
    }

private:
    [[nodiscard]] double inner(double x) const {
        return is_logarithmic_ ? plain::log(x) / plain::log(10) : x;
    }

    bool is_logarithmic_;
    double low_ = infinity, high_ = -infinity;
};

struct Scales {
    Scale x, y;
};

/// Scales that hold every point that can be drawn.
Scales scales_of(const Plot& plot) {
    Scales scales{Scale(plot.x.is_logarithmic), Scale(plot.y.is_logarithmic)};
    for (const PlotLine& line : plot.lines) {
        for (const auto& [x, y] : line.points) {
            if (!scales.x.shows(x) || !scales.y.shows(y)) continue;
            scales.x.include(x);
            scales.y.include(y);
        }
    }
    return scales;
}

/// Dots, eight in a character: the Unicode block "Braille patterns".
class Dots {
public:
    Dots(int width, int height)
        : width_{width}, height_{height}, cells_(static_cast<std::size_t>(width * height)) {}

    /// x and y in [0, 1], y upward.
    void line(double x0, double y0, double x1, double y1) {
        const double steps =
            std::ceil(std::max(std::abs(x1 - x0) * 2 * width_, std::abs(y1 - y0) * 4 * height_));
        for (double i = 0; i <= steps; ++i) {
            const double part = steps > 0 ? i / steps : 0;
            dot(x0 + (x1 - x0) * part, y0 + (y1 - y0) * part);
        }
    }

    [[nodiscard]] std::string row(int y) const {
        std::string text;
        for (int x = 0; x < width_; ++x) {
            const int bits = cells_[static_cast<std::size_t>(y * width_ + x)];
            if (bits == 0) {
                text += ' ';
                continue;
            }
            text += '\xE2';  // UTF-8 of U+2800 + bits
            text += static_cast<char>(0xA0 | (bits >> 6));
            text += static_cast<char>(0x80 | (bits & 0x3F));
        }
        text.erase(text.find_last_not_of(' ') + 1);
        return text;
    }

private:
    void dot(double x, double y) {
        const int column = std::clamp(static_cast<int>(x * 2 * width_), 0, 2 * width_ - 1);
        const int line = std::clamp(static_cast<int>((1 - y) * 4 * height_), 0, 4 * height_ - 1);
        constexpr int bits[4][2] = {{0x01, 0x08}, {0x02, 0x10}, {0x04, 0x20}, {0x40, 0x80}};
        cells_[static_cast<std::size_t>(line / 4 * width_ + column / 2)] |=
            bits[line % 4][column % 2];
    }

    int width_, height_;
    std::vector<int> cells_;
};

std::string padded_left(const std::string& text, std::size_t width) {
    const std::size_t used = display_width(text);
    return std::string(width > used ? width - used : 0, ' ') + text;
}

// The corner that the lines leave free; one line alone needs no name.
const char* key_of(const Plot& plot) {
    if (plot.lines.size() < 2) return "off";
    const auto& points = plot.lines.front().points;
    const bool is_falling = !points.empty() && points.back().second < points.front().second;
    return is_falling ? "top right" : "top left";
}

std::string script_of(const Plot& plot, const char* terminal) {
    std::string script = fmt::format(
        "set encoding utf8\nset terminal {}\nset title {} noenhanced\n"
        "set xlabel {} noenhanced\nset ylabel {} noenhanced\n"
        "set grid linetype 1 linecolor '#e4e4e4'\nset border 3 linecolor '#666666'\n"
        "set tics nomirror\nset key {} noenhanced\n",
        terminal, gnuplot_quoted(plot.title), gnuplot_quoted(plot.x.label),
        gnuplot_quoted(plot.y.label), key_of(plot));
    if (plot.x.is_logarithmic) script += "set logscale x\nset format x '%g'\n";
    if (plot.y.is_logarithmic) script += "set logscale y\nset format y '10^{%T}'\n";
    std::string drawn;
    for (std::size_t i = 0; i < plot.lines.size(); ++i) {
        script += fmt::format("$line{} << END\n", i);
        for (const auto& [x, y] : plot.lines[i].points) {
            script += gnuplot_number(x) + ' ' + gnuplot_number(y) + '\n';
        }
        script += "END\n";
        drawn += fmt::format("{} $line{} with lines linewidth 2 linecolor '{}' title {}",
                             i ? "," : "plot", i, colours[i % std::size(colours)],
                             gnuplot_quoted(plot.lines[i].name));
    }
    return script + drawn + '\n';
}

}  // namespace

std::string picture_of(const Plot& plot, PictureFormat format) {
    if (scales_of(plot).x.is_empty()) throw InputError("there is no finite point to draw");
    return draw_with_gnuplot(script_of(
        plot, format == PictureFormat::svg
                  ? "svg size 800,500 font 'Helvetica,14' background '#ffffff'"
                  : "pngcairo size 1600,1000 font 'Helvetica,14' fontscale 2 linewidth 2"));
}

std::string characters_of(const Plot& plot, int width, int height) {
    auto [x, y] = scales_of(plot);
    if (x.is_empty()) return plot.title + "\n(no point can be drawn)\n";
    x.widen();
    y.widen();

    Dots dots(width, height);
    for (const PlotLine& line : plot.lines) {
        std::optional<std::pair<double, double>> last;
        for (const auto& point : line.points) {
            if (!x.shows(point.first) || !y.shows(point.second)) {
                last.reset();
                continue;
            }
            const std::pair here{x.place(point.first), y.place(point.second)};
            const auto& from = last ? *last : here;
            dots.line(from.first, from.second, here.first, here.second);
            last = here;
        }
    }

    const auto tick = [](double value) { return fmt::format("{:.3g}", value); };
    const std::string top = tick(y.value(1)), middle = tick(y.value(0.5)),
                      bottom = tick(y.value(0));
    const std::size_t margin =
        std::max({display_width(top), display_width(middle), display_width(bottom)});
    std::string text = plot.title + '\n' + plot.y.label + '\n';
    for (int row = 0; row < height; ++row) {
        const std::string label = row == 0            ? top
                                  : row == height / 2 ? middle
                                  : row == height - 1 ? bottom
                                                      : "";
        const bool is_tick = !label.empty();
        text += padded_left(label, margin) + (is_tick ? " ┤" : " │") + dots.row(row) + '\n';
    }
    const auto columns = static_cast<std::size_t>(width);
    text += std::string(margin, ' ') + " └";
    for (int column = 0; column < width; ++column) text += "─";
    const std::string left = tick(x.value(0)), centre = tick(x.value(0.5)),
                      right = tick(x.value(1));
    std::string below = left;
    below += padded_left(centre, columns / 2 + centre.size() / 2 - left.size());
    below += padded_left(right, columns - std::min(columns, below.size()));
    text += '\n' + std::string(margin + 2, ' ') + below + '\n';
    text += std::string(margin + 2, ' ') +
            padded_left(plot.x.label, columns / 2 + display_width(plot.x.label) / 2) + '\n';
    return text;
}

}  // namespace mizan::cli
