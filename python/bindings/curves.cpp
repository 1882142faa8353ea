// SPDX-License-Identifier: Apache-2.0
#include "bindings.hpp"
#include "io/curve.hpp"

namespace mizan::python {

namespace {

/// Both ends of a curve at every point.
struct Curve {
    py::array_t<double> x, lower, upper;
};

Curve curve_at(const Shape& shape, const std::vector<CurvePoint>& points) {
    std::vector<double> at, lower, upper;
    for (const CurvePoint& point : points) {
        at.push_back(point.x);
        lower.push_back(point.y.lower);
        upper.push_back(point.y.upper);
    }
    return {constant_array(shape, at), constant_array(shape, lower), constant_array(shape, upper)};
}

using CurveFunction = Curve (*)(const py::object& program, const py::object& places,
                                const py::object& relation, const py::object& group_size);

constexpr const char orders[] = "orders";
constexpr const char epsilons[] = "epsilons";
constexpr const char deltas[] = "deltas";
constexpr const char rates[] = "false_positive_rates";

// A curve of this kind at the places that an array names, which are that member of the request.
template <class Quantity, CurveKind kind, auto member, const char* name>
Curve evaluated(const py::object& program, const py::object& x, const py::object& relation,
                const py::object& group_size) {
    CurveRequest request{.about = program_request_from(program, relation, group_size),
                         .kind = kind};
    const NumberArray given = places_from(x, name);
    request.*member = quantities<Quantity>(given);
    constexpr std::size_t few = 200;
    const bool is_long = given.numbers.size() > few || may_be_long(request.about.read().program);
    return curve_at(given.shape, answered([=] { return respond(request).points; }, is_long));
}

py::tuple curve_state(const Curve& curve) {
    return py::make_tuple(state_of(curve.x), state_of(curve.lower), state_of(curve.upper));
}

Curve curve_of(const py::object& x, const py::object& lower, const py::object& upper) {
    const NumberArray at = numbers_of_state(x, "x"), least = numbers_of_state(lower, "lower"),
                      most = numbers_of_state(upper, "upper");
    if (least.shape != at.shape || most.shape != at.shape) {
        throw InputError("a curve is made of three arrays of one shape");
    }
    std::vector<CurvePoint> points;
    for (std::size_t i = 0; i < at.numbers.size(); ++i) {
        const Bracket place = at.numbers[i];  // refuses NaN, as the other does
        points.push_back({place.lower, Bracket(least.numbers[i], most.numbers[i])});
    }
    return curve_at(at.shape, points);
}

struct Loss {
    Curve curve;
    Bracket infinity_mass;
    bool has_atoms;
    std::string direction;
};

Loss loss_of(const py::object& program, const py::object& given_points, const py::object& relation,
             const py::object& group_size) {
    CurveRequest request{.about = program_request_from(program, relation, group_size),
                         .kind = CurveKind::loss};
    request.points =
        static_cast<int>(whole_number_from(given_points, "points", 1, max_curve_points));
    const CurveResponse found = answered([=] { return respond(request); });
    return {curve_at({static_cast<py::ssize_t>(found.points.size())}, found.points),
            *found.infinity_mass, found.has_atoms, found.direction};
}

py::tuple loss_state(const Loss& loss) {
    return curve_state(loss.curve) +
           py::make_tuple(loss.infinity_mass, loss.has_atoms, loss.direction).cast<py::object>();
}

Loss loss_again(const py::object& x, const py::object& lower, const py::object& upper,
                const py::object& infinity_mass, const py::object& has_atoms,
                const py::object& direction) {
    const Bracket mass = value_from<Bracket>(infinity_mass, "infinity_mass");
    (void)Probability{mass.lower};
    (void)Probability{mass.upper};
    return {curve_of(x, lower, upper), mass, truth_from(has_atoms, "has_atoms"),
            text_from(direction, "direction")};
}

}  // namespace

void bind_curves(py::module_& module) {
    auto curve_class = value_class<Curve>(
        module, "Curve",
        "A curve as three arrays of one shape: y lies between lower and upper at x.");
    curve_class.def_readonly("x", &Curve::x)
        .def_readonly("lower", &Curve::lower)
        .def_readonly("upper", &Curve::upper)
        .def("__len__", [](const Curve& curve) { return curve.x.size(); })
        .def("__repr__", [](const Curve& curve) {
            return "Curve(" + std::to_string(curve.x.size()) + " points)";
        });
    bind_value(curve_class, &curve_state, &curve_of);
    auto loss_class = value_class<Loss>(
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
    bind_value(loss_class, &loss_state, &loss_again);

    const auto add = [&module](const char* name, CurveFunction function, const char* places,
                               const char* meaning) {
        module.def(name, function, py::arg("program"), py::arg(places), py::kw_only(),
                   py::arg("relation") = py::none(), py::arg("group_size") = 1, meaning);
    };
    add("renyi_curve", &evaluated<Order, CurveKind::renyi, &CurveRequest::orders, orders>, orders,
        "The Rényi divergence of neighbours at each order in [1, inf].\n\n"
        ">>> renyi_curve(gaussian(1), [2, 4]).upper.tolist()\n[1.0, 2.0]");
    add("privacy_profile",
        &evaluated<Epsilon, CurveKind::profile, &CurveRequest::epsilons, epsilons>, epsilons,
        "δ at each epsilon.\n\n"
        ">>> privacy_profile(randomized_response(0.75), [0, 0.5]).upper.round(4).tolist()\n"
        "[0.5, 0.3378]");
    add("epsilon_curve", &evaluated<Delta, CurveKind::epsilon, &CurveRequest::deltas, deltas>,
        deltas,
        "ε at each delta.\n\n"
        ">>> epsilon_curve(gaussian(1), [1e-5]).upper.round(4).tolist()\n[4.3772]");
    add("tradeoff_curve",
        &evaluated<Probability, CurveKind::tradeoff, &CurveRequest::false_positive_rates, rates>,
        rates,
        "The least false-negative rate of a test between neighbours.\n\n"
        ">>> tradeoff_curve(gaussian(1), [0.5]).lower.round(4).tolist()\n[0.1587]");
    add("detection_curve",
        &evaluated<Probability, CurveKind::detection, &CurveRequest::false_positive_rates, rates>,
        rates,
        "The largest true-positive rate of a test between neighbours.\n\n"
        ">>> detection_curve(gaussian(1), [0.5]).upper.round(4).tolist()\n[0.8413]");
    module.def("loss_curve", &loss_of, py::arg("program"), py::kw_only(), py::arg("points") = 200,
               py::arg("relation") = py::none(), py::arg("group_size") = 1,
               "The law of the privacy loss at about so many losses.\n\n"
               ">>> loss_curve(randomized_response(0.75)).x.round(4).tolist()\n[-1.0986, 1.0986]");
}

}  // namespace mizan::python
