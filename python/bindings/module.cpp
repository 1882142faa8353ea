// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <cstdlib>

#include "bindings.hpp"

namespace mizan::python {

py::array_t<double> shaped_as(const Doubles& like, const std::vector<double>& values) {
    const std::vector<py::ssize_t> shape(like.shape(), like.shape() + like.ndim());
    py::array_t<double> array(shape);
    std::copy(values.begin(), values.end(), array.mutable_data());
    return array;
}

namespace {
unsigned long main_thread = 0;
}

bool is_main_thread() { return PyThread_get_thread_ident() == main_thread; }

py::tuple state_of(const py::array_t<double>& array) {
    return py::make_tuple(array.attr("shape"), py::bytes(array.attr("tobytes")()));
}

py::array_t<double> array_of(const py::tuple& state) {
    const py::object numpy = py::module_::import("numpy");
    return numpy.attr("frombuffer")(state[1]).attr("reshape")(state[0]).attr("copy")();
}

namespace {

// A question that was interrupted and goes on must not see the end of the process: its tables would
// be taken away. So the process ends at once, as interrupted ones do.
void bind_exit() {
    main_thread = PyThread_get_thread_ident();
    py::module_::import("atexit").attr("register")(py::cpp_function([] {
        if (abandoned_questions <= 0) return;
        const py::module_ sys = py::module_::import("sys");
        for (const char* stream : {"stdout", "stderr"}) sys.attr(stream).attr("flush")();
        std::_Exit(128 + SIGINT);
    }));
}

// The classes of C++ under the classes of Python that users catch.
void bind_errors(py::module_& module) {
    static py::exception<Error> error(module, "Error", PyExc_ValueError);
    error.attr("__doc__") = "Everything that mizan raises: the place, the rule and what was found.";
    static py::exception<DomainError> domain(module, "DomainError", error.ptr());
    domain.attr("__doc__") = "A number lies outside of the set it must belong to.";
    static py::exception<InputError> input(module, "InputError", error.ptr());
    input.attr("__doc__") = "A program or a question that cannot be read or contradicts itself.";
    static py::exception<Refused> refused(module, "Refused", error.ptr());
    refused.attr("__doc__") =
        "There is no program, conversion or curve of the wanted kind; the message says why.";
    static py::exception<InternalError> internal(module, "InternalError", PyExc_RuntimeError);
    internal.attr("__doc__") = "A promise of mizan's own code did not hold: a bug, not a mistake.";
    py::register_exception_translator([](std::exception_ptr pointer) {
        try {
            if (pointer) std::rethrow_exception(pointer);
        } catch (const InternalError& problem) {
            internal(problem.what());
        } catch (const DomainError& problem) {
            domain(problem.what());
        } catch (const InputError& problem) {
            input(problem.what());
        } catch (const Refused& problem) {
            refused(problem.what());
        } catch (const NoCurve& problem) {
            refused(problem.what());
        } catch (const Error& problem) {
            error(problem.what());
        }
    });
}

std::string repr(const Bracket& bracket) {
    return "Bracket(lower=" + shortest(bracket.lower) + ", upper=" + shortest(bracket.upper) + ")";
}

void bind_bracket(py::module_& module) {
    auto bracket =
        py::class_<Bracket>(module, "Bracket",
                            "Two numbers between which the truth lies, for certain.\n\n"
                            ">>> b = Bracket(1.0, 1.5)\n>>> b.upper\n1.5\n>>> 1.2 in b\nTrue\n"
                            ">>> lower, upper = b");
    bracket
        .def(py::init([](double lower, double upper) {
                 if (!(lower <= upper)) {
                     throw InputError("lower must be at most upper, got " + shortest(lower) +
                                      " and " + shortest(upper));
                 }
                 return Bracket(lower, upper);
             }),
             py::arg("lower"), py::arg("upper"))
        .def_readonly("lower", &Bracket::lower)
        .def_readonly("upper", &Bracket::upper)
        .def_property_readonly("width", &Bracket::width)
        .def("__contains__", [](const Bracket& b, double x) { return b.contains(x); })
        .def("__iter__",
             [](const Bracket& b) { return py::iter(py::make_tuple(b.lower, b.upper)); })
        .def("__repr__", &repr);
    bind_value(
        bracket, [](const Bracket& b) { return py::make_tuple(b.lower, b.upper); },
        [](const py::tuple& ends) {
            return Bracket(ends[0].cast<double>(), ends[1].cast<double>());
        });
}

}  // namespace
}  // namespace mizan::python

PYBIND11_MODULE(_core, module) {
    using namespace mizan::python;
    module.doc() = "The part of mizan that computes; see the package mizan.";
    module.attr("__version__") = MIZAN_VERSION;
    bind_exit();
    bind_errors(module);
    bind_bracket(module);
    bind_programs(module);
    bind_answers(module);
    bind_conversions(module);
    bind_curves(module);
    bind_losses(module);
    bind_normal(module);
    bind_theorems(module);
}
