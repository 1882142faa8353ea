// SPDX-License-Identifier: Apache-2.0
#include "levels.hpp"

#include <cmath>
#include <cstdio>
#include <limits>

namespace mizan::instances {

namespace {

constexpr double unlimited = 99;

std::string number(double x) {
    char text[32];
    std::snprintf(text, sizeof text, "%g", x);
    return text;
}

template <class Weights>
std::string weighted_sum(const Weights& weights) {
    std::string text;
    constexpr std::array<const char*, types> names{"silent", "a", "b", "c"};
    for (std::size_t t = 0; t < types; ++t) {
        if (weights[t] == 0) continue;
        text += (text.empty() ? "" : " + ") + number(weights[t]) + "*#" + names[t];
    }
    return text.empty() ? "0" : text;
}

}  // namespace

Level::Level(const LeafScope& scope, bool whole, Genes& genes)
    : free_sizes_{!scope.by_norm && scope.metric != Metric::presence} {
    const bool replaced = scope.metric == Metric::replaced && !scope.by_norm;
    // The first choice of each is the plainest instance: a adds 1, b takes 1 away or adds nothing.
    const std::array<double, types> plain{0, 1, replaced ? 0.0 : -1.0, 0};
    for (std::size_t t = 0; t < types; ++t) {
        const double half = whole ? 0.0 : 0.5;
        weights_[t] = replaced ? genes.any({plain[t], 1.0, 0.0, half})
                               : genes.any({plain[t], 1.0, -1.0, 0.0, half});
    }
    const bool zero = scope.silent_zero || scope.metric == Metric::silenced;
    if (zero && !replaced) weights_[0] = 0;
    const double low = genes.any({-unlimited, 0.0, 1.0, -1.0, 2.0});
    const double width = genes.any({unlimited, 1.0, 2.0});
    low_ = scope.by_norm ? -unlimited : low;
    high_ = scope.by_norm ? unlimited : low_ + width + (low_ == -unlimited ? unlimited : 0);
    const int shown = genes.any({99, 1, 2, 3});
    const double per_size = genes.any({0.0, 1.0, -1.0, 2.0});
    if (free_sizes_) {
        shown_from_ = shown;
        per_size_ = per_size;
    }
}

void Level::limit(double low, double high) {
    low_ = std::max(low_, low);
    high_ = std::min(high_, high);
    if (low_ >= high_) {
        low_ = low;
        high_ = high;
    }
    per_size_ = 0;
}

double Level::of(const Counts& data) const {
    double sum = 0;
    for (std::size_t t = 0; t < types; ++t) sum += weights_[t] * data[t];
    return std::clamp(sum, low_, high_) + per_size_ * size_of(data);
}

std::size_t Level::label(const Counts& data) const { return size_of(data) >= shown_from_ ? 1 : 0; }

std::string Level::words() const {
    std::string text = weighted_sum(weights_);
    if (low_ > -unlimited || high_ < unlimited) {
        text += ", kept in [" + number(low_) + ", " + number(high_) + "]";
    }
    if (per_size_ != 0) text += ", " + number(per_size_) + " more for every record that there is";
    if (shown_from_ < 99) {
        text += ", shown whether there are " + std::to_string(shown_from_) + " records or more";
    }
    return text;
}

Predicate::Predicate(Genes& genes) {
    for (int& weight : weights_) weight = genes.below(5) - 2;
    threshold_ = genes.below(7) - 2;
    parity_ = genes.coin();
}

bool Predicate::of(const Counts& data) const {
    int sum = 0;
    for (std::size_t t = 0; t < types; ++t) sum += weights_[t] * data[t];
    return parity_ ? sum % 2 != 0 : sum >= threshold_;
}

std::string Predicate::words() const {
    return weighted_sum(weights_) + (parity_ ? " is odd" : " >= " + std::to_string(threshold_));
}

}  // namespace mizan::instances
