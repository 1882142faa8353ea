// SPDX-License-Identifier: Apache-2.0
#include "mizan/law/pair.hpp"

namespace mizan {

Asymmetry PairLaw::asymmetry() const {
    if (is_symmetric(pair)) return {};
    switch (from) {
        case From::user:
            return {Asymmetry::Of::user_pair};
        case From::records:
            return {Asymmetry::Of::record};
        case From::group:
            return {Asymmetry::Of::group};
    }
    throw InternalError("internal error: a pair from nowhere");
}

std::vector<Outcome> PairLaw::outcomes(const Directions& directions) const {
    const bool backward =
        from == From::user ? directions.user_backward : directions.records_backward;
    return backward ? reversed(pair) : pair;
}

}  // namespace mizan
