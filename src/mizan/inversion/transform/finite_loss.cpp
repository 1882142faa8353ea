// SPDX-License-Identifier: Apache-2.0
#include "mizan/inversion/transform/finite_loss.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <span>

#include "mizan/inversion/transform/centred_sum.hpp"
#include "mizan/inversion/transform/characteristic.hpp"
#include "mizan/numeric/elementary.hpp"
#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/logarithm.hpp"
#include "mizan/units/error.hpp"

namespace mizan::inversion {

namespace {

constexpr double u = unit_roundoff;
constexpr double inf = std::numeric_limits<double>::infinity();

struct Atom {
    double probability;
    double x;
};

// Adds p (e^{iωx} - 1) and its derivative by ω at the centres of intervals.
MIZAN_WIDE void add_atom(const Atom& atom, const Intervals& intervals, std::size_t size,
                         double* __restrict real, double* __restrict imag, double* __restrict turn,
                         double* __restrict lift) {
    const double p = atom.probability, px = p * atom.x;
    for_each_angle(atom.x, intervals.first, intervals.step, size,
                   [&](std::size_t k, const Lanes& sine, const Lanes& cosine) {
                       for (std::size_t j = 0; j < lanes; ++j) {
                           real[k + j] += p * (cosine[j] - 1);
                           imag[k + j] += p * sine[j];
                           turn[k + j] -= px * sine[j];
                           lift[k + j] += px * cosine[j];
                       }
                   });
}

// φ - 1 = Σ p_j (e^{iωx_j} - 1), where p_j are the tilted probabilities and x_j = L_j - centre.
class TiltedFinite final : public TiltedLoss {
public:
    /// Tilted probabilities, which need not add up to 1 yet, and their losses.
    TiltedFinite(const compose::Atoms& tilted, Bracket log_moment) : log_moment_{log_moment} {
        Bracket total = 0;
        for (const compose::Atom& atom : tilted) total += atom.probability;
        const double rough_total = total.middle();
        for (const compose::Atom& atom : tilted) {
            centre_ += atom.probability.middle() / rough_total * atom.loss.middle();
        }
        if (!std::isfinite(centre_)) {
            centre_ = 0;
            known_ = false;
            return;
        }
        const double roundings = Rotation::error + static_cast<double>(tilted.size()) + 4;
        for (const compose::Atom& atom : tilted) {
            const Bracket probability = min(max(atom.probability / total, 0), 1);
            const Bracket x = atom.loss - centre_;
            atoms_.push_back({probability.middle(), x.middle()});
            const double size = std::max(-x.lower, x.upper);
            points_.weight.push_back(probability.middle());
            points_.distance.push_back(x.middle());
            points_.distance_sum += probability.upper * size;
            points_.weight_error += probability.width() / u * size;
            points_.distance_error += probability.upper * (x.width() / u);
            square_ += probability.upper * size * size * (1 + 8 * u);
            widest_ = std::max(widest_, size);
            error_ += probability.upper * x.width() +
                      (probability.width() + roundings * u * probability.upper) * size;
        }
        square_ *= 1 + 2 * u * roundings;
        error_ *= 1 + 2 * u * (roundings + 16);
        for (double* sum :
             {&points_.distance_sum, &points_.weight_error, &points_.distance_error}) {
            *sum *= 1 + 2 * u * (roundings + 16);
        }
    }

    [[nodiscard]] Bracket log_moment() const override { return log_moment_; }
    [[nodiscard]] double centre() const override { return centre_; }

    void add_log_characteristic(double step, std::size_t first, double count,
                                LogNodes sum) const override {
        if (known_ && atoms_.size() >= many) {
            return inversion::add_log_characteristic(points_, step, first, count, sum);
        }
        std::vector<Rotation> rotations;
        rotations.reserve(atoms_.size());
        for (const Atom& atom : atoms_) rotations.emplace_back(atom.x, step);
        add_blocks(step, first, count, 0.0, sum, [&](const Lanes& omega, Deviation& z) {
            if (!known_) return forget(z);
            z.real.fill(0);
            z.imag.fill(0);
            for (std::size_t j = 0; j < lanes; ++j) z.error[j] = omega[j] * error_;
            Lanes real, imag;
            for (std::size_t i = 0; i < atoms_.size(); ++i) {
                if (!rotations[i].at(omega[0], real, imag)) return forget(z);
                for (std::size_t j = 0; j < lanes; ++j) {
                    z.real[j] += atoms_[i].probability * real[j];
                    z.imag[j] += atoms_[i].probability * imag[j];
                }
            }
        });
    }

    [[nodiscard]] double work_per_node() const override {
        return 8 * static_cast<double>(atoms_.size());
    }

    /// Atoms may meet again in phase, however far out.
    [[nodiscard]] double log_decay(double) const override { return 0; }

    /// Around a centre, |φ(ω + d)| ≤ |φ(ω) + d φ'(ω)| + d² E x²/2, largest at d = ± radius.
    void multiply_bound(const Intervals& intervals, double count,
                        std::span<double> squares) const override {
        const double size = static_cast<double>(squares.size());
        const double last = intervals.first + size * intervals.step, r = intervals.radius;
        if (!known_ || !(last * widest_ < 0x1p40)) return;
        std::vector<double> buffer(4 * (squares.size() + lanes));
        const auto part = [&](std::size_t i) { return &buffer[i * (squares.size() + lanes)]; };
        double *const real = part(0), *const imag = part(1);  // of φ - 1
        double *const turn = part(2), *const lift = part(3);  // of φ'
        for (const Atom& atom : atoms_) {
            add_atom(atom, intervals, squares.size(), real, imag, turn, lift);
        }
        const double doubt =
            (2 * error_ * last + 2 * angle_error(last * widest_)) * (1 + r * widest_) +
            r * r * square_ / 2 * (1 + 16 * u);
        for (std::size_t k = 0; k < squares.size(); k += lanes) {
            Lanes bound;
            for (std::size_t j = 0; j < lanes; ++j) {
                const auto modulus = [&](double d) {
                    const double x = 1 + real[k + j] + d * turn[k + j];
                    const double y = imag[k + j] + d * lift[k + j];
                    return std::sqrt(x * x + y * y);
                };
                const double most = std::min(std::max(modulus(r), modulus(-r)) + doubt, 1.0);
                bound[j] = most * most;
            }
            multiply_powers(squares, k, bound, count);
        }
    }
    [[nodiscard]] double interval_radius() const override {
        return square_ > 0 ? 0.5 / std::sqrt(square_) : inf;
    }

private:
    // From so many atoms on they are summed like the points of a quadrature.
    static constexpr std::size_t many = 16;
    std::vector<Atom> atoms_;
    CentredPoints points_;
    double centre_ = 0;
    double square_ = 0, widest_ = 0;  // E x² and the largest |x|, at least
    double error_ = 0;                // of φ, per unit of ω
    Bracket log_moment_;
    bool known_ = true;  // else only that |φ| ≤ 1
};

}  // namespace

FiniteLoss::FiniteLoss(const compose::Atoms& atoms) {
    for (const compose::Atom& atom : atoms) {
        if (!(atom.probability.lower >= 0)) {
            throw DomainError("probability", "at least 0", atom.probability.lower);
        }
        if (atom.probability.upper == 0) continue;
        if (atom.loss.lower == inf) {
            infinite_mass_ += atom.probability;
        } else if (std::isfinite(atom.loss.lower) && std::isfinite(atom.loss.upper)) {
            atoms_.push_back(atom);
            largest_ = std::max({largest_, -atom.loss.lower, atom.loss.upper});
        } else {
            infinite_mass_ += Bracket(0, atom.probability.upper);
        }
    }
    infinite_mass_ = min(infinite_mass_, 1);
}

double FiniteLoss::largest_loss() const {
    if (atoms_.empty()) return 0;
    double largest = -inf;
    for (const compose::Atom& atom : atoms_) largest = std::max(largest, atom.loss.upper);
    return largest;
}

Bracket FiniteLoss::log_moment(double c) const {
    if (atoms_.empty()) return -inf;
    if (c == 0) return log1p(-infinite_mass_);
    if (std::abs(c) * largest_ <= 1) {
        Bracket excess = 0;
        for (const compose::Atom& atom : atoms_) excess += atom.probability * expm1(c * atom.loss);
        return log1p(excess - infinite_mass_);
    }
    double shift = -inf;
    for (const compose::Atom& atom : atoms_) shift = std::max(shift, (c * atom.loss).middle());
    Bracket sum = 0;
    for (const compose::Atom& atom : atoms_) sum += atom.probability * exp(c * atom.loss - shift);
    return shift + log(sum);
}

Cumulants FiniteLoss::cumulants(double c) const {
    double shift = -inf;
    for (const compose::Atom& atom : atoms_) shift = std::max(shift, c * atom.loss.middle());
    if (!std::isfinite(shift)) return {shift, shift, 0};
    double total = 0, mean = 0, square = 0;
    for (const compose::Atom& atom : atoms_) {
        const double loss = atom.loss.middle();
        const double weight = atom.probability.middle() * plain::exp(c * loss - shift);
        const double change = loss - mean;
        total += weight;
        if (!(total > 0)) continue;
        mean += change * (weight / total);
        square += weight * change * (loss - mean);
    }
    return {shift + plain::log(total), mean, square / total};
}

std::unique_ptr<TiltedLoss> FiniteLoss::tilt(double c, LineUse) const {
    double shift = -inf;
    for (const compose::Atom& atom : atoms_) shift = std::max(shift, (c * atom.loss).middle());
    compose::Atoms tilted;
    for (const compose::Atom& atom : atoms_) {
        tilted.push_back({atom.probability * exp(c * atom.loss - shift), atom.loss});
    }
    return std::make_unique<TiltedFinite>(tilted, log_moment(c));
}

}  // namespace mizan::inversion
