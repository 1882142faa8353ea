// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/alternatives.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

#include "mizan/account/account.hpp"

namespace mizan {

namespace {

using MaybeProgram = std::optional<Program>;

Program times(Count count, Program program) {
    return count == 1 ? std::move(program) : count * std::move(program);
}
Program grouped(Count size, Program program) {
    return size == 1 ? std::move(program) : group(size, std::move(program));
}

// `part` out of `whole` records.
struct Fraction {
    Count part;
    Count whole;
};

// By continued fractions: the first that is q to all digits of a double, or else one that is a
// little larger.
Fraction fraction_of(Bracket q) {
    constexpr double many = 1LL << 50;
    double part = 1, whole = 0, last_part = 0, last_whole = 1;
    for (double rest = q.upper; rest < many && whole < many;) {
        const double digit = std::floor(rest);
        last_part = std::exchange(part, digit * part + last_part);
        last_whole = std::exchange(whole, digit * whole + last_whole);
        const double quotient = part / whole;
        if (q.lower <= quotient && quotient <= q.upper) {
            return {static_cast<Count>(part), static_cast<Count>(whole)};
        }
        rest = 1 / (rest - digit);
    }
    return {static_cast<Count>(std::ceil(q.upper * many)), static_cast<Count>(many)};
}

// A scheme as batches: `steps` of them, each of this share of the records, on average at least. None
// if that is all of them.
struct Batches {
    Fraction share;
    Count steps = 1;
    bool fixed_size = false;  ///< inside, a record takes the place of another
};

std::optional<Batches> batches_of(const Scheme& scheme) {
    struct ByScheme {
        Batches operator()(const Poisson& s) const { return {fraction_of(s.probability)}; }
        Batches operator()(const TruncatedPoisson& s) const {
            return {fraction_of(s.sampling_probability)};
        }
        Batches operator()(const WithoutReplacement& s) const {
            return {{s.sample_size, s.source_dataset_size}, 1, true};
        }
        Batches operator()(const WithReplacement& s) const {
            return {{s.sample_size, s.source_dataset_size}, 1, true};
        }
        Batches operator()(const RandomAllocation& s) const {
            return {{s.num_selected, s.num_steps}, s.num_steps};
        }
        Batches operator()(const RepeatAndSelect&) const { return {{1, 1}}; }
        Batches operator()(const Shuffled&) const { return {{1, 1}}; }
    };
    const Batches batches = std::visit(ByScheme{}, scheme);
    const auto& [part, whole] = batches.share;
    if (part <= 0 || part >= whole) return {};
    return batches;
}

bool is_gaussian(const Bill& run) {
    return run.arrangements.empty() && std::ranges::all_of(run.terms, [](const Term& term) {
               return std::holds_alternative<Gaussian>(term.leaf);
           });
}

// One line of a bill that is to be run in another way.
struct Declared {
    const Arrangement& line;
    const Program& inside;
    Relation relation;
    std::optional<Batches> batches = batches_of(line.scheme);

    // Steps in all; none if they cannot be counted.
    [[nodiscard]] std::optional<Count> steps() const {
        if (!batches || line.count > max_count / batches->steps) return {};
        return line.count * batches->steps;
    }

    // Full batches that can be made of all records.
    [[nodiscard]] Count steps_of_epoch() const {
        return batches->share.whole / batches->share.part;
    }
    [[nodiscard]] std::optional<Count> epochs() const {
        const auto all = steps();
        if (!all) return {};
        return *all / steps_of_epoch() + (*all % steps_of_epoch() > 0 ? 1 : 0);
    }

    // Whether sensitivities inside are those of a record that is there or is not.
    [[nodiscard]] bool by_presence() const {
        return batches && !batches->fixed_size &&
               (relation != Relation::replace_one || is_gaussian(*line.inside));
    }
};

// What else may be run in place of one line, if anything.
using Rewrite = std::function<MaybeProgram(const Declared&)>;

// Every record in one batch of each epoch. Whoever knows the batches sees each record used once an
// epoch, on a batch of which nothing else changes.
MaybeProgram in_epochs(const Declared& declared) {
    const auto epochs = declared.epochs();
    if (!epochs) return {};
    const bool by_norm = declared.relation == Relation::replace_one && declared.by_presence();
    return times(*epochs, by_norm ? poisson(1, declared.inside) : declared.inside);
}

MaybeProgram in_random_steps(const Declared& declared) {
    const auto epochs = declared.epochs();
    if (!epochs || !declared.by_presence() || declared.relation == Relation::replace_one) return {};
    if (declared.steps_of_epoch() == 1) return {};
    return times(*epochs, random_allocation(declared.steps_of_epoch(), 1, declared.inside));
}

MaybeProgram in_batches_of_fixed_size(const Declared& declared) {
    const auto steps = declared.steps();
    if (!steps) return {};
    const auto& [size, records] = declared.batches->share;
    const Count changes = declared.by_presence() ? 2 : 1;
    return times(*steps, without_replacement(records, size, grouped(changes, declared.inside)));
}

MaybeProgram each_for_itself(const Declared& declared) {
    const auto steps = declared.steps();
    const bool is_other = declared.relation == Relation::replace_one && !declared.by_presence();
    if (!steps || is_other || std::holds_alternative<Poisson>(declared.line.scheme)) return {};
    const auto& [size, records] = declared.batches->share;
    const Probability q{static_cast<double>(size) / static_cast<double>(records)};
    return times(*steps, poisson(q, declared.inside));
}

MaybeProgram fixed_number_of_runs(const Declared& declared) {
    const auto* scheme = std::get_if<RepeatAndSelect>(&declared.line.scheme);
    if (scheme == nullptr || scheme->mean > static_cast<double>(max_count)) return {};
    return times(declared.line.count,
                 times(static_cast<Count>(std::ceil(scheme->mean)), declared.inside));
}

MaybeProgram with_names(const Declared& declared) {
    if (!std::holds_alternative<Shuffled>(declared.line.scheme)) return {};
    return times(declared.line.count, declared.inside);
}

Program rewritten(const Bill& run, Relation relation, const Rewrite& rewrite) {
    std::vector<Program> lines;
    for (const Term& term : run.terms) {
        lines.push_back(grouped(term.group_size, times(term.count, term.leaf)));
    }
    for (const Arrangement& line : run.arrangements) {
        const Program inside =
            rewritten(*line.inside, relation_inside(line.scheme, relation), rewrite);
        const MaybeProgram other = rewrite({line, inside, relation});
        lines.push_back(grouped(line.group_size,
                                other ? *other : times(line.count, arranged(line.scheme, inside))));
    }
    return sequence(std::move(lines));
}

// Part by part, so that what stays the same stays as it was written.
Program rewritten(const Program& program, Relation relation, const Rewrite& rewrite) {
    if (const auto* sum = std::get_if<Sequence>(&program.node())) {
        std::vector<Program> parts;
        for (const Program& part : sum->programs) {
            parts.push_back(rewritten(part, relation, rewrite));
        }
        return sequence(std::move(parts));
    }
    const Bill before = bill(program);
    if (before.arrangements.empty()) return program;
    Program after = rewritten(before, relation, rewrite);
    return bill(after) == before ? program : after;
}

std::size_t number_of_arrangements(const Bill& run) {
    std::size_t number = run.arrangements.size();
    for (const Arrangement& line : run.arrangements) number += number_of_arrangements(*line.inside);
    return number;
}

struct Behaviour {
    const char* name;
    Rewrite rewrite;
    std::size_t most_arrangements;  ///< of more, the answer would take long
};

const std::vector<Behaviour>& behaviours() {
    constexpr std::size_t any = std::numeric_limits<std::size_t>::max();
    static const std::vector<Behaviour> all{
        {"shuffled epochs: one batch of each holds the record, the others stay as they are",
         in_epochs, any},
        {"each record in one random step of each epoch", in_random_steps, 4},
        {"batches of a fixed size, in which a record takes the place of another",
         in_batches_of_fixed_size, 16},
        {"each record drawn for itself; sensitivities are those of one record more or less",
         each_for_itself, any},
        {"the best of a fixed number of runs", fixed_number_of_runs, any},
        {"messages that show whose they are", with_names, any},
    };
    return all;
}

// A record that takes another value is one that goes and one that comes. Under replace_one more is
// known of samples of a fixed size and of Gaussian noise on samples, which keep their meaning.
std::optional<Alternative> with_records_replaced(const Program& program, Question question) {
    constexpr std::size_t few = 4;
    std::vector<Program> parts{program};
    if (const auto* sum = std::get_if<Sequence>(&program.node())) parts = sum->programs;
    const auto keeps_meaning = [](const Arrangement& line) {
        const auto batches = batches_of(line.scheme);
        return batches && (batches->fixed_size || is_gaussian(*line.inside)) &&
               !std::holds_alternative<RandomAllocation>(line.scheme);
    };
    bool all_known = true;
    for (Program& part : parts) {
        const Bill run = bill(part);
        if (run.arrangements.empty()) {
            part = group(2, part);
        } else {
            all_known &= run.terms.empty() && std::ranges::all_of(run.arrangements, keeps_meaning);
        }
    }
    const char* const name = "neighbours where a record takes another value";
    if (all_known) {
        question.relation = Relation::replace_one;
        return {{name, sequence(std::move(parts)), question, 0}};
    }
    if (number_of_arrangements(bill(program)) > few || question.group_size > max_count / 2)
        return {};
    question.group_size *= 2;
    return {{name, program, question, 0}};
}

}  // namespace

std::vector<Alternative> alternatives(const Program& program, const Question& question) {
    const std::size_t arrangements = number_of_arrangements(bill(program));
    if (arrangements == 0) return {};
    Question quick = question;
    quick.verify = false;
    std::vector<Alternative> all;
    const auto add_if_known = [&](const auto& make) {
        try {
            std::optional<Alternative> other = make();
            if (!other) return;
            other->cost = cost(other->program, other->question);
            all.push_back(std::move(*other));
        } catch (const InputError&) {  // nothing is known of it
        }
    };
    for (const auto& behaviour : behaviours()) {
        if (arrangements > behaviour.most_arrangements) continue;
        add_if_known([&]() -> std::optional<Alternative> {
            Program other = rewritten(program, question.relation, behaviour.rewrite);
            if (other == program) return std::nullopt;
            return Alternative{behaviour.name, std::move(other), quick, 0};
        });
    }
    if (question.relation == Relation::add_or_remove_one) {
        add_if_known([&] { return with_records_replaced(program, quick); });
    }
    return all;
}

}  // namespace mizan
