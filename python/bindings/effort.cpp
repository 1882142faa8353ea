// SPDX-License-Identifier: Apache-2.0
#include "bindings.hpp"

namespace mizan::python {

namespace {

/// How much work questions are worth, and what stops all of them.
struct StoppableEffort {
    double work, width;
    std::stop_source source = std::stop_source();

    [[nodiscard]] Effort effort() const {
        return {.width = width, .work = work, .stop = source.get_token()};
    }
};

StoppableEffort stoppable(const py::object& work, const py::object& width) {
    const double most = at_least_0(work, "work"), wanted = at_least_0(width, "width");
    (void)NonNegative{wanted};
    return {most, wanted};
}

}  // namespace

Effort effort_from(const py::handle& object) {
    if (object.is_none()) return {};
    return value_from<StoppableEffort>(object, "effort").effort();
}

py::object object_of(const Effort& effort) {
    if (effort.work == Effort{}.work && effort.width == Effort{}.width) return py::none();
    return py::cast(StoppableEffort{effort.work.value(), effort.width.value()});
}

void bind_effort(py::module_& module) {
    auto effort = value_class<StoppableEffort>(
        module, "Effort",
        "How much work an answer is worth: at most so many products, each about a nanosecond,\n"
        "and no more than is needed for a relative width. stop() ends all questions that were\n"
        "asked with it, from any thread; they raise Stopped.\n\n"
        ">>> cost(gaussian(1), delta=1e-5, effort=Effort(work=1e8)).upper < 4.378\nTrue");
    bind_constructor(effort, &stoppable, py::arg("work") = Effort::usual_work,
                     py::arg("width") = 0.0);
    effort.def_readonly("work", &StoppableEffort::work)
        .def_readonly("width", &StoppableEffort::width)
        .def(
            "stop", [](StoppableEffort& self) { self.source.request_stop(); },
            "Ends the questions that were asked with this effort.")
        .def("__repr__", [](const StoppableEffort& self) {
            return "Effort(work=" + shortest(self.work) + ", width=" + shortest(self.width) + ")";
        });
    bind_value(
        effort, [](const StoppableEffort& self) { return py::make_tuple(self.work, self.width); },
        &stoppable);
}

}  // namespace mizan::python
