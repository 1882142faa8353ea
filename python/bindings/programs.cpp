// SPDX-License-Identifier: Apache-2.0
#include <set>

#include "bindings.hpp"
#include "io/expression.hpp"
#include "io/json.hpp"
#include "io/vocabulary.hpp"

namespace mizan::python {

namespace {

py::type_error wrong_type(const std::string& wanted, const py::handle& found) {
    return py::type_error("expected " + wanted + ", got " +
                          py::str(py::type::of(found).attr("__name__")).cast<std::string>());
}

bool is_number(const py::handle& object) {
    return !py::isinstance<py::bool_>(object) &&
           (PyFloat_Check(object.ptr()) || PyIndex_Check(object.ptr()) ||
            (py::hasattr(object, "__float__") && !py::isinstance<py::str>(object)));
}

// A number exactly as it was given: integers beyond what a double holds are no number here.
double number_from(const py::handle& object) {
    const double value = PyFloat_AsDouble(object.ptr());
    if (PyErr_Occurred() != nullptr) {
        if (PyErr_ExceptionMatches(PyExc_OverflowError) == 0) throw py::error_already_set();
        PyErr_Clear();
        throw InputError("a number is beyond what a double can hold");
    }
    if (PyLong_Check(object.ptr()) != 0 &&
        !py::reinterpret_steal<py::object>(PyLong_FromDouble(value)).equal(object)) {
        throw InputError("a whole number is beyond what a double can hold exactly, got " +
                         py::str(object).cast<std::string>());
    }
    return value;
}

FieldValue list_from(const py::sequence& list) {
    Numbers numbers;
    Points points;
    Programs programs;
    for (const py::handle item : list) {
        if (py::isinstance<Program>(item)) {
            programs.push_back(item.cast<Program>());
        } else if (is_number(item)) {
            numbers.push_back(number_from(item));
        } else if (py::isinstance<py::sequence>(item) && !py::isinstance<py::str>(item) &&
                   py::len(item) == 2) {
            const auto pair = item.cast<py::sequence>();
            const py::object order = pair[0], divergence = pair[1];
            if (!is_number(order) || !is_number(divergence)) {
                throw wrong_type("a pair of numbers", is_number(order) ? divergence : order);
            }
            points.emplace_back(number_from(order), number_from(divergence));
        } else {
            throw wrong_type("numbers, pairs of numbers or programs in a list", item);
        }
    }
    if (int{!numbers.empty()} + int{!points.empty()} + int{!programs.empty()} > 1) {
        throw py::type_error("a list holds numbers, pairs or programs, not several of these");
    }
    if (!points.empty()) return points;
    if (!programs.empty()) return programs;
    return numbers;
}

FieldValue field_value(const py::handle& object) {
    if (py::isinstance<Program>(object)) return object.cast<Program>();
    if (py::isinstance<py::str>(object)) {
        return parse_expression(object.cast<std::string>());
    }
    if (is_number(object) && !py::isinstance<py::array>(object)) return number_from(object);
    if (py::isinstance<py::array>(object)) return list_from(object.attr("tolist")());
    if (py::isinstance<py::sequence>(object)) return list_from(object.cast<py::sequence>());
    throw wrong_type("a number, a list or a program", object);
}

// gaussian(1.1), gaussian(sigma=1.1): whatever the vocabulary knows under this name.
Program built(std::string_view name, const py::args& places, const py::kwargs& names) {
    std::vector<Argument> arguments;
    std::vector<std::string> spelled;  // the arguments look at these
    spelled.reserve(names.size());
    for (const py::handle value : places) arguments.push_back({"", field_value(value)});
    for (const auto& [key, value] : names) {
        spelled.push_back(key.cast<std::string>());
        arguments.push_back({spelled.back(), field_value(value)});
    }
    constexpr Spelling by_name = &EventDescription::name;
    auto result = build_event(events_spelled(by_name, name), std::move(arguments), by_name);
    if (const auto* misfit = std::get_if<Misfit>(&result)) {
        throw InputError(std::string(name) + ": " + misfit->what + misfit->hint);
    }
    return std::get<Program>(std::move(result));
}

std::string description(std::string_view name) {
    std::string text;
    for (const EventDescription* event : events_spelled(&EventDescription::name, name)) {
        std::string fields;
        for (const FieldDescription& field : event->fields) {
            fields += (fields.empty() ? "" : ", ") + std::string(field.name);
            if (field.default_value) fields += "=" + shortest(*field.default_value);
        }
        text += std::string(text.empty() ? "" : "\n\n") + std::string(name) + "(" + fields + ")\n";
        for (const FieldDescription& field : event->fields) {
            text += "\n    " + std::string(field.name);
            for (const std::string_view alias : field.aliases) text += ", " + std::string(alias);
            text += ": " + std::string(field.meaning);
        }
    }
    return text;
}

Count count_from(const py::handle& object) {
    const auto index = py::reinterpret_steal<py::object>(PyNumber_Index(object.ptr()));
    if (!index) throw py::error_already_set();
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
    if (overflow != 0) {
        throw InputError("count must be a whole number from 0 to 2^53 - 1, got " +
                         py::str(index).cast<std::string>());
    }
    return value;
}

py::object times(const Program& program, const py::object& count) {
    if (PyIndex_Check(count.ptr()) == 0 || py::isinstance<py::bool_>(count)) {
        return py::reinterpret_borrow<py::object>(Py_NotImplemented);
    }
    return py::cast(count_from(count) * program);
}

py::object plus(const Program& first, const py::object& second) {
    if (py::isinstance<Program>(second)) return py::cast(first + second.cast<Program>());
    if (py::isinstance<py::str>(second)) {
        return py::cast(first + parse_expression(second.cast<std::string>()));
    }
    // So that sum([...]) works, which begins with 0.
    if (PyLong_CheckExact(second.ptr()) != 0 && second.equal(py::int_(0))) return py::cast(first);
    return py::reinterpret_borrow<py::object>(Py_NotImplemented);
}

std::optional<Relation> relation_from(const std::optional<std::string>& name) {
    return name ? std::optional(read_relation(*name)) : std::nullopt;
}

}  // namespace

ProgramDocument program_from(const py::handle& object, const std::optional<std::string>& relation) {
    const auto stated = relation_from(relation);
    if (py::isinstance<py::str>(object)) return read_any(object.cast<std::string>(), stated);
    if (!py::isinstance<Program>(object)) {
        throw wrong_type("a program: an expression, JSON, or what mizan.gaussian(1) returns",
                         object);
    }
    return {stated.value_or(Relation::add_or_remove_one), object.cast<Program>()};
}

Count group_size_from(const py::handle& object) {
    if (PyIndex_Check(object.ptr()) == 0 || py::isinstance<py::bool_>(object)) {
        throw wrong_type("a whole number as group_size", object);
    }
    const Count size = count_from(object);
    if (size < 1 || size > max_count) {
        throw DomainError("group_size", "a whole number of at least 1", static_cast<double>(size));
    }
    return size;
}

void bind_programs(py::module_& module) {
    auto program = py::class_<Program>(
        module, "Program",
        "What is run on the data. Made by gaussian(1), poisson(0.01, gaussian(1)), …, by + (one "
        "after\n"
        "the other) and * (so many times), or from text: an expression or JSON.\n\n"
        ">>> Program('2 * gaussian(1)') == 2 * gaussian(1)\nTrue\n"
        ">>> sum([gaussian(1), laplace(2)])\nProgram('gaussian(1) + laplace(2)')");
    program
        .def(py::init([](const std::string& text) { return read_any(text, std::nullopt).program; }),
             py::arg("text"))
        .def("__mul__", &times)
        .def("__rmul__", &times)
        .def("__add__", &plus)
        .def("__radd__",
             [](const Program& second, const py::object& first) {
                 if (py::isinstance<py::str>(first)) {
                     return py::cast(parse_expression(first.cast<std::string>()) + second);
                 }
                 return plus(second, first);
             })
        .def(
            "__eq__", [](const Program& a, const Program& b) { return a == b; }, py::is_operator())
        .def("__hash__", [](const Program& p) { return py::hash(py::str(print_expression(p))); })
        .def("__str__", &print_expression)
        .def("__repr__",
             [](const Program& p) {
                 return "Program(" + py::repr(py::str(print_expression(p))).cast<std::string>() +
                        ")";
             })
        .def(
            "to_json",
            [](const Program& p, const std::optional<std::string>& relation) {
                return write_program(program_from(py::cast(p), relation));
            },
            py::arg("relation") = py::none(), "The program as a JSON document in one line.")
        .def(py::pickle([](const Program& p) { return print_expression(p); },
                        [](const std::string& text) { return parse_expression(text); }));
    program.attr("__array_ufunc__") = py::none();  // numpy leaves + and * to the program

    py::options spelled_out;  // the signature is in the description
    spelled_out.disable_function_signatures();
    std::set<std::string_view> names;
    for (const EventDescription& event : vocabulary()) {
        if (event.name.empty() || !names.insert(event.name).second) continue;
        module.def(
            std::string(event.name).c_str(),
            [name = event.name](const py::args& places, const py::kwargs& keywords) {
                return built(name, places, keywords);
            },
            description(event.name).c_str());
    }
}

}  // namespace mizan::python
