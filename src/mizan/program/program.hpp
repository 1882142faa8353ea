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
#include "mizan/program/scheme.hpp"
#include "mizan/program/scope.hpp"
#include "mizan/units/relation.hpp"

namespace mizan {

/// Levels of nesting a program may have; sums and leaves stay far below. Keeps every walk over a
/// program safe from exhausting the stack.
inline constexpr int max_depth = 100;

/// Parts a program may have. Sums that double, p = p + p, reach it before they reach the memory.
inline constexpr int max_parts = 1'000'000;

struct Repeated;
struct Sequence;
struct Group;
struct PostProcessed;
struct Arranged;

/// Says what is run on the data. A plain value, valid once built, safe to share between threads:
///
///     10'000 * poisson(0.01, Gaussian{.noise_multiplier = 1.1}) +
///         100 * Laplace{.noise_multiplier = 10}
///
/// Copies are cheap: they share what they say, which never changes. One that was moved from may
/// only be assigned to or destroyed.
class Program {
public:
    using Node = std::variant<Leaf, Repeated, Sequence, Group, PostProcessed, Arranged>;

    /// Throws InputError if the event states a relation: that is stated once, for all of a program.
    Program(Leaf leaf);  // NOLINT(google-explicit-constructor): a leaf is a program
    template <LeafEvent Event>
    Program(Event event)  // NOLINT(google-explicit-constructor)
        : Program(Leaf{std::move(event)}) {}
    template <HasPrivacyProfile M>
    requires(!LeafEvent<M>) Program(M mechanism)  // NOLINT(google-explicit-constructor)
        : Program(Leaf{OwnMechanism(std::move(mechanism))}) {}

    [[nodiscard]] const Node& node() const;

    /// Levels of nesting; a leaf has one.
    [[nodiscard]] int depth() const { return depth_; }

    /// Leaves, each as often as it is written; a count in front of one does not write it again.
    [[nodiscard]] int parts() const { return parts_; }

    bool operator==(const Program& other) const;

    /// Throws InputError unless 0 <= count <= max_count, or if the result is nested too deeply.
    friend Program operator*(Count count, Program program);

    /// First one, then the other. Sums have no inner brackets: (a + b) + c == a + (b + c). Throws
    /// InputError if there are more than max_parts parts.
    friend Program operator+(Program first, Program second);

    /// All of them in order. Throws InputError if there is none; one alone is itself.
    friend Program sequence(std::vector<Program> programs);

    /// Throws InputError unless 1 <= size <= max_count, or if the result is nested too deeply.
    friend Program group(Count size, Program program);

    friend Program post(Program program);

    /// Throws InputError if the scheme is not one of its kind, or if the result is nested too
    /// deeply.
    friend Program arranged(Scheme scheme, Program program);

private:
    struct Inner {};
    Program(Inner, Node node, int depth, int parts);

    std::shared_ptr<Node>
        node_;  // never null; other programs may share it, so it changes only if it is not shared
    int depth_ = 1;
    int parts_ = 1;
};

/// `program`, run `count` times, each run free to depend on what came before.
struct Repeated {
    Count count;
    Program program;
    friend bool operator==(const Repeated&, const Repeated&);
};

/// Programs run one after the other. At least two, none of them a Sequence.
struct Sequence {
    std::vector<Program> programs;
    friend bool operator==(const Sequence&, const Sequence&);
};

/// The program, accounted for `size` records that change together.
struct Group {
    Count size;
    Program program;
    friend bool operator==(const Group&, const Group&);
};

/// A function of the output of `program` that does not look at the data again: costs what
/// `program` costs, kept for the record.
struct PostProcessed {
    Program program;
    friend bool operator==(const PostProcessed&, const PostProcessed&);
};

/// `program`, run in some other way than once on all of the data: on a sample, on shuffled records,
/// several times of which one is shown.
struct Arranged {
    Scheme scheme;
    Program program;  ///< all of it sees the same sample
    friend bool operator==(const Arranged&, const Arranged&);
};

[[nodiscard]] Program operator*(Count count, Program program);
[[nodiscard]] Program operator+(Program first, Program second);
[[nodiscard]] Program sequence(std::vector<Program> programs);
[[nodiscard]] Program group(Count size, Program program);
[[nodiscard]] Program post(Program program);
[[nodiscard]] Program arranged(Scheme scheme, Program program);
[[nodiscard]] Program poisson(Probability sampling_probability, Program program);
[[nodiscard]] Program without_replacement(Count source_dataset_size, Count sample_size,
                                          Program program);
[[nodiscard]] Program with_replacement(Count source_dataset_size, Count sample_size,
                                       Program program);
[[nodiscard]] Program truncated_poisson_gaussian(Count dataset_size,
                                                 Probability sampling_probability,
                                                 Count truncated_batch_size,
                                                 NoiseScale noise_multiplier);
[[nodiscard]] Program repeat_and_select(Program program, double mean, double shape);
[[nodiscard]] Program random_allocation(Count num_steps, Count num_selected, Program program);
[[nodiscard]] Program shuffled(Count records, Program program);

/// Mechanisms known only by what they promise.
[[nodiscard]] Program pure(Epsilon epsilon);
[[nodiscard]] Program approximate(Epsilon epsilon, Delta delta);
[[nodiscard]] Program zcdp(Rho rho, NonNegative xi = 0.0);
[[nodiscard]] Program cdp(Mu mu, Tau tau);
[[nodiscard]] Program gdp(Mu mu);
[[nodiscard]] Program renyi(std::vector<RenyiPoint> points);

/// A mechanism known by its two output distributions.
[[nodiscard]] Program pair(std::vector<double> p, std::vector<double> q);

/// A program together with the inputs it shall not tell apart.
struct ProgramDocument {
    Relation relation = Relation::add_or_remove_one;
    Program program;
    friend bool operator==(const ProgramDocument&, const ProgramDocument&) = default;
};

}  // namespace mizan
