// SPDX-License-Identifier: Apache-2.0
// Schemes that decide what is shown of several runs: the best of them, all steps, or how many
// messages say what.
#pragma once

#include <functional>

#include "schemes.hpp"

namespace mizan::instances {

/// How many runs there are of which the best is shown. With p the probability of a result of one
/// run, t that of all better and w that of all worse ones, E[(p+w)^K] - E[w^K] is the probability
/// that it is shown.
struct NumberOfRuns {
    std::function<double(double t, double p, double w)> shows;
    double none;  ///< Pr[K = 0]
};
NumberOfRuns random_runs(double mean, double shape);
NumberOfRuns fixed_runs(double count);

/// The best of several runs. Order 0: the best results are those that the first dataset makes most
/// likely, 1: the second, 2: those that are listed first, 3: last, else the seed of a random order.
RunPart best_of(NumberOfRuns runs, int order, RunPart inside);
/// Every record takes part in `selected` of the steps; all steps are shown.
RunPart allocated(int steps, int selected, bool silent, RunPart inside);
/// Every record sends a message, of which the class is looked at; how many there are of each is
/// shown.
RunPart shuffled(int records, double first_cut, double second_cut, RunPart inside);

}  // namespace mizan::instances
