// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>

#include "mizan/curve/curves.hpp"
#include "mizan/program/program.hpp"

#include "io/request.hpp"

namespace mizan::python {

namespace py = pybind11;

// What Python gives, as what C++ takes. Bound functions take objects and read them here, so that
// every mistake is a TypeError or a mizan.Error that names the argument. Nothing is taken for a
// number that is none: no text, truth value, complex number, date or masked array.

/// To be called once, when the module is loaded: numpy is imported then, because an import at the
/// first question of two threads could make each wait for the other.
void prepare_arguments();

/// "name: expected wanted, got type 'str'".
[[nodiscard]] py::type_error wrong_type(std::string_view name, std::string_view wanted,
                                        const py::handle& found);

[[nodiscard]] bool is_number(const py::handle& object);

/// Any real number, rounded as Python does except for whole ones, which must be exact.
[[nodiscard]] double number_from(const py::handle& object, std::string_view name);
[[nodiscard]] std::optional<double> optional_number_from(const py::handle& object,
                                                         std::string_view name);

/// A number of at least 0. Throws DomainError for any other.
[[nodiscard]] double at_least_0(const py::handle& object, std::string_view name);

/// A quantity that checks itself, such as a Delta; none if the object is None.
template <class Quantity>
[[nodiscard]] std::optional<Quantity> quantity_from(const py::handle& object,
                                                    std::string_view name) {
    const auto number = optional_number_from(object, name);
    if (!number) return {};
    return Quantity{*number};
}

/// A whole number from `least` to `most`. Throws InputError beyond.
[[nodiscard]] Count whole_number_from(const py::handle& object, std::string_view name,
                                      Count least = 0, Count most = max_count);

[[nodiscard]] bool truth_from(const py::handle& object, std::string_view name);

/// Throws InputError if there are halves of surrogate pairs in it.
[[nodiscard]] std::string text_from(const py::handle& object, std::string_view name);

/// The relation of a question, none if the object is None.
[[nodiscard]] std::optional<Relation> relation_from(const py::handle& object);

/// A program, or the text of one: an expression or JSON.
[[nodiscard]] ProgramDocument program_from(const py::handle& object, const py::handle& relation);

/// A whole number of at least 1.
[[nodiscard]] Count group_size_from(const py::handle& object);

/// What every request about a program says of it.
[[nodiscard]] ProgramRequest program_request_from(const py::handle& program,
                                                  const py::handle& relation,
                                                  const py::handle& group_size);

using Shape = std::vector<py::ssize_t>;

/// Numbers in the order of rows, and the shape they have.
struct NumberArray {
    std::vector<double> numbers;
    Shape shape;
};

inline constexpr std::size_t any_number_of = std::numeric_limits<std::size_t>::max();

/// An array of numbers, a list, a list of lists, or one number, which has no dimension. Throws
/// InputError if there are more than `most`.
[[nodiscard]] NumberArray numbers_from(const py::handle& object, std::string_view name,
                                       std::size_t most = any_number_of);

/// Places at which a curve is asked for.
[[nodiscard]] inline NumberArray places_from(const py::handle& object, std::string_view name) {
    return numbers_from(object, name, static_cast<std::size_t>(max_curve_points));
}

template <class Quantity>
[[nodiscard]] std::vector<Quantity> quantities(const NumberArray& array) {
    return {array.numbers.begin(), array.numbers.end()};
}

}  // namespace mizan::python
