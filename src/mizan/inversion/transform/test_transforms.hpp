// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <functional>
#include <vector>

#include "mizan/inversion/transform/loss_transform.hpp"

#include "support/complex.hpp"
#include "support/generators.hpp"

namespace mizan::inversion::testing {

using oracle::Complex;
using oracle::Real;

/// M(s) with fifty digits.
using Moment = std::function<Complex(const Complex& s)>;

/// A step with few enough bits that its multiples are exact.
inline double short_step(double step) { return static_cast<double>(static_cast<float>(step)); }

struct Node {
    double omega, real, imag, error;
};

/// The nodes first·step, …, all but a few of which the caller ignores.
inline std::vector<Node> nodes_of(const TiltedLoss& tilted, double step, std::size_t first,
                                  std::size_t size, double count) {
    std::vector<double> real(size), imag(size), error(size);
    tilted.add_log_characteristic(step, first, count, {real, imag, error});
    std::vector<Node> nodes;
    for (std::size_t k = 0; k < size; ++k) {
        nodes.push_back({static_cast<double>(first + k) * step, real[k], imag[k], error[k]});
    }
    return nodes;
}

/// The true error of a node over the claimed one.
inline Real error_ratio(const Node& node, const TiltedLoss& tilted, const Moment& moment, double c,
                        double count) {
    const Complex i(0, 1), omega(Real(node.omega), 0);
    const Complex phi = moment(Complex(c) + i * omega) / moment(Complex(c)) *
                        exp(-i * omega * Complex(Real(tilted.centre())));
    const Complex ratio =
        exp(Complex(Real(count)) * log(phi) - Complex(Real(node.real), Real(node.imag)));
    const Real claimed = expm1(Real(node.error)) + Real(1e-45);
    return abs(ratio - Complex(1)) / claimed;
}

/// The same for one factor of a product of `factors` equal ones; 0 if products are not offered.
inline Real product_error_ratio(const TiltedLoss& tilted, const Moment& moment, double c,
                                double step, std::size_t k, int factors) {
    std::vector<double> real(1, 1.0), imag(1), error(1);
    for (int i = 0; i < factors; ++i) {
        if (!tilted.multiply_characteristic(step, k, {real, imag, error})) return 0;
    }
    const Complex s(Real(c), Real(static_cast<double>(k) * step));
    const Complex phi = moment(s) / moment(Complex(Real(c)));
    return abs(pow(phi, factors) - Complex(Real(real[0]), Real(imag[0]))) / Real(error[0]);
}

/// log|φ| at one frequency.
inline Real log_modulus(const Moment& moment, double c, double omega) {
    return log(abs(moment(Complex(Real(c), Real(omega))) / moment(Complex(Real(c), Real(0)))));
}

/// The nodes and the moment to thirty digits, where they are offered.
inline void check_precise_promises(const TiltedLoss& tilted, const Moment& moment, double c,
                                   double step, double count) {
    constexpr std::size_t size = 8;
    std::vector<ComplexDoubleDouble> log_phi(size);
    std::vector<double> error(size);
    Precise log_moment;
    if (!tilted.add_precise_log_characteristic(step, count, {log_phi, error, log_moment})) return;
    const auto real = [](DoubleDouble x) { return Real(x.high) + Real(x.low); };
    const Real slack = Real(count) * Real(1e-44), exact = log(moment(Complex(Real(c))).real());
    if (std::isfinite(log_moment.error)) {
        RC_ASSERT(abs(real(log_moment.value) - Real(count) * exact) <= log_moment.error + slack);
    }
    const auto k = *rc::gen::inRange<std::size_t>(1, size);
    if (!std::isfinite(error[k])) return;
    const Complex i(0, 1), omega(Real(static_cast<double>(k) * step));
    const Complex phi = moment(Complex(Real(c)) + i * omega) / moment(Complex(Real(c))) *
                        exp(-i * omega * Complex(Real(tilted.centre())));
    const Complex found(real(log_phi[k].real), real(log_phi[k].imag));
    const Complex ratio = exp(Complex(Real(count)) * log(phi) - found);
    RC_ASSERT(abs(ratio - Complex(1)) <= expm1(Real(error[k])) + slack);
}

/// Everything a transform promises, at random lines and frequencies. `scale` is about the size of
/// the loss. Returns the largest part of a claimed error that was used.
inline Real check_promises(const LossTransform& loss, const Moment& moment, double c, double scale,
                           double count) {
    const Bracket k = loss.log_moment(c);
    const Real exact = log(moment(Complex(Real(c), Real(0))).real());
    RC_ASSERT(oracle::contains(k, exact));
    const auto tilted = loss.tilt(c, {.highest_frequency = 1e3 / scale, .accuracy = 1e-12});
    RC_ASSERT(oracle::contains(tilted->log_moment(), exact));
    const double step = short_step(*support::log_uniform(1e-4, 2) / scale);
    const auto first = *rc::gen::inRange<std::size_t>(0, 100);
    const auto size = *rc::gen::inRange<std::size_t>(1, 30);
    const std::vector<Node> nodes = nodes_of(*tilted, step, first, size, count);
    const Node& node = nodes[*rc::gen::inRange<std::size_t>(0, size)];
    const Real ratio = error_ratio(node, *tilted, moment, c, count);
    RC_ASSERT(ratio <= 1);
    RC_ASSERT(product_error_ratio(*tilted, moment, c, step, first, 3) <= 1);
    check_precise_promises(*tilted, moment, c, step, count);
    const double decay = tilted->log_decay(node.omega);
    RC_ASSERT(decay <= 0);
    const double beyond = node.omega * *support::log_uniform(1, 1e3);
    RC_ASSERT(log_modulus(moment, c, beyond) <= Real(decay) + Real(1e-40));
    return ratio;
}

/// A line on either side of 0, more often to the right.
inline rc::Gen<double> line() {
    return rc::gen::oneOf(support::log_uniform(1e-4, 1e3), support::uniform(1e-3, 20),
                          rc::gen::map(support::uniform(1e-3, 0.999), [](double a) { return -a; }));
}

}  // namespace mizan::inversion::testing
