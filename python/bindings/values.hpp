// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "arguments.hpp"

namespace mizan::python {

// The one place where classes and objects of Python are made. All of them are values: complete as
// soon as there is something to hold, and the same for ever. Python knows no moment at which an
// object is there and its C++ value is not: __new__ makes both, nothing derives from the classes,
// and pickles call a function instead of filling in an empty object.

/// Prepares a type for value_class: objects come from its constructor, or are not to be made.
void prepare_value_type(PyHeapTypeObject* type);

/// `function`, which returns an object of the class, is what calling the class does.
void set_constructor(const py::handle& bound, const py::cpp_function& function);

/// `function` makes an object of the class from the parts of its state.
void set_restorer(const py::handle& bound, const py::cpp_function& function);

/// What a pickle holds of an object of this class: how to make it again.
[[nodiscard]] py::tuple reduced(const py::handle& bound, const py::tuple& state);

/// Adds what pickles call. From here on the classes do not change any more.
void bind_restoring(py::module_& module);

template <class Object, class... Options>
[[nodiscard]] py::class_<Object, Options...> value_class(py::module_& module, const char* name,
                                                         const char* meaning) {
    py::class_<Object, Options...> bound(module, name, meaning, py::is_final(),
                                         py::custom_type_setup(&prepare_value_type));
    bound.attr("__module__") = "mizan";  // the name under which people import it
    bound.def("__copy__", [](const py::object& self) { return self; })
        .def("__deepcopy__", [](const py::object& self, const py::object&) { return self; });
    return bound;
}

template <class Class, class Make, class... Arguments>
void bind_constructor(Class& bound, Make make, const Arguments&... arguments) {
    set_constructor(
        bound,
        py::cpp_function(
            make, py::name(py::str(bound.attr("__name__")).template cast<std::string>().c_str()),
            arguments...));
}

/// Pickles of objects that are what the tuple `state` says of them, and that `make` makes of its
/// items again. Pickles come from anywhere, so `make` checks every item.
template <class Class, class State, class Make>
void bind_pickle(Class& bound, State state, Make make) {
    using Object = typename Class::type;
    set_restorer(bound, py::cpp_function(make, py::name("restored")));
    bound.def("__reduce__", [state, handle = py::handle(bound)](const Object& object) {
        return reduced(handle, state(object));
    });
}

/// The same with equality and hash.
template <class Class, class State, class Make>
void bind_value(Class& bound, State state, Make make) {
    using Object = typename Class::type;
    bound
        .def(
            "__eq__",
            [state](const Object& a, const Object& b) { return state(a).equal(state(b)); },
            py::is_operator())
        .def("__hash__", [state](const Object& object) { return py::hash(state(object)); });
    bind_pickle(bound, state, make);
}

/// Numbers in a shape, for the caller to do with as they like.
[[nodiscard]] py::array_t<double> array_of(const Shape& shape, const std::vector<double>& numbers);

/// Numbers in a shape that nobody can change.
[[nodiscard]] py::array_t<double> constant_array(const Shape& shape,
                                                 const std::vector<double>& numbers);

/// The shape of an array and its numbers, as a tuple, and the numbers of such a tuple again.
[[nodiscard]] py::tuple state_of(const py::array_t<double>& array);
[[nodiscard]] NumberArray numbers_of_state(const py::handle& state, std::string_view name);

/// The items of a tuple; throws TypeError for anything else.
[[nodiscard]] py::tuple tuple_from(const py::handle& object, std::string_view name);

/// An object of a bound class; throws TypeError for anything else.
template <class Object>
[[nodiscard]] const Object& value_from(const py::handle& object, std::string_view name) {
    if (!py::isinstance<Object>(object)) {
        throw wrong_type(
            name, py::str(py::type::of<Object>().attr("__name__")).template cast<std::string>(),
            object);
    }
    return object.cast<const Object&>();
}

/// What a program costs, from a pickle. Throws DomainError for costs below 0.
[[nodiscard]] Bracket cost_from(const py::handle& object);

}  // namespace mizan::python
