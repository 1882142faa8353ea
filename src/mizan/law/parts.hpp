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
#include "mizan/units/doubles.hpp"

namespace mizan {

/// The transforms of several laws, in one order of the neighbours. Each law adds its own by
/// `add_to`. Laws with equal transforms share one part, and all Gaussians together are one part.
class Parts {
public:
    /// How discrete Gaussian noise with few possible losses becomes a part: as a list of losses,
    /// which may lie on one lattice with those of other parts, or by the packets of its transform,
    /// of which each node takes only the nearest.
    enum class FewSteps { listed, by_packets };

    explicit Parts(Directions directions, FewSteps few_steps = FewSteps::listed)
        : directions_{directions}, few_steps_{few_steps} {}

    [[nodiscard]] const Directions& directions() const { return directions_; }
    [[nodiscard]] FewSteps few_steps() const { return few_steps_; }

    /// The order of the neighbours, for laws of single records.
    [[nodiscard]] inversion::Direction direction() const {
        return directions_.records_backward ? inversion::Direction::add
                                            : inversion::Direction::remove;
    }

    /// Adds N(mu, 1) against N(0, 1), `count` times; `precisely` is mu to some thirty digits.
    void add_gaussian(Bracket mu, inversion::Precisely precisely, double count);

    void add(std::shared_ptr<const inversion::LossTransform> loss, double count) {
        parts_.push_back({std::move(loss), count});
    }

    /// Adds a law that shows everything with this probability, and otherwise nothing.
    void add_shown(Bracket probability, double count);

    /// Transforms with equal keys are the same.
    struct Key {
        std::string_view kind;
        double first, second = 0, third = 0, fourth = 0;
        bool has_packets = false;  ///< whether packets could stand for this list of losses

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

    /// Adds the transform that `make` returns. If an equal transform is there already, adds runs to
    /// it.
    template <class Make>
    void share(const Key& key, double count, Make make) {
        const auto [place, is_new] = places_.try_emplace(key, parts_.size());
        if (is_new || parts_[place->second].count + count > most_runs) {
            place->second = parts_.size();
            parts_.push_back({make(), 0});
        }
        parts_[place->second].count += count;
    }

    /// Calls `add` for a law with a loss of this size. A law without loss is left out. A law that
    /// may have an infinite loss counts as showing everything.
    template <class Add>
    void add_if_finite(Bracket size, double count, Add add) {
        if (size.upper == 0) return;
        if (size.upper < infinity) return add();
        add_shown(Bracket(size.lower == infinity ? 1 : 0, 1), count);
    }

    /// The number of different lists of losses for which packets could stand.
    [[nodiscard]] std::size_t lists_with_packets() const;

    [[nodiscard]] inversion::Composition finish() &&;

private:
    // More runs of one law take another part, so that every count is an exact double.
    static constexpr double most_runs = largest_whole;

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
