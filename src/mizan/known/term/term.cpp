// SPDX-License-Identifier: Apache-2.0
#include "mizan/known/term/term.hpp"

// A new family of events is one file beside this one, and one line here.
#include "mizan/known/term/discrete_noise.hpp"
#include "mizan/known/term/distribution_pair.hpp"
#include "mizan/known/term/gaussian.hpp"
#include "mizan/known/term/laplace.hpp"
#include "mizan/known/term/mixture_of_gaussians.hpp"
#include "mizan/known/term/own_mechanism.hpp"
#include "mizan/known/term/promise.hpp"
#include "mizan/known/term/randomized_response.hpp"
#include "mizan/known/term/selection.hpp"
#include "mizan/known/term/thresholded.hpp"
#include "mizan/program/bill.hpp"

namespace mizan {

KnownPart known_of(const Term& term, Extent extent) {
    KnownPart part;
    part.count = static_cast<double>(term.count);
    TermReading reading(term, extent, part);
    std::visit([&](const auto& leaf) { know(reading, leaf); }, term.leaf);
    show_by_promise(part);
    return part;
}

}  // namespace mizan
