// SPDX-License-Identifier: Apache-2.0
#include "mizan/sampling/with_replacement.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/binomial.hpp"

namespace mizan {

namespace {

void check(double draws, double records) {
    const auto is_count = [](double x) { return 1 <= x && x <= 0x1p53 && x == std::floor(x); };
    constexpr const char* rule = "a whole number from 1 to 2^53";
    if (!is_count(draws)) throw DomainError("sample size", rule, draws);
    if (!is_count(records)) throw DomainError("dataset size", rule, records);
}

}  // namespace

PureDP with_replacement(const PureDP& pure, double draws, double records) {
    check(draws, records);
    const Bracket epsilon = pure.epsilon.value();
    const Bracket all = draws * epsilon;
    if (epsilon.upper > 700) return {Epsilon{all.upper}};
    const Bracket up = draws * log1p(expm1(epsilon) / records);
    const Bracket down = draws * log1p(expm1(-epsilon) / records);
    const Bracket log_ratio = up.upper <= epsilon.lower ? up : up - down;
    return {Epsilon{std::max(0.0, std::min(log_ratio.upper, all.upper))}};
}

std::vector<SampledShift> with_replacement(double draws, double records) {
    check(draws, records);
    if (records == 1) return {{1, 1, draws, 0}};
    constexpr double most_parts = 200, negligible = 1e-40, close = 1e-5;
    const Bracket q = drawn_at_all(draws, records);
    const Bracket log_odds = -log(Bracket(records) - 1);
    const auto share = [&](double first, double last) {
        return min(binomial::between(draws, log_odds, first, last) / q, 1);
    };
    const double mean = draws / records, deviation = std::sqrt(mean);
    double last = 0;
    for (double reach = 8; last < draws; reach *= 1.25) {
        last = std::min(draws, std::ceil(mean + reach * deviation + reach));
        if (share(last + 1, draws).upper < negligible) break;
    }
    const double start = std::max(1.0, std::floor(mean - 15 * deviation));
    // Not all of very many numbers need be told apart.
    const double step =
        std::ceil(std::max((last - start + 1) / most_parts, std::floor(close * mean)));
    std::vector<SampledShift> parts;
    for (double first = 1, k = std::min(start, last); first <= last; first = k + 1) {
        // More draws cost more: the last of a range stands for all of it.
        if (first > 1) k = std::min(last, k + step);
        parts.push_back({share(first, k), q, k, 0});
    }
    if (last < draws) parts.push_back({share(last + 1, draws), q, infinity, 0});
    return parts;
}

Bracket drawn_at_all(double draws, double records) {
    check(draws, records);
    if (records == 1) return 1;
    return -expm1(draws * log1p(-1 / Bracket(records)));
}

std::vector<ShiftedNormal> drawn_at_least(double draws, double records) {
    check(draws, records);
    if (records == 1) return {{draws, 1}};
    constexpr double most_steps = 12;
    const Bracket log_odds = -log(Bracket(records) - 1);
    const double mean = draws / records, reach = 6 * std::sqrt(mean) + 6;
    const double low = std::max(1.0, std::floor(mean - reach));
    const double high = std::min(draws, std::ceil(mean + reach));
    const double step = std::ceil((high - low + 1) / most_steps);
    // What rounding leaves open was never drawn.
    std::vector<ShiftedNormal> all;
    Bracket never = 1;
    for (double first = low; first <= high; first += step) {
        const double last = first + step > high ? draws : first + step - 1;
        const double often = binomial::between(draws, log_odds, first, last).lower;
        all.push_back({first, often});
        never = never - often;
    }
    all.push_back({0, max(0, never)});
    return all;
}

ShiftedProfile::ShiftedProfile(std::span<const SampledShift> parts) {
    for (const SampledShift& part : parts) {
        if (part.q.upper == 0) continue;
        parts_.push_back({part.up, part.q, (part.weight * part.q).upper, 0, 0});
        largest_q_ = std::max(largest_q_, part.q.upper);
    }
    std::ranges::sort(parts_, std::ranges::greater{}, &Part::up);
    const auto add = [](double sum, const Part& part) { return (Bracket(sum) + part.share).upper; };
    double sum = 0;
    for (Part& part : parts_) part.before = sum = add(sum, part);
    sum = 0;
    for (auto part = parts_.rbegin(); part != parts_.rend(); ++part) {
        part->from_here = sum = add(sum, *part);
    }
}

double ShiftedProfile::delta(Epsilon epsilon,
                             const std::function<double(double up, Epsilon)>& profile) const {
    constexpr double little = 1e-7;
    double last_q = 0;
    Epsilon whole{0.0};
    const auto at = [&](const Part& part) {
        if (part.q.upper != last_q) {
            last_q = part.q.upper;
            const Bracket before = log1p(expm1(Bracket(epsilon.value())) / last_q);
            whole = Epsilon{std::max(0.0, before.lower)};
        }
        return part.up == infinity ? 1 : profile(part.up, whole);
    };
    const auto likeliest = std::ranges::max_element(parts_, {}, &Part::share);
    if (likeliest == parts_.end()) return 0;
    double sum = 0;
    const auto add = [&](double most, double share) { sum = (sum + most * Bracket(share)).upper; };
    // Farther and farther: what is left adds next to nothing before long, however much it shows.
    for (auto part = likeliest;; --part) {
        if (part != likeliest && part->before <= little * sum) {
            add(1, part->before);
            break;
        }
        add(at(*part), part->share);
        if (part == parts_.begin()) break;
    }
    // Less and less far: what is left shows no more than the next part does.
    for (auto part = std::next(likeliest); part != parts_.end(); ++part) {
        const double most = at(*part), rest = (most * Bracket(part->from_here)).upper;
        if (part->q.upper == largest_q_ && rest <= little * sum) {
            add(1, rest);
            break;
        }
        add(most, part->share);
    }
    return std::min(sum, 1.0);
}

}  // namespace mizan
