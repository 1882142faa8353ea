// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/profile/effort.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/logarithm.hpp"

namespace mizan::inversion {

namespace {

// How much work a line may take. A node costs less if all runs are of a single mechanism, so these
// get more nodes. Larger numbers make wide answers narrower and slow answers slower; every answer
// is true with any of them.
constexpr Patience for_one{.wide = 1e-8, .usual = 3.2, .times = 40};
constexpr Patience for_several{.wide = 1e-3, .usual = 1, .times = 4};

// With this aim or a finer one all digits are wanted. With a coarser one the first try gets
// (1e-9/content)^¼ of its work.
constexpr double all_digits_wanted = 1e-9, power_of_content = 0.25;

// An answer is wide if it is so many times wider than its aim.
constexpr double times_content_is_wide = 20;

// With more parts than this, lines are computed just as well as asked for, because each node takes
// long. With fewer, lines are computed a thousand times better, so that they do not add to the
// width.
constexpr std::size_t many_parts = 256;
constexpr double share_of_content = 1e-3;

constexpr double smoothed_times_content = 10;

}  // namespace

Patience patience_for(const Composition& parts, bool is_patient) {
    Patience patience = parts.size() == 1 ? for_one : for_several;
    if (!is_patient) patience.times = patience.usual;
    return patience;
}

Patience patience_for_epsilon(const Composition& parts, const Aim& aim) {
    const auto [wide, usual, times] = patience_for(parts, aim.is_patient);
    const double share =
        std::min(1.0, plain::pow(all_digits_wanted / aim.content, power_of_content));
    return {std::max(wide, times_content_is_wide * aim.content), share * usual, times};
}

double tolerance_for(const Composition& parts, double content) {
    return parts.size() > many_parts ? content
                                     : std::min(share_of_content * content, Tolerance::least);
}

double filtered_tolerance_for(double content) {
    return std::max(Tolerance::filtered, share_of_content * content);
}

double smoothed_width(double content) { return smoothed_times_content * content; }

double relative_width(Bracket x) { return x.upper > 0 ? x.width() / x.upper : 0; }

double runs_of(const Composition& parts) {
    double runs = 0;
    for (const Part& part : parts) runs += part.count;
    return runs;
}

}  // namespace mizan::inversion
