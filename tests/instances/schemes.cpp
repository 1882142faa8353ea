// SPDX-License-Identifier: Apache-2.0
#include "schemes.hpp"

#include <cmath>
#include <functional>
#include <map>

namespace mizan::instances {

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

namespace {

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
void refuse_if_sized(const RunPart& inside) {
    if (inside->records()) throw NotExecutable("a sample of a random size");
}

}  // namespace

void refuse_unless(const RunPart& inside, int records) {
    if (inside->records() && *inside->records() != records) {
        throw NotExecutable("a sample of another size");
    }
}

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

}  // namespace mizan::instances
