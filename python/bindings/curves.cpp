// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/account.hpp"

#include "bindings.hpp"

namespace mizan::python {

namespace {

/// Both ends of a curve at every point.
struct Curve {
    py::array_t<double> x, lower, upper;
};

template <class Points>
Curve curve_at(const Doubles& x, const Points& points) {
    std::vector<double> at, lower, upper;
    for (const CurvePoint& point : points) {
        at.push_back(point.x);
        lower.push_back(point.y.lower);
        upper.push_back(point.y.upper);
    }
    return {shaped_as(x, at), shaped_as(x, lower), shaped_as(x, upper)};
}

// One of the curves of account/curves.hpp at the places that an array names.
template <class Quantity, auto function>
Curve evaluated(const py::object& program, const Doubles& x,
                const std::optional<std::string>& relation, const py::object& group_size) {
    const ProgramDocument document = program_from(program, relation);
    const Neighbours neighbours{document.relation, group_size_from(group_size)};
    const std::vector<Quantity> places = quantities<Quantity>(x);
    return curve_at(x, answered([=] { return function(document.program, neighbours, places); },
                                places.size() > 200 || may_be_long(document.program)));
}

Curve epsilon_curve(const py::object& program, const Doubles& deltas,
                    const std::optional<std::string>& relation, const py::object& group_size) {
    const ProgramDocument document = program_from(program, relation);
    const Count size = group_size_from(group_size);
    const std::vector<Delta> places = quantities<Delta>(deltas);
    return curve_at(deltas, answered([=] {
                        std::vector<CurvePoint> points;
                        for (const Delta delta : places) {
                            points.push_back({delta.value(),
                                              cost(document.program, {.at = delta,
                                                                      .relation = document.relation,
                                                                      .group_size = size})});
                        }
                        return points;
                    }));
}

py::tuple curve_state(const Curve& curve) {
    return py::make_tuple(state_of(curve.x), state_of(curve.lower), state_of(curve.upper));
}

Curve curve_again(const py::tuple& arrays) {
    return {array_of(arrays[0]), array_of(arrays[1]), array_of(arrays[2])};
}

struct Loss {
    Curve curve;
    Bracket infinity_mass;
    bool has_atoms;
    std::string direction;
};

Loss loss_of(const py::object& program, int points, const std::optional<std::string>& relation,
             const py::object& group_size) {
    const ProgramDocument document = program_from(program, relation);
    const Neighbours neighbours{document.relation, group_size_from(group_size)};
    if (points < 1) throw DomainError("points", "a whole number of at least 1", points);
    const LossCurve found =
        answered([=] { return loss_curve(document.program, neighbours, points); });
    const Doubles like(static_cast<py::ssize_t>(found.points.size()));
    return {curve_at(like, found.points), found.infinity_mass, found.has_atoms, found.direction};
}

}  // namespace

void bind_curves(py::module_& module) {
    auto curve_class = py::class_<Curve>(
        module, "Curve",
        "A curve as three arrays of one shape: y lies between lower and upper at x.");
    curve_class.def_readonly("x", &Curve::x)
        .def_readonly("lower", &Curve::lower)
        .def_readonly("upper", &Curve::upper)
        .def("__len__", [](const Curve& curve) { return curve.x.size(); })
        .def("__repr__", [](const Curve& curve) {
            return "Curve(" + std::to_string(curve.x.size()) + " points)";
        });
    bind_value(curve_class, &curve_state, &curve_again);
    auto loss_class = py::class_<Loss>(
        module, "LossCurve",
        "The law of the privacy loss: Pr[L ≤ x], and the probability of infinite ones.");
    loss_class.def_property_readonly("x", [](const Loss& loss) { return loss.curve.x; })
        .def_property_readonly("lower", [](const Loss& loss) { return loss.curve.lower; })
        .def_property_readonly("upper", [](const Loss& loss) { return loss.curve.upper; })
        .def_readonly("infinity_mass", &Loss::infinity_mass)
        .def_readonly("has_atoms", &Loss::has_atoms,
                      "The probability jumps at every x and is level between them.")
        .def_readonly(
            "direction", &Loss::direction,
            "Which neighbour is compared with which: 'with the record against without it'.")
        .def("__repr__", [](const Loss& loss) {
            return "LossCurve(" + std::to_string(loss.curve.x.size()) + " points)";
        });
    bind_value(
        loss_class,
        [](const Loss& l) {
            return py::make_tuple(curve_state(l.curve), l.infinity_mass, l.has_atoms, l.direction);
        },
        [](const py::tuple& state) {
            return Loss{curve_again(state[0]), state[1].cast<Bracket>(), state[2].cast<bool>(),
                        state[3].cast<std::string>()};
        });

    const auto add = [&module](const char* name, auto function, const char* places,
                               const char* meaning) {
        module.def(name, function, py::arg("program"), py::arg(places), py::kw_only(),
                   py::arg("relation") = py::none(), py::arg("group_size") = 1, meaning);
    };
    add("renyi_curve", &evaluated<Order, &renyi_curve>, "orders",
        "The Rényi divergence of neighbours at each order in [1, inf].\n\n"
        ">>> renyi_curve(gaussian(1), [2, 4]).upper.tolist()\n[1.0, 2.0]");
    add("privacy_profile", &evaluated<Epsilon, &privacy_profile>, "epsilons",
        "δ at each epsilon.\n\n"
        ">>> privacy_profile(randomized_response(0.75), [0, 0.5]).upper.round(4).tolist()\n"
        "[0.5, 0.3378]");
    add("epsilon_curve", &epsilon_curve, "deltas",
        "ε at each delta.\n\n"
        ">>> epsilon_curve(gaussian(1), [1e-5]).upper.round(4).tolist()\n[4.3772]");
    add("tradeoff_curve", &evaluated<Probability, &tradeoff_curve>, "false_positive_rates",
        "The least false-negative rate of a test between neighbours.\n\n"
        ">>> tradeoff_curve(gaussian(1), [0.5]).lower.round(4).tolist()\n[0.1587]");
    add("detection_curve", &evaluated<Probability, &detection_curve>, "false_positive_rates",
        "The largest true-positive rate of a test between neighbours.\n\n"
        ">>> detection_curve(gaussian(1), [0.5]).upper.round(4).tolist()\n[0.8413]");
    module.def("loss_curve", &loss_of, py::arg("program"), py::kw_only(), py::arg("points") = 200,
               py::arg("relation") = py::none(), py::arg("group_size") = 1,
               "The law of the privacy loss at about so many losses.\n\n"
               ">>> loss_curve(randomized_response(0.75)).x.round(4).tolist()\n[-1.0986, 1.0986]");
}

}  // namespace mizan::python
