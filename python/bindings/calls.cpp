// SPDX-License-Identifier: Apache-2.0
#include "calls.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <string_view>
#include <vector>

#include "mizan/units/quoted.hpp"

#include "arguments.hpp"

namespace mizan::python {

namespace {

struct Parameter {
    std::string name;
    std::string default_value;  // as it is written; empty: there is none
    bool has_name;  // users know it; the binding library calls the others arg0, arg1, …
    bool by_name_only;
};

/// What a function takes, without the object that it is a method of.
struct Signature {
    std::string function;  // as users call it: cost, or Bracket.__contains__
    py::handle type;       // whose method it is; null: nobody's
    std::vector<Parameter> parameters;

    // "program, *, delta=None"
    [[nodiscard]] std::string listed() const {
        std::string text;
        bool is_starred = false;
        for (const Parameter& parameter : parameters) {
            if (!text.empty()) text += ", ";
            if (parameter.by_name_only && !is_starred) text += "*, ";
            is_starred = is_starred || parameter.by_name_only;
            text += parameter.name;
            if (!parameter.default_value.empty()) text += "=" + parameter.default_value;
        }
        return text;
    }

    // "cost(program, *, delta=None)", or "2 arguments" if they have no names.
    [[nodiscard]] std::string expected() const {
        const auto is_named = [](const Parameter& p) { return p.has_name; };
        if (std::all_of(parameters.begin(), parameters.end(), is_named)) {
            return function + "(" + listed() + ")";
        }
        const std::size_t size = parameters.size();
        return std::to_string(size) + (size == 1 ? " argument" : " arguments");
    }
};

std::string name_in(const py::handle& key) {
    const auto bytes = py::reinterpret_steal<py::bytes>(
        PyUnicode_AsEncodedString(key.ptr(), "utf-8", "backslashreplace"));
    if (!bytes) throw py::error_already_set();
    return in_quotes(static_cast<std::string_view>(bytes));
}

// What is wrong with the arguments, those before the names counted without the object itself.
std::string found_instead(const Signature& signature, std::size_t places, const py::kwargs& names) {
    const auto& parameters = signature.parameters;
    const auto with_place = static_cast<std::size_t>(std::count_if(
        parameters.begin(), parameters.end(), [](const Parameter& p) { return !p.by_name_only; }));
    if (places > with_place) {
        return std::to_string(places) +
               (places == 1 ? " argument without a name" : " arguments without names");
    }
    for (const auto& [key, value] : names) {
        const auto at =
            std::find_if(parameters.begin(), parameters.end(), [key = key](const Parameter& p) {
                return p.has_name &&
                       PyUnicode_CompareWithASCIIString(key.ptr(), p.name.c_str()) == 0;
            });
        if (at == parameters.end()) return "an argument called " + name_in(key);
        if (at - parameters.begin() < static_cast<std::ptrdiff_t>(places)) {
            return in_quotes(at->name) + " twice";
        }
    }
    for (std::size_t i = places; i < parameters.size(); ++i) {
        const Parameter& parameter = parameters[i];
        if (!parameter.default_value.empty() || names.contains(parameter.name)) continue;
        return parameter.has_name ? "no " + in_quotes(parameter.name) : std::to_string(places);
    }
    return "arguments of other types";
}

bool is_between_two(std::string_view name) {
    constexpr std::array operators{"__eq__", "__add__", "__radd__", "__mul__", "__rmul__"};
    return std::any_of(operators.begin(), operators.end(),
                       [name](std::string_view known) { return name.ends_with(known); });
}

py::object answer_to_wrong_call(const Signature& signature, const py::args& places,
                                const py::kwargs& names) {
    std::size_t before_names = places.size();
    if (signature.type) {
        const std::string type = py::str(signature.type.attr("__name__")).cast<std::string>();
        if (places.empty()) {
            throw py::type_error(signature.function + ": expected a " + type + ", got nothing");
        }
        if (!py::isinstance(places[0], signature.type)) {
            throw wrong_type(signature.function, "a " + type, places[0]);
        }
        --before_names;
    }
    if (is_between_two(signature.function) && before_names == 1 && names.empty()) {
        return py::reinterpret_borrow<py::object>(Py_NotImplemented);  // the other may know
    }
    throw py::type_error(signature.function + ": expected " + signature.expected() + ", got " +
                         found_instead(signature, before_names, names));
}

// One of "program: object", "delta: object = None" and "arg0: object".
Parameter parameter_from(std::string_view text, bool by_name_only) {
    const std::string_view name = text.substr(0, text.find(':'));
    const std::size_t sign = text.find(" = ");
    const bool is_numbered = name.starts_with("arg") &&
                             name.find_first_not_of("0123456789", 3) == std::string_view::npos;
    return {std::string(name),
            std::string(sign == std::string_view::npos ? "" : text.substr(sign + 3)), !is_numbered,
            by_name_only};
}

// Of what the binding library writes, "cost(program: object, *, delta: object = None) -> Bracket".
std::vector<Parameter> parameters_from(std::string_view line) {
    const std::size_t open = line.find('('), close = line.rfind(") -> ");
    std::string_view rest = line.substr(open + 1, close - open - 1);
    std::vector<Parameter> all;
    bool by_name_only = false;
    while (!rest.empty()) {
        const std::string_view text = rest.substr(0, rest.find(", "));
        rest.remove_prefix(std::min(rest.size(), text.size() + 2));
        if (text == "*") {
            by_name_only = true;
        } else {
            all.push_back(parameter_from(text, by_name_only));
        }
    }
    return all;
}

// The texts of a function are where Python looks for them, and freed by the binding library.
void set_documentation(const py::function& function, const std::string& text) {
    const char*& kept = reinterpret_cast<PyCFunctionObject*>(function.ptr())->m_ml->ml_doc;
    std::free(const_cast<char*>(kept));  // NOLINT: as it was made
    kept = ::strdup(text.c_str());
}

// Adds the answer to a function that is found in `scope`, or in none.
template <class... Where>
void add_answer(const py::object& found, const std::string& name, const py::handle& type,
                const Where&... where) {
    py::object bare = found;
    if (PyInstanceMethod_Check(found.ptr())) {
        bare = py::reinterpret_borrow<py::object>(PyInstanceMethod_Function(found.ptr()));
    }
    if (!PyCFunction_Check(bare.ptr()) || bare.attr("__doc__").is_none()) return;
    const auto function = py::reinterpret_borrow<py::function>(bare);
    const std::string documentation = py::str(function.attr("__doc__")).cast<std::string>();
    const std::size_t end = documentation.find('\n');
    const std::string line = documentation.substr(0, end);
    // Where the binding library wrote no signature, the function takes whatever it is given.
    if (line.find(") -> ") == std::string::npos || line.find("*args") != std::string::npos) return;
    Signature signature{name, type, parameters_from(line)};
    const std::string own_name = py::str(function.attr("__name__")).cast<std::string>();
    // What begins like this, Python reads as a signature and leaves out of __doc__.
    std::string text = own_name + "(" + signature.listed() + ")\n--\n\n";
    if (const std::size_t words = documentation.find_first_not_of('\n', end);
        words != std::string::npos) {
        text += documentation.substr(words);
    }
    if (type && !signature.parameters.empty()) {
        signature.parameters.erase(signature.parameters.begin());  // self
    }
    py::options quiet;
    quiet.disable_function_signatures();
    (void)py::cpp_function(
        [signature](const py::args& places, const py::kwargs& names) {
            return answer_to_wrong_call(signature, places, names);
        },
        py::name(own_name.c_str()), py::sibling(function), where...);
    set_documentation(function, text);
}

}  // namespace

void answer_wrong_calls(const py::cpp_function& function, const std::string& name) {
    add_answer(function, name, py::handle());
}

void answer_wrong_calls(py::module_& module) {
    for (const auto& [name, value] : py::dict(module.attr("__dict__"))) {
        if (!PyType_Check(value.ptr())) {
            add_answer(py::reinterpret_borrow<py::object>(value), py::str(name), {},
                       py::scope(module));
            continue;
        }
        const std::string type = py::str(name);
        for (const auto& [member, function] : py::dict(value.attr("__dict__"))) {
            const bool is_property = Py_TYPE(function.ptr()) == &PyProperty_Type;
            const py::object read = is_property ? py::object(function.attr("fget"))
                                                : py::reinterpret_borrow<py::object>(function);
            add_answer(read, type + "." + std::string(py::str(member)), value,
                       py::is_method(value));
        }
    }
}

}  // namespace mizan::python
