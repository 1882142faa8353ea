// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <vector>

#include "mizan/program/program.hpp"

namespace mizan {

/// One line of the bill: `leaf`, used `count` times on groups of `group_size` records.
struct Term {
    Leaf leaf;
    Count count;
    Count group_size;
    Scope scope = {};
    friend bool operator==(const Term&, const Term&);
};

struct Bill;

/// A program under a scheme, run `count` times one after the other and accounted for groups of
/// `group_size` records.
struct Arrangement {
    Scheme scheme;
    std::shared_ptr<const Bill> inside;  ///< of one run; never null, never empty
    Count count;
    Count group_size;
    Scope scope = {};  ///< of the scheme itself; the parts inside have scopes of their own
    friend bool operator==(const Arrangement&, const Arrangement&);
};

/// All that a program runs: once on the whole of the data, and otherwise.
struct Bill {
    std::vector<Term> terms;
    std::vector<Arrangement> arrangements;
    [[nodiscard]] bool empty() const { return terms.empty() && arrangements.empty(); }
    friend bool operator==(const Bill&, const Bill&);
};

/// Every leaf of the program in order, with counts and group sizes multiplied through. What is run
/// zero times, or on no record, is left out, so the bill may be empty. What is run on every record
/// is not sampled, and a Poisson sample of a Poisson sample is one with the product of both
/// probabilities; each part keeps the scope that it was written in. Without a relation, every scope
/// is that of a record more or less.
///
/// A group inside of a scheme is one unit of it: poisson(q, group(k, …)) draws all k records or
/// none, group(k, poisson(q, …)) draws each for itself.
///
/// Throws InputError if a product of counts or group sizes exceeds max_count.
[[nodiscard]] Bill bill(const Program& program);

/// The same for a document: each line has the scope that follows from the relation. Throws
/// Refused if a leaf has no meaning in its scope, or a scheme no analysis.
[[nodiscard]] Bill bill(const ProgramDocument& document);

/// The same lines, as they are where all of them together have this scope.
[[nodiscard]] Bill in_scope(const Bill& bill, const Scope& scope);

/// Whether all of it is Gaussian noise that is measured by what one record adds.
[[nodiscard]] bool is_measured_by_record(const Bill& bill);

}  // namespace mizan
