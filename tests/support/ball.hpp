// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include <acb.h>
#include <acb_calc.h>
#include <arb_hypgeom.h>

#include "support/oracle.hpp"

namespace mizan::oracle {

/// A complex ball of the Arb library: so many bits and a radius that contains every rounding error.
template <slong precision>
class BallOf {
    using Ball = BallOf;

public:
    static constexpr slong bits = precision;

    BallOf(double real = 0, double imag = 0) {  // NOLINT(google-explicit-constructor)
        acb_init(value_);
        acb_set_d_d(value_, real, imag);
    }
    BallOf(const Ball& other) : Ball() { acb_set(value_, other.value_); }
    Ball& operator=(const Ball& other) {
        acb_set(value_, other.value_);
        return *this;
    }
    ~BallOf() { acb_clear(value_); }
    static Ball pi() {
        Ball result;
        arb_const_pi(acb_realref(result.value_), bits);
        return result;
    }

    friend Ball operator+(const Ball& x, const Ball& y) { return apply(acb_add, x, y); }
    friend Ball operator-(const Ball& x, const Ball& y) { return apply(acb_sub, x, y); }
    friend Ball operator*(const Ball& x, const Ball& y) { return apply(acb_mul, x, y); }
    friend Ball operator/(const Ball& x, const Ball& y) { return apply(acb_div, x, y); }
    Ball& operator*=(const Ball& y) {
        acb_mul(value_, value_, y.value_, bits);
        return *this;
    }
    Ball& operator+=(const Ball& y) {
        acb_add(value_, value_, y.value_, bits);
        return *this;
    }
    friend Ball operator-(const Ball& x) { return Ball(0) - x; }
    friend Ball pow(const Ball& x, ulong n) {
        Ball y;
        acb_pow_ui(y.value_, x.value_, n, bits);
        return y;
    }
    friend Ball conj(const Ball& x) {
        Ball y;
        acb_conj(y.value_, x.value_);
        return y;
    }
    friend Ball real_part(const Ball& x) {
        Ball y;
        arb_set(acb_realref(y.value_), acb_realref(x.value_));
        return y;
    }
    friend Ball sqrt(const Ball& x) {
        Ball y;
        acb_sqrt(y.value_, x.value_, bits);
        return y;
    }
    friend Ball exp(const Ball& x) {
        Ball y;
        acb_exp(y.value_, x.value_, bits);
        return y;
    }
    /// If `whole` the logarithm must be analytic on the whole ball.
    friend Ball log(const Ball& x, bool whole = false) {
        Ball y;
        acb_log_analytic(y.value_, x.value_, whole, bits);
        return y;
    }

    [[nodiscard]] Real real() const { return middle(acb_realref(value_)); }
    [[nodiscard]] Real imag() const { return middle(acb_imagref(value_)); }
    [[nodiscard]] bool is_sharp() const { return acb_rel_accuracy_bits(value_) > 80; }

    /// Of real numbers: whether all of the ball lies below all of the other, and how many decimal
    /// digits of it are known.
    friend bool certainly_less(const Ball& x, const Ball& y) {
        return arb_lt(acb_realref(x.value_), acb_realref(y.value_)) != 0;
    }
    [[nodiscard]] double digits() const {
        return 0.30103 * static_cast<double>(arb_rel_accuracy_bits(acb_realref(value_)));
    }
    /// All that lies within this distance, which is positive and real.
    [[nodiscard]] Ball widened(const Ball& distance) const {
        Ball result(*this);
        arb_t size;
        arb_init(size);
        arb_abs(size, acb_realref(distance.value_));
        arb_add_error(acb_realref(result.value_), size);
        arb_clear(size);
        return result;
    }
    /// About log|x|, whatever its size.
    [[nodiscard]] double log_size() const {
        arb_t size;
        arb_init(size);
        acb_abs(size, value_, 64);
        arb_log(size, size, 64);
        const double result = arf_get_d(arb_midref(size), ARF_RND_NEAR);
        arb_clear(size);
        return result;
    }

    /// A point and a weight of Gauss's rule on [-1, 1].
    struct GaussPoint {
        Ball x, weight;
    };
    static GaussPoint gauss_point(ulong points, ulong k) {
        GaussPoint result;
        arb_hypgeom_legendre_p_ui_root(acb_realref(result.x.value_),
                                       acb_realref(result.weight.value_), points, k, bits);
        return result;
    }

    /// ∫ f from a to b along the line, with the error inside the ball. f is told whether it must be
    /// analytic on its argument.
    static Ball integral(const std::function<Ball(const Ball&, bool)>& f, double a, double b) {
        const auto call = [](acb_ptr result, const acb_t x, void* parameter, slong order, slong) {
            Ball argument;
            acb_set(argument.value_, x);
            const auto& function =
                *static_cast<const std::function<Ball(const Ball&, bool)>*>(parameter);
            acb_set(result, function(argument, order != 0).value_);
            return 0;
        };
        Ball result, from(a), to(b);
        mag_t tolerance;
        mag_init(tolerance);
        mag_set_ui_2exp_si(tolerance, 1, -100);
        acb_calc_integrate(result.value_, call, const_cast<void*>(static_cast<const void*>(&f)),
                           from.value_, to.value_, 100, tolerance, nullptr, bits);
        mag_clear(tolerance);
        return result;
    }

private:
    template <class Operation>
    static Ball apply(Operation operation, const Ball& x, const Ball& y) {
        Ball z;
        operation(z.value_, x.value_, y.value_, bits);
        return z;
    }

    static Real middle(const arb_t x) {
        // Three doubles hold the 128 bits.
        arf_t rest;
        arf_init(rest);
        arf_set(rest, arb_midref(x));
        Real sum = 0;
        for (int part = 0; part < 3; ++part) {
            const double d = arf_get_d(rest, ARF_RND_NEAR);
            sum += d;
            arf_t taken;
            arf_init(taken);
            arf_set_d(taken, d);
            arf_sub(rest, rest, taken, ARF_PREC_EXACT, ARF_RND_NEAR);
            arf_clear(taken);
        }
        arf_clear(rest);
        return sum;
    }

    acb_t value_;
};

using Ball = BallOf<128>;

}  // namespace mizan::oracle
