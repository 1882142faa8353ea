// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include <pybind11/pybind11.h>

namespace mizan::python {

namespace py = pybind11;

// A call that does not fit, because of the number or the names of its arguments, is answered in
// one place: with a TypeError that names the function, what it takes and what it got. The binding
// library tries this answer after the function itself.

/// Adds the answer to every function of the module, and to every method and property of its
/// classes. They also get the signature that inspect.signature and help() read.
void answer_wrong_calls(py::module_& module);

/// The same for a function that is nobody's attribute and is known to users as `name`.
void answer_wrong_calls(const py::cpp_function& function, const std::string& name);

}  // namespace mizan::python
