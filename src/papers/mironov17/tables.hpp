// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace mizan::mironov17 {

/// A table of formulas, as text: a header, then rows of as many cells.
struct Table {
    std::string caption;
    std::vector<std::string> header;
    std::vector<std::vector<std::string>> rows;
};

/// Table I of Mironov17: what pure and Renyi privacy promise, property by property, with the
/// conditions that the published table leaves out.
///
/// Theorem    Mironov17 Table I: properties of pure and Rényi privacy side by side
/// States     outcome probabilities, Bayes factors, post-processing, composition, group privacy
/// Needs      as said in each row; neighbours of g's inputs are at most 2^c steps apart after g
/// Guarantee  statement
/// Source     Mironov17 Table I (arXiv:1702.07476v3)
/// Test       TableOne.StatesTheConditionOfGroupPrivacyAndTheSafeSideOfBayes
/// Erratum    The last row repeats Proposition 2 without α ≥ 2^(c+1), and c-stable maps are
///            defined the wrong way round: g(0) = 0, g(1) = 100 on the integers would be 1-stable,
///            yet Laplace noise of scale 1 after g has ε = 100, not 1. The mean log-Bayes factor
///            is bounded for X ~ f(D'); for X ~ f(D) it is negative (randomized response with
///            p = .75: -0.5493).
[[nodiscard]] Table table1();

/// Table II of Mironov17: what the basic mechanisms cost, in formulas.
///
/// Theorem    Mironov17 Table II: privacy of the basic mechanisms
/// States     randomized response, Laplace and Gaussian noise: pure ε and D_α, α > 1 and α = 1
/// Needs      0 < p < 1, λ > 0, σ > 0; sensitivity 1
/// Guarantee  exact
/// Source     Mironov17 Table II (arXiv:1702.07476v3)
/// Test       TableTwo.FormulasAgreeWithTheMechanisms
[[nodiscard]] Table table2();

}  // namespace mizan::mironov17
