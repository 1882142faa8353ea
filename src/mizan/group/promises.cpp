// SPDX-License-Identifier: Apache-2.0
#include "mizan/group/promises.hpp"

#include "mizan/numeric/floating_point_environment.hpp"

namespace mizan {

namespace {

// A count as a number: exact up to 2^53.
Bracket number(std::uint64_t count) {
    const auto nearest = static_cast<double>(count);
    return count < (std::uint64_t{1} << 53U) ? Bracket(nearest)
                                             : Bracket(nearest, nearest * (1 + 0x1p-52));
}

// size * x, where 0 people lose nothing even of an infinite x.
double times(std::uint64_t size, double x) {
    return size == 0 || x == 0 ? 0 : (number(size) * x).upper;
}

// size² x.
double squared_times(std::uint64_t size, double x) {
    return size == 0 || x == 0 ? 0 : (square(number(size)) * x).upper;
}

// H_k < log k + γ + 1/(2k).
Bracket harmonic_above(std::uint64_t k) {
    const double euler_gamma = 0.57721566490153290;  // rounded up
    return log(number(k)) + euler_gamma + 1 / (2 * number(k));
}

}  // namespace

PureDP grouped(const PureDP& pure, std::uint64_t size) {
    const DefaultArithmetic arithmetic;
    return {Epsilon{times(size, pure.epsilon.value())}};
}

ApproxDP grouped(const ApproxDP& approximate, std::uint64_t size) {
    const DefaultArithmetic arithmetic;
    if (size == 1) return approximate;
    const Bracket epsilon = approximate.epsilon.value(), delta = approximate.delta.value();
    const Epsilon all{times(size, epsilon.upper)};
    if (size == 0 || approximate.delta == Delta{0.0}) return {all, Delta{0.0}};
    if (all == Epsilon{infinity}) return {all, Delta{1.0}};
    // 1 + e^ε + … + e^((k-1)ε), and a bound of it that is sharp where ε is all but 0.
    const Bracket above = number(size) * exp(number(size - 1) * epsilon);
    const Bracket steps = approximate.epsilon == Epsilon{0.0}
                              ? number(size)
                              : min(expm1(number(size) * epsilon) / expm1(epsilon), above);
    return {all, Delta{min(1, delta * steps).upper}};
}

ZCDP grouped(const ZCDP& zcdp, std::uint64_t size) {
    const DefaultArithmetic arithmetic;
    if (size <= 1) return size == 0 ? ZCDP{Rho{0.0}} : zcdp;
    const double xi = zcdp.xi.value();
    const Rho rho{squared_times(size, zcdp.rho.value())};
    if (xi == 0) return {rho};
    if (zcdp.rho == Rho{0.0}) return {rho, NonNegative{times(size, xi)}};
    return {rho, NonNegative{(number(size) * harmonic_above(size) * xi).upper}};
}

GDP grouped(const GDP& gdp, std::uint64_t size) {
    const DefaultArithmetic arithmetic;
    return {Mu{times(size, gdp.mu.value())}};
}

}  // namespace mizan
