// SPDX-License-Identifier: Apache-2.0
#include "io/ask.hpp"

#include "bindings.hpp"

namespace mizan::python {

namespace {

std::string asked(const py::object& request) {
    return answered([text = text_from(request, "request")] { return mizan::ask(text); });
}

}  // namespace

void bind_ask(py::module_& module) {
    module.def("_ask", &asked, py::arg("request"),
               "The response to a request, both as JSON; see mizan.ask.");
}

}  // namespace mizan::python
