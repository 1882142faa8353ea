// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/term/randomized_response.hpp"

#include "mizan/divergence/finite.hpp"

namespace mizan {

namespace {

// The distinct log-ratios of the pair of laws described in bucket_randomized_response.hpp.
std::vector<Outcome> pair_of(const BucketRandomizedResponse& leaf) {
    const Bracket p = leaf.noise_parameter.value(), k = leaf.num_buckets.value();
    const Bracket other = p / k, same = 1 - p + other;
    if (leaf.num_buckets.value() == 1) return {outcome(1, 1)};
    if (leaf.relation.relation() == Relation::replace_one) {
        const Bracket rest = (k - 2) * other;
        if (p.upper == 0) return {outcome(1, 0), outcome(0, 1)};
        const Bracket loss = log1p(k * (1 - p) / p);  // log(same / other)
        std::vector<Outcome> all{{same, other, loss}, {other, same, -loss}};
        if (rest.upper > 0) all.push_back({rest, rest, 0});
        return all;
    }
    return {outcome(same, 1 / k), outcome((k - 1) * other, (k - 1) / k)};
}

}  // namespace

// A question about the whole dataset has one answer, whatever number of records change.
void know(TermReading& reading, const RandomizedResponse& leaf) {
    KnownPart& part = reading.part;
    part.name = RandomizedResponse::name;
    reading.know_all(leaf, {{}, {"Mironov17 P5"}, {"Steinke24 RR"}, {"KS98"}});
    part.worst = part.attained = ResponseLaw{leaf.pure_epsilon(), Delta{0.0}, leaf.p.value()};
}

// Each record of a group gives its own answer, so a group counts as that many answers.
void know(TermReading& reading, const BucketRandomizedResponse& leaf) {
    KnownPart& part = reading.part;
    const bool is_one = reading.size == 1;
    part.name = BucketRandomizedResponse::name;
    part.count *= reading.size;
    reading.know_all(leaf, {{}, {"Mironov17 P5 (buckets)"}, {}, {}});
    const PairLaw law{pair_of(leaf), is_one ? PairLaw::From::records : PairLaw::From::group};
    // In a group some records may become special while other records stop being special, so that no
    // direction of the pair is the worst for the whole group.
    if (is_one || leaf.relation.relation() == Relation::replace_one) part.worst = law;
    part.attained = law;
    part.beside = Beside::nobody;
}

}  // namespace mizan
