// SPDX-License-Identifier: Apache-2.0
#include "mizan/group/group.hpp"

#include "mizan/convert/cdp_to_zcdp.hpp"
#include "mizan/numeric/floating_point_environment.hpp"

namespace mizan {

GroupGuarantee grouped(const Definition& definition, std::uint64_t size) {
    const DefaultArithmetic arithmetic;
    struct Rule {
        std::uint64_t size;
        GroupGuarantee operator()(const PureDP& from) const {
            return {grouped(from, size), {"Mironov17 IIIa"}};
        }
        GroupGuarantee operator()(const ApproxDP& from) const {
            return {grouped(from, size), {"DR14 T2.2a"}};
        }
        GroupGuarantee operator()(const RenyiDP& from) const {
            return {RenyiDP{grouped(from.curve, size)}, {"Mironov17 P11a"}};
        }
        GroupGuarantee operator()(const ZCDP& from) const {
            return {grouped(from, size), {"BS16 P1.9"}};
        }
        GroupGuarantee operator()(const CDP& from) const {
            if (size == 1) return {from, {}};
            return {grouped(ZCDP{Rho{cdp_to_zcdp(from).upper}}, size), {"BS16 S4", "BS16 P1.9"}};
        }
        GroupGuarantee operator()(const GDP& from) const {
            return {grouped(from, size), {"DRS19 T2.14"}};
        }
    };
    return std::visit(Rule{size}, definition);
}

}  // namespace mizan
