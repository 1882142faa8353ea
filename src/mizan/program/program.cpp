// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/program.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>

namespace mizan {

namespace {

std::string whole_number_rule(const char* name, Count least, Count found) {
    return std::string(name) + " must be a whole number from " + std::to_string(least) + " to " +
           std::to_string(max_count) + ", got " + std::to_string(found);
}

void check_whole_number(const char* name, Count least, Count found) {
    if (found < least || found > max_count) {
        throw InputError(whole_number_rule(name, least, found));
    }
}

std::shared_ptr<const Program> share(Program program) {
    return std::make_shared<const Program>(std::move(program));
}

// Both factors lie in [0, max_count].
Count product(const char* name, Count a, Count b) {
    if (b != 0 && a > max_count / b) {
        throw InputError("the " + std::string(name) + " multiply to more than " +
                         std::to_string(max_count) + ": " + std::to_string(a) + " * " +
                         std::to_string(b));
    }
    return a * b;
}

// Takes off the wrappers of which a program has one only, and draws the sample of a sample at once.
struct SampleOf {
    Bracket probability;
    Count group_size;
    const Program* program;

    // Whether there was something to take off.
    bool unwrap() {
        if (const auto* post = std::get_if<PostProcessed>(&program->node())) {
            program = post->program.get();
        } else if (const auto* inner = std::get_if<PoissonSampled>(&program->node())) {
            probability *= inner->sampling_probability.value();
            program = inner->program.get();
        } else if (const auto* group = std::get_if<Group>(&program->node())) {
            group_size = product("group sizes", group_size, group->size);
            program = group->program.get();
        } else if (const auto* repeated = std::get_if<Repeated>(&program->node());
                   repeated != nullptr && repeated->count == 1) {
            program = repeated->program.get();
        } else {
            return false;
        }
        return true;
    }
};

class Collector {
public:
    explicit Collector(std::optional<Relation> relation) : relation_{relation} {}

    Bill bill;

    void walk(const Program& program, Count count, Count group_size) {
        if (count == 0) return;
        std::visit([&](const auto& node) { add(node, count, group_size); }, program.node());
    }

private:
    void add(const Leaf& leaf, Count count, Count group_size) {
        bill.terms.push_back({leaf, count, group_size});
    }
    void add(const Repeated& node, Count count, Count group_size) {
        walk(*node.program, product("counts", count, node.count), group_size);
    }
    void add(const Sequence& node, Count count, Count group_size) {
        for (const Program& program : node.programs) walk(program, count, group_size);
    }
    void add(const Group& node, Count count, Count group_size) {
        walk(*node.program, count, product("group sizes", group_size, node.size));
    }
    void add(const PostProcessed& node, Count count, Count group_size) {
        walk(*node.program, count, group_size);
    }
    void add(const PoissonSampled& node, Count count, Count group_size) {
        SampleOf sample{node.sampling_probability.value(), group_size, node.program.get()};
        while (sample.probability.upper > 0 && sample.unwrap()) {
        }
        if (sample.probability == Bracket(0.0)) return;
        Collector on_sample(relation_);
        on_sample.walk(*sample.program, 1, sample.group_size);
        if (sample.probability == Bracket(1.0) && !on_sample.counts_records()) {
            on_sample.run_again(count);
            bill.terms.insert(bill.terms.end(), on_sample.bill.terms.begin(),
                              on_sample.bill.terms.end());
            bill.samples.insert(bill.samples.end(), on_sample.bill.samples.begin(),
                                on_sample.bill.samples.end());
            return;
        }
        if (!on_sample.bill.samples.empty()) {
            throw InputError(
                "what shares a poisson sample with something else cannot be sampled again in this "
                "version: the two samples are not independent");
        }
        if (on_sample.bill.terms.empty()) return;
        bill.samples.push_back({sample.probability, std::move(on_sample.bill.terms), count});
    }

    void run_again(Count count) {
        for (Term& term : bill.terms) term.count = product("counts", count, term.count);
        for (Sample& sample : bill.samples) sample.count = product("counts", count, sample.count);
    }

    // Whether noise is measured by what one record adds, not by what a replacement changes.
    [[nodiscard]] bool counts_records() const {
        return relation_ == Relation::replace_one && bill.samples.empty() &&
               std::ranges::all_of(bill.terms, [](const Term& term) {
                   return std::holds_alternative<Gaussian>(term.leaf);
               });
    }

    std::optional<Relation> relation_;
};

void give_relation(std::vector<Term>& terms, Relation relation) {
    for (Term& term : terms) {
        auto* answers = std::get_if<BucketRandomizedResponse>(&term.leaf);
        if (answers == nullptr) continue;
        if (relation == Relation::add_or_remove_one) {
            throw InputError(
                "randomized_response(noise_parameter, num_buckets) answers for each record, so a "
                "record more or less changes the number of answers: it has no meaning under "
                "add_or_remove_one; use replace_one or replace_special");
        }
        answers->relation = relation;
    }
}

}  // namespace

bool operator==(const Repeated& a, const Repeated& b) {
    return a.count == b.count && *a.program == *b.program;
}
bool operator==(const Sequence& a, const Sequence& b) { return a.programs == b.programs; }
bool operator==(const Group& a, const Group& b) {
    return a.size == b.size && *a.program == *b.program;
}
bool operator==(const PostProcessed& a, const PostProcessed& b) { return *a.program == *b.program; }
bool operator==(const PoissonSampled& a, const PoissonSampled& b) {
    return a.sampling_probability == b.sampling_probability && *a.program == *b.program;
}

Program::Program(Leaf leaf) : node_{std::move(leaf)} {
    const auto* answers = std::get_if<BucketRandomizedResponse>(&std::get<Leaf>(node_));
    if (answers != nullptr && answers->relation != Relation::replace_one) {
        throw InputError(
            "the relation of a program is stated once, for all of it, not in a "
            "randomized_response");
    }
}

Program::Program(Inner, Node node, int depth) : node_{std::move(node)}, depth_{depth} {
    if (depth > max_depth) {
        throw InputError("a program may be nested at most " + std::to_string(max_depth) +
                         " levels deep");
    }
}

Program operator*(Count count, Program program) {
    check_whole_number("count", 0, count);
    const int depth = program.depth() + 1;
    return Program(Program::Inner{}, Repeated{count, share(std::move(program))}, depth);
}

Program group(Count size, Program program) {
    check_whole_number("size", 1, size);
    const int depth = program.depth() + 1;
    return Program(Program::Inner{}, Group{size, share(std::move(program))}, depth);
}

Program post(Program program) {
    const int depth = program.depth() + 1;
    return Program(Program::Inner{}, PostProcessed{share(std::move(program))}, depth);
}

Program poisson(Probability sampling_probability, Program program) {
    const int depth = program.depth() + 1;
    return Program(Program::Inner{},
                   PoissonSampled{sampling_probability, share(std::move(program))}, depth);
}

Program operator+(Program first, Program second) {
    const auto depth_of_sum = [](const Program& part) {
        return part.depth() + (std::holds_alternative<Sequence>(part.node_) ? 0 : 1);
    };
    const int depth = std::max(depth_of_sum(first), depth_of_sum(second));
    std::vector<Program> programs;  // grows the first sum in place: a long sum takes linear time
    if (auto* sum = std::get_if<Sequence>(&first.node_)) {
        programs = std::move(sum->programs);
    } else {
        programs.push_back(std::move(first));
    }
    if (auto* sum = std::get_if<Sequence>(&second.node_)) {
        std::move(sum->programs.begin(), sum->programs.end(), std::back_inserter(programs));
    } else {
        programs.push_back(std::move(second));
    }
    return Program(Program::Inner{}, Sequence{std::move(programs)}, depth);
}

Program sequence(std::vector<Program> programs) {
    if (programs.empty()) throw InputError("a sequence needs at least one program");
    Program sum = std::move(programs.front());
    for (auto next = programs.begin() + 1; next != programs.end(); ++next) {
        sum = std::move(sum) + std::move(*next);
    }
    return sum;
}

Program pure(Epsilon epsilon) { return ApproxDP{epsilon, Delta{0.0}}; }
Program approximate(Epsilon epsilon, Delta delta) { return ApproxDP{epsilon, delta}; }
Program zcdp(Rho rho, NonNegative xi) { return ZCDP{rho, xi}; }
Program cdp(Mu mu, Tau tau) { return CDP{mu, tau}; }
Program gdp(Mu mu) { return GDP{mu}; }
Program renyi(std::vector<RenyiPoint> points) { return RenyiPoints(std::move(points)); }
Program pair(std::vector<double> p, std::vector<double> q) {
    return DistributionPair(FiniteDistribution(std::move(p)), FiniteDistribution(std::move(q)));
}

Bill bill(const Program& program) {
    Collector collector(std::nullopt);
    collector.walk(program, 1, 1);
    return std::move(collector.bill);
}

Bill bill(const ProgramDocument& document) {
    Collector collector(document.relation);
    collector.walk(document.program, 1, 1);
    Bill result = std::move(collector.bill);
    give_relation(result.terms, document.relation);
    for (Sample& sample : result.samples) give_relation(sample.terms, document.relation);
    return result;
}

}  // namespace mizan
