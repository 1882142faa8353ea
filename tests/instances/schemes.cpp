// SPDX-License-Identifier: Apache-2.0
#include "schemes.hpp"

#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

namespace mizan::instances {

namespace {

double choose(int n, int k) {
    if (k < 0 || k > n) return 0;
    double ways = 1;
    for (int i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
    return ways;
}

void add(Law& law, double weight, const Law& part) {
    if (law.empty()) law.assign(part.size(), 0.0);
    for (std::size_t i = 0; i < part.size(); ++i) law[i] += weight * part[i];
}

// Calls use(sample, n choose k of each type) for all subsets.
template <class Use>
void each_subset(const Counts& data, const Use& use) {
    Counts sample{};
    const std::function<void(std::size_t, double)> next = [&](std::size_t type, double ways) {
        if (type == types) return use(sample, ways);
        for (int k = 0; k <= data[type]; ++k) {
            sample[type] = k;
            next(type + 1, ways * choose(data[type], k));
        }
        sample[type] = 0;
    };
    next(0, 1);
}

// The outputs in the order of how much likelier p makes them than q; those that neither shows come last.
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

// Of two datasets the records that differ, and others, until there are so many.
Counts smaller(const Counts& data, const Counts& other, int size) {
    Counts kept{};
    for (const bool differing : {true, false}) {
        for (std::size_t t = 0; t < types; ++t) {
            const int own = std::max(0, data[t] - other[t]);
            const int left = differing ? own : data[t] - own;
            kept[t] += std::min(left, size - size_of(kept));
        }
    }
    return kept;
}

class InTurn : public Run {
public:
    explicit InTurn(std::vector<RunPart> parts) : parts_{std::move(parts)} {}
    Law on(const Counts& data) const override {
        Law law{1};
        for (const RunPart& part : parts_) law = product(law, part->on(data));
        return law;
    }
    void choose_for(const Counts& first, const Counts& second) override {
        for (const RunPart& part : parts_) part->choose_for(first, second);
    }
    std::optional<int> records() const override {
        std::optional<int> all;
        for (const RunPart& part : parts_) {
            const auto needed = part->records();
            if (needed && all && *needed != *all) throw NotExecutable("parts of different sizes");
            if (needed) all = needed;
        }
        return all;
    }

private:
    std::vector<RunPart> parts_;
};

class OnGroups : public Run {
public:
    OnGroups(int size, RunPart inside) : size_{size}, inside_{std::move(inside)} {}
    Law on(const Counts& data) const override { return inside_->on(all_of(data)); }
    void choose_for(const Counts& first, const Counts& second) override {
        inside_->choose_for(all_of(first), all_of(second));
    }
    std::optional<int> records() const override {
        const auto needed = inside_->records();
        if (needed && *needed % size_ != 0) throw NotExecutable("no whole number of groups");
        return needed ? std::optional(*needed / size_) : needed;
    }

private:
    [[nodiscard]] Counts all_of(Counts data) const {
        for (int& count : data) count *= size_;
        return data;
    }

    int size_;
    RunPart inside_;
};

// What is run on a sample: a mixture.
class Sampled : public Run {
public:
    Sampled(std::optional<int> records, std::optional<int> drawn,
            std::function<Samples(const Counts&)> draw, RunPart inside)
        : records_{records}, drawn_{drawn}, draw_{std::move(draw)}, inside_{std::move(inside)} {}
    void choose_for(const Counts& first, const Counts& second) override {
        const int size = std::max(size_of(first), size_of(second));
        const int drawn = drawn_.value_or(size);
        inside_->choose_for(smaller(first, second, drawn), smaller(second, first, drawn));
    }
    Law on(const Counts& data) const override {
        if (records_ && size_of(data) > *records_) throw NotExecutable("too many records");
        Law law;
        for (const auto& [sample, chance] : draw_(data)) {
            if (chance > 0) add(law, chance, inside_->on(sample));
        }
        return law;
    }
    std::optional<int> records() const override { return records_; }

private:
    std::optional<int> records_, drawn_;
    std::function<Samples(const Counts&)> draw_;
    RunPart inside_;
};

Samples poisson_samples(const Counts& data, double q) {
    Samples samples;
    const int all = size_of(data);
    each_subset(data, [&](const Counts& sample, double ways) {
        const int drawn = size_of(sample);
        samples.emplace_back(sample, ways * std::pow(q, drawn) * std::pow(1 - q, all - drawn));
    });
    return samples;
}

Samples fixed_samples(const Counts& data, int drawn) {
    if (drawn > size_of(data)) throw NotExecutable("fewer records than are drawn");
    Samples samples;
    const double all = choose(size_of(data), drawn);
    each_subset(data, [&](const Counts& sample, double ways) {
        if (size_of(sample) == drawn) samples.emplace_back(sample, ways / all);
    });
    return samples;
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
        // How many messages are of the second and of the third class; of many there are two classes.
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

void refuse_if_sized(const RunPart& inside) {
    if (inside->records()) throw NotExecutable("a sample of a random size");
}

void refuse_unless(const RunPart& inside, int records) {
    if (inside->records() && *inside->records() != records) {
        throw NotExecutable("a sample of another size");
    }
}

}  // namespace

Law product(const Law& a, const Law& b) {
    constexpr std::size_t most = 20'000;
    if (a.size() * b.size() > most) throw NotExecutable("too many outputs to list");
    Law all;
    all.reserve(a.size() * b.size());
    for (const double x : a) {
        for (const double y : b) all.push_back(x * y);
    }
    return all;
}

RunPart in_turn(std::vector<RunPart> parts) { return std::make_shared<InTurn>(std::move(parts)); }

RunPart on_groups(int size, RunPart inside) {
    return size == 1 ? inside : std::make_shared<OnGroups>(size, std::move(inside));
}

RunPart on_poisson_sample(double q, bool silent, RunPart inside) {
    if (!silent) refuse_if_sized(inside);
    const auto records = inside->records();
    return std::make_shared<Sampled>(
        records, std::nullopt,
        [q, silent](const Counts& data) {
            Samples samples = poisson_samples(data, q);
            for (auto& [sample, chance] : samples) {
                if (silent) sample[0] += size_of(data) - size_of(sample);
            }
            return samples;
        },
        std::move(inside));
}

RunPart on_truncated_sample(int records, double q, int most, RunPart inside) {
    refuse_if_sized(inside);
    return std::make_shared<Sampled>(
        records, std::nullopt,
        [q, most](const Counts& data) {
            Samples samples;
            for (const auto& [drawn, chance] : poisson_samples(data, q)) {
                if (size_of(drawn) <= most) {
                    samples.emplace_back(drawn, chance);
                    continue;
                }
                for (const auto& [kept, part] : fixed_samples(drawn, most)) {
                    samples.emplace_back(kept, chance * part);
                }
            }
            return samples;
        },
        std::move(inside));
}

RunPart without_replacement(int records, int drawn, RunPart inside) {
    refuse_unless(inside, drawn);
    return std::make_shared<Sampled>(
        records, drawn, [drawn](const Counts& data) { return fixed_samples(data, drawn); },
        std::move(inside));
}

RunPart with_replacement(int records, int drawn, RunPart inside) {
    refuse_unless(inside, drawn);
    return std::make_shared<Sampled>(
        records, drawn,
        [drawn](const Counts& data) {
            std::map<Counts, double> samples{{Counts{}, 1.0}};
            for (int i = 0; i < drawn; ++i) {
                std::map<Counts, double> next;
                for (const auto& [before, chance] : samples) {
                    for (std::size_t type = 0; type < types; ++type) {
                        if (data[type] == 0) continue;
                        Counts after = before;
                        ++after[type];
                        next[after] += chance * data[type] / size_of(data);
                    }
                }
                samples = std::move(next);
            }
            return Samples(samples.begin(), samples.end());
        },
        std::move(inside));
}

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
