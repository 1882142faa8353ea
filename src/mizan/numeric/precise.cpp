// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/precise.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/numeric/exponential.hpp"
#include "mizan/numeric/rounding.hpp"

namespace mizan {

namespace {

constexpr double v = double_double_unit;

// No single operation loses more to underflow.
constexpr double underflow = 1e-315;
constexpr double largest_exponent = 600, largest_logarithm = 600, largest_angle = 0x1p40;

// A bound is a sum of few positive terms, each a product of few factors: this pays for its
// rounding.
double bounded(double error) { return error * (1 + 0x1p-45); }

const Precise nothing_known{DoubleDouble(0), rounding::inf};

// Of x y, where both are known up to their errors.
double product_error(double x, double x_error, double y, double y_error) {
    return x * y_error + y * x_error + x_error * y_error + v * x * y + underflow;
}

// Of x/y = quotient, rounded by so many units.
double quotient_error(double x_error, double y, double y_error, double quotient, double units) {
    const double least = y * (1 - 0x1p-45) - y_error;
    if (!(least > 0)) return rounding::inf;
    return (x_error + quotient * y_error + underflow) / least + units * v * quotient + underflow;
}

}  // namespace

Precise::Precise(Bracket x) : value{x.middle()} {
    if (!x.is_exact()) {
        error = bounded(std::max(x.upper - value.high, value.high - x.lower)) + underflow;
    }
}

Bracket Precise::bracket() const {
    if (!std::isfinite(value.high) || !std::isfinite(value.low) || !std::isfinite(error)) {
        return Bracket::whole_line();
    }
    return {rounding::add_down(value.high, rounding::add_down(value.low, -error)),
            rounding::add_up(value.high, rounding::add_up(value.low, error))};
}

Precise operator+(Precise x, Precise y) {
    const DoubleDouble sum = x.value + y.value;
    const Precise result{sum, 0};
    return {sum, bounded(x.error + y.error + v * result.size())};
}

Precise operator-(Precise x, Precise y) { return x + -y; }

Precise operator*(Precise x, Precise y) {
    return {x.value * y.value, bounded(product_error(x.size(), x.error, y.size(), y.error))};
}

Precise operator/(Precise x, Precise y) {
    const Precise quotient{x.value / y.value, 0};
    return {quotient.value,
            bounded(quotient_error(x.error, y.size(), y.error, quotient.size(), 3))};
}

Precise exp(Precise x) {
    if (!(x.size() <= largest_exponent)) return Precise(exp(x.bracket()));
    const Precise result{exp(x.value), 0};
    const double grown = plain::expm1(x.error), rounded = v * exp_error(x.value.high);
    return {result.value,
            bounded(result.size() * (grown + (1 + grown) * rounded) * 1.01 + underflow)};
}

Precise log(Precise x) {
    if (!(x.value.high > 0)) return nothing_known;
    return log(ComplexPrecise(x)).real();
}

Precise pi() { return {{0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53}, v}; }

ComplexPrecise::ComplexPrecise(Precise real) : value{real.value, 0}, error{real.error} {}

ComplexPrecise::ComplexPrecise(Precise real, Precise imag)
    : value{real.value, imag.value}, error{bounded(real.error + imag.error)} {}

ComplexPrecise operator-(const ComplexPrecise& x) {
    return {{-x.value.real, -x.value.imag}, x.error};
}

ComplexPrecise operator+(const ComplexPrecise& x, const ComplexPrecise& y) {
    const ComplexPrecise sum(x.value + y.value, 0);
    return {sum.value, bounded(x.error + y.error + v * sum.size())};
}

ComplexPrecise operator-(const ComplexPrecise& x, const ComplexPrecise& y) { return x + -y; }

ComplexPrecise operator*(const ComplexPrecise& x, const ComplexPrecise& y) {
    return {x.value * y.value, bounded(product_error(x.size(), x.error, y.size(), y.error))};
}

ComplexPrecise operator/(const ComplexPrecise& x, const ComplexPrecise& y) {
    constexpr double least = 1e-250, most = 1e250;
    const ComplexDoubleDouble& below = y.value;
    const DoubleDouble norm = below.real * below.real + below.imag * below.imag;
    if (!(norm.high > least && norm.high < most)) return {{}, rounding::inf};
    const ComplexPrecise quotient(
        x.value * ComplexDoubleDouble{below.real / norm, -below.imag / norm}, 0);
    // norm: v; both parts of the inverse: 3v each, so their modulus 5v; the product: v.
    return {quotient.value,
            bounded(quotient_error(x.error, y.size(), y.error, quotient.size(), 8))};
}

ComplexPrecise exp(const ComplexPrecise& z) {
    const double real = z.value.real.high, imag = z.value.imag.high;
    if (!(real <= largest_exponent && std::abs(imag) <= largest_angle)) return {{}, rounding::inf};
    const double grown = plain::expm1(z.error);
    if (real < -largest_exponent) return {{}, bounded(1e-300 * (1 + grown))};
    const ComplexPrecise result(exp(z.value), 0);
    const double rounded = v * (exp_error(real) + cis_error(imag) + 2);
    return {result.value,
            bounded(result.size() * (grown + (1 + grown) * rounded) * 1.01 + underflow)};
}

ComplexPrecise log(const ComplexPrecise& z) {
    const double least = z.value.modulus() * (1 - 0x1p-45) - z.error;
    const ComplexPrecise result(log(z.value), 0);
    if (!(least > 0) || !(result.size() <= largest_logarithm)) return {{}, rounding::inf};
    // -log(1 - e/|z|) ≤ e/(|z| - e)
    return {result.value, bounded(z.error / least + 1.01 * v * log_error(result.value))};
}

}  // namespace mizan
