// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/scope.hpp"

namespace mizan {

namespace {

struct Inside {
    Scope outside;

    // The sample has the record or has not. Under replace_one both neighbours have it, if it is drawn, and
    // what tells them apart is compared with the sample that does not hold it.
    Scope operator()(const Poisson&) const {
        Scope scope = outside;
        if (scope.relation == Relation::replace_one) scope.by_record = true;
        return scope;
    }
    Scope operator()(const TruncatedPoisson&) const {
        Scope scope = outside;
        scope.by_record = true;
        return scope;
    }
    // A sample that holds the record has it in the place of another.
    Scope operator()(const WithoutReplacement&) const { return {Relation::replace_one}; }
    Scope operator()(const WithReplacement&) const {
        if (outside.relation == Relation::add_or_remove_one) {
            throw InputError(
                "with_replacement has no analysis under add_or_remove_one: a record more changes "
                "the chances of all others; use replace_one, or poisson");
        }
        return {Relation::replace_one};
    }
    Scope operator()(const RepeatAndSelect&) const { return outside; }
    Scope operator()(const RandomAllocation&) const {
        if (outside.relation == Relation::replace_one) {
            throw InputError(
                "random_allocation has no analysis under replace_one: what a step promises for "
                "records that are there or are not is what counts; use add_or_remove_one or "
                "replace_special");
        }
        return outside;
    }
    Scope operator()(const Shuffled&) const {
        if (outside.relation == Relation::add_or_remove_one) {
            throw InputError(
                "shuffled has no analysis under add_or_remove_one: a record more changes how many "
                "answers there are; use replace_one or replace_special");
        }
        return {.relation = outside.relation, .own_record = true};
    }
};

}  // namespace

Scope scope_inside(const Scheme& scheme, const Scope& outside) {
    return std::visit(Inside{outside}, scheme);
}

Measure measure_of(const Leaf& leaf, const Scope& scope) {
    if (std::holds_alternative<MatrixMechanism>(leaf)) return Measure::record;
    return std::holds_alternative<Gaussian>(leaf) && scope.by_record ? Measure::record
                                                                     : Measure::change;
}

double units_moved(const Leaf& leaf, const Scope& scope) {
    const bool is_replaced = scope.relation == Relation::replace_one;
    return is_replaced && measure_of(leaf, scope) == Measure::record ? 2 : 1;
}

bool is_explicit(const Leaf& leaf) {
    return std::holds_alternative<RandomizedResponse>(leaf) ||
           std::holds_alternative<BucketRandomizedResponse>(leaf);
}

}  // namespace mizan
