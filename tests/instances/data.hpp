// SPDX-License-Identifier: Apache-2.0
// What instances are made of: datasets, what counts as a change of them, laws, and the numbers that
// a search moves.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

namespace mizan::instances {

constexpr std::size_t types = 4;  ///< of records: 0 says nothing, 1 to 3 are values

/// A dataset, or a sample of one: how many records there are of each type.
using Counts = std::array<int, types>;

inline int size_of(const Counts& data) {
    int all = 0;
    for (const int count : data) all += count;
    return all;
}

/// Two datasets and how they differ.
struct Neighbours {
    Counts first{}, second{}, others{};
    std::vector<int> first_group, second_group;  ///< the types of the records that differ; -1: none
};

/// The probabilities of all outputs.
using Law = std::vector<double>;

/// By which changes of a dataset a sensitivity or a promise is measured. Datasets that no number of
/// such changes joins may have any two outputs.
enum class Metric {
    presence,  ///< a record more or less
    replaced,  ///< a record takes any other value: the size stays
    silenced,  ///< a record becomes one that says nothing, or the reverse: the size stays
};

/// The program cannot be run on such a dataset: its sizes do not fit each other.
struct NotExecutable : std::runtime_error {
    using std::runtime_error::runtime_error;
};

/// Numbers in [0, 1) that say which instance is meant, read in order. A search moves them.
class Genes {
public:
    explicit Genes(std::vector<double> values) : values_{std::move(values)} {}

    double unit() { return values_[next_++ % values_.size()]; }
    double between(double low, double high) { return low + (high - low) * unit(); }
    /// In [-width, width), 0 if the gene is 0.
    double around_zero(double width) {
        const double x = unit();
        return 2 * width * (x < 0.5 ? x : x - 1);
    }
    int below(int count) { return std::min(count - 1, static_cast<int>(unit() * count)); }
    bool coin() { return unit() < 0.5; }
    template <class T>
    T any(std::initializer_list<T> choices) {
        return choices.begin()[below(static_cast<int>(choices.size()))];
    }

private:
    std::vector<double> values_;
    std::size_t next_ = 0;
};

/// The largest over all sets of outputs of p - e^epsilon q.
double hockey_stick(const Law& p, const Law& q, double epsilon);

}  // namespace mizan::instances
