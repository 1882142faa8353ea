// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include "mizan/curve/curves.hpp"

#include "answered.hpp"
#include "arguments.hpp"
#include "values.hpp"

namespace mizan::python {

// Each adds one part of the vocabulary to the module.
void bind_programs(py::module_& module);
void bind_answers(py::module_& module);
void bind_ask(py::module_& module);
void bind_calibrations(py::module_& module);
void bind_conversions(py::module_& module);
void bind_curves(py::module_& module);
void bind_losses(py::module_& module);
void bind_normal(py::module_& module);
void bind_theorems(py::module_& module);

/// Whether a question about the program may take longer than somebody waits for Ctrl-C. Sums of a
/// few releases of plain noise take microseconds, less than another thread costs.
[[nodiscard]] bool may_be_long(const Program& program);

}  // namespace mizan::python
