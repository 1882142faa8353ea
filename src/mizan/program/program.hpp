// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "mizan/program/leaf.hpp"
#include "mizan/units/relation.hpp"

namespace mizan {

class Program;

/// How often something happens, or how many records change together. Every count up to
/// `max_count` and its successor are exact doubles, so no count is ever rounded on its way.
using Count = std::int64_t;
inline constexpr Count max_count = (Count{1} << 53) - 1;

/// Levels of nesting a program may have; sums and leaves stay far below. Keeps every walk over a
/// program safe from exhausting the stack.
inline constexpr int max_depth = 100;

/// `program`, run `count` times, each run free to depend on what came before.
struct Repeated {
    Count count;
    std::shared_ptr<const Program> program;  ///< never null; shared because it never changes
    friend bool operator==(const Repeated&, const Repeated&);
};

/// Programs run one after the other. At least two, none of them a Sequence.
struct Sequence {
    std::vector<Program> programs;
    friend bool operator==(const Sequence&, const Sequence&);
};

/// `program`, asked what it reveals of `size` records that change together.
struct Group {
    Count size;
    std::shared_ptr<const Program> program;  ///< never null
    friend bool operator==(const Group&, const Group&);
};

/// A function of the output of `program` that does not look at the data again: costs what
/// `program` costs, kept for the record.
struct PostProcessed {
    std::shared_ptr<const Program> program;  ///< never null
    friend bool operator==(const PostProcessed&, const PostProcessed&);
};

/// Says what is run on the data. A plain value, valid once built, safe to share between threads:
///
///     10'000 * Gaussian{.noise_multiplier = 1.1} + 100 * Laplace{.noise_multiplier = 10}
class Program {
public:
    using Node = std::variant<Leaf, Repeated, Sequence, Group, PostProcessed>;

    /// Throws InputError if the event states a relation: that is stated once, for all of a program.
    Program(Leaf leaf);  // NOLINT(google-explicit-constructor): a leaf is a program
    template <LeafEvent Event>
    Program(Event event)  // NOLINT(google-explicit-constructor)
        : Program(Leaf{std::move(event)}) {}

    [[nodiscard]] const Node& node() const { return node_; }

    /// Levels of nesting; a leaf has one.
    [[nodiscard]] int depth() const { return depth_; }

    friend bool operator==(const Program& a, const Program& b) { return a.node_ == b.node_; }

    /// Throws InputError unless 0 <= count <= max_count, or if the result is nested too deeply.
    friend Program operator*(Count count, Program program);

    /// First one, then the other. Sums have no inner brackets: (a + b) + c == a + (b + c).
    friend Program operator+(Program first, Program second);

    /// All of them in order. Throws InputError if there is none; one alone is itself.
    friend Program sequence(std::vector<Program> programs);

    /// Throws InputError unless 1 <= size <= max_count, or if the result is nested too deeply.
    friend Program group(Count size, Program program);

    friend Program post(Program program);

private:
    struct Inner {};
    Program(Inner, Node node, int depth);

    Node node_;
    int depth_ = 1;
};

[[nodiscard]] Program operator*(Count count, Program program);
[[nodiscard]] Program operator+(Program first, Program second);
[[nodiscard]] Program sequence(std::vector<Program> programs);
[[nodiscard]] Program group(Count size, Program program);
[[nodiscard]] Program post(Program program);

/// Mechanisms known only by what they promise.
[[nodiscard]] Program pure(Epsilon epsilon);
[[nodiscard]] Program approximate(Epsilon epsilon, Delta delta);
[[nodiscard]] Program zcdp(Rho rho, NonNegative xi = 0.0);
[[nodiscard]] Program cdp(Mu mu, Tau tau);
[[nodiscard]] Program gdp(Mu mu);
[[nodiscard]] Program renyi(std::vector<RenyiPoint> points);

/// A mechanism known by its two output distributions.
[[nodiscard]] Program pair(std::vector<double> p, std::vector<double> q);

/// One line of the bill: `leaf`, used `count` times on groups of `group_size` records.
struct Term {
    Leaf leaf;
    Count count;
    Count group_size;
    friend bool operator==(const Term&, const Term&) = default;
};

/// Every leaf of the program in order, with counts and group sizes multiplied through. What is
/// run zero times is left out, so the list may be empty. Throws InputError if a product exceeds
/// max_count.
[[nodiscard]] std::vector<Term> terms(const Program& program);

/// A program together with the inputs it shall not tell apart.
struct ProgramDocument {
    Relation relation = Relation::add_or_remove_one;
    Program program;
    friend bool operator==(const ProgramDocument&, const ProgramDocument&) = default;
};

/// The same for a document: each leaf that depends on the relation carries it. Throws InputError if
/// a leaf has no meaning under that relation.
[[nodiscard]] std::vector<Term> terms(const ProgramDocument& document);

}  // namespace mizan
