// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <filesystem>

#include <fmt/format.h>

#include "mizan/numeric/logarithm.hpp"

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/format.hpp"
#include "cli/gnuplot.hpp"
#include "papers/mironov17/figure1.hpp"
#include "papers/mironov17/figure2.hpp"
#include "papers/mironov17/tables.hpp"

namespace mizan::cli {
namespace {

using mironov17::BudgetCurves;
using mironov17::IncreasePanel;
using mironov17::IncreasePoint;
using mironov17::Table;

// Told apart by people with any colour vision, and in grey.
constexpr const char* blue = "#0072b2";
constexpr const char* orange = "#e69f00";
constexpr const char* green = "#009e73";
constexpr const char* red = "#d55e00";
constexpr const char* black = "#000000";

std::string csv_cell(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) quoted += c == '"' ? "\"\"" : std::string(1, c);
    return quoted + '"';
}

std::string csv_row(const std::vector<std::string>& cells) {
    std::string row;
    for (const std::string& cell : cells) row += (row.empty() ? "" : ",") + csv_cell(cell);
    return row + '\n';
}

std::string csv_of(const Table& table) {
    std::string text = csv_row(table.header);
    for (const auto& row : table.rows) text += csv_row(row);
    return text;
}

std::string markdown_of(const Table& table) {
    const auto line = [](const std::vector<std::string>& cells) {
        std::string text = "|";
        for (const std::string& cell : cells) {
            text += ' ';
            for (const char c : cell) text += c == '|' ? "\\|" : std::string(1, c);
            text += " |";
        }
        return text + '\n';
    };
    std::string text = "# " + table.caption + "\n\n" + line(table.header);
    text += line(std::vector<std::string>(table.header.size(), "---"));
    for (const auto& row : table.rows) text += line(row);
    return text;
}

std::string csv_of(const BudgetCurves& figure) {
    std::vector<std::string> header{"order"};
    for (const auto& curve : figure.curves) {
        header.push_back(curve.mechanism + ", " + curve.parameter);
    }
    std::string text = csv_row(header);
    for (std::size_t i = 0; i < figure.orders.size(); ++i) {
        std::vector<std::string> row{shortest(figure.orders[i].value())};
        for (const auto& curve : figure.curves) {
            row.push_back(shortest(curve.divergences[i].upper));
        }
        text += csv_row(row);
    }
    return text;
}

struct Analysis {
    const char* name;
    double IncreasePoint::*value;
    const char* colour;
    const char* style;
};

constexpr Analysis analyses[] = {
    {"naïve", &IncreasePoint::naive, orange, "dashtype 3"},
    {"(ε, δ), best δ", &IncreasePoint::advanced, green, "dashtype 2"},
    {"Proposition 4", &IncreasePoint::proposition4, blue, "dashtype 4"},
    {"Rényi curve, best α", &IncreasePoint::renyi, red, "dashtype 1"},
    {"exact", &IncreasePoint::exact, black, "dashtype 1"},
};

std::string csv_of(const std::vector<IncreasePanel>& panels) {
    std::string text =
        "mechanism,parameter,probability,n,log10_naive,log10_approximate,log10_proposition4,"
        "log10_renyi,log10_exact\n";
    for (const IncreasePanel& panel : panels) {
        for (const IncreasePoint& point : panel.points) {
            std::vector<std::string> row{panel.mechanism, panel.parameter,
                                         shortest(panel.probability), std::to_string(point.count)};
            for (const Analysis& analysis : analyses) {
                row.push_back(shortest(point.*analysis.value));
            }
            text += csv_row(row);
        }
    }
    return text;
}

constexpr const char* common_style =
    "set encoding utf8\nset border 3 linecolor '#666666'\nset tics nomirror\n"
    "set grid linetype 1 linecolor '#e4e4e4'\n";

std::string svg_of(const BudgetCurves& figure) {
    std::string script = common_style;
    script +=
        "set terminal svg size 1200,460 font 'Helvetica,14' background '#ffffff'\n"
        "set multiplot layout 1,3\nset xrange [1:10]\nset yrange [0:1.4]\nset xtics 1,1,10\n"
        "set xlabel 'order α'\nunset key\n";
    constexpr const char* colours[] = {blue, green, red};
    const std::size_t at_10 = figure.orders.size() - 2;
    for (std::size_t first = 0; first < figure.curves.size(); first += 3) {
        script += fmt::format("set title {}\n", gnuplot_quoted(figure.curves[first].mechanism));
        script += first == 0 ? "set ylabel 'Rényi divergence D_{/:Italic α}'\n" : "unset ylabel\n";
        std::string drawn = "plot ";
        for (std::size_t i = first; i < first + 3; ++i) {
            const auto& curve = figure.curves[i];
            script += fmt::format("$curve{} << END\n", i);
            for (std::size_t k = 0; k < figure.orders.size(); ++k) {
                script += gnuplot_number(figure.orders[k].value()) + ' ' +
                          gnuplot_number(curve.divergences[k].upper) + '\n';
            }
            script += "END\n";
            drawn += fmt::format("{}$curve{} with lines linewidth 2 linecolor '{}'",
                                 i == first ? "" : ", ", i, colours[i - first]);
            // The name of a curve stands above its end, at the order 10.
            script += fmt::format("set label {} {} right at 9.9,{} offset 0,0.7 textcolor '{}'\n",
                                  i - first + 1, gnuplot_quoted(curve.parameter),
                                  shortest(curve.divergences[at_10].upper), colours[i - first]);
        }
        script += drawn + '\n';
    }
    return draw_with_gnuplot(script);
}

// 10^{-6}, for gnuplot.
std::string power_of_ten(double x) {
    return fmt::format("10^{{{:.0f}}}", plain::log(x) / plain::log(10));
}

std::string svg_of(const std::vector<IncreasePanel>& panels) {
    // Above these only the naïve bound goes on.
    constexpr int tops[] = {1000, 100, 20};
    std::string script = common_style;
    script +=
        "set terminal svg size 1200,800 font 'Helvetica,14' background '#ffffff'\n"
        "set multiplot layout 2,3 margins 0.07,0.985,0.15,0.94 spacing 0.05,0.12\n"
        "set xrange [0:250]\nset logscale y\nset ytics (1, 2, 5, 10, 20, 50, 100, 200, 500, "
        "1000)\nunset key\n";
    // One legend for all panels, below them.
    for (std::size_t k = 0; k < std::size(analyses); ++k) {
        const double x = 0.1 + 0.17 * static_cast<double>(k);
        script += fmt::format(
            "set arrow from screen {},0.035 to screen {},0.035 nohead linewidth 2 "
            "linecolor '{}' {}\nset label {} at screen {},0.035\n",
            x, x + 0.04, analyses[k].colour, analyses[k].style, gnuplot_quoted(analyses[k].name),
            x + 0.045);
    }
    for (std::size_t i = 0; i < panels.size(); ++i) {
        const IncreasePanel& panel = panels[i];
        script += fmt::format("$panel{} << END\n", i);
        for (const IncreasePoint& point : panel.points) {
            script += std::to_string(point.count);
            for (const Analysis& analysis : analyses) {
                script += ' ' + gnuplot_number(point.*analysis.value);
            }
            script += '\n';
        }
        script += fmt::format("END\nset title '{}, {}, Pr[f(D) ∈ S] = {}'\n", panel.mechanism,
                              panel.parameter, power_of_ten(panel.probability));
        script += i >= 3 ? "set xlabel 'compositions n'\n" : "unset xlabel\n";
        script +=
            i % 3 == 0 ? "set ylabel 'increase of Pr[S], at most' offset 1\n" : "unset ylabel\n";
        script += fmt::format("set yrange [1:{}]\n", tops[i % std::size(tops)]);
        std::string drawn = "plot ";
        for (std::size_t k = 0; k < std::size(analyses); ++k) {
            drawn += fmt::format(
                "{}$panel{} using 1:(10**${}) with lines linewidth 2 linecolor "
                "'{}' {}",
                k ? ", " : "", i, k + 2, analyses[k].colour, analyses[k].style);
        }
        script += drawn + "\nunset arrow\nunset label\n";
    }
    return draw_with_gnuplot(script);
}

Status run(const std::string& directory, std::ostream& out) {
    // What can fail comes before what takes long: gnuplot, then the directory, then Figure 2.
    const BudgetCurves figure1 = mironov17::figure1();
    const std::string drawn1 = svg_of(figure1);
    make_directory(directory);
    // All is drawn before the first file is written, so that there is no half of it.
    const std::vector<IncreasePanel> figure2 = mironov17::figure2();
    const std::pair<const char*, std::string> files[] = {
        {"table1.csv", csv_of(mironov17::table1())},
        {"table1.md", markdown_of(mironov17::table1())},
        {"table2.csv", csv_of(mironov17::table2())},
        {"table2.md", markdown_of(mironov17::table2())},
        {"figure1.csv", csv_of(figure1)},
        {"figure1.svg", drawn1},
        {"figure2.csv", csv_of(figure2)},
        {"figure2.svg", svg_of(figure2)},
    };
    for (const auto& [name, bytes] : files) {
        const auto path = std::filesystem::path(directory) / name;
        write_file(path, bytes);
        out << path.string() << '\n';
    }
    return Status::done;
}

Run setup(Arguments& arguments) {
    auto directory = std::make_shared<std::string>();
    arguments.add_text("directory", *directory, "DIR",
                       "Where the files go; made if it does not exist", Need::required);
    return [directory](std::ostream& out) { return run(*directory, out); };
}

}  // namespace

const Command figures_command{
    .name = "figures",
    .purpose = "Tables I and II and Figures 1 and 2 of Mironov 2017, as CSV, Markdown and SVG",
    .example = "mizan figures figures",
    .setup = setup,
};

}  // namespace mizan::cli
