// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/sampled_gaussian.hpp"

namespace mizan {

Asymmetry SampledGaussianLaw::asymmetry() const {
    if (is_replaced()) return {};
    if (people == 1) return {Asymmetry::Of::record};
    return {Asymmetry::Of::counted_group, people, drawn == Drawn::at_least};
}

std::vector<GroupChange> SampledGaussianLaw::changes() const {
    if (is_replaced()) return {{people, people, drawn}};
    std::vector<GroupChange> all;
    for (int added = 0; added <= people; ++added) all.push_back({people - added, added, drawn});
    return all;
}

}  // namespace mizan
