// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <utility>
#include <variant>
#include <vector>

#include "mizan/numeric/bracket.hpp"
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

/// `program`, run on a sample of the data, drawn afresh each time: every record is in it with
/// probability `sampling_probability`, independently of the others.
struct PoissonSampled {
    Probability sampling_probability;
    std::shared_ptr<const Program> program;  ///< never null; all of it sees the same sample
    friend bool operator==(const PoissonSampled&, const PoissonSampled&);
};

/// Says what is run on the data. A plain value, valid once built, safe to share between threads:
///
///     10'000 * poisson(0.01, Gaussian{.noise_multiplier = 1.1}) +
///         100 * Laplace{.noise_multiplier = 10}
class Program {
public:
    using Node = std::variant<Leaf, Repeated, Sequence, Group, PostProcessed, PoissonSampled>;

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

    /// Throws InputError if the result is nested too deeply.
    friend Program poisson(Probability sampling_probability, Program program);

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
[[nodiscard]] Program poisson(Probability sampling_probability, Program program);

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

/// Samples drawn one after the other, `count` times, and what is run on each of them.
struct Sample {
    Bracket probability;      ///< of each record to be in it; more than 0
    std::vector<Term> terms;  ///< never empty
    Count count;
    friend bool operator==(const Sample&, const Sample&) = default;
};

/// All that a program runs: on the whole of the data, and on samples of it.
struct Bill {
    std::vector<Term> terms;
    std::vector<Sample> samples;
    friend bool operator==(const Bill&, const Bill&) = default;
};

/// Every leaf of the program in order, with counts and group sizes multiplied through. What is run
/// zero times, or on no record, is left out, so the bill may be empty. What is run on every record
/// is not sampled, and a sample of a sample is a sample with the product of both probabilities.
/// Only Gaussians under replace_one remain samples, so that their noise keeps its meaning.
///
/// Throws InputError if a product of counts or group sizes exceeds max_count, or if several things
/// share a sample and one of them samples again.
[[nodiscard]] Bill bill(const Program& program);

/// A program together with the inputs it shall not tell apart.
struct ProgramDocument {
    Relation relation = Relation::add_or_remove_one;
    Program program;
    friend bool operator==(const ProgramDocument&, const ProgramDocument&) = default;
};

/// The same for a document: each leaf that depends on the relation carries it. Throws InputError if
/// a leaf has no meaning under that relation.
[[nodiscard]] Bill bill(const ProgramDocument& document);

}  // namespace mizan
