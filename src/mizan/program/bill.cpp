// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/bill.hpp"

#include <algorithm>
#include <optional>

#include "mizan/numeric/floating_point_environment.hpp"

namespace mizan {

namespace {

// Takes off the wrappers of which a program has one only, and draws the Poisson sample of a Poisson
// sample at once.
struct SampleOf {
    Bracket probability;
    const Program* program;

    // Whether there was something to take off.
    bool unwrap() {
        if (const auto* post = std::get_if<PostProcessed>(&program->node())) {
            program = &post->program;
            return true;
        }
        if (const auto* inner = std::get_if<Arranged>(&program->node())) {
            const auto* poisson = std::get_if<Poisson>(&inner->scheme);
            if (poisson == nullptr) return false;
            probability *= poisson->probability;
            program = &inner->program;
            return true;
        }
        const auto* repeated = std::get_if<Repeated>(&program->node());
        if (repeated == nullptr || repeated->count != 1) return false;
        program = &repeated->program;
        return true;
    }
};

// The leaf as it is in this scope.
Leaf leaf_in(const Scope& scope, const Leaf& leaf) {
    const auto* answers = std::get_if<BucketRandomizedResponse>(&leaf);
    if (answers != nullptr) {
        if (scope.relation == Relation::add_or_remove_one) {
            throw Refused(
                "randomized_response(noise_parameter, num_buckets) answers for each record, so a "
                "record more or less changes the number of answers: it has no meaning under "
                "add_or_remove_one",
                "use replace_one or replace_special");
        }
        BucketRandomizedResponse related = *answers;
        related.relation = scope.relation;
        return related;
    }
    if (scope.relation != Relation::replace_one) return leaf;
    if (std::holds_alternative<MixtureOfGaussians>(leaf)) {
        throw Refused(
            "mixture_of_gaussians says what one record more or less does: it has no meaning under "
            "replace_one",
            "use add_or_remove_one or replace_special");
    }
    if (std::holds_alternative<ThresholdedLaplace>(leaf) ||
        std::holds_alternative<ThresholdedGaussian>(leaf)) {
        throw Refused("under replace_one a record may leave one key and be the first of another",
                      "ask for two runs of the thresholded event under add_or_remove_one");
    }
    return leaf;
}

class Collector {
public:
    explicit Collector(std::optional<Scope> scope) : scope_{scope} {}

    Bill bill;

    void walk(const Program& program, Count count, Count group_size) {
        if (count == 0) return;
        std::visit([&](const auto& node) { add(node, count, group_size); }, program.node());
    }

private:
    void add(const Leaf& leaf, Count count, Count group_size) {
        bill.terms.push_back(
            {scope_ ? leaf_in(*scope_, leaf) : leaf, count, group_size, scope_.value_or(Scope{})});
    }
    void add(const Repeated& node, Count count, Count group_size) {
        walk(node.program, checked_product("counts", count, node.count), group_size);
    }
    void add(const Sequence& node, Count count, Count group_size) {
        for (const Program& program : node.programs) walk(program, count, group_size);
    }
    void add(const Group& node, Count count, Count group_size) {
        walk(node.program, count, checked_product("group sizes", group_size, node.size));
    }
    void add(const PostProcessed& node, Count count, Count group_size) {
        walk(node.program, count, group_size);
    }
    void add(const Arranged& node, Count count, Count group_size) {
        if (const auto* poisson = std::get_if<Poisson>(&node.scheme)) {
            add_poisson({poisson->probability, &node.program}, count, group_size);
        } else if (!takes_nothing(node.scheme)) {
            add_arrangement(node.scheme, inside(node.scheme, node.program), count, group_size);
        }
    }

    void add_poisson(SampleOf sample, Count count, Count group_size) {
        while (sample.probability.upper > 0 && sample.unwrap()) {
        }
        if (sample.probability == Bracket(0.0)) return;
        const Poisson scheme{sample.probability};
        Bill on_sample = inside(scheme, *sample.program);
        if (sample.probability == Bracket(1.0)) {
            run_unsampled(std::move(on_sample), count, group_size);
            return;
        }
        add_arrangement(scheme, std::move(on_sample), count, group_size);
    }

    void run_unsampled(Bill one_run, Count count, Count group_size) {
        const auto add_all = [&](auto& to, auto& from) {
            for (auto& each : from) {
                each.count = checked_product("counts", count, each.count);
                each.group_size = checked_product("group sizes", group_size, each.group_size);
                to.push_back(std::move(each));
            }
        };
        add_all(bill.terms, one_run.terms);
        add_all(bill.arrangements, one_run.arrangements);
    }

    void add_arrangement(const Scheme& scheme, Bill one_run, Count count, Count group_size) {
        if (one_run.empty()) return;
        bill.arrangements.push_back({scheme, std::make_shared<const Bill>(std::move(one_run)),
                                     count, group_size, scope_.value_or(Scope{})});
    }

    [[nodiscard]] Bill inside(const Scheme& scheme, const Program& program) const {
        std::optional<Scope> scope;
        if (scope_) scope = scope_inside(scheme, *scope_);
        Collector collector(scope);
        collector.walk(program, 1, 1);
        return std::move(collector.bill);
    }

    std::optional<Scope> scope_;
};

}  // namespace

bool operator==(const Term& a, const Term& b) {
    return a.leaf == b.leaf && a.count == b.count && a.group_size == b.group_size &&
           a.scope == b.scope;
}
bool operator==(const Bill& a, const Bill& b) {
    return a.terms == b.terms && a.arrangements == b.arrangements;
}
bool operator==(const Arrangement& a, const Arrangement& b) {
    return a.scheme == b.scheme && *a.inside == *b.inside && a.count == b.count &&
           a.group_size == b.group_size && a.scope == b.scope;
}

Bill bill(const Program& program) {
    const DefaultArithmetic arithmetic;
    Collector collector(std::nullopt);
    collector.walk(program, 1, 1);
    return std::move(collector.bill);
}

Bill bill(const ProgramDocument& document) {
    const DefaultArithmetic arithmetic;
    Collector collector(Scope{.relation = document.relation});
    collector.walk(document.program, 1, 1);
    return std::move(collector.bill);
}

Bill in_scope(const Bill& bill, const Scope& scope) {
    Bill all = bill;
    for (Term& term : all.terms) {
        term.leaf = leaf_in(scope, term.leaf);
        term.scope = scope;
    }
    for (Arrangement& each : all.arrangements) {
        each.inside =
            std::make_shared<const Bill>(in_scope(*each.inside, scope_inside(each.scheme, scope)));
        each.scope = scope;
    }
    return all;
}

bool is_measured_by_record(const Bill& bill) {
    return bill.arrangements.empty() && std::ranges::all_of(bill.terms, [](const Term& term) {
               return measure_of(term.leaf, term.scope) == Measure::record;
           });
}

}  // namespace mizan
