// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "mizan/account/answer.hpp"
#include "mizan/program/program.hpp"

namespace mizan {

struct Guarantees;

/// One end of a range: the definition of privacy that bounds it best and the theorems used, or why
/// there is no bound but the trivial one.
struct End {
    double value;
    std::string definition = {};  ///< pure, approximate, renyi or gdp; empty: trivial
    std::vector<std::string> theorems = {};
    std::string why_not = {};

    friend bool operator==(const End&, const End&) = default;
};

struct Range {
    End lower, upper;

    [[nodiscard]] Bracket bracket() const { return {lower.value, upper.value}; }
};

/// What a program means for somebody in the data, by every definition that it keeps: the functions
/// of mizan/meaning, each at the best definition. Concentrated privacy has no turn of its own,
/// because the Rényi curve of a program already follows from it wherever it is the best that is
/// known.
class Explanation {
public:
    /// Throws Refused if the program has no meaning under the relation.
    Explanation(Program program, const Neighbours& neighbours);

    /// How likely an outcome is that has the probability `q` with the other input.
    [[nodiscard]] Range bad_outcome(Probability q) const;

    /// What becomes of the belief in one of the two inputs, except with probability `failure` over
    /// the output, under either input.
    struct Posterior {
        Range range;
        Probability failure;  ///< 0 if it holds for every output
    };
    /// Without `failure`: for every output if the program has a pure epsilon, otherwise except with
    /// probability `usual_failure`.
    [[nodiscard]] Posterior posterior(Probability prior, std::optional<Probability> failure) const;
    static constexpr double usual_failure = 1e-5;

    /// How often the best guess is right which of the two inputs was used.
    [[nodiscard]] Range best_guess(Probability prior) const;

    /// The logarithm of the Bayes factor for the input that was not used, on average.
    [[nodiscard]] Range mean_log_bayes_factor() const;

    /// The moment of this order, at least 1 and finite, of the Bayes factor for the input that was
    /// not used.
    [[nodiscard]] Range bayes_factor_moment(Order order) const;

    /// How probable it is that the Bayes factor for the input that was used exceeds `factor`.
    [[nodiscard]] Range large_bayes_factor(Positive factor) const;

private:
    [[nodiscard]] Answer answer_to(std::variant<Delta, Epsilon> at) const;
    [[nodiscard]] double upper_end_at(std::variant<Delta, Epsilon> at) const;
    [[nodiscard]] ApproxDP promise_at(Delta delta) const;
    [[nodiscard]] ApproxDP promise(const std::function<double(const ApproxDP&)>& value) const;

    Program program_;
    Neighbours neighbours_;
    std::shared_ptr<const Guarantees> kept_;

    /// The upper ends asked for so far. Threads that share an explanation, and its copies, share
    /// these.
    struct Profile {
        std::mutex mutex;
        std::map<double, double> epsilon_at;  ///< a delta
        std::map<double, double> delta_at;    ///< an epsilon
    };
    std::shared_ptr<Profile> profile_ = std::make_shared<Profile>();
};

}  // namespace mizan
