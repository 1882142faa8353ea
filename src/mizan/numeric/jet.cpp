// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/jet.hpp"

namespace mizan {

namespace {

// Most formulas are polynomials of low degree inside, so most terms vanish.
void add_product(Bracket& sum, Bracket x, Bracket y) {
    if (x != Bracket(0) && y != Bracket(0)) sum += x * y;
}

Jet with_kink(Bracket value) {
    Jet result(value);
    for (std::size_t k = 1; k <= Jet::degree; ++k) result[k] = Bracket::whole_line();
    return result;
}

// exp(x) has the coefficients y_k = (1/k) sum of j x_j y_(k-j), whatever its value is called.
Jet exponential(const Jet& x, Bracket exp_value) {
    Jet y(exp_value);
    for (std::size_t k = 1; k <= Jet::degree; ++k) {
        Bracket sum = 0;
        for (std::size_t j = 1; j <= k; ++j) {
            add_product(sum, static_cast<double>(j) * x[j], y[k - j]);
        }
        y[k] = sum / static_cast<double>(k);
    }
    return y;
}

}  // namespace

Jet::Jet(Bracket value) { coefficients_[0] = value; }

Jet Jet::variable(Bracket at) {
    Jet x(at);
    x[1] = 1;
    return x;
}

Jet operator-(const Jet& x) {
    Jet result = x;
    for (std::size_t k = 0; k <= Jet::degree; ++k) result[k] = -x[k];
    return result;
}

Jet operator+(const Jet& x, const Jet& y) {
    Jet result = x;
    for (std::size_t k = 0; k <= Jet::degree; ++k) result[k] += y[k];
    return result;
}

Jet operator-(const Jet& x, const Jet& y) { return x + -y; }

Jet operator*(const Jet& x, const Jet& y) {
    Jet result(x[0] * y[0]);
    for (std::size_t k = 1; k <= Jet::degree; ++k) {
        for (std::size_t j = 0; j <= k; ++j) add_product(result[k], x[j], y[k - j]);
    }
    return result;
}

Jet operator/(const Jet& x, const Jet& y) {
    Jet result(x[0] / y[0]);
    for (std::size_t k = 1; k <= Jet::degree; ++k) {
        Bracket rest = x[k];
        for (std::size_t j = 0; j < k; ++j) add_product(rest, -result[j], y[k - j]);
        result[k] = rest / y[0];
    }
    return result;
}

Jet square(const Jet& x) {
    Jet result = x * x;
    result[0] = square(x[0]);
    return result;
}

Jet exp(const Jet& x) { return exponential(x, exp(x[0])); }

Jet expm1(const Jet& x) {
    Jet result = exp(x);
    result[0] = expm1(x[0]);
    return result;
}

Jet log(const Jet& x) {
    Jet y(log(x[0]));
    for (std::size_t k = 1; k <= Jet::degree; ++k) {
        Bracket sum = 0;
        for (std::size_t j = 1; j < k; ++j) {
            add_product(sum, static_cast<double>(j) * y[j], x[k - j]);
        }
        y[k] = (x[k] - sum / static_cast<double>(k)) / x[0];
    }
    return y;
}

Jet abs(const Jet& x) {
    if (x[0].lower >= 0) return x;
    if (x[0].upper <= 0) return -x;
    return with_kink(abs(x[0]));
}

Jet positive_part(const Jet& x) {
    if (x[0].lower >= 0) return x;
    if (x[0].upper <= 0) return 0.0;
    return with_kink(max(x[0], 0));
}

}  // namespace mizan
