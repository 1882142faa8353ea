// SPDX-License-Identifier: Apache-2.0
#include "io/expression_print.hpp"

#include "io/binding.hpp"

namespace mizan {

namespace {

class Printer {
public:
    std::string text;

    void program(const Program& program) {
        if (const auto* sum = std::get_if<Sequence>(&program.node())) {
            between(sum->programs, " + ", [&](const Program& part) { this->program(part); });
        } else if (const auto* repeated = std::get_if<Repeated>(&program.node())) {
            text += std::to_string(repeated->count) + " * ";
            const bool needs_parentheses =
                std::holds_alternative<Sequence>(repeated->program.node());
            if (needs_parentheses) text += '(';
            this->program(repeated->program);
            if (needs_parentheses) text += ')';
        } else {
            call(take_apart(program, &EventDescription::name));
        }
    }

private:
    void call(TakenApart parts) {
        const auto& fields = parts.event->fields;
        // A value that is the default can go, if it stands last.
        while (!parts.values.empty() && is_default(fields[parts.values.size() - 1], parts.values)) {
            parts.values.pop_back();
        }
        text += parts.event->name;
        text += '(';
        std::size_t i = 0;
        between(parts.values, ", ", [&](const FieldValue& value) { put(value, fields[i++].kind); });
        text += ')';
    }

    static bool is_default(const FieldDescription& field, const std::vector<FieldValue>& values) {
        const auto* number = std::get_if<double>(&values.back());
        return number != nullptr && field.default_value == *number;
    }

    void put(const FieldValue& value, FieldKind kind) {
        if (const auto* number = std::get_if<double>(&value)) {
            text += kind == FieldKind::count ? std::to_string(static_cast<Count>(*number))
                                             : shortest(*number);
        } else if (const auto* numbers = std::get_if<Numbers>(&value)) {
            text += '[';
            between(*numbers, ", ", [&](double item) { text += shortest(item); });
            text += ']';
        } else if (const auto* points = std::get_if<Points>(&value)) {
            text += '[';
            between(*points, ", ", [&](const auto& point) {
                text += '(' + shortest(point.first) + ", " + shortest(point.second) + ')';
            });
            text += ']';
        } else {
            program(std::get<Program>(value));
        }
    }

    template <class Items, class Write>
    void between(const Items& items, std::string_view separator, Write write) {
        bool first = true;
        for (const auto& item : items) {
            if (!first) text += separator;
            first = false;
            write(item);
        }
    }
};

}  // namespace

std::string print_expression(const Program& program) {
    Printer printer;
    printer.program(program);
    return std::move(printer.text);
}

}  // namespace mizan
