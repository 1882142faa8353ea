// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "mizan/mechanism/bucket_randomized_response.hpp"
#include "mizan/mechanism/discrete_gaussian.hpp"
#include "mizan/mechanism/discrete_laplace.hpp"
#include "mizan/mechanism/gaussian.hpp"
#include "mizan/mechanism/laplace.hpp"
#include "mizan/mechanism/randomized_response.hpp"

namespace mizan {

/// The mechanisms that know every curve of one run (the concept Mechanism). To add one: write its
/// pair of files, then add its line here. Leaf (program/leaf.hpp) has these and all that know less.
using AnyMechanism = std::variant<  //
    Gaussian,                       //
    Laplace,                        //
    DiscreteGaussian,               //
    DiscreteLaplace,                //
    RandomizedResponse,             //
    BucketRandomizedResponse>;

template <Mechanism... M>
constexpr bool all_are_mechanisms(const std::variant<M...>*) {
    return true;
}
static_assert(all_are_mechanisms(static_cast<const AnyMechanism*>(nullptr)));

}  // namespace mizan
