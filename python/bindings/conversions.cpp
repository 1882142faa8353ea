// SPDX-License-Identifier: Apache-2.0
#include "bindings.hpp"
#include "io/convert.hpp"
#include "io/definition.hpp"

namespace mizan::python {

namespace {

// The parameters of a definition, each an upper bound.
struct Parameters {
    py::dict operator()(const PureDP& d) const { return one("epsilon", d.epsilon.value()); }
    py::dict operator()(const ApproxDP& d) const {
        py::dict all = one("epsilon", d.epsilon.value());
        all["delta"] = d.delta.value();
        return all;
    }
    py::dict operator()(const RenyiDP&) const { return {}; }
    py::dict operator()(const ZCDP& d) const {
        py::dict all = one("rho", d.rho.value());
        all["xi"] = d.xi.value();
        return all;
    }
    py::dict operator()(const CDP& d) const {
        py::dict all = one("mu", d.mu.value());
        all["tau"] = d.tau.value();
        return all;
    }
    py::dict operator()(const GDP& d) const { return one("mu", d.mu.value()); }

    static py::dict one(const char* name, double value) {
        py::dict all;
        all[name] = value;
        return all;
    }
};

/// What follows, and from what.
struct Conversion {
    Program from;
    ConvertResponse response;
};

Conversion converted(const py::object& from, const py::object& to, const py::object& given_delta,
                     const py::object& given_epsilon) {
    const Program program = program_from(from, py::none()).program;
    ConvertRequest request{.from = program};
    if (const auto delta = optional_number_from(given_delta, "delta")) {
        request.at.delta = Delta{*delta};
    }
    if (const auto epsilon = optional_number_from(given_epsilon, "epsilon")) {
        request.at.epsilon = Epsilon{*epsilon};
    }
    request.to = read_notion(text_from(to, "to"));
    return {program, answered([=] { return respond(request); }, false)};
}

py::tuple conversion_state(const Conversion& c) {
    const auto& [delta, epsilon, _] = c.response.request.at;
    return py::make_tuple(c.from, std::string(name_of(c.response.request.to)),
                          delta ? py::cast(delta->value()) : py::none(),
                          epsilon ? py::cast(epsilon->value()) : py::none());
}

std::string notion_of_result(const Conversion& conversion) {
    return std::string(name_of(notion_of(conversion.response.found.result)));
}

py::array_t<double> divergences(const Conversion& conversion, const py::object& given_orders) {
    const auto* renyi = std::get_if<RenyiDP>(&conversion.response.found.result);
    if (renyi == nullptr) throw Refused("only a Rényi guarantee has divergences at orders");
    const NumberArray orders = places_from(given_orders, "orders");
    const auto upper = answered([curve = renyi->curve, at = quantities<Order>(orders)] {
        std::vector<double> ends;
        for (const Order order : at) ends.push_back(curve(order).upper);
        return ends;
    });
    return array_of(orders.shape, upper);
}

}  // namespace

void bind_conversions(py::module_& module) {
    auto conversion = value_class<Conversion>(
        module, "Conversion", "What follows from a definition of privacy, and by which theorems.");
    bind_value(conversion, &conversion_state, &converted);
    conversion.def_property_readonly("notion", &notion_of_result)
        .def_property_readonly(
            "parameters",
            [](const Conversion& c) { return std::visit(Parameters{}, c.response.found.result); },
            "Each an upper bound; of a Rényi guarantee see divergences.")
        .def("divergences", &divergences, py::arg("orders"),
             "Upper bounds on the Rényi divergence at each order.")
        .def_property_readonly("theorems",
                               [](const Conversion& c) { return c.response.found.theorems; })
        .def_property_readonly("order",
                               [](const Conversion& c) {
                                   const auto& order = c.response.found.order;
                                   return order ? std::optional(order->value()) : std::nullopt;
                               })
        .def("__repr__", [](const Conversion& c) {
            return "Conversion(" + notion_of_result(c) + ", " +
                   py::repr(std::visit(Parameters{}, c.response.found.result)).cast<std::string>() +
                   ")";
        });
    module.def(
        "convert", &converted, py::arg("definition"), py::arg("to"), py::kw_only(),
        py::arg("delta") = py::none(), py::arg("epsilon") = py::none(),
        "One definition of privacy into another, by the sharpest known theorem. Raises Refused,\n"
        "with the reason, if none follows.\n\n"
        ">>> convert(pure(1), 'zcdp').theorems\n['BS16 P1.4a']\n"
        ">>> round(convert('gdp(1)', 'approximate', delta=1e-5).parameters['epsilon'], 4)\n"
        "4.3772");
}

}  // namespace mizan::python
