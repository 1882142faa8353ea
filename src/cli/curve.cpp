// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>
#include <iostream>

#include <fmt/format.h>

#include "mizan/account/account.hpp"
#include "mizan/curve/curves.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/quoted.hpp"

#include "cli/command.hpp"
#include "cli/files.hpp"
#include "cli/format.hpp"
#include "cli/plot.hpp"
#include "cli/question.hpp"
#include "cli/text.hpp"
#include "io/expression_print.hpp"
#include "io/json.hpp"

namespace mizan::cli {
namespace {

struct Options {
    QuestionOptions question;
    std::string program;
    std::string kind;
    std::vector<Order> orders;
    std::vector<Epsilon> epsilons;
    std::optional<int> points;
    std::string plot;
    bool csv = false;
    bool json = false;
};

// A curve and how it is shown.
struct Curve {
    std::string_view kind, x, y;
    bool is_safe_above;  ///< the upper end is the promise; otherwise the lower end is
    Axis x_axis, y_axis;
    std::vector<CurvePoint> points;
    std::optional<Bracket> infinity_mass = std::nullopt;
    bool has_steps = false;
    std::string direction = "";  ///< which neighbour is compared with which, where that matters
};

constexpr int points_of_a_table = 21;
constexpr int points_of_a_plot = 121;

int count_of(const Options& options) {
    return options.points.value_or(options.plot.empty() ? points_of_a_table : points_of_a_plot);
}

double part(int i, int count) { return count > 1 ? static_cast<double>(i) / (count - 1) : 0; }

Curve renyi(const Options& options, const Program& program, const Neighbours& neighbours) {
    std::vector<Order> orders = options.orders;
    if (orders.empty() && !options.points && options.plot.empty()) {
        for (const double x : {1.0, 1.5, 2.0, 3.0, 4.0, 6.0, 8.0, 16.0, 32.0, 64.0, infinity}) {
            orders.emplace_back(x);
        }
    } else if (orders.empty()) {
        constexpr double most = 100;
        for (int i = 0; i < count_of(options); ++i) {
            orders.emplace_back(plain::pow(most, part(i, count_of(options))));
        }
    }
    std::vector<CurvePoint> points = renyi_curve(program, neighbours, orders);
    return {
        "renyi",          "order", "divergence", true, {"order α", true}, {"Rényi divergence D_α"},
        std::move(points)};
}

Curve profile(const Options& options, const Program& program, const Neighbours& neighbours) {
    std::vector<Epsilon> epsilons = options.epsilons;
    if (epsilons.empty()) {
        // From 0 to where next to nothing is left.
        constexpr double little = 1e-10, end_of_the_endless = 10;
        const Question question{Delta{little}, neighbours.relation, neighbours.group_size};
        double end = account(program, question).epsilon.upper;
        if (end == infinity) end = end_of_the_endless;
        for (int i = 0; i < count_of(options); ++i) {
            epsilons.emplace_back(end * part(i, count_of(options)));
        }
    }
    std::vector<CurvePoint> points = privacy_profile(program, neighbours, epsilons);
    return {"profile",     "epsilon",         "delta",          true,
            {"epsilon ε"}, {"delta δ", true}, std::move(points)};
}

Curve tradeoff(const Options& options, const Program& program, const Neighbours& neighbours) {
    std::vector<Probability> rates;
    for (int i = 0; i < count_of(options); ++i) rates.emplace_back(part(i, count_of(options)));
    std::vector<CurvePoint> points = tradeoff_curve(program, neighbours, rates);
    return {"tradeoff",
            "false_positive_rate",
            "false_negative_rate",
            false,
            {"false-positive rate"},
            {"false-negative rate"},
            std::move(points)};
}

Curve loss(const Options& options, const Program& program, const Neighbours& neighbours) {
    LossCurve found = loss_curve(program, neighbours, count_of(options));
    return {"loss",
            "loss",
            "cumulative_probability",
            false,
            {"privacy loss, " + found.direction},
            {"cumulative probability"},
            std::move(found.points),
            found.infinity_mass,
            found.has_atoms,
            found.direction};
}

struct Kind {
    std::string_view name;
    Curve (*compute)(const Options&, const Program&, const Neighbours&);
};
constexpr Kind kinds[] = {
    {"renyi", renyi}, {"profile", profile}, {"tradeoff", tradeoff}, {"loss", loss}};

Curve compute(const Options& options, const ProgramDocument& document) {
    for (const Kind& kind : kinds) {
        if (kind.name == options.kind) {
            return kind.compute(options, document.program,
                                {document.relation, options.question.group_size});
        }
    }
    throw InputError("--kind: unknown curve " + in_quotes(options.kind) +
                     ", must be renyi, profile, tradeoff or loss");
}

// Both ends say the same to more digits than anybody reads.
bool is_sharp(const Curve& curve) {
    return std::ranges::all_of(curve.points, [](const CurvePoint& point) {
        const auto& y = point.y;
        return y.is_exact() || y.width() <= 1e-9 * std::max(std::abs(y.upper), 1e-300) ||
               y.width() <= 1e-13;
    });
}

double promise(const Curve& curve, const CurvePoint& point) {
    return curve.is_safe_above ? point.y.upper : point.y.lower;
}

void write_table(std::ostream& out, const Curve& curve) {
    const bool sharp = is_sharp(curve);
    Rows rows{sharp ? std::vector{std::string(curve.x), std::string(curve.y)}
                    : std::vector{std::string(curve.x), fmt::format("{}, at least", curve.y),
                                  std::string("at most")}};
    for (const CurvePoint& point : curve.points) {
        const std::string low = format_down(point.y.lower), high = format_up(point.y.upper);
        const std::string x = format_up(point.x);
        rows.push_back(sharp ? std::vector{x, curve.is_safe_above ? high : low}
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

void write_csv(std::ostream& out, const Curve& curve) {
    out << fmt::format("{},lower,upper\n", curve.x);
    for (const CurvePoint& point : curve.points) {
        out << fmt::format("{},{},{}\n", shortest(point.x), shortest(point.y.lower),
                           shortest(point.y.upper));
    }
}

Json to_json(const Curve& curve) {
    const bool sharp = is_sharp(curve);
    Json::Array points;
    for (const CurvePoint& point : curve.points) {
        points.push_back(sharp ? Json::Array{point.x, promise(curve, point)}
                               : Json::Array{point.x, point.y.lower, point.y.upper});
    }
    Json::Object object{
        {"kind", curve.kind}, {"x", curve.x}, {"y", curve.y}, {"points", std::move(points)}};
    if (curve.infinity_mass) object.emplace_back("infinity_mass", curve.infinity_mass->upper);
    if (!curve.direction.empty()) object.emplace_back("direction", curve.direction);
    return object;
}

Plot plot_of(const Curve& curve, const Program& program) {
    constexpr std::size_t longest_title = 80;
    std::string title = print_expression(program);
    if (display_width(title) > longest_title) title = fmt::format("{} curve", curve.kind);
    Plot plot{std::move(title), curve.x_axis, curve.y_axis, {}};
    const auto add = [&](std::string name, double Bracket::*end) {
        PlotLine line{std::move(name), {}};
        double before = 0;
        for (const CurvePoint& point : curve.points) {
            if (curve.has_steps) line.points.emplace_back(point.x, before);
            before = point.y.*end;
            line.points.emplace_back(point.x, before);
        }
        plot.lines.push_back(std::move(line));
    };
    if (is_sharp(curve)) {
        add(std::string(curve.y), curve.is_safe_above ? &Bracket::upper : &Bracket::lower);
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
    if (options.csv && options.json) throw InputError("--csv and --json exclude each other");
    if (!options.orders.empty() && options.kind != "renyi") {
        throw InputError("--orders belongs to --kind renyi");
    }
    if (!options.epsilons.empty() && options.kind != "profile") {
        throw InputError("--epsilons belongs to --kind profile");
    }
    if (!options.plot.empty() && options.plot != "-") (void)format_of(options.plot);
}

void show(const Options& options, const ProgramDocument& document, const Curve& curve,
          std::ostream& out) {
    if (options.plot == "-") {
        out << characters_of(plot_of(curve, document.program));
    } else if (!options.plot.empty()) {
        write_file(options.plot,
                   picture_of(plot_of(curve, document.program), format_of(options.plot)));
    }
    if (options.json) {
        out << to_pretty_text(to_json(curve)) << '\n';
    } else if (options.csv) {
        write_csv(out, curve);
    } else if (options.plot.empty()) {
        write_table(out, curve);
    } else if (options.plot != "-") {
        out << options.plot << '\n';
    }
}

Status run(const Options& options, std::ostream& out) {
    check(options);
    const ProgramDocument document = options.question.document(options.program);
    try {
        show(options, document, compute(options, document), out);
    } catch (const NoCurve& reason) {
        std::cerr << "mizan: no curve: " << reason.what() << '\n';
        return Status::negative;
    }
    return Status::done;
}

int read_points(double x) {
    if (!(2 <= x && x <= max_curve_points) || x != std::floor(x)) {
        throw DomainError("--points", fmt::format("a whole number from 2 to {}", max_curve_points),
                          x);
    }
    return static_cast<int>(x);
}

Run setup(Arguments& arguments) {
    auto options = std::make_shared<Options>();
    arguments.add_text("program", options->program, "PROGRAM", "What is run: an expression or JSON",
                       Need::required);
    arguments.add_text("--kind", options->kind, "renyi|profile|tradeoff|loss",
                       "renyi: divergence by order; profile: delta by epsilon; tradeoff: errors of "
                       "the best test; loss: probability of a privacy loss up to each value",
                       Need::required);
    arguments.add_numbers(
        "--orders", [options](double x) { options->orders.emplace_back(x); },
        "Orders of a renyi curve, such as 1,2,inf");
    arguments.add_numbers(
        "--epsilons", [options](double x) { options->epsilons.emplace_back(x); },
        "Epsilons of a profile, such as 0,0.5,1");
    arguments.add_number(
        "--points", [options](double x) { options->points = read_points(x); },
        "How many points, unless --orders or --epsilons lists them; default 21, for a plot 121");
    add_neighbours(arguments, options->question);
    arguments.add_flag("--csv", options->csv, "Columns x, lower, upper");
    arguments.add_flag(
        "--json", options->json,
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
