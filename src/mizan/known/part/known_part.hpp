// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "mizan/definition/definition.hpp"
#include "mizan/law/law.hpp"

namespace mizan {

/// Something that is known of a part of a program, or the reason why it is not.
template <class T>
struct Known {
    std::optional<T> value;
    std::string why_not;
    std::vector<std::string> theorems = {};  ///< that prove it
};

/// How much of a part is read. The laws of plain noise, also on Poisson samples, take next to no
/// time and are enough for a composition. Promises take longer.
enum class Extent { laws, everything };

/// Adds the keys that are not there yet.
void cite(std::vector<std::string>& theorems, const std::vector<std::string>& more);

/// Which other records the data must hold so that a law is attained. A scheme that draws samples
/// may not provide them.
enum class Beside {
    anyone,   ///< others may say nothing
    nobody,   ///< each record adds a value of its own, which hides the one in question
    certain,  ///< other records, which must surely be in the sample
};

/// All that is known of one term of a program, for its group size: by every definition of privacy,
/// and where possible by its laws.
///
/// The definitions hold unless the part fails altogether, which happens with probability
/// `failure`. That is more than 0 only where the part is known by an (epsilon, delta) promise:
/// such an output is the mixture of one that shows everything and one that is epsilon-private
/// (KOV15), and the mixture passes through every composition below.
struct KnownPart {
    std::string name;
    double count = 1;
    Delta failure = Delta{0.0};
    double shown =
        1;  ///< a bound of the total variation: at every epsilon it is (epsilon, shown)-private
    Known<PureDP> pure;
    Known<RenyiDP> renyi;
    Known<ZCDP> zcdp;
    Known<CDP> cdp;
    Known<GDP> gdp;
    std::optional<Law> worst;                ///< no mechanism of this description is worse
    std::vector<std::string> worst_by = {};  ///< theorems that prove it, beyond its definition
    std::optional<Law> attained;     ///< some mechanism of this description is at least as bad
    double attained_runs = 1;        ///< runs of that law in one run of the part
    Beside beside = Beside::anyone;  ///< who must be in the data to attain that law
    bool by_record = false;  ///< Gaussian noise on sums of records that take other values: its laws
                             ///< are two records apart, what one adds is half of that
};

/// Fills in everything that follows from one definition. The part must have its name.
void know(KnownPart& part, const Definition& definition);

/// Lowers `shown` to what a pure promise with its failures allows.
void show_by_promise(KnownPart& part);

namespace analysis {

/// The worst laws of those parts that have one: no mechanism of their description is worse.
[[nodiscard]] std::vector<RepeatedLaw> all_worst(const std::vector<KnownPart>& parts);

/// The worst laws of all parts; empty if some part has no worst law.
[[nodiscard]] std::optional<std::vector<RepeatedLaw>> worst_laws(
    const std::vector<KnownPart>& parts);

/// The attained laws of those parts that have one: some mechanism of their description is at least
/// as bad.
[[nodiscard]] std::vector<RepeatedLaw> attained_laws(const std::vector<KnownPart>& parts);

}  // namespace analysis

}  // namespace mizan
