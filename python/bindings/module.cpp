// SPDX-License-Identifier: Apache-2.0
#include <cstring>

#include "bindings.hpp"
#include "calls.hpp"

namespace mizan::python {

namespace {

// A text of C++, whatever its bytes are.
py::object text_of(std::string_view bytes) {
    return py::reinterpret_steal<py::object>(PyUnicode_DecodeUTF8(
        bytes.data(), static_cast<py::ssize_t>(bytes.size()), "backslashreplace"));
}

// None for a part that the error does not have.
py::object part_of(const std::string& part) { return part.empty() ? py::none() : text_of(part); }

void raise(const py::handle& type, const char* message) {
    const py::object text = text_of(message);
    if (text) PyErr_SetObject(type.ptr(), text.ptr());
}

// The same with the parts of what is said.
void raise(const py::handle& type, const Error& error) {
    const py::object text = text_of(error.what());
    if (!text) return;
    const py::object exception = type(text);
    const auto& [place, rule, found, hint] = error.parts();
    exception.attr("place") = part_of(place);
    exception.attr("rule") = part_of(rule);
    exception.attr("found") = part_of(found);
    exception.attr("hint") = part_of(hint);
    PyErr_SetObject(type.ptr(), exception.ptr());
}

// The classes of C++ under the classes of Python that users catch.
void bind_errors(py::module_& module) {
    static py::exception<Error> error(module, "Error", PyExc_ValueError);
    error.attr("__doc__") =
        "Everything that mizan raises: a message, and its parts place, rule, found and hint.";
    for (const char* part : {"place", "rule", "found", "hint"}) error.attr(part) = py::none();
    static py::exception<DomainError> domain(module, "DomainError", error.ptr());
    domain.attr("__doc__") = "A number lies outside of the set it must belong to.";
    static py::exception<InputError> input(module, "InputError", error.ptr());
    input.attr("__doc__") = "A program or a question that cannot be read or contradicts itself.";
    static py::exception<Refused> refused(module, "Refused", error.ptr());
    refused.attr("__doc__") =
        "The answer is no: there is no theorem, analysis or curve, or none under this relation. "
        "The\n"
        "message says why; hint is the nearest thing that works.";
    static py::exception<InternalError> internal(module, "InternalError", PyExc_RuntimeError);
    internal.attr("__doc__") = "A promise of mizan's own code did not hold: a bug, not a mistake.";
    for (const py::handle& type :
         std::initializer_list<py::handle>{error, domain, input, refused, internal}) {
        type.attr("__module__") = "mizan";  // the name under which people import it
    }
    py::register_exception_translator([](std::exception_ptr pointer) {
        try {
            if (pointer) std::rethrow_exception(pointer);
        } catch (const InternalError& problem) {
            raise(internal, problem.what());
        } catch (const DomainError& problem) {
            raise(domain, problem);
        } catch (const InputError& problem) {
            raise(input, problem);
        } catch (const Refused& problem) {
            raise(refused, problem);
        } catch (const py::cast_error& problem) {  // of the binding library
            raise(PyExc_TypeError, problem.what());
        } catch (const Error& problem) {
            raise(error, problem);
        }
    });
}

std::string repr(const Bracket& bracket) {
    return "Bracket(lower=" + shortest(bracket.lower) + ", upper=" + shortest(bracket.upper) + ")";
}

Bracket bracket_between(const py::object& least, const py::object& most) {
    const double lower = number_from(least, "lower"), upper = number_from(most, "upper");
    if (!(lower <= upper)) {
        throw InputError("lower must be at most upper, got " + shortest(lower) + " and " +
                         shortest(upper));
    }
    return {lower, upper};
}

void bind_bracket(py::module_& module) {
    auto bracket =
        value_class<Bracket>(module, "Bracket",
                             "Two numbers between which the truth lies, for certain.\n\n"
                             ">>> b = Bracket(1.0, 1.5)\n>>> b.upper\n1.5\n>>> 1.2 in b\nTrue\n"
                             ">>> lower, upper = b");
    bind_constructor(bracket, &bracket_between, py::arg("lower"), py::arg("upper"));
    bracket.def_readonly("lower", &Bracket::lower)
        .def_readonly("upper", &Bracket::upper)
        .def_property_readonly("width", &Bracket::width)
        .def("__contains__",
             [](const Bracket& b, const py::object& x) { return b.contains(number_from(x, "x")); })
        .def("__iter__",
             [](const Bracket& b) { return py::iter(py::make_tuple(b.lower, b.upper)); })
        .def("__repr__", &repr);
    bind_value(
        bracket, [](const Bracket& b) { return py::make_tuple(b.lower, b.upper); },
        &bracket_between);
}

}  // namespace
}  // namespace mizan::python

PYBIND11_MODULE(_core, module) {
    using namespace mizan::python;
    module.doc() = "The part of mizan that computes; see the package mizan.";
    module.attr("__version__") = MIZAN_VERSION;
    prepare_waiting();
    prepare_arguments();
    bind_errors(module);
    bind_bracket(module);
    bind_programs(module);
    bind_answers(module);
    bind_ask(module);
    bind_calibrations(module);
    bind_conversions(module);
    bind_curves(module);
    bind_losses(module);
    bind_normal(module);
    bind_theorems(module);
    bind_restoring(module);
    answer_wrong_calls(module);
}
