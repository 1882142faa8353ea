// SPDX-License-Identifier: Apache-2.0
#include "bindings.hpp"
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

Implication converted(const py::object& from, const std::string& to, std::optional<double> delta,
                      std::optional<double> epsilon) {
    const Definition definition = definition_in(program_from(from, std::nullopt).program);
    At at;
    if (delta) at.delta = Delta{*delta};
    if (epsilon) at.epsilon = Epsilon{*epsilon};
    const Notion notion = read_notion(to);
    if ((delta || epsilon) && notion != Notion::approximate) {
        throw InputError("delta and epsilon belong to \"approximate\"");
    }
    const auto found = [&] {
        const py::gil_scoped_release others_may_run;
        return convert(definition, notion, at);
    }();
    if (const auto* refusal = std::get_if<Refusal>(&found)) throw Refused(refusal->reason);
    return std::get<Implication>(found);
}

std::string notion_of_result(const Implication& implication) {
    return std::string(name_of(notion_of(implication.result)));
}

py::array_t<double> divergences(const Implication& implication, const Doubles& orders) {
    const auto* renyi = std::get_if<RenyiDP>(&implication.result);
    if (renyi == nullptr) throw Refused("only a Rényi guarantee has divergences at orders");
    std::vector<double> upper;
    for (const Order order : quantities<Order>(orders)) upper.push_back(renyi->curve(order).upper);
    return shaped_as(orders, upper);
}

}  // namespace

void bind_conversions(py::module_& module) {
    py::class_<Implication>(module, "Conversion",
                            "What follows from a definition of privacy, and by which theorems.")
        .def_property_readonly("notion", &notion_of_result)
        .def_property_readonly(
            "parameters",
            [](const Implication& found) { return std::visit(Parameters{}, found.result); },
            "Each an upper bound; of a Rényi guarantee see divergences.")
        .def("divergences", &divergences, py::arg("orders"),
             "Upper bounds on the Rényi divergence at each order.")
        .def_readonly("theorems", &Implication::theorems)
        .def_property_readonly("order",
                               [](const Implication& found) {
                                   return found.order ? std::optional(found.order->value())
                                                      : std::nullopt;
                               })
        .def("__repr__", [](const Implication& found) {
            return "Conversion(" + notion_of_result(found) + ", " +
                   py::repr(std::visit(Parameters{}, found.result)).cast<std::string>() + ")";
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
