// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/mechanism/bounded_range.hpp"
#include "mizan/mechanism/laplace.hpp"
#include "mizan/mechanism/mechanism.hpp"
#include "mizan/mechanism/whole_sensitivity.hpp"

namespace mizan {

// Mechanisms that choose one of several candidates by their scores, and the one that says which
// answers of a stream are large. Scores and answers move by at most their sensitivity between
// neighbours, each of them on its own: the number of candidates plays no role.

/// Chooses a candidate with a probability proportional to exp(ε · score / (2 · sensitivity)), or to
/// exp(ε · score / sensitivity) where one more record never lowers a score (or never raises one).
/// The same as the largest score after Gumbel noise.
///
/// Theorem    DDR20 bounded range: the exponential mechanism
/// States     all losses lie in an interval of length ε: it has ε-bounded range, and so is
///            ε-private
/// Needs      scores that move by at most their sensitivity
/// Guarantee  exact
/// Source     DDR20, bounded range (arXiv:1909.13830); DR19 (arXiv:1905.04273)
/// Test       Selection.ExponentialHasBoundedRange
struct Exponential {
    static constexpr std::string_view name = "exponential";
    /// What every answer takes for granted of it.
    static constexpr std::string_view assumes =
        "exponential: a candidate with a probability proportional to exp(epsilon * score / (2"
        " * sensitivity of the scores)), without the 2 if a record moves all scores the same "
        "way; the same as the largest score after Gumbel noise";

    Epsilon epsilon;

    static constexpr auto fields = std::tuple{
        Field{"epsilon", &Exponential::epsilon, "privacy loss of one choice", {"ε"}},
    };

    friend bool operator==(const Exponential&, const Exponential&) = default;
};

/// Asks the candidates in random order and takes one with probability
/// exp(-ε · (best score - score) / (2 · sensitivity)), else asks the next; without the 2 where one
/// more record never lowers a score. The same as the largest score after exponential noise (DKM21).
///
/// Theorem    MS20 T1: permute-and-flip
/// States     choosing by permute-and-flip is ε-private
/// Needs      scores that move by at most their sensitivity
/// Guarantee  exact
/// Source     MS20 Theorem 1 (arXiv:2010.12603); DKM21 for the same law from exponential noise
///            (arXiv:2105.07260)
/// Test       Selection.PermuteAndFlipStaysBelowLaplaceNoise
struct PermuteAndFlip {
    static constexpr std::string_view name = "permute_and_flip";
    /// What every answer takes for granted of it.
    static constexpr std::string_view assumes =
        "permute_and_flip: scores weighed as exp(epsilon * score / (2 * sensitivity of the "
        "scores)), without the 2 if a record moves all scores the same way";

    Epsilon epsilon;

    static constexpr auto fields = std::tuple{
        Field{"epsilon", &PermuteAndFlip::epsilon, "privacy loss of one choice", {"ε"}},
    };

    friend bool operator==(const PermuteAndFlip&, const PermuteAndFlip&) = default;
};

/// Names the candidate whose score is the largest after Laplace or exponential noise of scale
/// 2 · sensitivity / ε; sensitivity / ε where one more record never lowers a score. Only the name
/// is shown, not the score.
///
/// Theorem    DR14 noisy max: report noisy max
/// States     the name of the largest noisy score is ε-private
/// Needs      scores that move by at most their sensitivity; Laplace or exponential noise
/// Guarantee  upper bound
/// Source     DR14 Claim 3.9, with twice the noise where scores may move both ways
/// Test       Selection.NoisyMaximaStayBelowLaplaceNoise
struct ReportNoisyMax {
    static constexpr std::string_view name = "report_noisy_max";
    /// What every answer takes for granted of it.
    static constexpr std::string_view assumes =
        "report_noisy_max: the name alone of the largest score after Laplace or exponential "
        "noise of scale 2 * sensitivity / epsilon, without the 2 if a record moves all scores"
        " the same way; with Gumbel noise it is exponential(epsilon)";

    Epsilon epsilon;

    static constexpr auto fields = std::tuple{
        Field{"epsilon", &ReportNoisyMax::epsilon, "privacy loss of one choice", {"ε"}},
    };

    friend bool operator==(const ReportNoisyMax&, const ReportNoisyMax&) = default;
};

namespace domain {
struct YesOrNo {
    static constexpr bool is_unit = false;
    static constexpr std::string_view name = "flag", rule = "0 or 1";
    static constexpr bool contains(double x) { return x == 0 || x == 1; }
};
}  // namespace domain

/// 1 for yes, 0 for no.
using YesOrNo = Quantity<domain::YesOrNo>;

/// Says of each answer of a stream whether it lies above a threshold, until it has said so `cutoff`
/// times. The threshold gets Laplace noise once, every answer fresh noise of its own. Several
/// published variants that do otherwise are not private; docs/proofs/bounded-range.md names them.
struct SparseVector {
    static constexpr std::string_view name = "sparse_vector";
    /// What every answer takes for granted of it.
    static constexpr std::string_view assumes =
        "sparse_vector: Laplace noise, on the threshold drawn once, on every answer drawn "
        "afresh; above or below is all that is said; it ends after cutoff answers above";

    NoiseScale threshold_noise;
    NoiseScale query_noise;
    WholeSensitivity cutoff = 1;
    YesOrNo monotone = 0;

    static constexpr auto fields = std::tuple{
        Field{"threshold_noise", &SparseVector::threshold_noise,
              "scale of the noise of the threshold / sensitivity of the answers"},
        Field{"query_noise", &SparseVector::query_noise,
              "scale of the noise of each answer / sensitivity of the answers"},
        Field{
            "cutoff", &SparseVector::cutoff, "how many answers above the threshold end it", {"c"}},
        Field{"monotone", &SparseVector::monotone,
              "1 if between two neighbours all answers move the same way, else 0"},
    };

    /// The ε of the whole stream.
    ///
    /// Theorem    LSL17 T4: the sparse vector technique
    /// States     ε = 1/b₁ + 2c/b₂ for noise of scale b₁ Δ on the threshold and b₂ Δ on every
    ///            answer, and c answers above; 1/b₁ + c/b₂ where all answers move the same way
    /// Needs      the noise of the threshold is drawn once and never again, every answer has its
    ///            own noise, also those below; nothing but above or below is said; it ends after c.
    ///            Not covered, and without an event, because LSL17 shows that they cost more than
    ///            was claimed: answers without noise (Stoddard et al. 2014), no end after c (Chen
    ///            et al. 2015), the noisy answer itself shown (Roth 2011), noise of the answers
    ///            that does not grow with c (Lee and Clifton 2014); with the threshold drawn again
    ///            after each above (Dwork and Roth 2014) it is c runs with c = 1
    /// Guarantee  upper bound
    /// Source     LSL17 Algorithm 7, Theorems 4 and 5 (arXiv:1603.01699)
    /// Test       SparseVector.NeverExceedsItsEpsilon
    [[nodiscard]] Bracket pure_epsilon() const;

    friend bool operator==(const SparseVector&, const SparseVector&) = default;
};

/// Laplace noise on one number that is at least as bad as a mechanism which takes real answers, or
/// scores, and is (λε)-private whenever they move by at most λ of their sensitivity, for every λ.
///
/// Theorem    Mizan26 ID1: what is private at every scale lies below Laplace noise
/// States     T(M(x), M(x')) ≥ T(Λ(0,1), Λ(ε,1)) pointwise: Laplace noise of scale 1/ε on a query
///            of sensitivity 1 has at least this δ(ε) and these divergences, in compositions too
/// Needs      M sees the data through real numbers alone; it is (λε)-private for neighbours whose
///            numbers differ by at most λ sensitivities, 0 < λ ≤ 1. True of permute-and-flip, of
///            noisy maxima and of sparse_vector
/// Guarantee  exact for one run of permute_and_flip, a dominating pair in compositions
/// Source     docs/proofs/bounded-range.md, by the chain of DRS19 Theorem 2.14 (arXiv:1905.02383)
/// Test       Selection.PermuteAndFlipReachesLaplaceNoise
///            Selection.ChainsOfPureStepsTendToLaplaceNoise
[[nodiscard]] Laplace laplace_below(Epsilon epsilon);

/// The ε of the randomized response that two candidates are: their scores move from one sensitivity
/// below to one above each other.
[[nodiscard]] Bracket response_within(const Exponential& mechanism);
[[nodiscard]] Bracket response_within(const PermuteAndFlip& mechanism);

}  // namespace mizan
