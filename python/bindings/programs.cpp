// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "bindings.hpp"
#include "io/binding.hpp"
#include "io/expression.hpp"
#include "io/expression_print.hpp"
#include "io/json.hpp"
#include "io/text.hpp"
#include "io/vocabulary.hpp"

namespace mizan::python {

namespace {

FieldValue list_from(const py::handle& object, std::string_view name) {
    if (PyList_Check(object.ptr()) || PyTuple_Check(object.ptr())) {
        const auto items = py::reinterpret_steal<py::tuple>(PySequence_Tuple(object.ptr()));
        if (!items) throw py::error_already_set();
        const auto is_program = [](const py::handle& item) {
            return py::isinstance<Program>(item);
        };
        if (std::any_of(items.begin(), items.end(), is_program)) {
            Programs programs;
            for (const py::handle item : items) {
                programs.push_back(value_from<Program>(item, name));
            }
            return programs;
        }
    }
    NumberArray array = numbers_from(object, name);
    if (array.shape.size() == 1) return std::move(array.numbers);
    if (array.shape.size() != 2 || array.shape[1] != 2) {
        throw wrong_type(name, "a number, a list of numbers or of pairs, or a program", object);
    }
    Points points;
    for (std::size_t i = 0; i + 1 < array.numbers.size(); i += 2) {
        points.emplace_back(array.numbers[i], array.numbers[i + 1]);
    }
    return points;
}

FieldValue field_value(const py::handle& object, std::string_view name) {
    if (py::isinstance<Program>(object)) return object.cast<const Program&>();
    if (py::isinstance<py::str>(object)) return parse_expression(text_from(object, name));
    if (is_number(object)) return number_from(object, name);
    if (object.is_none()) throw wrong_type(name, "a number, a list or a program", object);
    return list_from(object, name);
}

// What an argument without a name is meant for, in messages.
std::string name_of_place(const std::vector<const EventDescription*>& events, std::string_view name,
                          std::size_t place) {
    for (const EventDescription* event : events) {
        if (place < event->fields.size()) return std::string(event->fields[place].name);
    }
    return "argument " + std::to_string(place + 1) + " of " + std::string(name);
}

// gaussian(1.1), gaussian(sigma=1.1): whatever the vocabulary knows under this name.
Program built(std::string_view name, const py::args& places, const py::kwargs& names) {
    std::vector<Argument> arguments;
    std::vector<std::string> spelled;  // the arguments look at these
    spelled.reserve(names.size());
    constexpr Spelling by_name = &EventDescription::name;
    const auto events = events_spelled(by_name, name);
    for (const py::handle value : places) {
        const std::string field = name_of_place(events, name, arguments.size());
        arguments.push_back({"", field_value(value, field)});
    }
    for (const auto& [key, value] : names) {
        spelled.push_back(text_from(key, name));
        arguments.push_back({spelled.back(), field_value(value, spelled.back())});
    }
    auto result = build_event(events, std::move(arguments), by_name);
    if (const auto* misfit = std::get_if<Misfit>(&result)) {
        throw under(std::string(name), error_at(misfit->what, misfit->parts));
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

py::object times(const Program& program, const py::object& count) {
    if (PyIndex_Check(count.ptr()) == 0 || py::isinstance<py::bool_>(count)) {
        return py::reinterpret_borrow<py::object>(Py_NotImplemented);
    }
    return py::cast(whole_number_from(count, "count") * program);
}

py::object plus(const Program& first, const py::object& second) {
    if (py::isinstance<Program>(second)) return py::cast(first + second.cast<const Program&>());
    if (py::isinstance<py::str>(second)) {
        return py::cast(first + parse_expression(text_from(second, "program")));
    }
    // So that sum([...]) works, which begins with 0.
    if (PyLong_CheckExact(second.ptr()) != 0 && second.equal(py::int_(0))) return py::cast(first);
    return py::reinterpret_borrow<py::object>(Py_NotImplemented);
}

// A program as texts that the reader takes: the parts of a sum, each of them short enough.
py::tuple texts_of(const Program& program) {
    py::list texts;
    const auto add = [&texts](const Program& part) {
        std::string text = print_expression(part);
        if (text.size() > max_text) {
            throw InputError("a program whose text has more than " + std::to_string(max_text) +
                             " bytes cannot be pickled; this one has " +
                             std::to_string(text.size()));
        }
        texts.append(std::move(text));
    };
    if (const auto* sum = std::get_if<Sequence>(&program.node())) {
        for (const Program& part : sum->programs) add(part);
    } else {
        add(program);
    }
    return py::make_tuple(py::tuple(texts));
}

Program program_of(const py::object& texts) {
    std::vector<Program> programs;
    for (const py::handle text : tuple_from(texts, "texts")) {
        programs.push_back(parse_expression(text_from(text, "texts")));
    }
    return sequence(std::move(programs));
}

// Plain noise, any number of times.
bool is_plain(const Program& program) {
    const Program* inner = &program;
    while (const auto* repeated = std::get_if<Repeated>(&inner->node())) inner = &repeated->program;
    const auto* leaf = std::get_if<Leaf>(&inner->node());
    return leaf != nullptr &&
           (std::holds_alternative<Gaussian>(*leaf) || std::holds_alternative<Laplace>(*leaf));
}

}  // namespace

bool may_be_long(const Program& program) {
    constexpr std::size_t few = 50;
    const auto* sum = std::get_if<Sequence>(&program.node());
    if (sum == nullptr) return !is_plain(program);
    return sum->programs.size() > few ||
           !std::all_of(sum->programs.begin(), sum->programs.end(), is_plain);
}

void bind_programs(py::module_& module) {
    auto program = value_class<Program>(
        module, "Program",
        "What is run on the data. Made by gaussian(1), poisson(0.01, gaussian(1)), …,\n"
        "by + (one after the other) and * (so many times), or from text: an expression\n"
        "or JSON.\n\n"
        ">>> Program('2 * gaussian(1)') == 2 * gaussian(1)\nTrue\n"
        ">>> sum([gaussian(1), laplace(2)])\nProgram('gaussian(1) + laplace(2)')");
    bind_constructor(
        program,
        [](const py::object& text) {
            return read_any(text_from(text, "text"), std::nullopt).program;
        },
        py::arg("text"));
    bind_pickle(program, &texts_of, &program_of);
    program.def("__mul__", &times)
        .def("__rmul__", &times)
        .def("__add__", &plus)
        .def("__radd__",
             [](const Program& second, const py::object& first) {
                 if (py::isinstance<py::str>(first)) {
                     return py::cast(parse_expression(text_from(first, "program")) + second);
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
            [](const Program& p, const py::object& relation) {
                return write_program(
                    {relation_from(relation).value_or(Relation::add_or_remove_one), p});
            },
            py::arg("relation") = py::none(), "The program as a JSON document in one line.");
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
