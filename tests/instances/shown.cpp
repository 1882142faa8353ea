// SPDX-License-Identifier: Apache-2.0
#include "shown.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace mizan::instances {

namespace {

// The outputs in the order of how much likelier p makes them than q; those that neither shows come
// last.
struct Ranks {
    std::vector<std::size_t> order;
    std::size_t shown = 0;
};

Ranks by_ratio(const Law& p, const Law& q) {
    Ranks ranks;
    ranks.order.resize(p.size());
    std::iota(ranks.order.begin(), ranks.order.end(), 0);
    const auto hidden = std::stable_partition(ranks.order.begin(), ranks.order.end(),
                                              [&](std::size_t i) { return p[i] + q[i] > 0; });
    ranks.shown = static_cast<std::size_t>(hidden - ranks.order.begin());
    const auto share = [&](std::size_t i) { return p[i] / (p[i] + q[i]); };
    std::stable_sort(ranks.order.begin(), hidden,
                     [&](std::size_t i, std::size_t j) { return share(i) > share(j); });
    return ranks;
}

class Best : public Run {
public:
    Best(NumberOfRuns runs, int order, RunPart inside)
        : runs_{std::move(runs)}, order_{order}, inside_{std::move(inside)} {}
    Law on(const Counts& data) const override {
        const Law once = inside_->on(data);
        std::vector<std::size_t> ranks = ranks_;
        if (ranks.empty()) {
            ranks.resize(once.size());
            std::iota(ranks.begin(), ranks.end(), 0);
        }
        if (order_ % 2 == 1) std::reverse(ranks.begin(), ranks.end());
        if (order_ > 3) {
            std::shuffle(ranks.begin(), ranks.end(), std::mt19937(static_cast<unsigned>(order_)));
        }
        Law law(once.size() + 1, 0.0);
        law.back() = runs_.none;
        Law worse(once.size() + 1, 0.0);
        for (std::size_t rank = once.size(); rank-- > 0;) {
            worse[rank] = worse[rank + 1] + once[ranks[rank]];
        }
        double better = 0;
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            const std::size_t i = ranks[rank];
            law[i] = runs_.shows(better, once[i], worse[rank + 1]);
            better += once[i];
        }
        return law;
    }
    std::optional<int> records() const override { return inside_->records(); }
    void choose_for(const Counts& first, const Counts& second) override {
        inside_->choose_for(first, second);
        if (order_ < 2) ranks_ = by_ratio(inside_->on(first), inside_->on(second)).order;
    }

private:
    NumberOfRuns runs_;
    int order_;
    RunPart inside_;
    std::vector<std::size_t> ranks_;
};

class Allocated : public Run {
public:
    Allocated(int steps, int selected, bool silent, RunPart inside)
        : steps_{steps}, selected_{selected}, silent_{silent}, inside_{std::move(inside)} {}
    Law on(const Counts& data) const override {
        using Steps = std::vector<Counts>;
        const double ways = choose(steps_, selected_);
        std::map<Steps, double> all{{Steps(static_cast<std::size_t>(steps_)), 1.0}};
        for (std::size_t type = 0; type < types; ++type) {
            for (int i = 0; i < data[type]; ++i) {
                std::map<Steps, double> next;
                for (const auto& [before, chance] : all) {
                    for (unsigned set = 0; set < 1U << steps_; ++set) {
                        if (std::popcount(set) != selected_) continue;
                        next[with(before, set, type)] += chance / ways;
                    }
                }
                all = std::move(next);
            }
        }
        constexpr std::size_t most = 600;
        if (all.size() > most) throw NotExecutable("too many allocations to list");
        Law law;
        for (const auto& [steps, chance] : all) {
            Law part{1};
            for (const Counts& step : steps) part = product(part, inside_->on(step));
            add(law, chance, part);
        }
        return law;
    }
    std::optional<int> records() const override {
        if (!silent_ && inside_->records()) throw NotExecutable("steps of random sizes");
        return inside_->records();
    }
    void choose_for(const Counts& first, const Counts& second) override {
        inside_->choose_for(first, second);
    }

private:
    [[nodiscard]] std::vector<Counts> with(std::vector<Counts> steps, unsigned set,
                                           std::size_t type) const {
        for (unsigned i = 0; i < steps.size(); ++i) {
            const bool takes_part = (set >> i & 1U) != 0;
            if (takes_part) ++steps[i][type];
            if (!takes_part && silent_) ++steps[i][0];
        }
        return steps;
    }

    int steps_, selected_;
    bool silent_;
    RunPart inside_;
};

class Messages : public Run {
public:
    Messages(int records, double first, double second, RunPart inside)
        : records_{records},
          first_{std::min(first, second)},
          second_{records > many ? 2 : std::max(first, second)},
          inside_{std::move(inside)} {}
    Law on(const Counts& data) const override {
        if (size_of(data) != records_) throw NotExecutable("another number of messages");
        // How many messages are of the second and of the third class; of many there are two
        // classes.
        const auto side = static_cast<std::size_t>(records_) + 1;
        Law law(records_ > many ? side : side * side, 0.0);
        law[0] = 1;
        for (std::size_t type = 0; type < types; ++type) {
            if (data[type] == 0) continue;
            const auto classes = classes_of(inside_->on(one(type)));
            for (int i = 0; i < data[type]; ++i) law = with_message(law, classes, side);
        }
        return law;
    }
    std::optional<int> records() const override { return records_; }
    void choose_for(const Counts& first, const Counts& second) override {
        for (std::size_t i = 0; i < types; ++i) {
            for (std::size_t j = 0; j < types; ++j) {
                if (first[i] <= second[i] || second[j] <= first[j]) continue;
                inside_->choose_for(one(i), one(j));
                ranks_ = by_ratio(inside_->on(one(i)), inside_->on(one(j)));
                return;
            }
        }
    }

private:
    static constexpr int many = 12;

    static Counts one(std::size_t type) {
        Counts data{};
        data[type] = 1;
        return data;
    }
    [[nodiscard]] std::array<double, 3> classes_of(const Law& law) const {
        std::array<double, 3> classes{};
        for (std::size_t rank = 0; rank < law.size(); ++rank) {
            const std::size_t shown = ranks_.order.empty() ? law.size() : ranks_.shown;
            const double at = (static_cast<double>(rank) + 0.5) / static_cast<double>(shown);
            classes[at < first_    ? 0
                    : at < second_ ? 1
                                   : 2] += law[ranks_.order.empty() ? rank : ranks_.order[rank]];
        }
        return classes;
    }
    static Law with_message(const Law& before, const std::array<double, 3>& classes,
                            std::size_t side) {
        const std::size_t second = before.size() > side ? side : 1;
        Law after(before.size(), 0.0);
        for (std::size_t i = 0; i < before.size(); ++i) {
            if (before[i] == 0) continue;
            after[i] += before[i] * classes[0];
            if (i + second < after.size()) after[i + second] += before[i] * classes[1];
            if (second > 1 && i + 1 < after.size()) after[i + 1] += before[i] * classes[2];
        }
        return after;
    }

    int records_;
    double first_, second_;
    RunPart inside_;
    Ranks ranks_;
};

}  // namespace

RunPart best_of(NumberOfRuns runs, int order, RunPart inside) {
    return std::make_shared<Best>(std::move(runs), order, std::move(inside));
}

RunPart allocated(int steps, int selected, bool silent, RunPart inside) {
    return std::make_shared<Allocated>(steps, selected, silent, std::move(inside));
}

RunPart shuffled(int records, double first, double second, RunPart inside) {
    refuse_unless(inside, 1);
    return std::make_shared<Messages>(records, first, second, std::move(inside));
}

NumberOfRuns fixed_runs(double count) {
    return {[count](double, double p, double w) {
                if (p == 0) return 0.0;
                return -std::expm1(count * std::log1p(-p / (p + w))) * std::pow(p + w, count);
            },
            0};
}

NumberOfRuns random_runs(double mean, double shape) {
    if (shape == std::numeric_limits<double>::infinity()) {
        return {[mean](double t, double p, double) {
                    return std::exp(-mean * t) * -std::expm1(-mean * p);
                },
                std::exp(-mean)};
    }
    if (mean == 1) return fixed_runs(1);
    const auto mean_at = [shape](double gamma) {
        return shape == 0 ? (1 / gamma - 1) / -std::log(gamma)
                          : shape * (1 / gamma - 1) / (1 - std::pow(gamma, shape));
    };
    double low = 1e-12, high = 1 - 1e-9;  // the mean falls as gamma grows
    for (int i = 0; i < 200; ++i) {
        const double middle = std::sqrt(low * high);
        (mean_at(middle) > mean ? low : high) = middle;
    }
    // E[x^K] is log(1 - (1-γ)x)/log γ, or ((1 - (1-γ)x)^-η - 1)/(γ^-η - 1).
    const double gamma = low;
    return {[gamma, shape](double t, double p, double) {
                const double at = gamma + (1 - gamma) * t;
                const double more = std::log1p((1 - gamma) * p / at);
                if (shape == 0) return more / -std::log(gamma);
                return std::pow(at, -shape) * -std::expm1(-shape * more) /
                       (std::pow(gamma, -shape) - 1);
            },
            0};
}

}  // namespace mizan::instances
