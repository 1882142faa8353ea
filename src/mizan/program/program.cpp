// SPDX-License-Identifier: Apache-2.0
#include "mizan/program/program.hpp"

#include <algorithm>
#include <string>

namespace mizan {

const Program::Node& Program::node() const { return *node_; }

bool Program::operator==(const Program& other) const { return *node_ == *other.node_; }
bool operator==(const Repeated& a, const Repeated& b) {
    return a.count == b.count && a.program == b.program;
}
bool operator==(const Sequence& a, const Sequence& b) { return a.programs == b.programs; }
bool operator==(const Group& a, const Group& b) {
    return a.size == b.size && a.program == b.program;
}
bool operator==(const PostProcessed& a, const PostProcessed& b) { return a.program == b.program; }
bool operator==(const Arranged& a, const Arranged& b) {
    return a.scheme == b.scheme && a.program == b.program;
}

Program::Program(Leaf leaf) : node_{std::make_shared<Node>(std::move(leaf))} {
    const auto* answers = std::get_if<BucketRandomizedResponse>(&std::get<Leaf>(*node_));
    if (answers != nullptr && answers->relation != Relation::replace_one) {
        throw InputError(
            "the relation of a program is stated once, for all of it, not in a "
            "randomized_response");
    }
}

Program::Program(Inner, Node node, int depth, int parts)
    : node_{std::make_shared<Node>(std::move(node))}, depth_{depth}, parts_{parts} {
    if (depth > max_depth) {
        throw InputError("a program may be nested at most " + std::to_string(max_depth) +
                         " levels deep");
    }
}

Program operator*(Count count, Program program) {
    check_whole_number("count", 0, count);
    const int depth = program.depth() + 1, parts = program.parts();
    return Program(Program::Inner{}, Repeated{count, std::move(program)}, depth, parts);
}

Program group(Count size, Program program) {
    check_whole_number("size", 1, size);
    const int depth = program.depth() + 1, parts = program.parts();
    return Program(Program::Inner{}, Group{size, std::move(program)}, depth, parts);
}

Program post(Program program) {
    const int depth = program.depth() + 1, parts = program.parts();
    return Program(Program::Inner{}, PostProcessed{std::move(program)}, depth, parts);
}

Program arranged(Scheme scheme, Program program) {
    check(scheme);
    const int depth = program.depth() + 1, parts = program.parts();
    return Program(Program::Inner{}, Arranged{scheme, std::move(program)}, depth, parts);
}

Program poisson(Probability sampling_probability, Program program) {
    return arranged(Poisson{sampling_probability.value()}, std::move(program));
}
Program without_replacement(Count source_dataset_size, Count sample_size, Program program) {
    return arranged(WithoutReplacement{source_dataset_size, sample_size}, std::move(program));
}
Program with_replacement(Count source_dataset_size, Count sample_size, Program program) {
    return arranged(WithReplacement{source_dataset_size, sample_size}, std::move(program));
}
Program truncated_poisson_gaussian(Count dataset_size, Probability sampling_probability,
                                   Count truncated_batch_size, NoiseScale noise_multiplier) {
    return arranged(
        TruncatedPoisson{dataset_size, sampling_probability.value(), truncated_batch_size},
        Gaussian{.noise_multiplier = noise_multiplier});
}
Program repeat_and_select(Program program, double mean, double shape) {
    return arranged(RepeatAndSelect{mean, shape}, std::move(program));
}
Program random_allocation(Count num_steps, Count num_selected, Program program) {
    return arranged(RandomAllocation{num_steps, num_selected}, std::move(program));
}
Program shuffled(Count records, Program program) {
    return arranged(Shuffled{records}, std::move(program));
}

Program operator+(Program first, Program second) {
    const auto depth_of_sum = [](const Program& part) {
        return part.depth() + (std::holds_alternative<Sequence>(part.node()) ? 0 : 1);
    };
    const int depth = std::max(depth_of_sum(first), depth_of_sum(second));
    const int parts = first.parts() + second.parts();  // of two that are each within the limit
    if (parts > max_parts) {
        throw InputError("a program may have at most " + std::to_string(max_parts) +
                         " parts, got " + std::to_string(parts) +
                         "; write parts that are alike once, with a count");
    }
    std::vector<Program> programs;
    if (auto* sum = std::get_if<Sequence>(first.node_.get())) {
        // Grows a sum that nobody else holds in place: a long one takes linear time.
        programs = first.node_.use_count() == 1 ? std::move(sum->programs) : sum->programs;
    } else {
        programs.push_back(std::move(first));
    }
    if (const auto* sum = std::get_if<Sequence>(&second.node())) {
        programs.insert(programs.end(), sum->programs.begin(), sum->programs.end());
    } else {
        programs.push_back(std::move(second));
    }
    return Program(Program::Inner{}, Sequence{std::move(programs)}, depth, parts);
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

}  // namespace mizan
