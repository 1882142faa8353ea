// SPDX-License-Identifier: Apache-2.0
#include "mizan/explain/alternatives.hpp"

#include "mizan/account/account.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/work.hpp"
#include "mizan/program/alternatives.hpp"

namespace mizan {

namespace {

// Of the work that is left for all other programs, for one of them.
constexpr double share_of_work = 0.5;

}  // namespace

std::vector<Alternative> alternatives(const Program& program, const Question& question) {
    const DefaultArithmetic arithmetic;
    const Work work(question.effort);
    std::vector<Alternative> all;
    for (OtherProgram& other : other_programs(program, {question.relation, question.group_size})) {
        const Question asked{.at = question.at,
                             .relation = other.neighbours.relation,
                             .group_size = other.neighbours.group_size,
                             .effort = question.effort};
        try {
            const auto found =
                within_share(share_of_work, [&] { return cost(other.program, asked); });
            if (!found) continue;
            all.push_back({std::move(other.behaviour), std::move(other.program), asked, *found});
        } catch (const Refused&) {     // nothing is known of it
        } catch (const InputError&) {  // more runs than can be counted
        }
    }
    return all;
}

}  // namespace mizan
