// SPDX-License-Identifier: Apache-2.0
#include "io/curve.hpp"

#include <cmath>

#include <fmt/format.h>

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/format.hpp"
#include "cli/machine.hpp"
#include "cli/plot.hpp"
#include "cli/question.hpp"
#include "cli/text.hpp"
#include "io/expression_print.hpp"

namespace mizan::cli {
namespace {

struct Options {
    CurveRequest request;
    std::string plot;
    bool csv = false;
    MachineOptions machine;
};

constexpr int points_of_a_plot = 121;

void write_table(std::ostream& out, const CurveResponse& curve) {
    const bool sharp = curve.is_sharp();
    const std::string name_of_x(curve.name_of_x()), name_of_y(curve.name_of_y());
    Rows rows{sharp ? std::vector{name_of_x, name_of_y}
                    : std::vector{name_of_x, name_of_y + ", at least", std::string("at most")}};
    for (const CurvePoint& point : curve.points) {
        const std::string low = format_down(point.y.lower), high = format_up(point.y.upper);
        const std::string x = format_up(point.x);
        rows.push_back(sharp ? std::vector{x, curve.is_safe_above() ? high : low}
                             : std::vector{x, low, high});
    }
    out << aligned(rows);
    if (!curve.direction.empty()) out << fmt::format("direction: {}\n", curve.direction);
    if (curve.infinity_mass) {
        // A law whose tails never end is cut: its rarest losses are counted as if they were
        // infinite, so that only an upper bound of the probability is known.
        const bool is_known = curve.infinity_mass->lower > 0 || curve.infinity_mass->upper == 0;
        out << fmt::format("infinite with probability {}{}\n", is_known ? "" : "at most ",
                           format_up(curve.infinity_mass->upper));
    }
}

void write_csv(std::ostream& out, const CurveResponse& curve) {
    out << fmt::format("{},lower,upper\n", curve.name_of_x());
    for (const CurvePoint& point : curve.points) {
        out << fmt::format("{},{},{}\n", shortest(point.x), shortest(point.y.lower),
                           shortest(point.y.upper));
    }
}

Axis axis_of_x(const CurveResponse& curve) {
    switch (curve.kind) {
        case CurveKind::renyi:
            return {"order α", true};
        case CurveKind::profile:
            return {"epsilon ε"};
        case CurveKind::epsilon:
            return {"delta δ", true};
        case CurveKind::loss:
            return {"privacy loss, " + curve.direction};
        default:
            return {"false-positive rate"};
    }
}

Axis axis_of_y(const CurveResponse& curve) {
    switch (curve.kind) {
        case CurveKind::renyi:
            return {"Rényi divergence D_α"};
        case CurveKind::profile:
            return {"delta δ", true};
        case CurveKind::epsilon:
            return {"epsilon ε"};
        case CurveKind::tradeoff:
            return {"false-negative rate"};
        case CurveKind::detection:
            return {"true-positive rate"};
        default:
            return {"cumulative probability"};
    }
}

Plot plot_of(const CurveResponse& curve) {
    constexpr std::size_t longest_title = 80;
    std::string title = print_expression(curve.program);
    if (display_width(title) > longest_title) title = fmt::format("{} curve", name_of(curve.kind));
    Plot plot{std::move(title), axis_of_x(curve), axis_of_y(curve), {}};
    const auto add = [&](std::string name, double Bracket::*end) {
        PlotLine line{std::move(name), {}};
        double before = 0;
        for (const CurvePoint& point : curve.points) {
            if (curve.has_atoms) line.points.emplace_back(point.x, before);
            before = point.y.*end;
            line.points.emplace_back(point.x, before);
        }
        plot.lines.push_back(std::move(line));
    };
    if (curve.is_sharp()) {
        add(std::string(curve.name_of_y()),
            curve.is_safe_above() ? &Bracket::upper : &Bracket::lower);
    } else {
        add("at most", &Bracket::upper);
        add("at least", &Bracket::lower);
    }
    return plot;
}

PictureFormat format_of(const std::string& file) {
    if (file.ends_with(".svg")) return PictureFormat::svg;
    if (file.ends_with(".png")) return PictureFormat::png;
    throw InputError("--plot: expected a file name that ends in .svg or .png, or -, got " +
                     in_quotes(file, longest_name));
}

void check(const Options& options) {
    if (options.csv && options.machine.json) {
        throw InputError("--csv and --json exclude each other");
    }
    if (!options.plot.empty() && options.plot != "-") (void)format_of(options.plot);
}

void draw(const Options& options, std::ostream& out, const CurveResponse& curve) {
    if (options.plot == "-") {
        out << characters_of(plot_of(curve));
    } else if (!options.plot.empty()) {
        write_file(options.plot, picture_of(plot_of(curve), format_of(options.plot)));
    }
}

void show(const Options& options, std::ostream& out, const CurveResponse& curve) {
    if (options.csv) {
        write_csv(out, curve);
    } else if (options.plot.empty()) {
        write_table(out, curve);
    } else if (options.plot != "-") {
        out << options.plot << '\n';
    }
}

Status run(const Options& options, std::ostream& out) {
    check(options);
    CurveRequest request = options.request;
    if (!options.plot.empty() && !request.points) request.points = points_of_a_plot;
    return answer(
        options.machine, request, out,
        [&](const CurveResponse& curve) { show(options, out, curve); },
        [&](const CurveResponse& curve) { draw(options, out, curve); });
}

int read_points(double x) {
    if (!(least_points <= x && x <= max_curve_points) || x != std::floor(x)) {
        throw DomainError(
            "--points", fmt::format("a whole number from {} to {}", least_points, max_curve_points),
            x);
    }
    return static_cast<int>(x);
}

// An option that names places, in a list that is there once it is given.
template <class Quantity>
void add_places(Arguments& arguments, const std::string& name,
                std::optional<std::vector<Quantity>>& places, const std::string& meaning) {
    arguments.add_numbers(
        name,
        [&places](double x) {
            if (!places) places.emplace();
            places->emplace_back(x);
        },
        meaning);
}

Run setup(Arguments& arguments) {
    auto options = std::make_shared<Options>();
    CurveRequest& request = options->request;
    add_program(arguments, request.about.program, Need::required);
    arguments.add_text(
        "--kind", [&request](const std::string& text) { request.kind = read_curve_kind(text); },
        "NAME",
        "renyi: divergence by order; profile: delta by epsilon; epsilon: epsilon by delta; "
        "tradeoff: errors of the best test; detection: its true positives; loss: probability of a "
        "privacy loss up to each value",
        Need::required);
    add_places(arguments, "--orders", request.orders, "Orders of a renyi curve, such as 1,2,inf");
    add_places(arguments, "--epsilons", request.epsilons, "Epsilons of a profile, such as 0,0.5,1");
    add_places(arguments, "--deltas", request.deltas,
               "Deltas of an epsilon curve, such as 1e-8,1e-5");
    add_places(arguments, "--false-positive-rates", request.false_positive_rates,
               "Rates of a tradeoff or detection curve, such as 0.01,0.1");
    arguments.add_number(
        "--points", [&request](double x) { request.points = read_points(x); },
        "How many points, unless they are listed; default 21, for a plot 121");
    add_neighbours(arguments, request.about.relation, request.about.group_size);
    arguments.add_flag("--csv", options->csv, "Columns x, lower, upper");
    add_machine(arguments, options->machine,
                "Write an object with points [x, y], or [x, lower, upper] where they differ");
    arguments.add_text("--plot", options->plot, "FILE.svg|FILE.png|-",
                       "Draw the curve with gnuplot into this .svg or .png file, or into the "
                       "terminal if FILE is -");
    return [options](std::ostream& out) { return run(*options, out); };
}

}  // namespace

const Command curve_command{
    .name = "curve",
    .purpose = "A whole curve of a program, as table, CSV, JSON or picture",
    .example = "mizan curve \"10 * laplace(20)\" --kind renyi --plot -",
    .setup = setup,
};

}  // namespace mizan::cli
