// SPDX-License-Identifier: Apache-2.0
#include "mizan/engine/by_closed_form.hpp"

#include <algorithm>

#include "mizan/engine/by_inversion.hpp"
#include "mizan/engine/by_verification.hpp"
#include "mizan/engine/effort.hpp"
#include "mizan/engine/pure_epsilon.hpp"
#include "mizan/units/doubles.hpp"

namespace mizan::analysis {

namespace {

// Whether inversion shall be asked besides, because the closed form has lost digits. If the δ
// itself has few digits, being next to the smallest double, no method has more.
bool is_inverted(Bracket found, const Asked& asked, LostDigits digits) {
    const bool has_digits = asked.delta() || found.upper > least_sharp_double;
    return is_wide(found) && has_digits && digits == LostDigits::sought;
}

// The answer for a Gaussian law, which is the composition of `laws`.
Bracket of_gaussian(const GaussianLaw& gaussian, const Laws& laws, const Asked& asked,
                    LostDigits digits) {
    const Bracket closed = gaussian.closed_form(asked)->asked;
    if (asked.verify) return by_verification(laws, asked, closed).asked;
    if (!is_inverted(closed, asked, digits)) return closed;
    return intersect(closed, by_inversion(laws, asked).asked);
}

// log(1 + q(e^ε - 1)), and its inverse function of ε. From `large_loss` on ε is split off first,
// because e^ε may be no double.
constexpr double large_loss = 30;
Bracket amplified(Bracket q, Bracket epsilon) {
    if (epsilon.lower < large_loss && epsilon.upper < 2 * large_loss) {
        return log1p(q * expm1(epsilon));
    }
    const auto at = [&](double loss) { return loss + log(q + (1 - q) * exp(-Bracket(loss))); };
    if (epsilon.upper == infinity) return Bracket(max(0, at(epsilon.lower)).lower, infinity);
    return max(0, Bracket(at(epsilon.lower).lower, at(epsilon.upper).upper));
}
Bracket before_amplification(Bracket q, double epsilon) {
    if (epsilon < large_loss) return max(0, log1p(expm1(Bracket(epsilon)) / q));
    return max(0, epsilon + log1p(-(1 - q) * exp(-Bracket(epsilon))) - log(q));
}

// The answer for one run on a Poisson sample, from the answer for the run on all records: δ'(log(1
// + q(e^ε - 1))) = q δ(ε).
template <class Whole>
Bracket of_sampled(Bracket q, const Asked& asked, Whole whole) {
    if (const Delta* delta = asked.delta()) {
        const Bracket share = min(1, delta->value() / q);
        const auto epsilon = [&](double at) {
            return whole(Asked{.at = Delta{at}, .verify = asked.verify});
        };
        const double most = epsilon(share.lower).upper, least = epsilon(share.upper).lower;
        return amplified(q, {least, most});
    }
    const Bracket beyond = before_amplification(q, asked.epsilon()->value());
    const auto delta = [&](double at) {
        return whole(Asked{.at = Epsilon{at}, .verify = asked.verify});
    };
    const double most = delta(beyond.lower).upper, least = delta(beyond.upper).lower;
    return q * Bracket(least, most);
}

// The answer for one run that is not on a sample, by the formulas of its law.
Bracket of_whole(const Law& law, const Asked& asked, LostDigits digits) {
    if (is_gaussian(law)) {
        return of_gaussian(std::get<GaussianLaw>(law), {{law, 1}}, asked, digits);
    }
    return closed_form(law, asked)->asked;
}

}  // namespace

std::optional<Composed> by_closed_form(const Laws& laws, const Asked& asked, LostDigits digits) {
    const auto closed = [](Bracket found, std::vector<std::string> theorems) {
        return Composed{found, std::move(theorems), true};
    };
    if (asked.delta() && asked.delta()->value() == 0) {
        return closed(pure_epsilon(laws), {"Notes T1"});
    }
    if (std::ranges::all_of(laws, [](const RepeatedLaw& each) { return is_gaussian(each.law); })) {
        return closed(of_gaussian(one_gaussian(laws), laws, asked, digits),
                      {"DRS19 C3.3", "BW18 T8"});
    }
    if (laws.size() != 1 || laws.front().count != 1) return std::nullopt;
    const Law& once = laws.front().law;
    if (const auto sampled = on_sample(once)) {
        const auto whole = [&](const Asked& each) {
            return of_whole(sampled->whole, each, digits);
        };
        std::vector<std::string> theorems =
            closed_form(sampled->whole, {.at = Epsilon{1}})->theorems;
        theorems.insert(theorems.begin(), "BBG18 T8");
        return closed(of_sampled(sampled->q, asked, whole), std::move(theorems));
    }
    auto found = closed_form(once, asked);
    if (!found) return std::nullopt;
    if (found->may_cancel && is_inverted(found->asked, asked, digits)) {
        found->asked = intersect(found->asked, by_inversion(laws, asked).asked);
    }
    return closed(found->asked, std::move(found->theorems));
}

}  // namespace mizan::analysis
