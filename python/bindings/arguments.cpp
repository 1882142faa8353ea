// SPDX-License-Identifier: Apache-2.0
#include "arguments.hpp"

#include "io/expression.hpp"
#include "io/json.hpp"
#include "io/text.hpp"

namespace mizan::python {

namespace {

std::string beginning(std::string_view name) { return std::string(name) + ": "; }

// What numpy calls its scalars, its masked arrays, and the function that makes arrays.
py::handle numpy_scalar, masked_array, as_array;

// What numpy says an object holds, such as 'f' for numbers with a point; 0 if it is not of numpy.
char kind_of(const py::handle& object) {
    if (py::isinstance<py::array>(object)) {
        return py::reinterpret_borrow<py::array>(object).dtype().kind();
    }
    if (!py::isinstance(object, numpy_scalar)) return 0;
    const py::object type = object.attr("dtype");
    return py::reinterpret_borrow<py::dtype>(type).kind();
}

bool is_masked(const py::handle& object) { return py::isinstance(object, masked_array); }

bool is_real_kind(char kind) { return kind == 'f' || kind == 'i' || kind == 'u'; }

// Text, bytes and complex numbers, which numpy and float() would try to read.
bool is_surely_no_number(const py::handle& object) {
    return PyUnicode_Check(object.ptr()) || PyBytes_Check(object.ptr()) ||
           PyByteArray_Check(object.ptr()) || PyComplex_Check(object.ptr()) ||
           PyBool_Check(object.ptr());
}

// A whole number of Python for a message: one of many digits by its size.
std::string shown(const py::handle& whole) {
    const auto bits = whole.attr("bit_length")().cast<std::size_t>();
    if (bits > 128) return "one of " + std::to_string(bits) + " bits";
    return py::str(whole).cast<std::string>();
}

// Whether the error that is set means that the object was not what was wanted; it is cleared then.
bool was_wrong_type() {
    if (PyErr_ExceptionMatches(PyExc_TypeError) == 0 &&
        PyErr_ExceptionMatches(PyExc_ValueError) == 0) {
        return false;
    }
    PyErr_Clear();
    return true;
}

}  // namespace

void prepare_arguments() {
    const py::module_ numpy = py::module_::import("numpy");
    numpy_scalar = py::object(numpy.attr("generic")).release();
    as_array = py::object(numpy.attr("asarray")).release();
    masked_array = py::object(py::module_::import("numpy.ma").attr("MaskedArray")).release();
    (void)py::array_t<double>(0);  // the binding library looks for numpy now, too
}

py::type_error wrong_type(std::string_view name, std::string_view wanted, const py::handle& found) {
    std::string message = beginning(name) + "expected " + std::string(wanted) + ", got ";
    if (py::isinstance<py::array>(found)) {
        const auto array = py::reinterpret_borrow<py::array>(found);
        message += is_masked(array) ? "a masked array" : "an array";
        message += " of " + std::to_string(array.ndim()) + " dimensions and type " +
                   in_quotes(py::str(array.dtype()).cast<std::string>());
    } else {
        message += "type " + in_quotes(Py_TYPE(found.ptr())->tp_name);
    }
    return py::type_error(message);
}

bool is_number(const py::handle& object) {
    if (is_surely_no_number(object)) return false;
    if (PyFloat_Check(object.ptr()) || PyLong_Check(object.ptr())) return true;
    if (const char kind = kind_of(object); kind != 0) {
        if (!is_real_kind(kind)) return false;
        if (!py::isinstance<py::array>(object)) return true;
        const auto array = py::reinterpret_borrow<py::array>(object);
        return array.ndim() == 0 && !is_masked(array);
    }
    const PyNumberMethods* methods = Py_TYPE(object.ptr())->tp_as_number;
    return methods != nullptr && (methods->nb_float != nullptr || methods->nb_index != nullptr);
}

double number_from(const py::handle& object, std::string_view name) {
    if (!is_number(object)) throw wrong_type(name, "a number", object);
    const double value = PyFloat_AsDouble(object.ptr());
    if (value == -1 && PyErr_Occurred() != nullptr) {
        if (PyErr_ExceptionMatches(PyExc_OverflowError) != 0) {
            PyErr_Clear();
            throw InputError(beginning(name) + "a number beyond what a double can hold");
        }
        if (was_wrong_type()) throw wrong_type(name, "a number", object);
        throw py::error_already_set();
    }
    if (PyLong_Check(object.ptr()) &&
        !py::reinterpret_steal<py::object>(PyLong_FromDouble(value)).equal(object)) {
        throw InputError(beginning(name) +
                         "a whole number beyond what a double can hold exactly, got " +
                         shown(object));
    }
    return value;
}

std::optional<double> optional_number_from(const py::handle& object, std::string_view name) {
    if (object.is_none()) return std::nullopt;
    return number_from(object, name);
}

double at_least_0(const py::handle& object, std::string_view name) {
    const double number = number_from(object, name);
    if (!(number >= 0)) throw DomainError(name, "at least 0", number);
    return number;
}

Count whole_number_from(const py::handle& object, std::string_view name, Count least, Count most) {
    const bool can_be = PyIndex_Check(object.ptr()) && !PyBool_Check(object.ptr()) &&
                        !is_masked(object) && kind_of(object) != 'b';
    const auto index =
        py::reinterpret_steal<py::object>(can_be ? PyNumber_Index(object.ptr()) : nullptr);
    if (!index) {
        if (can_be && !was_wrong_type()) throw py::error_already_set();
        throw wrong_type(name, "a whole number", object);
    }
    int overflow = 0;
    const long long value = PyLong_AsLongLongAndOverflow(index.ptr(), &overflow);
    if (overflow != 0 || value < least || value > most) {
        throw InputError(std::string(name) + " must be a whole number from " +
                         std::to_string(least) + " to " + std::to_string(most) + ", got " +
                         shown(index));
    }
    return value;
}

bool truth_from(const py::handle& object, std::string_view name) {
    if (!PyBool_Check(object.ptr()) && kind_of(object) != 'b') {
        throw wrong_type(name, "True or False", object);
    }
    const int truth = PyObject_IsTrue(object.ptr());
    if (truth >= 0) return truth != 0;
    if (was_wrong_type()) throw wrong_type(name, "True or False", object);
    throw py::error_already_set();
}

std::string text_from(const py::handle& object, std::string_view name) {
    if (!PyUnicode_Check(object.ptr())) throw wrong_type(name, "a text", object);
    py::ssize_t size = 0;
    const char* text = PyUnicode_AsUTF8AndSize(object.ptr(), &size);
    if (text != nullptr) return {text, static_cast<std::size_t>(size)};
    if (!was_wrong_type()) throw py::error_already_set();
    throw InputError(beginning(name) +
                     "a text with half of a surrogate pair in it, which is no character");
}

std::optional<Relation> relation_from(const py::handle& object) {
    if (object.is_none()) return std::nullopt;
    return read_relation(text_from(object, "relation"));
}

ProgramDocument program_from(const py::handle& object, const py::handle& relation) {
    const auto stated = relation_from(relation);
    if (py::isinstance<py::str>(object)) return read_any(text_from(object, "program"), stated);
    if (!py::isinstance<Program>(object)) {
        throw wrong_type("program", "an expression, JSON, or what mizan.gaussian(1) returns",
                         object);
    }
    return {stated.value_or(Relation::add_or_remove_one), object.cast<const Program&>()};
}

Count group_size_from(const py::handle& object) {
    return whole_number_from(object, "group_size", 1);
}

ProgramRequest program_request_from(const py::handle& program, const py::handle& relation,
                                    const py::handle& group_size) {
    ProgramDocument document = program_from(program, relation);
    return {.program = std::move(document.program),
            .relation = document.relation,
            .group_size = group_size_from(group_size)};
}

namespace {

/// Walks through lists and arrays and finds out their common shape.
class NumberReader {
public:
    NumberReader(std::string_view name, std::size_t most) : name_{name}, most_{most} {}

    NumberArray found;

    void read(const py::handle& object, std::size_t depth) {
        if (PyList_Check(object.ptr()) || PyTuple_Check(object.ptr())) {
            read_list(object, depth);
        } else if (py::isinstance<py::array>(object)) {
            read_array(py::reinterpret_borrow<py::array>(object), depth);
        } else if (is_number(object)) {
            end(depth);
            expect(1);
            found.numbers.push_back(number_from(object, name_));
        } else {
            read_as_array(object, depth);
        }
    }

private:
    void read_list(const py::handle& object, std::size_t depth) {
        constexpr std::size_t max_dimensions = 32;
        if (depth >= max_dimensions) throw wrong_type(name_, "at most 32 dimensions", object);
        // A copy: reading an item may run code that changes the list.
        const auto items = py::reinterpret_steal<py::tuple>(PySequence_Tuple(object.ptr()));
        if (!items) throw py::error_already_set();
        begin(depth, static_cast<py::ssize_t>(items.size()));
        if (items.empty()) end(depth + 1);
        for (const py::handle item : items) read(item, depth + 1);
    }

    void read_array(const py::array& array, std::size_t depth) {
        const char kind = array.dtype().kind();
        const bool is_real = is_real_kind(kind);
        if (is_masked(array) || !(is_real || kind == 'O'))
            throw wrong_type(name_, "numbers", array);
        expect(static_cast<std::size_t>(array.size()));
        // Whole numbers must be exact, and objects numbers: both are looked at one by one.
        if (kind != 'f' && array.size() > 0) return read(array.attr("tolist")(), depth);
        for (py::ssize_t i = 0; i < array.ndim(); ++i) {
            begin(depth + static_cast<std::size_t>(i), array.shape(i));
        }
        end(depth + static_cast<std::size_t>(array.ndim()));
        using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;
        const Doubles flat = Doubles::ensure(array);
        if (!flat) throw wrong_type(name_, "numbers", array);
        found.numbers.insert(found.numbers.end(), flat.data(), flat.data() + flat.size());
    }

    // Whatever numpy takes for an array: ranges, tables, tensors.
    void read_as_array(const py::handle& object, std::size_t depth) {
        if (is_surely_no_number(object)) throw wrong_type(name_, "numbers", object);
        py::object array;
        try {
            array = as_array(object);
        } catch (py::error_already_set& error) {
            if (!error.matches(PyExc_TypeError) && !error.matches(PyExc_ValueError)) throw;
            throw wrong_type(name_, "numbers", object);
        }
        const auto made = py::reinterpret_borrow<py::array>(array);
        if (made.ndim() == 0) throw wrong_type(name_, "numbers", object);
        read_array(made, depth);
    }

    // A dimension of this size begins.
    void begin(std::size_t depth, py::ssize_t size) {
        if (depth == found.shape.size() && !is_complete_) {
            found.shape.push_back(size);
        } else if (depth >= found.shape.size() || found.shape[depth] != size) {
            throw uneven();
        }
    }

    // There are no more dimensions than these.
    void end(std::size_t depth) {
        is_complete_ = true;
        if (depth != found.shape.size()) throw uneven();
    }

    void expect(std::size_t more) const {
        if (more <= most_ && found.numbers.size() <= most_ - more) return;
        throw InputError(beginning(name_) + "at most " + std::to_string(most_) +
                         " numbers are allowed, got " +
                         std::to_string(found.numbers.size() + more) + " or more");
    }

    [[nodiscard]] py::type_error uneven() const {
        return py::type_error(beginning(name_) +
                              "expected numbers or lists of equal length, got a mixture");
    }

    std::string_view name_;
    std::size_t most_;
    bool is_complete_ = false;
};

}  // namespace

NumberArray numbers_from(const py::handle& object, std::string_view name, std::size_t most) {
    NumberReader reader(name, most);
    reader.read(object, 0);
    return std::move(reader.found);
}

}  // namespace mizan::python
