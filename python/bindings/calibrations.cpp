// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/assumptions.hpp"

#include "bindings.hpp"
#include "io/calibrate.hpp"
#include "io/expression_print.hpp"
#include "io/json.hpp"

namespace mizan::python {

namespace {

using Templates = decltype(CalibrateRequest::programs);

Templates templates_from(const py::object& programs) {
    if (py::isinstance<py::str>(programs)) return GivenProgram(text_from(programs, "program"));
    if (!PyList_Check(programs.ptr()) && !PyTuple_Check(programs.ptr())) {
        throw wrong_type("program", "a text with one ? in it, or a list of them", programs);
    }
    std::vector<GivenProgram> several;
    for (const py::handle program : programs) several.emplace_back(text_from(program, "program"));
    return several;
}

std::optional<std::vector<Positive>> weights_from(const py::object& weights) {
    if (weights.is_none()) return {};
    const NumberArray found = numbers_from(weights, "weights");
    if (found.shape.size() != 1) {
        throw InputError("weights: expected one for each of several programs in a list");
    }
    return quantities<Positive>(found);
}

/// A calibration, with what it is about.
struct ProgramCalibration {
    Calibration found;
    std::string unknown;
    Neighbours neighbours;
};

struct ProgramShares {
    SharedCalibration found;
    std::vector<ProgramCalibration> shares;
};

py::tuple calibration_state(const ProgramCalibration& c) {
    return py::make_tuple(c.found.parameter, c.found.program, c.found.cost, c.found.limit,
                          c.found.tolerance, c.unknown,
                          std::string(to_string(c.neighbours.relation)), c.neighbours.group_size);
}

// What no calibration finds is no calibration, whoever has written it into a pickle.
ProgramCalibration calibration_of(const py::object& parameter, const py::object& program,
                                  const py::object& cost, const py::object& limit,
                                  const py::object& tolerance, const py::object& unknown,
                                  const py::object& relation, const py::object& group_size) {
    return {{at_least_0(parameter, "parameter"), value_from<Program>(program, "program"),
             cost_from(cost), at_least_0(limit, "limit"), at_least_0(tolerance, "tolerance")},
            text_from(unknown, "unknown"),
            {read_relation(text_from(relation, "relation")), group_size_from(group_size)}};
}

py::tuple shares_state(const ProgramShares& s) {
    return py::make_tuple(s.found.program, s.found.cost, py::tuple(py::cast(s.shares)));
}

ProgramShares shares_of(const py::object& program, const py::object& cost,
                        const py::object& calibrations) {
    std::vector<ProgramCalibration> shares;
    std::vector<Calibration> found;
    std::vector<Program> programs;
    for (const py::handle share : tuple_from(calibrations, "shares")) {
        shares.push_back(value_from<ProgramCalibration>(share, "shares"));
        found.push_back(shares.back().found);
        programs.push_back(shares.back().found.program);
    }
    const auto& together = value_from<Program>(program, "program");
    if (!(sequence(std::move(programs)) == together)) {
        throw InputError("program: not the programs of the shares one after the other");
    }
    return {{std::move(found), together, cost_from(cost)}, std::move(shares)};
}

ProgramShares shares_found(const FoundShares& all, const Neighbours& neighbours) {
    std::vector<ProgramCalibration> alone;
    for (std::size_t i = 0; i < all.shares.size(); ++i) {
        alone.push_back({all.found.shares[i], all.shares[i].program.unknown().name, neighbours});
    }
    return {all.found, std::move(alone)};
}

py::object calibrated(const py::object& programs, const py::object& epsilon,
                      const py::object& delta, const py::object& advantage,
                      const py::object& true_positive_rate, const py::object& false_positive_rate,
                      const py::object& weights, const py::object& relation,
                      const py::object& group_size) {
    const CalibrateRequest request{
        .programs = templates_from(programs),
        .weights = weights_from(weights),
        .epsilon = quantity_from<Epsilon>(epsilon, "epsilon"),
        .delta = quantity_from<Delta>(delta, "delta"),
        .advantage = quantity_from<Probability>(advantage, "advantage"),
        .true_positive_rate = quantity_from<Probability>(true_positive_rate, "true_positive_rate"),
        .false_positive_rate =
            quantity_from<Probability>(false_positive_rate, "false_positive_rate"),
        .relation = relation_from(relation),
        .group_size = group_size_from(group_size)};
    const CalibrateResponse response = answered([=] { return respond(request); });
    const Neighbours neighbours{response.target.relation, response.target.group_size};
    if (const auto* one = std::get_if<FoundValue>(&response.found)) {
        return py::cast(ProgramCalibration{one->found, one->unknown.name, neighbours});
    }
    return py::cast(shares_found(std::get<FoundShares>(response.found), neighbours));
}

void bind_calibration(py::module_& module) {
    auto calibration = value_class<ProgramCalibration>(
        module, "Calibration", "A program that keeps a target for certain.");
    bind_value(calibration, &calibration_state, &calibration_of);
    calibration.def_readonly("unknown", &ProgramCalibration::unknown, "What the ? stands for.")
        .def_property_readonly("parameter",
                               [](const ProgramCalibration& c) { return c.found.parameter; })
        .def_property_readonly("program",
                               [](const ProgramCalibration& c) { return c.found.program; })
        .def_property_readonly(
            "cost", [](const ProgramCalibration& c) { return c.found.cost; },
            "What the program costs, in the unit of the target.")
        .def_property_readonly(
            "limit", [](const ProgramCalibration& c) { return c.found.limit; },
            "Beyond this value no program keeps the target.")
        .def_property_readonly("tolerance",
                               [](const ProgramCalibration& c) { return c.found.tolerance; })
        .def_property_readonly("assumptions",
                               [](const ProgramCalibration& c) {
                                   return assumptions({c.neighbours.relation, c.found.program},
                                                      c.neighbours.group_size);
                               })
        .def("__repr__", [](const ProgramCalibration& c) {
            return "Calibration(" + c.unknown + "=" + shortest(c.found.parameter) + ", program='" +
                   print_expression(c.found.program) + "')";
        });
}

void bind_shared_calibration(py::module_& module) {
    auto shared = value_class<ProgramShares>(module, "SharedCalibration",
                                             "Programs that keep a target together.");
    bind_value(shared, &shares_state, &shares_of);
    shared.def_readonly("shares", &ProgramShares::shares, "Each alone, for its part of the target.")
        .def_property_readonly("program", [](const ProgramShares& s) { return s.found.program; })
        .def_property_readonly("cost", [](const ProgramShares& s) { return s.found.cost; })
        .def("__repr__", [](const ProgramShares& s) {
            return "SharedCalibration(program='" + print_expression(s.found.program) + "')";
        });
}

}  // namespace

void bind_calibrations(py::module_& module) {
    bind_calibration(module);
    bind_shared_calibration(module);
    module.def(
        "calibrate", &calibrated, py::arg("program"), py::kw_only(),
        py::arg("epsilon") = py::none(), py::arg("delta") = py::none(),
        py::arg("advantage") = py::none(), py::arg("true_positive_rate") = py::none(),
        py::arg("false_positive_rate") = py::none(), py::arg("weights") = py::none(),
        py::arg("relation") = py::none(), py::arg("group_size") = 1,
        "The value of the one ? in a program that just keeps a target: an epsilon at a delta, the\n"
        "advantage of an attacker, or a true-positive rate at a false-positive rate. A list of\n"
        "programs shares the target by weights. Raises Refused if no value will do.\n\n"
        ">>> found = calibrate('1000 * poisson(0.01, gaussian(?))', epsilon=1, delta=1e-6)\n"
        ">>> round(found.parameter, 4)\n1.5627\n"
        ">>> found.cost.upper <= 1\nTrue");
}

}  // namespace mizan::python
