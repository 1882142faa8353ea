// SPDX-License-Identifier: Apache-2.0
#include "mizan/explain/alternatives.hpp"

#include "mizan/account/account.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/program/alternatives.hpp"

namespace mizan {

std::vector<Alternative> alternatives(const Program& program, const Question& question) {
    const DefaultArithmetic arithmetic;
    std::vector<Alternative> all;
    for (OtherProgram& other : other_programs(program, {question.relation, question.group_size})) {
        const Question asked{.at = question.at,
                             .relation = other.neighbours.relation,
                             .group_size = other.neighbours.group_size};
        try {
            const Bracket found = cost(other.program, asked);
            all.push_back({std::move(other.behaviour), std::move(other.program), asked, found});
        } catch (const Refused&) {     // nothing is known of it
        } catch (const InputError&) {  // more runs than can be counted
        }
    }
    return all;
}

}  // namespace mizan
