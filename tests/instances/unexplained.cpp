// SPDX-License-Identifier: Apache-2.0
#include "unexplained.hpp"

namespace mizan::instances {

namespace {

// Under which name the table speaks of an event.
struct NameOfLeaf {
    template <class Event>
    std::string operator()(const Event&) const {
        return std::string(Event::name);
    }
    std::string operator()(const BucketRandomizedResponse&) const { return "buckets"; }
    std::string operator()(const ThresholdedLaplace&) const { return "thresholded"; }
    std::string operator()(const ThresholdedGaussian&) const { return "thresholded"; }
    std::string operator()(const ApproxDP&) const { return "guarantee"; }
    std::string operator()(const ZCDP&) const { return "guarantee"; }
    std::string operator()(const CDP&) const { return "guarantee"; }
    std::string operator()(const GDP&) const { return "guarantee"; }
    std::string operator()(const RenyiPoints&) const { return "guarantee"; }
    std::string operator()(const PrivacyProfile&) const { return "guarantee"; }
    std::string operator()(const TradeoffPoints&) const { return "guarantee"; }
    std::string operator()(const DistributionPair&) const { return "pair"; }
    std::string operator()(const OwnMechanism&) const { return "own"; }
};

struct NameOfScheme {
    std::string operator()(const Poisson&) const { return "poisson"; }
    std::string operator()(const WithoutReplacement&) const { return "without_replacement"; }
    std::string operator()(const WithReplacement&) const { return "with_replacement"; }
    std::string operator()(const TruncatedPoisson&) const { return "truncated_poisson_gaussian"; }
    std::string operator()(const RepeatAndSelect&) const { return "repeat_and_select"; }
    std::string operator()(const RandomAllocation&) const { return "random_allocation"; }
    std::string operator()(const Shuffled&) const { return "shuffled"; }
};

void collect(const Program& program, std::set<std::string>& names);

struct Collect {
    std::set<std::string>& names;

    void operator()(const Leaf& leaf) const { names.insert(std::visit(NameOfLeaf{}, leaf)); }
    void operator()(const Repeated& node) const { collect(node.program, names); }
    void operator()(const Sequence& node) const {
        for (const Program& part : node.programs) collect(part, names);
    }
    void operator()(const Group& node) const {
        names.insert("group");
        collect(node.program, names);
    }
    void operator()(const PostProcessed& node) const { collect(node.program, names); }
    void operator()(const Arranged& node) const {
        names.insert(std::visit(NameOfScheme{}, node.scheme));
        // The sentence about truncated samples speaks of their noise, too.
        if (!std::holds_alternative<TruncatedPoisson>(node.scheme)) collect(node.program, names);
    }
};

void collect(const Program& program, std::set<std::string>& names) {
    std::visit(Collect{names}, program.node());
}

}  // namespace

std::set<std::string> unexplained(const Program& program, const Reading& reading) {
    std::set<std::string> names;
    collect(program, names);
    std::erase_if(names, [&](const std::string& name) { return reading.explained.contains(name); });
    return names;
}

}  // namespace mizan::instances
