// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/alternatives.hpp"

#include <algorithm>
#include <functional>
#include <limits>
#include <optional>

#include "mizan/program/batches.hpp"
#include "mizan/program/bill.hpp"

namespace mizan {

namespace {

using MaybeProgram = std::optional<Program>;

Program times(Count count, Program program) {
    return count == 1 ? std::move(program) : count * std::move(program);
}
Program grouped(Count size, Program program) {
    return size == 1 ? std::move(program) : group(size, std::move(program));
}

// The batches of a scheme that has some; none if they are all of the data.
std::optional<Batches> batches_of(const Scheme& scheme) {
    const auto ask = [](const auto& each) -> std::optional<Batches> {
        if constexpr (requires { each.batches(); }) return each.batches();
        return std::nullopt;
    };
    const std::optional<Batches> batches = std::visit(ask, scheme);
    if (!batches || batches->share.part <= 0 || batches->share.part >= batches->share.whole) {
        return std::nullopt;
    }
    return batches;
}

// A line of a bill as it is written where everything around it has the scope `around`.
Program written(const Term& term, const Scope& around) {
    Leaf leaf = term.leaf;
    if (auto* answers = std::get_if<BucketRandomizedResponse>(&leaf)) {
        answers->relation = Relation::replace_one;  // the relation of a program is not said in it
    }
    Program runs = times(term.count, std::move(leaf));
    if (term.scope.by_record && !around.by_record) runs = poisson(1, std::move(runs));
    return grouped(term.group_size, std::move(runs));
}

// How many times a record that takes the place of another counts for noise of this standard
// deviation. If the noise is relative to one record more or less, it counts twice: one record goes,
// one comes. Events that describe their whole mechanism, or are relative to what one record adds,
// count it themselves.
Count changes_if_replaced(const Term& term) {
    const Scope replaced{.relation = Relation::replace_one};
    const bool is_known =
        is_explicit(term.leaf) || measure_of(term.leaf, replaced) == Measure::record;
    const bool is_replacement = term.scope.relation == Relation::replace_one &&
                                measure_of(term.leaf, term.scope) == Measure::change;
    return is_known || is_replacement ? 1 : 2;
}

// The same events, all of which are in `run`, where a record takes the place of another.
Program for_replaced(const Program& program, const Bill& run) {
    const Count changes = changes_if_replaced(run.terms.front());
    const bool are_alike = std::ranges::all_of(
        run.terms, [&](const Term& term) { return changes_if_replaced(term) == changes; });
    if (are_alike) return grouped(changes, program);
    std::vector<Program> lines;
    for (const Term& term : run.terms) {
        lines.push_back(grouped(changes_if_replaced(term), written(term, term.scope)));
    }
    return sequence(std::move(lines));
}

// Whether some noise is measured otherwise on samples than on all of the data.
bool is_measured_on_samples(const Bill& run) {
    return std::ranges::any_of(run.terms,
                               [](const Term& term) {
                                   const Scope all{.relation = term.scope.relation};
                                   return term.scope.relation == Relation::replace_one &&
                                          measure_of(term.leaf, term.scope) !=
                                              measure_of(term.leaf, all);
                               }) ||
           std::ranges::any_of(run.arrangements, [](const Arrangement& each) {
               // Other schemes have a scope of their own.
               return std::holds_alternative<RepeatAndSelect>(each.scheme) &&
                      is_measured_on_samples(*each.inside);
           });
}

// Whether a group costs the most where all of it changes one run, and no more if it changes several
// runs: true of noise on vectors, of chains of neighbours and of own answers. A single answer about
// all of the data can change in each of the runs.
bool is_worst_together(const Bill& run) {
    return run.arrangements.empty() && std::ranges::none_of(run.terms, [](const Term& term) {
               return std::holds_alternative<RandomizedResponse>(term.leaf) ||
                      std::holds_alternative<DiscreteGaussian>(term.leaf);
           });
}

// One line of a bill that is to be run in another way.
struct Declared {
    const Arrangement& line;
    const Program& inside;
    Count people;  ///< who change together
    std::optional<Batches> batches = batches_of(line.scheme);

    [[nodiscard]] Relation relation() const { return line.scope.relation; }

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
               (relation() != Relation::replace_one || is_measured_by_record(*line.inside));
    }
};

// What else may be run in place of one line, if anything.
using Rewrite = std::function<MaybeProgram(const Declared&)>;

// Every record is in one batch of each epoch. An adversary who knows the batches sees each record
// used once in an epoch, on a batch in which nothing else changes.
MaybeProgram in_epochs(const Declared& declared) {
    const auto epochs = declared.epochs();
    if (!epochs) return {};
    if (declared.people > 1 && !is_worst_together(*declared.line.inside)) return {};
    const bool is_kept = !is_measured_on_samples(*declared.line.inside);
    return times(*epochs, is_kept ? declared.inside : poisson(1, declared.inside));
}

MaybeProgram in_random_steps(const Declared& declared) {
    const auto epochs = declared.epochs();
    if (!epochs || !declared.by_presence() || declared.relation() == Relation::replace_one) {
        return {};
    }
    if (declared.steps_of_epoch() == 1) return {};
    return times(*epochs, random_allocation(declared.steps_of_epoch(), 1, declared.inside));
}

// What a group costs depends on how many records there are, not on the share of them alone.
MaybeProgram in_batches_of_fixed_size(const Declared& declared) {
    const auto steps = declared.steps();
    if (!steps || (declared.people > 1 && !declared.batches->fixed_size)) return {};
    const auto& [size, records] = declared.batches->share;
    const Bill& run = *declared.line.inside;
    const bool are_events = run.arrangements.empty() && !declared.batches->fixed_size;
    return times(*steps, without_replacement(records, size,
                                             are_events ? for_replaced(declared.inside, run)
                                                        : grouped(declared.by_presence() ? 2 : 1,
                                                                  declared.inside)));
}

MaybeProgram each_for_itself(const Declared& declared) {
    const auto steps = declared.steps();
    const bool is_other = declared.relation() == Relation::replace_one && !declared.by_presence();
    if (!steps || is_other || std::holds_alternative<Poisson>(declared.line.scheme)) return {};
    const auto& [size, records] = declared.batches->share;
    const Probability q{static_cast<double>(size) / static_cast<double>(records)};
    return times(*steps, poisson(q, declared.inside));
}

// The plain runs that people often make in place of a scheme which hides some of them. A group of
// people may have a run for each of them.
template <class Hiding>
MaybeProgram in_plain_runs(const Declared& declared) {
    const auto* scheme = std::get_if<Hiding>(&declared.line.scheme);
    if (scheme == nullptr) return {};
    const auto runs = scheme->runs_instead();
    const bool is_one = !Hiding::runs_for_each_person || declared.people == 1 ||
                        is_worst_together(*declared.line.inside);
    const Count people = is_one ? 1 : declared.people;
    if (!runs || declared.line.count > max_count / people) return {};
    return times(declared.line.count * people, times(*runs, declared.inside));
}

Program rewritten(const Bill& run, const Scope& around, Count people, const Rewrite& rewrite) {
    std::vector<Program> lines;
    for (const Term& term : run.terms) lines.push_back(written(term, around));
    for (const Arrangement& line : run.arrangements) {
        // A group of a scheme is accounted for by one record after the other.
        const Program inside =
            rewritten(*line.inside, scope_inside(line.scheme, line.scope), 1, rewrite);
        const Count together =
            people > max_count / line.group_size ? max_count : people * line.group_size;
        const MaybeProgram other = rewrite({line, inside, together});
        lines.push_back(grouped(line.group_size,
                                other ? *other : times(line.count, arranged(line.scheme, inside))));
    }
    return sequence(std::move(lines));
}

// Part by part, so that what stays the same stays as it was written.
Program rewritten(const Program& program, const Neighbours& neighbours, const Rewrite& rewrite) {
    if (const auto* sum = std::get_if<Sequence>(&program.node())) {
        std::vector<Program> parts;
        for (const Program& part : sum->programs) {
            parts.push_back(rewritten(part, neighbours, rewrite));
        }
        return sequence(std::move(parts));
    }
    const Bill before = bill(ProgramDocument{neighbours.relation, program});
    if (before.arrangements.empty()) return program;
    Program after =
        rewritten(before, {.relation = neighbours.relation}, neighbours.group_size, rewrite);
    return bill(ProgramDocument{neighbours.relation, after}) == before ? program : after;
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
        {"each record draws its own step of each epoch by itself; not a shuffled loader",
         in_random_steps, 4},
        {"batches of a fixed size, in which a record takes the place of another",
         in_batches_of_fixed_size, 16},
        {"each record drawn for itself, without effect if it is not; sensitivities are those of "
         "one record more or less",
         each_for_itself, any},
        {RepeatAndSelect::often_instead, in_plain_runs<RepeatAndSelect>, any},
        {Shuffled::often_instead, in_plain_runs<Shuffled>, any},
    };
    return all;
}

bool has_meaning(const ProgramDocument& document) {
    try {
        static_cast<void>(bill(document));
        return true;
    } catch (const Refused&) {
        return false;
    } catch (const InputError&) {  // more runs than can be counted
        return false;
    }
}

// A record that takes another value is one that goes and one that comes. Under replace_one more is
// known of samples of a fixed size and of Gaussian noise on samples, which keep their meaning.
std::optional<OtherProgram> with_records_replaced(const Program& program, Neighbours neighbours) {
    // The cost for groups of more arrangements would take long, so that the line is left out.
    constexpr std::size_t few = 4;
    std::vector<Program> parts{program};
    if (const auto* sum = std::get_if<Sequence>(&program.node())) parts = sum->programs;
    const auto keeps_meaning = [](const Arrangement& line) {
        const auto batches = batches_of(line.scheme);
        if (!batches || std::holds_alternative<RandomAllocation>(line.scheme)) return false;
        const Scope on_samples{.relation = Relation::replace_one, .by_record = true};
        return batches->fixed_size ||
               (line.inside->arrangements.empty() &&
                std::ranges::all_of(line.inside->terms, [&](const Term& term) {
                    return measure_of(term.leaf, on_samples) == Measure::record;
                }));
    };
    bool all_known = true;
    for (Program& part : parts) {
        const Bill run = bill(ProgramDocument{neighbours.relation, part});
        if (run.arrangements.empty()) {
            if (!run.terms.empty()) part = for_replaced(part, run);
        } else {
            all_known &= run.terms.empty() && std::ranges::all_of(run.arrangements, keeps_meaning);
        }
    }
    const char* const name = "neighbours where a record takes another value";
    const Program replaced = sequence(std::move(parts));
    if (all_known && has_meaning({Relation::replace_one, replaced})) {
        neighbours.relation = Relation::replace_one;
        return {{name, replaced, neighbours}};
    }
    if (number_of_arrangements(bill(program)) > few || neighbours.group_size > max_count / 2)
        return {};
    neighbours.group_size *= 2;
    return {{name, program, neighbours}};
}

}  // namespace

std::vector<OtherProgram> other_programs(const Program& program, const Neighbours& neighbours) {
    const std::size_t arrangements = number_of_arrangements(bill(program));
    if (arrangements == 0) return {};
    std::vector<OtherProgram> all;
    const auto add_if_known = [&](const auto& make) {
        try {
            if (std::optional<OtherProgram> other = make()) all.push_back(std::move(*other));
        } catch (const Refused&) {     // nothing is known of it
        } catch (const InputError&) {  // more runs than can be counted
        }
    };
    for (const auto& behaviour : behaviours()) {
        if (arrangements > behaviour.most_arrangements) continue;
        add_if_known([&]() -> std::optional<OtherProgram> {
            Program other = rewritten(program, neighbours, behaviour.rewrite);
            if (other == program) return std::nullopt;
            return OtherProgram{behaviour.name, std::move(other), neighbours};
        });
    }
    if (neighbours.relation == Relation::add_or_remove_one) {
        add_if_known([&] { return with_records_replaced(program, neighbours); });
    }
    return all;
}

}  // namespace mizan
