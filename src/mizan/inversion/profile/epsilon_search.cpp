// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/profile/epsilon_search.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "mizan/inversion/profile/effort.hpp"
#include "mizan/inversion/profile/filtering.hpp"
#include "mizan/inversion/profile/from_below.hpp"
#include "mizan/inversion/profile/precise_search.hpp"
#include "mizan/inversion/profile/root_of_curve.hpp"
#include "mizan/inversion/profile/smoothing.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/numeric/work.hpp"

namespace mizan::inversion {

namespace {

// So many lines are tried one after the other. Each begins where the one before has ended.
constexpr int most_rounds = 3;

// An answer may be wider than its aim by these factors without another line. The first is for lines
// with more than the usual work, because a second such line would take as long. The second is for
// filtered lines, because another one would be no narrower.
constexpr double times_content_again = 100, times_content_filtered = 1e3;

// The same for smoothed lines, in multiples of their width or of the aim. A line is wider far from
// its ε, and a line that moves by little is not worth its work.
constexpr double times_smoothed_first = 3, times_smoothed_later = 30, times_content_smoothed = 1e4;

// A smoothed line that is so many times wider than its aim has met the limit of work.
constexpr double times_width_is_exhausted = 2;

// A later line has to make the width smaller than this share of it.
constexpr double share_worth_going_on = 0.5;

// Whether a plain line along `before` tells the ε of δ as well as one along `after` would. It does
// if both have the same tilt, and the first was near enough, or fine enough for so small a δ, so
// that only rounding is left.
bool is_as_sharp(const Contour& before, const Contour& after, double delta) {
    constexpr double close = 0.02;
    return std::abs(after.c - before.c) < close * before.c &&
           (std::abs(after.epsilon - before.epsilon) < close * before.epsilon ||
            before.log_value < plain::log(delta) + 1);
}

}  // namespace

EpsilonSearch::EpsilonSearch(LineStock& stock, double target)
    : stock_{stock},
      target_{target},
      above_{target - stock.infinite_mass.upper},
      tolerance_{tolerance_for(stock.parts, stock.aim.content)},
      limits_{patience_for_epsilon(stock.parts, stock.aim)} {}

void EpsilonSearch::run(Bracket& known) {
    best_ = known;
    try {
        known = searched(known);
    } catch (const OutOfWork&) {
        known = intersect(known, best_);
        throw;
    }
}

Bracket EpsilonSearch::searched(Bracket known) {
    const Aim& aim = stock_.aim;
    const bool is_found = known.upper < infinity;
    if (is_found && known.width() <= aim.content * known.upper) return known;
    auto contour = is_found ? stock_.contour_at(known.middle(), tolerance_)
                            : stock_.contour_reaching(above_, tolerance_);
    if (contour && contour->epsilon > aim.begin) {
        if (auto nearer = stock_.contour_at(aim.begin, tolerance_)) contour = nearer;
    }
    if (contour && suits_sight_from_below(stock_, *contour, target_)) {
        known = best_ = epsilon_from_below(stock_, target_, known);
        if (relative_width(known) <= enough_from_below(aim.content)) return known;
    }
    Bracket found = within(limits_.usual, contour, known);
    if (!is_found && aim.guess < infinity && !(relative_width(found) <= Widths::very_wide)) {
        contour = stock_.contour_at(aim.guess, tolerance_);
        found = within(limits_.usual, contour, found);
    }
    if (relative_width(found) <= limits_.wide || !stock_.goes_on(limits_.times)) return found;
    found = within(limits_.times, contour, found);
    if (stock_.needed == 0) return found;
    // This line takes more work than it said at first. The search goes on with usual lines near the
    // place found so far.
    stock_.is_too_dear = true;
    if (found.upper < infinity) contour = stock_.contour_at(found.middle(), tolerance_);
    return within(limits_.usual, contour, found);
}

Bracket EpsilonSearch::within(double patience, std::optional<Contour>& contour, Bracket known) {
    stock_.needed = 0;
    patience_ = patience;
    best_ = known;
    narrow_ = (patience > limits_.usual ? times_content_again : 1) * stock_.aim.content;
    for (round_ = 0; contour && round_ < most_rounds; ++round_) {
        // If the answer is 0 or near it, a line made for δ(0) can tell.
        if (!(contour->epsilon > 0)) {
            if (stock_.chernoff_bound(0) <= target_) return 0;
            contour = stock_.contour_at(0, tolerance_);
        }
        if (!contour) break;
        const Bracket last = best_;
        Step step = by_period(*contour);
        if (step == Step::failed) step = by_one_of_the_others(*contour);
        if (step == Step::answered) return best_;
        if (step == Step::failed) break;
        if (step == Step::repeated) continue;
        if (step != Step::moved && is_vain_to_go_on(last)) break;
        const Contour before = *contour;
        contour = stock_.contour_at(best_.middle(), tolerance_);
        if (step == Step::plain && contour && is_as_sharp(before, *contour, above_)) break;
    }
    return best_.upper < infinity && is_narrow() ? best_ : precise_epsilon(stock_, target_, best_);
}

// Asks for one period of a lattice.
EpsilonSearch::Step EpsilonSearch::by_period(const Contour& contour) {
    const auto most_nodes = is_first_of_few() ? NodeLimits::short_period : LatticeLine::most_nodes;
    auto line = stock_.lattice_line(contour, tolerance_, most_nodes);
    if (!line) return Step::failed;
    narrow_by(*line, contour.epsilon);
    stock_.lattice_lines.remember(*std::move(line));
    if (is_narrow()) return Step::answered;
    // If the guess was far off, the same kind of line, nearer to the answer, takes least work.
    return round_ == 0 && best_.width() < best_.middle() ? Step::moved : Step::failed;
}

// Makes the first of these that can be made: a plain line, one of thirty digits, a filtered one, a
// smoothed one.
EpsilonSearch::Step EpsilonSearch::by_one_of_the_others(const Contour& contour) {
    const double for_filter = filtered_tolerance_for(stock_.aim.content);
    const auto instead = filtered(stock_.parts, contour, plain::log(target_), for_filter);
    if (auto line = Line::along(stock_.parts, contour, tolerance_, nodes_worth_trying(instead),
                                patience_, &stock_.needed)) {
        narrow_by(*line, contour.epsilon);
        stock_.lines.remember(*std::move(line));
        return Step::plain;
    }
    if (const Bracket precise = precise_epsilon(stock_, target_, best_);
        precise.upper < best_.upper) {
        best_ = precise;
        return Step::answered;
    }
    if (auto line =
            instead ? filtered_near(stock_.parts, contour, target_, for_filter) : std::nullopt) {
        narrow_by(*line, line->epsilon());
        stock_.filtered_lines.remember(*std::move(line));
        narrow_ = times_content_filtered * stock_.aim.content;
        return Step::narrowed;
    }
    // A second smoothed line would be no narrower than the first.
    const bool may_smooth = !(patience_ > limits_.usual) && stock_.aim.is_smoothed;
    return may_smooth ? by_smoothing(contour) : Step::failed;
}

EpsilonSearch::Step EpsilonSearch::by_smoothing(const Contour& contour) {
    if (stock_.goes_on(limits_.times) && smoothing_is_too_wide(contour)) return Step::answered;
    const double content = stock_.aim.content, wanted = smoothed_width(content);
    auto smoothed = smoothed_along(stock_.parts, contour, wanted, stock_.aim.smoothing);
    if (!smoothed) return Step::failed;
    narrow_by(smoothed->line, contour.epsilon);
    stock_.smoothed_lines.remember(std::move(smoothed->line));
    stock_.is_exhausted |= smoothed->width > times_width_is_exhausted * wanted;
    if (smoothed->width > limits_.wide && stock_.goes_on(limits_.times)) return Step::answered;
    if (is_first_of_few() && stock_.lattice && smoothed->width > Widths::rough) {
        return Step::repeated;
    }
    narrow_ = (round_ == 0 ? times_smoothed_first : times_smoothed_later) *
              std::max(smoothed->width, times_content_smoothed * content);
    return Step::narrowed;
}

template <class Curve>
void EpsilonSearch::narrow_by(const Curve& curve, double guess) {
    best_ = narrowed(best_, curve, guess, target_, stock_.infinite_mass.middle());
}

bool EpsilonSearch::is_vain_to_go_on(Bracket last) const {
    if (is_narrow() || best_.upper == infinity) return true;
    if (best_ == last) return true;  // the next line would be the same one
    const bool is_hardly_narrower = best_.width() > share_worth_going_on * last.width();
    if (round_ > 0 && best_.lower > 0 && is_hardly_narrower) return true;
    return suits_precision(stock_.parts) && stock_.cancels(best_.middle(), above_);
}

bool EpsilonSearch::is_first_of_few() const {
    return round_ == 0 && stock_.aim.content > Widths::few_digits && stock_.aim.is_smoothed;
}

bool EpsilonSearch::smoothing_is_too_wide(const Contour& contour) const {
    const Composition& parts = stock_.parts;
    const double content = stock_.aim.content;
    // If all digits are wanted, and the composition is of a single mechanism without atoms, a
    // smoothed line takes as many nodes as a plain one.
    if (parts.size() == 1 && content <= Widths::few_digits && parts.front().loss->atoms().empty()) {
        return true;
    }
    // Smoothing changes the saddle's value by a share of it. If δ is far below that value, this is
    // a larger share of δ. But while little is known of ε, it shows where to look.
    return is_located(best_) &&
           smoothed_width(content) * plain::exp(contour.log_value) > limits_.wide * above_;
}

}  // namespace mizan::inversion
