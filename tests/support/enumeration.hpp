// SPDX-License-Identifier: Apache-2.0
// The truth about schemes, by exact enumeration: small datasets, small finite mechanisms, every
// sample that can be drawn, every neighbour.
#pragma once

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <vector>

#include "mizan/program/program.hpp"

#include "support/generators.hpp"

namespace mizan::support {

/// A dataset, or a sample of one, of records that say 0, say 1, or say nothing.
struct Records {
    int zeros = 0, ones = 0, silent = 0;
    friend auto operator<=>(const Records&, const Records&) = default;
    [[nodiscard]] int size() const { return zeros + ones + silent; }
    [[nodiscard]] bool is_one() const { return zeros >= 0 && ones >= 0 && silent >= 0; }
};

using Masses = std::vector<double>;  ///< of all outputs

constexpr std::size_t outputs = 3;

/// A mechanism: the law of its output on every sample. Records that say nothing change nothing.
class Kernel {
public:
    explicit Kernel(std::map<Records, Masses> laws) : laws_{std::move(laws)} {}

    /// Any, on up to `most` records.
    static Kernel any(int most) {
        Kernel kernel({});
        for (int zeros = 0; zeros <= most; ++zeros) {
            for (int ones = 0; zeros + ones <= most; ++ones) {
                Masses law;
                double all = 0;
                for (std::size_t i = 0; i < outputs; ++i) {
                    law.push_back(*log_uniform(1e-2, 1));
                    all += law.back();
                }
                for (double& mass : law) mass /= all;
                kernel.laws_[{zeros, ones}] = law;
            }
        }
        return kernel;
    }

    [[nodiscard]] const Masses& on(const Records& sample) const {
        return laws_.at({sample.zeros, sample.ones});
    }
    [[nodiscard]] const std::map<Records, Masses>& laws() const { return laws_; }

    /// The largest divergence of its laws on two samples that `are_related`.
    template <class Related, class Divergence>
    [[nodiscard]] double largest(Related are_related, Divergence divergence) const {
        double most = 0;
        for (const auto& [a, p] : laws_) {
            for (const auto& [b, q] : laws_) {
                if (are_related(a, b)) most = std::max(most, divergence(p, q));
            }
        }
        return most;
    }

private:
    std::map<Records, Masses> laws_;
};

// --- how far apart two laws are

inline double hockey_stick(const Masses& p, const Masses& q, double epsilon) {
    double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        sum += std::max(0.0, p[i] - std::exp(epsilon) * q[i]);
    }
    return sum;
}

inline double renyi(const Masses& p, const Masses& q, double order) {
    double sum = 0, largest = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
        if (p[i] == 0) continue;
        sum += p[i] * std::pow(p[i] / q[i], order - 1);
        largest = std::max(largest, std::log(p[i] / q[i]));
    }
    return order == infinity ? largest : std::log(sum) / (order - 1);
}

/// The larger of both directions.
inline double either_way(const Masses& p, const Masses& q, double epsilon) {
    return std::max(hockey_stick(p, q, epsilon), hockey_stick(q, p, epsilon));
}

/// The same law several times, independently.
inline Masses repeated(const Masses& law, int times) {
    Masses all{1};
    for (int i = 0; i < times; ++i) {
        Masses next;
        for (const double a : all) {
            for (const double b : law) next.push_back(a * b);
        }
        all = next;
    }
    return all;
}

// --- neighbours

/// Whether one of them has a record in the place of one of the other.
inline bool are_replaced(const Records& a, const Records& b) {
    return a.size() == b.size() && std::abs(a.ones - b.ones) == 1;
}
/// Whether one of them has a record more.
inline bool are_added(const Records& a, const Records& b) {
    return std::abs(a.zeros - b.zeros) + std::abs(a.ones - b.ones) == 1;
}

/// All that differ from it by one record.
inline std::vector<Records> neighbours(const Records& data, Relation relation) {
    std::vector<Records> all;
    const auto add = [&](int zeros, int ones, int silent) {
        const Records other{data.zeros + zeros, data.ones + ones, data.silent + silent};
        if (other.is_one()) all.push_back(other);
    };
    for (const int sign : {1, -1}) {
        switch (relation) {
            case Relation::add_or_remove_one:
                add(sign, 0, 0);
                add(0, sign, 0);
                break;
            case Relation::replace_one:
                add(sign, -sign, 0);
                break;
            case Relation::replace_special:
                add(sign, 0, -sign);
                add(0, sign, -sign);
                break;
        }
    }
    return all;
}

// --- what is drawn: how likely each sample is

using Samples = std::map<Records, double>;

inline double choose(int n, int k) {
    double ways = 1;
    for (int i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
    return k < 0 || k > n ? 0 : ways;
}

inline Samples drawn(const Poisson& scheme, const Records& data) {
    const double q = scheme.probability.lower;
    const auto part = [q](int n, int k) {
        return choose(n, k) * std::pow(q, k) * std::pow(1 - q, n - k);
    };
    Samples samples;
    for (int i = 0; i <= data.zeros; ++i) {
        for (int j = 0; j <= data.ones; ++j) {
            samples[{i, j}] += part(data.zeros, i) * part(data.ones, j);
        }
    }
    return samples;
}

/// The chance that each of all ways to draw `size` records without replacement comes to this one.
inline Samples drawn(const WithoutReplacement& scheme, const Records& data) {
    const int size = static_cast<int>(scheme.sample_size);
    Samples samples;
    for (int i = 0; i <= data.zeros; ++i) {
        for (int j = 0; j <= data.ones; ++j) {
            const double ways =
                choose(data.zeros, i) * choose(data.ones, j) * choose(data.silent, size - i - j);
            if (ways > 0) samples[{i, j}] += ways / choose(data.size(), size);
        }
    }
    return samples;
}

inline Samples drawn(const WithReplacement& scheme, const Records& data) {
    const double all = data.size();
    Samples samples{{{}, 1.0}};
    for (Count draw = 0; draw < scheme.sample_size; ++draw) {
        Samples next;
        for (const auto& [sample, probability] : samples) {
            const auto& [zeros, ones, silent] = sample;
            if (data.zeros > 0) next[{zeros + 1, ones}] += probability * data.zeros / all;
            if (data.ones > 0) next[{zeros, ones + 1}] += probability * data.ones / all;
            if (data.silent > 0) next[sample] += probability * data.silent / all;
        }
        samples = next;
    }
    return samples;
}

/// A Poisson sample, cut down to some of it if it is too large.
inline Samples drawn(const TruncatedPoisson& scheme, const Records& data) {
    const double q = scheme.sampling_probability;
    const int most = static_cast<int>(scheme.truncated_batch_size);
    Samples samples;
    for (int silent = 0; silent <= data.silent; ++silent) {
        const double quiet = choose(data.silent, silent) * std::pow(q, silent) *
                             std::pow(1 - q, data.silent - silent);
        for (const auto& [sample, probability] : drawn(Poisson{q}, {data.zeros, data.ones})) {
            const Records all{sample.zeros, sample.ones, silent};
            const int kept = std::min(all.size(), most);
            for (const auto& [left, part] : drawn(WithoutReplacement{all.size(), kept}, all)) {
                samples[left] += quiet * probability * part;
            }
        }
    }
    return samples;
}

// --- what is shown

template <class Sampling>
Masses shown(const Kernel& kernel, const Sampling& scheme, const Records& data) {
    Masses law(outputs, 0.0);
    for (const auto& [sample, probability] : drawn(scheme, data)) {
        for (std::size_t i = 0; i < outputs; ++i) law[i] += probability * kernel.on(sample)[i];
    }
    return law;
}

/// The best of several runs, the last output being the best; first of all, that nothing was run.
inline Masses shown(const Kernel& kernel, const RepeatAndSelect& scheme, const Records& data) {
    const auto generating = [&](double x) {
        if (scheme.shape == infinity) return std::exp(scheme.mean * (x - 1));
        const double g = 1 / scheme.mean;  // the geometric law
        return g * x / (1 - (1 - g) * x);
    };
    Masses law{generating(0)};
    double below = 0;
    for (const double mass : kernel.on(data)) {
        law.push_back(generating(std::min(1.0, below + mass)) - generating(below));
        below += mass;
    }
    return law;
}

/// Every record takes part in some steps of its own choice; all steps are shown.
inline Masses shown(const Kernel& kernel, const RandomAllocation& scheme, const Records& data) {
    using Steps = std::vector<Records>;
    const auto steps = static_cast<unsigned>(scheme.num_steps);
    const auto choices = choose(static_cast<int>(steps), static_cast<int>(scheme.num_selected));
    std::map<Steps, double> allocations{{Steps(steps), 1.0}};
    for (int record = 0; record < data.zeros + data.ones; ++record) {
        std::map<Steps, double> next;
        for (const auto& [before, probability] : allocations) {
            for (unsigned set = 0; set < 1U << steps; ++set) {
                if (std::popcount(set) != scheme.num_selected) continue;
                Steps after = before;
                for (unsigned i = 0; i < steps; ++i) {
                    if ((set >> i & 1U) == 0) continue;
                    ++(record < data.zeros ? after[i].zeros : after[i].ones);
                }
                next[after] += probability / choices;
            }
        }
        allocations = next;
    }
    Masses law(static_cast<std::size_t>(std::pow(outputs, steps)), 0.0);
    for (const auto& [samples, probability] : allocations) {
        Masses all{probability};
        for (const Records& sample : samples) {
            Masses next;
            for (const double a : all) {
                for (const double b : kernel.on(sample)) next.push_back(a * b);
            }
            all = next;
        }
        for (std::size_t i = 0; i < all.size(); ++i) law[i] += all[i];
    }
    return law;
}

/// How often each output was sent, where each record is sent for itself.
inline Masses shown(const Kernel& kernel, const Shuffled&, const Records& data) {
    std::map<std::vector<int>, double> counts{{std::vector<int>(outputs), 1.0}};
    const auto send = [&](const Masses& law) {
        std::map<std::vector<int>, double> next;
        for (const auto& [before, probability] : counts) {
            for (std::size_t i = 0; i < outputs; ++i) {
                auto after = before;
                ++after[i];
                next[after] += probability * law[i];
            }
        }
        counts = next;
    };
    for (int i = 0; i < data.zeros; ++i) send(kernel.on({1, 0}));
    for (int i = 0; i < data.ones; ++i) send(kernel.on({0, 1}));
    for (int i = 0; i < data.silent; ++i) send(kernel.on({0, 0}));
    Masses law;
    for (const auto& [each, probability] : counts) law.push_back(probability);
    return law;
}

}  // namespace mizan::support
