// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "mizan/account/curves.hpp"

#include "answered.hpp"

namespace mizan::python {

namespace py = pybind11;

// Each adds one part of the vocabulary to the module.
void bind_programs(py::module_& module);
void bind_answers(py::module_& module);
void bind_conversions(py::module_& module);
void bind_curves(py::module_& module);
void bind_losses(py::module_& module);
void bind_normal(py::module_& module);
void bind_theorems(py::module_& module);

/// A Program, or the text of one: an expression or JSON. Throws TypeError for anything else.
[[nodiscard]] ProgramDocument program_from(const py::handle& object,
                                           const std::optional<std::string>& relation);

/// A whole number of at least 1. Throws TypeError for what is no integer.
[[nodiscard]] Count group_size_from(const py::handle& object);

/// Whether a question about the program may take longer than somebody waits for Ctrl-C.
[[nodiscard]] inline bool may_be_long(const Program& program) {
    const auto* sequence = std::get_if<Sequence>(&program.node());
    return sequence != nullptr && sequence->programs.size() > 50;
}

/// Numbers of any sequence or array, as a flat list.
using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

template <class Quantity>
[[nodiscard]] std::vector<Quantity> quantities(const Doubles& numbers) {
    std::vector<Quantity> all;
    all.reserve(static_cast<std::size_t>(numbers.size()));
    for (py::ssize_t i = 0; i < numbers.size(); ++i) all.emplace_back(numbers.data()[i]);
    return all;
}

/// Values in the shape of `like`.
[[nodiscard]] py::array_t<double> shaped_as(const Doubles& like, const std::vector<double>& values);

/// Equality, hash and pickle of objects that are what `state` says of them, as a tuple, and that
/// `make` makes of it again.
template <class Class, class State, class Make>
void bind_value(Class& bound, State state, Make make) {
    using Object = typename Class::type;
    bound
        .def(
            "__eq__",
            [state](const Object& a, const Object& b) { return state(a).equal(state(b)); },
            py::is_operator())
        .def("__hash__", [state](const Object& object) { return py::hash(state(object)); })
        .def(py::pickle(state, make));
}

/// The numbers of an array and its shape, as a tuple, and the array again.
[[nodiscard]] py::tuple state_of(const py::array_t<double>& array);
[[nodiscard]] py::array_t<double> array_of(const py::tuple& state);

/// No program, conversion or curve of the wanted kind exists; the message says why.
class Refused : public Error {
public:
    using Error::Error;
};

}  // namespace mizan::python
