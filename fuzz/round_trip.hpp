// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdlib>
#include <optional>

#include "mizan/program/bill.hpp"

#include "io/expression.hpp"
#include "io/expression_print.hpp"
#include "io/json.hpp"
#include "io/text.hpp"

namespace mizan::fuzz {

/// Stops the fuzzer: a promise was broken.
inline void require(bool holds) {
    if (!holds) std::abort();
}

/// A program that was read must be the same after it is written and read back, as an expression and
/// as JSON; and writing it again must give the same text.
inline void require_round_trip(const ProgramDocument& document) {
    const std::string expression = print_expression(document.program);
    if (expression.size() <= max_text) {
        const Program again = parse_expression(expression);
        require(again == document.program);
        require(print_expression(again) == expression);
    }
    const std::string json = write_program(document);
    if (json.size() <= max_text) {
        const ProgramDocument again = read_program(json);
        require(again == document);
        require(write_program(again) == json);
    }
}

/// `read` gives a document that survives the round trip, or throws what mizan throws for bad input.
/// Anything else, an InternalError too, ends the fuzzer.
template <class Read>
void try_reader(Read read) {
    std::optional<ProgramDocument> document;
    try {
        document = read();
        (void)bill(*document);
    } catch (const InternalError&) {
        throw;
    } catch (const Error&) {
        // Bad input, or counts that multiply beyond the limit.
    }
    if (document) require_round_trip(*document);
}

}  // namespace mizan::fuzz
