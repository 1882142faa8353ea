// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <compare>
#include <map>
#include <memory>
#include <string_view>
#include <tuple>
#include <utility>
#include <vector>

#include "mizan/inversion/transform/direction.hpp"
#include "mizan/inversion/transform/loss_transform.hpp"
#include "mizan/law/directions.hpp"

namespace mizan {

/// The transforms of several laws, in one order of the neighbours. Each law adds its own by `add_to`; laws with equal
/// transforms share one part, and all Gaussians together are one part.
class Parts {
public:
    /// How discrete Gaussian noise of few steps becomes a part: loss by loss, which may lie on one lattice with all
    /// others, or by the packets of its transform, of which each node takes only the nearest.
    enum class FewSteps { listed, by_packets };

    explicit Parts(Directions directions, FewSteps few_steps = FewSteps::listed)
        : directions_{directions}, few_steps_{few_steps} {}

    [[nodiscard]] const Directions& directions() const { return directions_; }
    [[nodiscard]] FewSteps few_steps() const { return few_steps_; }

    /// Which neighbour has the record, in laws of single records.
    [[nodiscard]] inversion::Direction direction() const {
        return directions_.records_backward ? inversion::Direction::add
                                            : inversion::Direction::remove;
    }

    /// N(mu, 1) against N(0, 1), so many times; `precisely` is mu to some thirty digits.
    void add_gaussian(Bracket mu, inversion::Precisely precisely, double count);

    void add(std::shared_ptr<const inversion::LossTransform> loss, double count) {
        parts_.push_back({std::move(loss), count});
    }

    /// What shows everything with this probability, and else nothing.
    void add_shown(Bracket probability, double count);

    /// Transforms with equal keys are the same.
    struct Key {
        std::string_view kind;
        double first, second = 0, third = 0, fourth = 0;
        bool has_packets = false;  ///< a list of losses that packets could stand for

        bool operator==(const Key&) const = default;
        /// By the numbers first: they nearly always differ, and cost less to compare than words.
        auto operator<=>(const Key& other) const {
            const auto sorted = [](const Key& key) {
                return std::tie(key.first, key.second, key.third, key.fourth, key.kind,
                                key.has_packets);
            };
            return sorted(*this) <=> sorted(other);
        }
    };

    /// Adds the transform that `make` returns, or runs to an equal one that is there already.
    template <class Make>
    void share(const Key& key, double count, Make make) {
        const auto [place, is_new] = places_.try_emplace(key, parts_.size());
        if (is_new || parts_[place->second].count + count > most_runs) {
            place->second = parts_.size();
            parts_.push_back({make(), 0});
        }
        parts_[place->second].count += count;
    }

    /// Adds by `add` what has a loss of this size. What has no loss is left out, and what may have an infinite one shows
    /// everything.
    template <class Add>
    void add_if_finite(Bracket size, double count, Add add) {
        if (size.upper == 0) return;
        if (size.upper < infinity) return add();
        add_shown(Bracket(size.lower == infinity ? 1 : 0, 1), count);
    }

    /// How many different lists of losses packets could stand for.
    [[nodiscard]] std::size_t lists_with_packets() const;

    [[nodiscard]] inversion::Composition finish() &&;

private:
    // Up to here every count is an exact double; more runs take another part.
    static constexpr double most_runs = 0x1p53;

    struct RepeatedMu {
        inversion::Precisely mu;
        double count;
    };

    Directions directions_;
    FewSteps few_steps_;
    Bracket mu_squared_ = 0;
    std::vector<RepeatedMu> gaussians_;
    inversion::Composition parts_;
    std::map<Key, std::size_t> places_;
};

}  // namespace mizan
