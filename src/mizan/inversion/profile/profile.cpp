// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/profile/profile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "mizan/inversion/profile/root_of_curve.hpp"

namespace mizan::inversion {

namespace {

constexpr std::size_t max_nodes = std::size_t{1} << 18;

// Where the usual work leaves an answer wider than this, more of it is worth while. Runs of a single
// mechanism are asked about most, and each of their nodes costs least.
struct Patience {
    double wide, usual, times;
};
Patience patience_for(const Composition& parts, bool is_patient) {
    Patience patience = parts.size() == 1 ? Patience{1e-8, 3.2, 40} : Patience{1e-3, 1, 4};
    if (!is_patient) patience.times = patience.usual;
    return patience;
}

// Where few digits are wanted a smoothed line has them sooner than a plain one, which has all or none.
Patience patience_for_epsilon(const Composition& parts, const Profile::Aim& aim) {
    constexpr double all_digits_wanted = 1e-9;
    const auto [wide, usual, times] = patience_for(parts, aim.is_patient);
    const double share = std::min(1.0, std::pow(all_digits_wanted / aim.content, 0.25));
    return {std::max(wide, 20 * aim.content), share * usual, times};
}

// Relative error of δ that the lines aim at. Where rare losses are large, δ is far below what its saddle
// says: few digits of it are many of that. Of many parts every node is dear.
constexpr double least_tolerance = 1e-10;
double tolerance_for(const Composition& parts, double content) {
    constexpr std::size_t many = 256;
    return parts.size() > many ? content : std::min(1e-3 * content, least_tolerance);
}

double relative_width(Bracket x) { return x.upper > 0 ? x.width() / x.upper : 0; }

// Without decay the width is paid for: each digit costs three times the work.
double smoothed_width(double content) { return 10 * content; }

// A line and the relative width that it should have at its ε: `width`, or more where that takes too much.
struct Smoothed {
    SmoothedLine line;
    double width;
};
std::optional<Smoothed> smoothed_along(const Composition& parts, const Contour& contour,
                                       double width, double times = 1) {
    // δ'' is about c(c+1) δ, and the width of ε about gap·(c+1). δ falls by a factor of e within 1/c: what is
    // smoothed much farther than that tells nothing.
    constexpr double shares_of_fall = 0.3;
    const double c = contour.c;
    const double size = c > 0 ? std::max(contour.epsilon, 1 / c) / (c + 1) : 1 / contour.width;
    const double farthest = c > 0 ? shares_of_fall / (c * (c + 1)) : infinity;
    const double gap = 0.9 * std::min(width * size, farthest);
    // Runs of a single mechanism are asked about most.
    const double patience = parts.size() > 1                          ? 1
                            : parts.front().loss->atoms().size() > 16 ? 1.6
                                                                      : 2.2;
    auto line = SmoothedLine::along(parts, contour, gap, std::min(1e-3 * width, least_tolerance),
                                    times * patience);
    if (!line) return std::nullopt;
    const double found = line->gap() / (0.9 * size);
    return Smoothed{*std::move(line), found};
}

// Cancellation beyond which the digits of a double are too few, and what the lines in better
// arithmetic aim at.
constexpr double too_much = 100, precise_tolerance = 1e-11;

// A few tenths of a second, at most.
constexpr std::size_t precise_nodes = std::size_t{1} << 15, most_precise_parts = 16;

// What is not worth a second look: about two units in the last place.
constexpr double verified_width = 4e-16, verified_tolerance = 1e-19;

// Few runs take long lines, for which these would be too slow.
bool suits_precision(const Composition& parts) {
    double runs = 0;
    for (const Part& part : parts) runs += part.loss->is_precise() ? part.count : -infinity;
    return runs >= 1000 && parts.size() <= most_precise_parts;
}

// What other lines left so wide is looked at from below, where that is possible.
constexpr double left_wide = 1e-6;

// What a line that sees only the losses below ε may leave: of few parts other lines may tell more.
double enough_from_below(const Composition& parts, double content) {
    constexpr double enough = 1e-8, enough_of_many = 1e-6;
    return std::max(content, parts.size() > most_precise_parts ? enough_of_many : enough);
}

// Whether rare large losses rule the line that a saddle names: it lies where K begins to grow without measure.
bool is_ruled_by_rare_losses(const Composition& parts, double saddle) {
    constexpr double close = 0.8;
    return std::ranges::any_of(
        parts, [&](const Part& part) { return saddle > close * part.loss->steepest_tilt(); });
}

// Whether the middle of what is known is a better guess than that of a saddle.
bool is_located(Bracket epsilon) { return epsilon.width() < epsilon.upper / 2; }

// What is known already of the least ε, narrowed by a line: each end is accepted only by evaluating δ there.
template <class Curve>
Bracket narrowed(Bracket known, const Curve& line, double guess, double delta,
                 double infinite_mass) {
    if (known.lower == 0 && line.delta(0).upper <= delta) return 0;
    const double near = is_located(known) ? known.middle() : guess;
    const Root root = near_root(line, near, delta, infinite_mass, 1e-13);
    const double epsilon = root.epsilon, slope = root.slope;
    const Bracket there = line.delta(epsilon);
    if (says_nothing(there, infinite_mass)) return known;
    const double least = std::max(epsilon, 1e-300) * 1e-15;
    // A step longer than the longest means that the slope cannot be trusted: on a lattice, whose curve may be level
    // but for a fall nearby, the shortest step is tried first, elsewhere the longest.
    const double longest = std::max(epsilon / 64, least);
    const auto offset = [&](double miss) {
        const double step = 1.1 * miss / -slope;
        if (std::is_same_v<Curve, LatticeLine> && !(step < longest)) return least;
        return std::clamp(step, least, longest);
    };
    // The first step that is long enough. They double, and then grow faster, where little can be told; from
    // such a one back to within a fifth.
    const auto long_enough = [](double step, double farthest,
                                auto is_end) -> std::optional<double> {
        constexpr int most_rounds = 22, doublings = 7;
        constexpr double close = 1.2;
        double growth = 1;
        for (int round = 0; round < most_rounds && step < farthest; ++round) {
            if (is_end(step)) {
                for (double shorter = step / growth; growth > 2 && step > close * shorter;) {
                    const double between = std::sqrt(shorter * step);
                    (is_end(between) ? step : shorter) = between;
                }
                return step;
            }
            growth = round < doublings ? 2 : 16;
            step *= growth;
        }
        return std::nullopt;
    };
    const auto up = long_enough(offset(there.upper - delta), infinity, [&](double step) {
        return line.delta(epsilon + step).upper <= delta;
    });
    // Not also where δ = `delta`: beyond the largest finite loss the curve is level.
    const auto down = long_enough(offset(delta - there.lower), epsilon, [&](double step) {
        return line.delta(epsilon - step).lower > delta;
    });
    return intersect(known, {down ? epsilon - *down : 0, up ? epsilon + *up : infinity});
}

// Whether a plain line along `before` tells the ε of δ as well as one along `after` would, which has the same
// tilt: it was as near, or fine enough for a value as small as this δ, so that all that is left is rounding.
bool is_as_sharp(const Contour& before, const Contour& after, double delta) {
    constexpr double close = 0.02;
    return std::abs(after.c - before.c) < close * before.c &&
           (std::abs(after.epsilon - before.epsilon) < close * before.epsilon ||
            before.log_value < std::log(delta) + 1);
}

// Few enough runs that a filter may help.
constexpr double few_runs = 100;

// The errors of filtered lines, relative to δ: for an answer, and for finding where it is.
constexpr double filtered_tolerance = 3e-11, rough_tolerance = 1e-2;
double filtered_tolerance_for(double content) {
    return std::max(filtered_tolerance, 1e-3 * content);
}

// An answer that need not be known better, and the nodes of a period that it is worth.
constexpr double few_digits = 1e-8, rough_width = 1e-4;
constexpr std::size_t short_period = std::size_t{1} << 14;

// As many nodes as a rough line may have where it is to save a better one.
constexpr std::size_t few_nodes = 512;

// A filtered line, where one is known to take fewer nodes than a plain one.
std::optional<FilteredContour> filtered(const Composition& parts, const Contour& contour,
                                        double log_delta, double tolerance) {
    double runs = 0;
    for (const Part& part : parts) runs += part.count;
    if (runs > few_runs) return std::nullopt;
    return filtered_contour(parts, contour, log_delta, tolerance);
}

std::size_t nodes_worth_trying(const std::optional<FilteredContour>& instead) {
    constexpr auto most = static_cast<double>(max_nodes);
    return static_cast<std::size_t>(instead ? std::min(most, 2 * instead->nodes()) : most);
}

// The line near the ε at which δ is reached. The first guess, from the saddle, can be far off where
// rare large losses decide.
std::optional<FilteredLine> filtered_near(const Composition& parts, Contour contour, double delta,
                                          double tolerance) {
    for (int round = 0; round < 5; ++round) {
        const auto rough = filtered_contour(parts, contour, std::log(delta), rough_tolerance);
        if (!rough) break;
        const auto line = FilteredLine::along(parts, *rough, rough_tolerance, max_nodes);
        if (!line) break;
        const double last = contour.epsilon;
        const double epsilon = near_root(*line, last, delta, 0, 1e-3).epsilon;
        const auto next = contour_at_epsilon(parts, epsilon, tolerance, contour.saddle);
        if (!next || !(next->c > 0)) break;
        contour = *next;
        if (std::abs(epsilon - last) < 0.02 * epsilon) break;
    }
    const auto there = filtered(parts, contour, std::log(delta), tolerance);
    if (!there) return std::nullopt;
    return FilteredLine::along(parts, *there, tolerance, max_nodes);
}

// Older lines lie elsewhere: a new one costs less than to ask them all, or to keep them.
template <class Line>
void remember(std::vector<Line>& lines, Line line) {
    constexpr std::size_t kept = 6;
    if (lines.size() == kept) lines.erase(lines.begin());
    lines.push_back(std::move(line));
}

// Whether the lines used last, which are near the points of a curve asked for last, tell δ to within
// `enough`.
template <class Lines>
bool latest_tell(Lines& lines, double epsilon, double enough, Bracket& best) {
    for (std::size_t i = lines.size(); i-- > 0;) {
        best = intersect(best, lines[i].delta(epsilon));
        if (relative_width(best) < enough) {
            std::swap(lines[i], lines.back());
            return true;
        }
    }
    return false;
}

}  // namespace

Profile::Profile(Composition parts, Aim aim)
    : parts_{std::move(parts)},
      aim_{aim},
      infinite_mass_{infinite_mass(parts_)},
      lattice_{Lattice::of(parts_)} {}

void Profile::aim_at(Aim aim) {
    aim_ = aim;
    is_too_dear_ = false;
    is_exhausted_ = false;
}

Bracket Profile::delta(double epsilon) {
    if (parts_.empty()) return -expm1(Bracket(std::min(epsilon, 0.0)));  // no loss at all
    if (epsilon == infinity || epsilon >= largest_loss(parts_)) return infinite_mass_;
    Bracket best(infinite_mass_.lower, 1);
    const double content = aim_.content;
    if (aim_.negligible > 0 && epsilon > 0) {
        best.upper = std::min(1.0, chernoff_bound(epsilon));
        if (best.upper - infinite_mass_.upper <= aim_.negligible) return best;
    }
    if (latest_tell(shortfall_lines_, epsilon, content, best) ||
        latest_tell(middle_lines_, epsilon, content, best) ||
        latest_tell(lattice_lines_, epsilon, content, best) ||
        latest_tell(lines_, epsilon, content, best) ||
        latest_tell(filtered_lines_, epsilon, content, best) ||
        latest_tell(precise_lines_, epsilon, content, best) ||
        latest_tell(smoothed_lines_, epsilon, 10 * smoothed_width(content), best)) {
        return best;
    }
    const Patience patience = patience_for(parts_, aim_.is_patient);
    best = delta_within(patience.usual, epsilon, best);
    const bool is_wide = !(relative_width(best) <= patience.wide);
    if (is_wide && goes_on(patience.times)) best = delta_within(patience.times, epsilon, best);
    return relative_width(best) <= left_wide ? best : delta_from_below(epsilon, best.upper, best);
}

Bracket Profile::delta(double epsilon, const compose::Atom& atom) {
    Bracket best = delta(epsilon);
    for (const SmoothedLine& line : smoothed_lines_) {
        best = intersect(best, line.delta(epsilon, atom));
    }
    return best;
}

std::optional<Contour> Profile::contour_at(double epsilon, double tolerance) {
    const auto found = contour_at_epsilon(parts_, epsilon, tolerance, saddle_);
    if (found && found->saddle > 0) saddle_ = found->saddle;
    return found;
}

std::optional<Contour> Profile::contour_reaching(double delta, double tolerance) {
    const auto found = contour_at_delta(parts_, delta, tolerance, saddle_);
    if (found && found->saddle > 0) saddle_ = found->saddle;
    return found;
}

std::optional<Chernoff> Profile::chernoff_at(double epsilon) {
    const auto found = chernoff_at_epsilon(parts_, epsilon, saddle_);
    if (found) saddle_ = found->c;
    return found;
}

bool Profile::cancels(double epsilon, double delta) const {
    return log_cancellation(parts_, epsilon, delta, saddle_) > std::log(too_much);
}

bool Profile::goes_on(double times) const {
    return 0 < needed_ && needed_ <= times && !is_too_dear_;
}

bool Profile::smoothing_is_too_wide(const Contour& contour, double delta, Bracket known,
                                    double wide) const {
    // Where all digits are wanted of a single mechanism without atoms, a smoothed line takes as many nodes as
    // a plain one.
    if (parts_.size() == 1 && aim_.content <= few_digits && parts_.front().loss->atoms().empty()) {
        return true;
    }
    // Smoothing moves what the saddle says by a share of itself: more of δ, where that is far below. But where
    // little is known yet, it shows where to look.
    return is_located(known) &&
           smoothed_width(aim_.content) * std::exp(contour.log_value) > wide * delta;
}

Bracket Profile::delta_within(double patience, double epsilon, Bracket best) {
    needed_ = 0;
    const double content = aim_.content;
    const double tolerance = tolerance_for(parts_, aim_.content);
    const auto contour = contour_at(epsilon, tolerance);
    if (!contour) return best;
    constexpr double no_double = -690;  // the logarithm of a δ of which no line tells anything
    if (contour->log_value < no_double) {
        best.upper = std::max(best.lower, std::min(best.upper, chernoff_bound(epsilon)));
        return best;
    }
    const double about = std::exp(contour->log_value);
    if (suits_sight_from_below(*contour, epsilon, about)) {
        best = delta_from_below(epsilon, about, best);
        if (relative_width(best) <= enough_from_below(parts_, content)) return best;
    }
    if (auto line = lattice_line(*contour, tolerance)) {
        best = intersect(best, line->delta(epsilon));
        remember(lattice_lines_, *std::move(line));
        if (relative_width(best) < content) return best;
    }
    auto instead = filtered(parts_, *contour, contour->log_value, filtered_tolerance);
    if (auto line = Line::along(parts_, *contour, tolerance, nodes_worth_trying(instead), patience,
                                &needed_)) {
        best = intersect(best, line->delta(epsilon));
        remember(lines_, *std::move(line));
        return relative_width(best) < content ? best : precise_delta(epsilon, best);
    }
    if (const Bracket precise = precise_delta(epsilon, best); precise.upper < best.upper) {
        return precise;
    }
    for (int round = 0; instead && round < 2; ++round) {
        auto line = FilteredLine::along(parts_, *instead, filtered_tolerance, max_nodes);
        if (!line) break;
        best = intersect(best, line->delta(epsilon));
        remember(filtered_lines_, *std::move(line));
        if (relative_width(best) < content || !(best.middle() > 0)) return best;
        instead = filtered(parts_, *contour, std::log(best.middle()), filtered_tolerance);
    }
    if (!filtered_lines_.empty() && relative_width(best) < 1e3 * content) return best;
    const bool is_again = patience > patience_for(parts_, aim_.is_patient).usual;
    if (is_again || !aim_.is_smoothed) return best;  // it has been as narrow before
    if (auto smoothed = smoothed_along(parts_, *contour, smoothed_width(content), aim_.smoothing)) {
        best = intersect(best, smoothed->line.delta(epsilon));
        remember(smoothed_lines_, std::move(smoothed->line));
    }
    return best;
}

Bracket Profile::delta_from_below(double epsilon, double guess, Bracket known) {
    if (!(epsilon >= 0)) return known;
    // The first guess may be far above δ. What is found with it tells more.
    const auto narrow_by = [&](auto& lines, auto line_for) {
        double delta = std::min(guess, 0.1);
        for (int round = 0; round < 4 && delta > 0; ++round) {
            auto line = line_for(delta);
            if (!line) break;
            known = intersect(known, line->delta(epsilon));
            const bool is_hidden = line->rounding(epsilon) > known.upper;  // from a finer line, too
            remember(lines, *std::move(line));
            const double last = std::exchange(delta, known.middle());
            if (is_hidden || relative_width(known) < aim_.content || delta > last / 2) break;
        }
    };
    if (const auto samples = SmallSamples::of(parts_)) {
        narrow_by(shortfall_lines_, [&](double delta) {
            return ShortfallLine::at(*samples, epsilon, delta, filtered_tolerance);
        });
    } else {
        narrow_by(middle_lines_, [&](double delta) {
            return MiddleLine::at(parts_, epsilon, delta, filtered_tolerance);
        });
    }
    return known;
}

Bracket Profile::epsilon_from_below(double target, Bracket known) {
    const double guess = is_located(known) ? known.middle() : guess_from_below(target);
    const double tolerance = filtered_tolerance_for(aim_.content);
    const auto narrow_by = [&](auto& lines, auto line) {
        if (!line) return;
        known = narrowed(known, *line, line->epsilon(), target, 0);
        remember(lines, *std::move(line));
    };
    if (const auto samples = SmallSamples::of(parts_)) {
        narrow_by(shortfall_lines_, ShortfallLine::near(*samples, guess, target, tolerance));
    } else {
        narrow_by(middle_lines_, MiddleLine::near(parts_, guess, target, tolerance));
    }
    return known;
}

double Profile::guess_from_below(double target) const {
    return spread() * std::sqrt(-2 * std::log(target));
}

// Where the losses are spread wider, other lines have few nodes. What rounding leaves is about so many times ε - λ;
// other lines of a single mechanism are tight sooner, and those of thirty digits are tighter.
bool Profile::suits_sight_from_below(const Contour& contour, double epsilon, double delta) const {
    constexpr double per_run = 3e-15 / 64, enough = 2e-11, enough_of_many = 1e-6, narrow = 0.02;
    if (!is_ruled_by_rare_losses(parts_, contour.saddle) || suits_precision(parts_)) return false;
    if (!(spread() < narrow)) return false;
    double runs = 0, least = 0;
    for (const Part& part : parts_) {
        runs += part.count;
        if (const auto one = part.loss->continuation()) least += part.count * one->least.middle();
    }
    return per_run * (64 + runs) * (epsilon - least) <=
           (parts_.size() > 1 ? enough_of_many : enough) * delta;
}

std::optional<LatticeLine> Profile::lattice_line(const Contour& contour, double tolerance,
                                                 std::size_t most_nodes) const {
    return lattice_ ? LatticeLine::along(*lattice_, parts_, contour, tolerance, most_nodes)
                    : std::nullopt;
}

Bracket Profile::precise_delta(double epsilon, Bracket known) {
    if (!suits_precision(parts_)) return known;
    for (int round = 0; round < 3; ++round) {
        const double guess = std::min(known.upper, 0.1);
        if (!(guess > 0) || !cancels(epsilon, guess)) break;
        const auto contour =
            contour_for_cancellation(parts_, epsilon, guess, precise_tolerance, saddle_);
        if (!contour) break;
        auto line = PreciseLine::along(parts_, *contour, precise_tolerance, precise_nodes);
        if (!line) break;
        known = intersect(known, line->delta(epsilon));
        remember(precise_lines_, *std::move(line));
        if (relative_width(known) < aim_.content) break;
    }
    return known;
}

Bracket Profile::epsilon(Delta delta) {
    if (parts_.empty()) return 0;
    const double target = delta.value(), above = target - infinite_mass_.upper;
    if (infinite_mass_.lower > target) return infinity;
    if (!(above > 0)) return {0, infinity};
    if (target >= 1) return 0;
    // δ(0) is at most 1 - e^{-L} beside the infinite mass, L being the largest finite loss.
    if ((infinite_mass_ - expm1(-Bracket(largest_loss(parts_)))).upper <= target) return 0;

    if (target > 0.2 && this->delta(0).upper <= target) return 0;
    Bracket found = narrower_epsilon(target, known_epsilon(delta));
    if (!(relative_width(found) <= left_wide)) found = epsilon_from_below(target, found);
    latest_ = {target, found};
    return found;
}

Bracket Profile::known_epsilon(Delta delta) const {
    return latest_ && latest_->delta == delta.value() ? latest_->epsilon : Bracket(0, infinity);
}

Bracket Profile::narrower_epsilon(double target, Bracket known) {
    const bool is_found = known.upper < infinity;
    if (is_found && known.width() <= aim_.content * known.upper) return known;
    const auto [wide, usual, times] = patience_for_epsilon(parts_, aim_);
    const double tolerance = tolerance_for(parts_, aim_.content);
    auto contour = is_found ? contour_at(known.middle(), tolerance)
                            : contour_reaching(target - infinite_mass_.upper, tolerance);
    if (contour && contour->epsilon > aim_.begin) {
        if (auto nearer = contour_at(aim_.begin, tolerance)) contour = nearer;
    }
    if (contour && suits_sight_from_below(*contour, guess_from_below(target), target)) {
        known = epsilon_from_below(target, known);
        if (relative_width(known) <= enough_from_below(parts_, aim_.content)) return known;
    }
    Bracket found = epsilon_within(usual, target, contour, known);
    constexpr double very_wide = 0.01;
    if (!is_found && aim_.guess < infinity && !(relative_width(found) <= very_wide)) {
        contour = contour_at(aim_.guess, tolerance);
        found = epsilon_within(usual, target, contour, found);
    }
    if (relative_width(found) <= wide || !goes_on(times)) return found;
    found = epsilon_within(times, target, contour, found);
    if (needed_ == 0) return found;
    // It needs more than it said at first: on with the usual ones, where the first has led.
    is_too_dear_ = true;
    if (found.upper < infinity) contour = contour_at(found.middle(), tolerance);
    return epsilon_within(usual, target, contour, found);
}

Bracket Profile::epsilon_within(double patience, double target, std::optional<Contour>& contour,
                                Bracket best) {
    needed_ = 0;
    const double content = aim_.content, above = target - infinite_mass_.upper;
    const double tolerance = tolerance_for(parts_, content);
    const auto [wide, usual, times] = patience_for_epsilon(parts_, aim_);
    const bool is_again = patience > usual;
    double narrow = is_again ? 100 * content : content;  // a second line would be as dear
    for (int round = 0; contour && round < 3; ++round) {
        // Where the answer is 0 or near it, the line that suits δ(0) can tell.
        if (!(contour->epsilon > 0)) {
            if (chernoff_bound(0) <= target) return 0;
            contour = contour_at(0, tolerance);
        }
        if (!contour) break;
        const double guess = contour->epsilon, never = infinite_mass_.middle();
        const Bracket last = best;
        // Of a long period few digits are had sooner by a smoothed line.
        const bool is_first_of_few = round == 0 && content > few_digits && aim_.is_smoothed;
        const auto most_nodes = is_first_of_few ? short_period : LatticeLine::most_nodes;
        if (auto line = lattice_line(*contour, tolerance, most_nodes)) {
            best = narrowed(best, *line, guess, target, never);
            remember(lattice_lines_, *std::move(line));
            if (best.width() <= narrow * best.upper) return best;
            // Where the guess was far off, the same again nearer to the answer costs least.
            if (round == 0 && best.width() < best.middle()) {
                contour = contour_at(best.middle(), tolerance);
                continue;
            }
        }
        const double for_filter = filtered_tolerance_for(content);
        const auto instead = filtered(parts_, *contour, std::log(target), for_filter);
        // A second smoothed line would be no narrower than the first.
        const bool may_smooth = !is_again && aim_.is_smoothed;
        bool is_plain = false;
        if (auto line = Line::along(parts_, *contour, tolerance, nodes_worth_trying(instead),
                                    patience, &needed_)) {
            is_plain = true;
            best = narrowed(best, *line, guess, target, never);
            remember(lines_, *std::move(line));
        } else if (const Bracket precise = precise_epsilon(target, best);
                   precise.upper < best.upper) {
            return precise;
        } else if (auto few = instead ? filtered_near(parts_, *contour, target, for_filter)
                                      : std::nullopt) {
            best = narrowed(best, *few, few->epsilon(), target, never);
            remember(filtered_lines_, *std::move(few));
            narrow = 1e3 * content;
        } else if (may_smooth && goes_on(times) &&
                   smoothing_is_too_wide(*contour, above, best, wide)) {
            return best;
        } else if (auto smoothed = may_smooth
                                       ? smoothed_along(parts_, *contour, smoothed_width(content),
                                                        aim_.smoothing)
                                       : std::nullopt) {
            best = narrowed(best, smoothed->line, guess, target, never);
            remember(smoothed_lines_, std::move(smoothed->line));
            is_exhausted_ |= smoothed->width > 2 * smoothed_width(content);
            if (smoothed->width > wide && goes_on(times)) return best;
            if (is_first_of_few && lattice_ && smoothed->width > rough_width) continue;
            // Far from its ε a line is wider, and not worth while to be moved by little.
            const double much = round == 0 ? 3 : 30;
            narrow = much * std::max(smoothed->width, 1e4 * content);
        } else {
            break;
        }
        if (best.width() <= narrow * best.upper || best.upper == infinity) break;
        // The next line would be the same again.
        if (best == last) break;
        if (round > 0 && best.lower > 0 && best.width() > 0.5 * last.width()) break;
        if (suits_precision(parts_) && cancels(best.middle(), above)) break;
        const Contour last_contour = *contour;
        contour = contour_at(best.middle(), tolerance);
        if (is_plain && contour && is_as_sharp(last_contour, *contour, above)) break;
    }
    const bool enough = best.upper < infinity && best.width() <= narrow * best.upper;
    return enough ? best : precise_epsilon(target, best);
}

Bracket Profile::precise_epsilon(double delta, Bracket known) {
    const double above = delta - infinite_mass_.upper, never = infinite_mass_.middle();
    if (!suits_precision(parts_)) return known;
    for (int round = 0; round < 3; ++round) {
        // On the line for ε = 0 no ε cancels by more than 1/δ.
        const double guess = known.width() < known.upper / 2 ? known.middle() : 0;
        if (!cancels(guess, above)) break;
        const auto contour =
            contour_for_cancellation(parts_, guess, above, precise_tolerance, saddle_);
        if (!contour) break;
        auto line = PreciseLine::along(parts_, *contour, precise_tolerance, precise_nodes);
        if (!line) break;
        known = narrowed(known, *line, guess, delta, never);
        remember(precise_lines_, *std::move(line));
        if (known.width() <= aim_.content * known.upper) break;
    }
    return known;
}

double Profile::estimated_epsilon(Delta delta) {
    const double above = delta.value() - infinite_mass_.middle();
    const Bracket known = known_epsilon(delta);
    if (known.upper < infinity) return known.middle();
    const auto guess = above > 0 && above < 1 ? guess_at_delta(parts_, above) : std::nullopt;
    if (!guess) return std::numeric_limits<double>::quiet_NaN();
    saddle_ = std::max(0.0, guess->saddle);
    return guess->epsilon;
}

double Profile::spread() const {
    constexpr double halfway =
        -0.5;  // from the one law to the other, where every loss has its moments
    double variance = 0;
    for (const Part& part : parts_) variance += part.count * part.loss->cumulants(halfway).variance;
    return std::sqrt(variance);
}

double Profile::bound_at(const Chernoff& chernoff, double epsilon) const {
    const Bracket c = chernoff.c, log_kappa = c * log(c) - (1 + c) * log1p(c);
    const Bracket log_moment = log_moment_bound(parts_, chernoff.c);
    return (infinite_mass_ + exp(log_moment + log_kappa - c * epsilon)).upper;
}

double Profile::chernoff_bound(double epsilon) {
    const auto chernoff = chernoff_at(epsilon);
    return chernoff ? bound_at(*chernoff, epsilon) : 1;
}

bool Profile::keeps(double epsilon, Delta delta) {
    const double target = delta.value(), above = target - infinite_mass_.upper;
    if (epsilon >= largest_loss(parts_)) return above >= 0;
    if (!(above > 0)) return false;
    if (known_epsilon(delta).upper <= epsilon) return true;
    const auto chernoff = chernoff_at(epsilon);
    if (!chernoff) return false;
    if (chernoff->log_bound < std::log(above) && bound_at(*chernoff, epsilon) <= target)
        return true;
    // Where δ seems to be larger no line will do.
    if (chernoff->log_value > std::log(above) + 0.2) return false;
    const auto contour = contour_at(epsilon, rough_tolerance);
    if (!contour) return false;
    if (const auto line = lattice_line(*contour, rough_tolerance, 16 * few_nodes)) {
        return line->delta(epsilon).upper <= target;
    }
    if (const auto line = Line::along(parts_, *contour, rough_tolerance, few_nodes)) {
        return line->delta(epsilon).upper <= target;
    }
    // The slope of log δ is about -c.
    constexpr double enough_width = 1e-3, times = 3;
    const double distance = (std::log(above) - chernoff->log_value) / chernoff->c;
    if (!aim_.is_smoothed || !(distance > times * enough_width * epsilon)) return false;
    const auto smoothed = smoothed_along(parts_, *contour, enough_width);
    return smoothed && smoothed->line.delta(epsilon).upper <= target;
}

std::optional<PreciseLine> Profile::verifying_line(double epsilon, double delta) {
    const bool hidden = delta < 0.1 && cancels(epsilon, delta);
    const auto contour =
        hidden ? contour_for_cancellation(parts_, epsilon, delta, verified_tolerance, saddle_)
               : contour_at(epsilon, verified_tolerance);
    if (!contour) return std::nullopt;
    return PreciseLine::along(parts_, *contour, verified_tolerance, precise_nodes);
}

Bracket Profile::verified_delta(double epsilon) {
    const Bracket known = this->delta(epsilon);
    if (parts_.empty() || relative_width(known) <= verified_width) return known;
    const auto line = verifying_line(epsilon, known.middle());
    return line ? intersect(known, line->delta(epsilon)) : known;
}

Bracket Profile::verified_epsilon(Delta delta) {
    const Bracket known = this->epsilon(delta);
    if (parts_.empty() || known.upper == infinity || relative_width(known) <= verified_width) {
        return known;
    }
    const double target = delta.value();
    const auto line = verifying_line(known.middle(), target);
    return line ? intersect(known, narrowest_epsilon(*line, known, target, infinite_mass_.middle()))
                : known;
}

}  // namespace mizan::inversion
