// SPDX-License-Identifier: Apache-2.0
#include "values.hpp"

#include <cstring>
#include <map>

#include "calls.hpp"
#include "io/text.hpp"

namespace mizan::python {

namespace {

/// How objects of one class are made.
struct Maker {
    py::object type;
    py::object construct, restore;  // null: there is none
};

std::map<std::string, Maker>& makers() {
    static auto& all = *new std::map<std::string, Maker>;
    return all;
}

std::string name_of(const py::handle& type) {
    return py::str(type.attr("__name__")).cast<std::string>();
}

Maker& maker_of(const py::handle& type) {
    Maker& maker = makers()[name_of(type)];
    maker.type = py::reinterpret_borrow<py::object>(type);
    return maker;
}

PyObject* construct(PyTypeObject* type, PyObject* places, PyObject* names) {
    for (const auto& [name, maker] : makers()) {
        if (maker.type.ptr() == reinterpret_cast<PyObject*>(type) && maker.construct) {
            return PyObject_Call(maker.construct.ptr(), places, names);
        }
    }
    PyErr_Format(PyExc_TypeError, "%s has no constructor: objects of it are what mizan answers",
                 type->tp_name);
    return nullptr;
}

int leave_as_made(PyObject*, PyObject*, PyObject*) { return 0; }

py::object restored(const py::object& class_name, const py::object& state) {
    const std::string name = text_from(class_name, "name");
    const auto found = makers().find(name);
    if (found == makers().end()) throw InputError("mizan has no values " + in_quotes(name));
    return found->second.restore(*tuple_from(state, "state"));
}

}  // namespace

void prepare_value_type(PyHeapTypeObject* type) {
    type->ht_type.tp_new = &construct;
    type->ht_type.tp_init = &leave_as_made;
}

void set_constructor(const py::handle& bound, const py::cpp_function& function) {
    answer_wrong_calls(function, name_of(bound));
    maker_of(bound).construct = function;
}

void set_restorer(const py::handle& bound, const py::cpp_function& function) {
    answer_wrong_calls(function, "state of a " + name_of(bound));
    maker_of(bound).restore = function;
}

py::tuple reduced(const py::handle& bound, const py::tuple& state) {
    py::tuple arguments(state.size() + 1);
    arguments[0] = bound.attr("__name__");
    for (std::size_t i = 0; i < state.size(); ++i) arguments[i + 1] = state[i];
    return py::make_tuple(py::module_::import("mizan._values").attr("restored"), arguments);
}

void bind_restoring(py::module_& module) {
    module.def("_restored", &restored);
#ifdef Py_TPFLAGS_IMMUTABLETYPE
    for (const auto& [name, maker] : makers()) {
        auto* type = reinterpret_cast<PyTypeObject*>(maker.type.ptr());
        type->tp_flags |= Py_TPFLAGS_IMMUTABLETYPE;  // nor may an object take another class
        PyType_Modified(type);
    }
#endif
}

py::array_t<double> array_of(const Shape& shape, const std::vector<double>& numbers) {
    py::array_t<double> array(shape);
    std::copy(numbers.begin(), numbers.end(), array.mutable_data());
    return array;
}

py::array_t<double> constant_array(const Shape& shape, const std::vector<double>& numbers) {
    // Bytes cannot be made writable again, as an array with memory of its own can.
    const auto memory = py::reinterpret_steal<py::object>(
        PyBytes_FromStringAndSize(reinterpret_cast<const char*>(numbers.data()),
                                  static_cast<py::ssize_t>(numbers.size() * sizeof(double))));
    if (!memory) throw py::error_already_set();
    const char* place = PyBytes_AS_STRING(memory.ptr());
    py::array_t<double> array(shape, reinterpret_cast<const double*>(place), memory);
    array.attr("setflags")(py::arg("write") = false);
    return array;
}

py::tuple state_of(const py::array_t<double>& array) {
    return py::make_tuple(array.attr("shape"), array.attr("tobytes")());
}

NumberArray numbers_of_state(const py::handle& state, std::string_view name) {
    const py::tuple parts = tuple_from(state, name);
    if (parts.size() != 2) throw wrong_type(name, "a shape and bytes", state);
    const py::tuple lengths = tuple_from(parts[0], name);
    const py::object bytes = parts[1];
    if (!PyBytes_Check(bytes.ptr())) throw wrong_type(name, "bytes", bytes);
    NumberArray array;
    const auto size = static_cast<std::size_t>(PyBytes_GET_SIZE(bytes.ptr()));
    array.numbers.resize(size / sizeof(double));
    if (!array.numbers.empty()) {  // an empty array may have no address
        std::memcpy(array.numbers.data(), PyBytes_AS_STRING(bytes.ptr()),
                    array.numbers.size() * sizeof(double));
    }
    double product = sizeof(double);  // whatever is not exact or overflows is not the size
    for (const py::handle length : lengths) {
        array.shape.push_back(whole_number_from(length, name));
        product *= static_cast<double>(array.shape.back());
    }
    if (product != static_cast<double>(size) || lengths.size() > 32) {
        throw InputError(std::string(name) + ": the shape is not that of " + std::to_string(size) +
                         " bytes");
    }
    return array;
}

py::tuple tuple_from(const py::handle& object, std::string_view name) {
    if (!PyTuple_Check(object.ptr())) throw wrong_type(name, "a tuple", object);
    return py::reinterpret_borrow<py::tuple>(object);
}

Bracket cost_from(const py::handle& object) {
    const Bracket cost = value_from<Bracket>(object, "cost");
    if (cost.lower < 0) throw DomainError("cost", "at least 0", cost.lower);
    return cost;
}

}  // namespace mizan::python
