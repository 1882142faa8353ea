// SPDX-License-Identifier: Apache-2.0
// One event as an instance has it: what is open about it, and what it shows of every dataset.
#pragma once

#include <string>

#include "data.hpp"

namespace mizan::instances {

class Predicate;

/// What the sentences leave open about one event.
struct LeafScope {
    Metric metric = Metric::presence;
    bool by_norm = false;      ///< a record adds something of bounded length, whatever it replaces
    bool silent_zero = false;  ///< a record that says nothing adds nothing
    int cells = 32;            ///< into which the outputs are sorted
    double runs = 1;           ///< Gaussian noise alone: runs that are averaged
    const Predicate* colouring = nullptr;  ///< which neighbour the first law of a pair belongs to
};

/// One mechanism that an event may be: the law of its output on every dataset.
class LeafInstance {
public:
    virtual ~LeafInstance() = default;
    [[nodiscard]] virtual Law on(const Counts& data) const = 0;
    [[nodiscard]] virtual std::string words() const = 0;
};

}  // namespace mizan::instances
