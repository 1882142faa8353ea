// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <vector>

#include "mizan/account/known_values.hpp"
#include "mizan/engine/loss_atoms.hpp"
#include "mizan/inversion/profile/profile.hpp"

namespace mizan::analysis {

/// The profile of a composition in one order of the neighbours, and what follows from some of its
/// values because δ is convex in e^ε. It remembers those values.
class ConvexProfile {
public:
    /// Atoms of the loss make kinks in the profile. Near a kink the profile is known badly; the
    /// profile without the atoms is convex too, and is used there. Smoothed lines get `smoothing`
    /// times the usual work; their width falls with the square of that.
    ConvexProfile(inversion::Profile profile, compose::Atoms atoms, double smoothing = 4);

    /// δ(∞).
    [[nodiscard]] Bracket infinity_mass() const { return infinity_mass_; }

    /// δ at this epsilon, as narrow as lines can make it.
    [[nodiscard]] Bracket at(double epsilon);

    /// An estimate, from above, of the least δ(ε) + e^ε x over all real ε, with little work; 0 < x
    /// < 1.
    [[nodiscard]] double rough_least(double x);

    /// The same least value with both ends proved, as narrow as the values of δ allow.
    [[nodiscard]] Bracket least(double x);

    /// Pr[L > loss].
    [[nodiscard]] Bracket exceeds(double loss);

    /// The same with less work.
    [[nodiscard]] Bracket roughly_exceeds(double loss);

    /// The least epsilon ≥ 0 with δ(epsilon) ≤ δ.
    [[nodiscard]] Bracket epsilon(Delta delta) { return profile_.epsilon(delta); }

private:
    [[nodiscard]] Bracket delta(double epsilon);
    [[nodiscard]] double rough_delta(double epsilon);
    void look_finely(double near, double smoothing);
    [[nodiscard]] std::span<const compose::Atom> atoms_near(double epsilon) const;
    [[nodiscard]] std::vector<KnownValues::Value> values_around(double x, double around);
    [[nodiscard]] Bracket bounds_of_least(double x, double around);
    [[nodiscard]] Bracket bounds_of_exceeding(double loss);

    inversion::Profile profile_;
    compose::Atoms atoms_;
    double smoothing_;
    Bracket infinity_mass_;
    double spread_;                   // of the loss, about
    double epsilon_ = 0;              // where the last least value was
    std::map<double, double> rough_;  // δ, about
    KnownValues deltas_;
};

}  // namespace mizan::analysis
