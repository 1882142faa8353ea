// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/line/contour.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <vector>

#include "mizan/inversion/line/composition.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/pieces.hpp"
#include "mizan/units/quantity.hpp"

namespace mizan::inversion {

namespace {

// The integrand on the real axis is e^{G(c)}, G(c) = K(c) - cε - log|c(c+1)|, smallest where
//     ε = K'(c) - 1/c - 1/(c+1).
// The integral is about e^{G(c)}/√(2π G''(c)) there: that is δ - d for c > 0 and 1 - δ for
// -1 < c < 0.
struct Saddle {
    double c = 0, log_moment = 0, mean = 0, variance = 0;
    double curvature = 0;  // G''
    double epsilon = 0;    // for which c is the saddle
    double log_value = 0;  // about log(δ - d), or log(1 - δ)

    [[nodiscard]] bool finite() const {
        return std::isfinite(log_moment) && std::isfinite(epsilon) && curvature > 0 &&
               std::isfinite(curvature);
    }
    // About log of |integral| / e^{K(c) - cε}.
    [[nodiscard]] double log_scale() const { return log_value - log_moment + c * epsilon; }
};

Saddle saddle_at(const Composition& parts, double c) {
    const Cumulants k = cumulants_near(parts, c);
    Saddle at;
    at.c = c;
    at.log_moment = k.log_moment;
    at.mean = k.mean;
    at.variance = k.variance;
    at.epsilon = k.mean - 1 / c - 1 / (c + 1);
    at.curvature = k.variance + 1 / (c * c) + 1 / ((c + 1) * (c + 1));
    at.log_value = k.log_moment - c * at.epsilon - plain::log(std::abs(c) * (c + 1)) -
                   0.5 * plain::log(2 * std::numbers::pi * at.curvature);
    return at;
}

/// How saddles and contours are sought. Every contour gives a true bracket; these numbers decide
/// how narrow it is and how much work it takes to find.
struct Search {
    /// A search right of 0 begins between these, ends beyond those, or when c is known this well.
    static constexpr double least_start = 1e-6, most_start = 1e9;
    static constexpr double least_c = 1e-12, most_c = 1e15, precision_of_c = 1e-6;
    static constexpr int rounds_right = 80;
    /// No step is longer, in log c.
    static constexpr double longest_step = 1.4;
    /// A search left of 0 is over log((1+c)/-c): in this interval, to this width.
    static constexpr double farthest_logit = 40, precision_of_logit = 0.05;
    static constexpr int rounds_left = 30;
    /// Without a saddle nearby a search begins where δ would be about e^-12.
    static constexpr double usual_log_delta = -12;
    /// An ε is found to within this many deviations of the loss; if a saddle nearby is known, to
    /// within so few; a log δ to within this.
    static constexpr double epsilon = 0.1, epsilon_nearby = 0.01, log_delta = 0.3;
    /// So many more digits than asked for make room for what bounds of the right aliases lose.
    static constexpr double spare_digits = 4;
    /// The place that bounds them best is sought from this share of its distance, by steps down or
    /// up, this often.
    static constexpr double first_share = 0.6, step_down = 0.57, step_up = 1.7;
    static constexpr int rounds_of_reference = 4;
    /// A line slides from its saddle to these shares of it, while its integrand grows by no more
    /// than e^2.5, and is taken if its period is shorter by three percent.
    static constexpr std::array slides{1.0, 0.85, 0.7, 0.55};
    static constexpr double most_growth = 2.5, shorter = 0.97;
    /// Places nearer to the line than this do not bound its right aliases.
    static constexpr double beyond = 1.02;
    /// Of more parts than `most_parts` some stand for all.
    static constexpr std::size_t most_parts = 256, sample = 32;
    /// Saddles are alike if they are this close, in log c.
    static constexpr double alike = 0.25;
};

// All saddles that were looked at: where they lie beyond the line they bound its right aliases.
using Seen = std::vector<Saddle>;

// Newton's method in log c for a function of c that is `found` and shall be `wanted`, both of one
// sign: what grows like a power of c, or much faster, has a logarithm that is nearly straight.
double log_step(double found, double wanted, double c, double derivative) {
    if (!(found * wanted > 0)) return (wanted - found) / (c * derivative);
    return plain::log(wanted / found) * found / (c * derivative);
}

// The saddle at which `excess`, which falls as c grows, is 0, for c in (0, inf): by the steps in
// log c that `step` proposes, kept inside the interval where the sign changes.
template <class Excess, class Step>
std::optional<Saddle> search_right(const Composition& parts, double first, Excess excess, Step step,
                                   double enough, Seen& seen) {
    double c = std::clamp(first, Search::least_start, Search::most_start), low = 0, high = infinity;
    std::optional<Saddle> best;
    double best_excess = infinity;
    for (int round = 0; round < Search::rounds_right; ++round) {
        const Saddle at = saddle_at(parts, c);
        const double value = at.finite() ? excess(at) : -infinity;
        if (std::isfinite(value)) {
            seen.push_back(at);
            if (std::abs(value) < best_excess) {
                best = at;
                best_excess = std::abs(value);
            }
            if (best_excess < enough) break;
        }
        (value > 0 ? low : high) = c;
        double next =
            std::isfinite(value)
                ? c * plain::exp(std::clamp(step(at), -Search::longest_step, Search::longest_step))
                : c / 4;
        if (!(next > low && next < high)) {
            next = high == infinity ? 4 * c : low == 0 ? high / 4 : std::sqrt(low * high);
        }
        if (high < low * (1 + Search::precision_of_c)) break;
        if (next < Search::least_c || next > Search::most_c) break;
        c = next;
    }
    return best;
}

// The same for c in (-1, 0), by bisection of the logarithm of (1+c)/-c.
template <class Excess>
std::optional<Saddle> search_left(const Composition& parts, Excess excess) {
    double low = -Search::farthest_logit, high = Search::farthest_logit;
    std::optional<Saddle> best;
    for (int round = 0; round < Search::rounds_left; ++round) {
        const double logit = (low + high) / 2, c = -1 / (1 + plain::exp(logit));
        const Saddle at = saddle_at(parts, c);
        if (!(c > -1 && c < 0) || !at.finite()) return best;
        best = at;
        (excess(at) < 0 ? high : low) = logit;
        if (high - low < Search::precision_of_logit) break;
    }
    return best;
}

Contour left_of_zero(const Saddle& at, double epsilon, double log_tolerance) {
    const double a = -at.c;
    const double period =
        std::max(log_tolerance / a, (log_tolerance + std::max(0.0, epsilon)) / (1 - a));
    return {.c = at.c,
            .period = period,
            .reference = 0,
            .log_scale = at.log_scale(),
            .width = 1 / std::sqrt(at.curvature),
            .epsilon = epsilon,
            .log_value = at.log_value};
}

// The period that the right aliases ask for on the line c if they are bounded from `beyond`.
double right_period(const Saddle& beyond, double c, double epsilon, double wanted) {
    return (beyond.log_moment - beyond.c * epsilon + log_kappa(beyond.c) + wanted) / (beyond.c - c);
}

// Slides the line from the saddle towards 0 as long as the integrand grows little, to where the
// left and the right aliases ask for the same period. With a contour that is alike, of which
// saddle, line and reference are known, only one of each is looked at.
Contour right_of_zero(const Composition& parts, const Saddle& at, double epsilon,
                      double log_tolerance, Seen seen, const Contour* alike) {
    const double wanted = log_tolerance - at.log_value;  // aliases below e^{-wanted}
    // Were K quadratic, the right aliases would be bounded best this far beyond the line.
    const double reach = std::sqrt(2 * (log_tolerance + Search::spare_digits) / at.curvature);
    std::vector<double> slides(Search::slides.begin(), Search::slides.end());
    double c = at.c + Search::first_share * reach;
    if (alike != nullptr) {
        slides = {1};
        if (alike->c < alike->saddle) slides.push_back(alike->c / alike->saddle);
        c = at.c * alike->reference / alike->saddle;
    }
    // From there up or down, to where the period is shortest.
    double shortest = infinity, factor = Search::step_down;
    for (int round = 0; round < Search::rounds_of_reference; ++round) {
        const Saddle beyond = saddle_at(parts, c);
        if (beyond.finite()) {
            seen.push_back(beyond);
            const double period = right_period(beyond, at.c, epsilon, wanted);
            const bool falls = beyond.mean - epsilon - plain::log1p(1 / c) < period;
            if (alike != nullptr || period > shortest || (falls && round > 0 && factor < 1)) break;
            if (falls && round == 0) factor = Search::step_up;
            shortest = period;
        } else if (factor > 1) {
            break;
        }
        c = at.c + factor * (c - at.c);
    }
    Contour best{};
    best.period = infinity;
    for (const double slide : slides) {
        const Saddle here = slide == 1.0 ? at : saddle_at(parts, slide * at.c);
        const double growth =
            here.log_moment - at.log_moment - (here.c - at.c) * epsilon;  // of the integrand
        if (!here.finite() || growth > Search::most_growth) break;
        double right = infinity, reference = 0;
        for (const Saddle& beyond : seen) {
            if (beyond.c < here.c * Search::beyond) continue;
            const double needed = right_period(beyond, here.c, epsilon, wanted);
            if (needed < right) {
                right = needed;
                reference = beyond.c;
            }
        }
        const double period = std::max(wanted / here.c, right);
        if (period < Search::shorter * best.period) {
            best = {.c = here.c,
                    .period = period,
                    .reference = reference,
                    .log_scale = at.log_value - here.log_moment + here.c * epsilon,
                    .width = 1 / std::sqrt(here.curvature),
                    .epsilon = epsilon,
                    .log_value = at.log_value,
                    .saddle = at.c};
        }
    }
    return best;
}

double first_guess(const Composition& parts, double log_delta) {
    const double variance = cumulants_near(parts, 0.5).variance;
    double c = std::sqrt(-2 * log_delta / variance);
    for (const Part& part : parts) c = std::min(c, part.loss->steepest_tilt());
    return std::isfinite(c) && c > 0 ? c : 1;
}

// The saddle with the smallest integrand for this epsilon, among all c > 0 that were tried.
std::optional<Saddle> smallest_right(const Composition& parts, double epsilon, Seen& seen,
                                     double near) {
    search_right(
        parts, near > 0 ? near : first_guess(parts, Search::usual_log_delta),
        [&](const Saddle& at) { return (epsilon - at.epsilon) / std::sqrt(at.curvature); },
        [&](const Saddle& at) { return log_step(at.epsilon, epsilon, at.c, at.curvature); },
        near > 0 ? Search::epsilon_nearby : Search::epsilon, seen);
    std::optional<Saddle> best;
    for (Saddle& at : seen) {
        at.log_value += at.c * (at.epsilon - epsilon);
        at.epsilon = epsilon;
        if (!best || at.log_value < best->log_value) best = at;
    }
    return best;
}

// The saddle at which δ - d is about `delta`.
std::optional<Saddle> saddle_for(const Composition& parts, double delta, Seen& seen, double near) {
    if (delta < large_delta) {
        const double log_delta = plain::log(delta);
        return search_right(
            parts, near > 0 ? near : first_guess(parts, log_delta),
            [&](const Saddle& at) { return at.log_value - log_delta; },
            [&](const Saddle& at) {
                return log_step(-at.log_value, -log_delta, at.c, at.c * at.curvature);
            },
            Search::log_delta, seen);
    }
    const double log_rest = plain::log1p(-delta);
    return search_left(parts, [&](const Saddle& at) { return log_rest - at.log_value; });
}

// A few parts, each of which stands for many others. Empty where there are so few parts that all
// can be looked at.
Composition sample_of(const Composition& parts) {
    Composition some;
    if (parts.size() <= Search::most_parts) return some;
    const double share = static_cast<double>(parts.size()) / Search::sample;
    for (std::size_t i = 0; i < Search::sample; ++i) {
        const Part& part = parts[static_cast<std::size_t>((static_cast<double>(i) + 0.5) * share)];
        some.push_back({part.loss, part.count * share});
    }
    return some;
}

// make(parts, near, alike) for all parts, after a search on a few of them that look alike if all
// do.
template <class Make>
std::optional<Contour> by_sample(const Composition& parts, double near, Make make) {
    const Composition some = sample_of(parts);
    if (some.empty()) return make(parts, near, nullptr);
    const std::optional<Contour> alike = make(some, near, nullptr);
    const bool is_known = alike && alike->c > 0 && alike->reference > 0;
    return is_known ? make(parts, alike->saddle, &*alike) : make(parts, near, nullptr);
}

// A saddle so far from that of a contour that the two are not alike.
const Contour* if_alike(const Contour* alike, const Saddle& at) {
    const bool is_near =
        alike != nullptr && std::abs(plain::log(at.c / alike->saddle)) < Search::alike;
    return is_near ? alike : nullptr;
}

std::optional<Contour> contour_near(const Composition& parts, double epsilon, double tolerance,
                                    double near, const Contour* alike) {
    const double log_tolerance = -plain::log(tolerance);
    Seen seen;
    const auto right = smallest_right(parts, epsilon, seen, near);
    if (right && right->log_value < plain::log(large_delta)) {
        return right_of_zero(parts, *right, epsilon, log_tolerance, seen, if_alike(alike, *right));
    }
    const auto left = search_left(parts, [&](const Saddle& at) { return epsilon - at.epsilon; });
    return left ? std::optional(left_of_zero(*left, epsilon, log_tolerance)) : std::nullopt;
}

}  // namespace

std::optional<Contour> contour_for_cancellation(const Composition& parts, double epsilon,
                                                double delta, double tolerance, double near) {
    Seen seen;
    auto right = smallest_right(parts, epsilon, seen, near);
    if (!right) return std::nullopt;
    right->log_value = plain::log(delta);
    return right_of_zero(parts, *right, epsilon, -plain::log(tolerance), seen, nullptr);
}

std::optional<Contour> contour_at_epsilon(const Composition& all, double epsilon, double tolerance,
                                          double near) {
    return by_sample(all, near, [&](const Composition& parts, double begin, const Contour* alike) {
        return contour_near(parts, epsilon, tolerance, begin, alike);
    });
}

std::optional<Chernoff> chernoff_at_epsilon(const Composition& all, double epsilon, double near) {
    const Composition some = sample_of(all);
    Seen seen;
    const auto at = smallest_right(some.empty() ? all : some, epsilon, seen, near);
    if (!at) return std::nullopt;
    return Chernoff{at->c, at->log_moment - at->c * epsilon + log_kappa(at->c), at->log_value};
}

double log_cancellation(const Composition& parts, double epsilon, double delta, double near) {
    Seen seen;
    const auto at = smallest_right(parts, epsilon, seen, near);
    return at ? at->log_moment - at->c * epsilon - plain::log(delta) : 0;
}

std::optional<Contour> contour_at_delta(const Composition& all, double delta, double tolerance,
                                        double near) {
    const double log_tolerance = -plain::log(tolerance);
    return by_sample(all, near, [&](const Composition& parts, double begin, const Contour* alike) {
        Seen seen;
        const auto at = saddle_for(parts, delta, seen, begin);
        if (!at) return std::optional<Contour>();
        return std::optional(at->c > 0 ? right_of_zero(parts, *at, at->epsilon, log_tolerance, seen,
                                                       if_alike(alike, *at))
                                       : left_of_zero(*at, at->epsilon, log_tolerance));
    });
}

std::optional<Guess> guess_at_delta(const Composition& all, double delta, double near) {
    const Composition some = sample_of(all);
    Seen seen;
    const auto at = saddle_for(some.empty() ? all : some, delta, seen, near);
    if (!at) return std::nullopt;
    // The slope of log δ is about -c.
    const double moved = at->c > 0 ? (at->log_value - plain::log(delta)) / at->c : 0;
    return Guess{at->epsilon + moved, at->c};
}

}  // namespace mizan::inversion
