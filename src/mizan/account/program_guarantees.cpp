// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/program_guarantees.hpp"

#include "mizan/known/whole/known_parts.hpp"
#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/work.hpp"

namespace mizan {

Guarantees guarantees(const Program& program, const Neighbours& neighbours, const Effort& effort) {
    const DefaultArithmetic arithmetic;
    const Work work(effort);
    return guarantees(known_parts(program, neighbours.relation, neighbours.group_size));
}

}  // namespace mizan
