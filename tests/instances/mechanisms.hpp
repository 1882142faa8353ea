// SPDX-License-Identifier: Apache-2.0
// The kinds of mechanisms that events may be.
#pragma once

#include <cmath>
#include <functional>
#include <map>

#include "levels.hpp"
#include "noise.hpp"

namespace mizan::instances {

/// A law for every level, and one block of outputs for each label.
class ByLevel : public LeafInstance {
public:
    ByLevel(Level level, std::size_t outputs, std::function<Law(double)> law, std::string name)
        : level_{std::move(level)},
          outputs_{outputs},
          law_{std::move(law)},
          name_{std::move(name)} {}

    Law on(const Counts& data) const override {
        Law all(outputs_ * level_.labels(), 0.0);
        const Law law = law_(level_.of(data));
        std::copy(law.begin(), law.end(),
                  all.begin() + static_cast<std::ptrdiff_t>(level_.label(data) * outputs_));
        return all;
    }
    std::string words() const override { return name_ + " of " + level_.words(); }

private:
    Level level_;
    std::size_t outputs_;
    std::function<Law(double)> law_;
    std::string name_;
};

/// One of two laws, by a yes or no.
class ByPredicate : public LeafInstance {
public:
    ByPredicate(Predicate predicate, Law yes, Law no, std::string name)
        : predicate_{std::move(predicate)},
          yes_{std::move(yes)},
          no_{std::move(no)},
          name_{std::move(name)} {}
    Law on(const Counts& data) const override { return predicate_.of(data) ? yes_ : no_; }
    std::string words() const override { return name_ + " about " + predicate_.words(); }

private:
    Predicate predicate_;
    Law yes_, no_;
    std::string name_;
};

/// Every record answers with a random bucket; how often each was the answer is shown.
class Buckets : public LeafInstance {
public:
    Buckets(double noise, int buckets) : noise_{noise}, buckets_{buckets} {}

    Law on(const Counts& data) const override {
        std::map<std::vector<int>, double> histograms{
            {std::vector<int>(static_cast<std::size_t>(buckets_)), 1.0}};
        for (std::size_t type = 0; type < types; ++type) {
            for (int i = 0; i < data[type]; ++i) histograms = with_answer(histograms, type);
        }
        constexpr int most = 7;  // records; an index has a digit for each bucket
        Law law(static_cast<std::size_t>(std::pow(most, buckets_)), 0.0);
        for (const auto& [histogram, mass] : histograms) {
            std::size_t index = 0;
            for (const int count : histogram) {
                if (count >= most) throw NotExecutable("too many answers to list");
                index = index * most + static_cast<std::size_t>(count);
            }
            law[index] += mass;
        }
        return law;
    }
    std::string words() const override { return "every record answers with a bucket"; }

private:
    using Histograms = std::map<std::vector<int>, double>;

    [[nodiscard]] Histograms with_answer(const Histograms& before, std::size_t type) const {
        Histograms after;
        for (const auto& [histogram, mass] : before) {
            for (int bucket = 0; bucket < buckets_; ++bucket) {
                // One that says nothing answers at random; a value has its own bucket.
                const bool own = (static_cast<int>(type) - 1) % buckets_ == bucket;
                const double chance =
                    type == 0 ? 1.0 / buckets_ : noise_ / buckets_ + (own ? 1 - noise_ : 0);
                auto more = histogram;
                ++more[static_cast<std::size_t>(bucket)];
                after[more] += mass * chance;
            }
        }
        return after;
    }

    double noise_;
    int buckets_;
};

/// Records of one type are under the key; its noisy count is shown if it is large.
class Thresholded : public LeafInstance {
public:
    Thresholded(Noise noise, double threshold, int count, double scale, Genes& genes)
        : noise_{std::move(noise)} {
        for (std::size_t t = 1; t < types; ++t) under_[t] = genes.coin();
        const double width = genes.any({0.25, 0.5, 0.1}) * scale;
        for (int i = 0; i + 2 < count; ++i) cells_.edges.push_back(threshold + i * width);
    }
    Law on(const Counts& data) const override {
        int count = 0;
        for (std::size_t t = 1; t < types; ++t) count += under_[t] ? data[t] : 0;
        if (count > 0) return cells_.of(noise_, count);
        Law law(cells_.size(), 0.0);
        law[0] = 1;  // the cell below the threshold: nothing is shown
        return law;
    }
    std::string words() const override { return "noisy count of a key"; }

private:
    Noise noise_;
    Cells cells_;
    std::array<bool, types> under_{};
};

/// Every record of some types moves the sum by a random one of the sensitivities.
class RandomMoves : public LeafInstance {
public:
    RandomMoves(const MixtureOfGaussians& leaf, int count, Genes& genes)
        : moves_{leaf.sensitivities()},
          chances_{leaf.sampling_probs()},
          noise_{Noise::Kind::normal, leaf.standard_deviation().value()},
          cells_{any_cells(count, leaf.standard_deviation().value(), false, genes)} {
        for (std::size_t t = 1; t < types; ++t) moving_[t] = genes.coin();
    }
    Law on(const Counts& data) const override {
        std::map<double, double> sums{{0.0, 1.0}};
        for (std::size_t t = 1; t < types; ++t) {
            for (int i = 0; moving_[t] && i < data[t]; ++i) {
                std::map<double, double> next;
                for (const auto& [sum, mass] : sums) {
                    for (std::size_t j = 0; j < moves_.size(); ++j) {
                        next[sum + moves_[j]] += mass * chances_[j];
                    }
                }
                sums = std::move(next);
            }
        }
        Law law(cells_.size(), 0.0);
        for (const auto& [sum, mass] : sums) {
            const Law part = cells_.of(noise_, sum);
            for (std::size_t i = 0; i < law.size(); ++i) law[i] += mass * part[i];
        }
        return law;
    }
    std::string words() const override { return "a sum that records move at random"; }

private:
    std::vector<double> moves_, chances_;
    Noise noise_;
    Cells cells_;
    std::array<bool, types> moving_{};
};

}  // namespace mizan::instances
