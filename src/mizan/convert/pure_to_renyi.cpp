// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/pure_to_renyi.hpp"

namespace mizan {

Bracket pure_to_renyi(const PureDP& pure, Order order) {
    const Bracket epsilon = pure.epsilon.value(), alpha = order.value();
    if (pure.epsilon == Epsilon{0.0}) return 0;
    if (pure.epsilon == Epsilon{infinity} || order == Order{infinity}) return epsilon;
    const Bracket half = tanh(epsilon / 2);
    if (order == Order{1.0}) return epsilon * half;

    const Bracket reach = (alpha - 1) * epsilon;
    const auto cap = [&](Bracket x) { return max(0, min(epsilon, x)); };
    if (reach.lower >= 1) {
        // log(cosh((α-1/2)ε) / cosh(ε/2)) with both cosh x = e^x (1 + e^{-2x}) / 2.
        return cap(epsilon -
                   (log1p(exp(-epsilon)) - log1p(exp(-(2 * alpha - 1) * epsilon))) / (alpha - 1));
    }
    // cosh((α-1/2)ε) / cosh(ε/2) = 1 + 2 s (s + c tanh(ε/2)) with the sinh s and cosh c of
    // (α-1)ε/2.
    const Bracket s = sinh(reach / 2), c = cosh(reach / 2);
    return cap(log1p(2 * s * (s + c * half)) / (alpha - 1));
}

RenyiCurve pure_to_renyi(const PureDP& pure) {
    return RenyiCurve([pure](Order order) { return pure_to_renyi(pure, order); });
}

Bracket pure_to_renyi_lemma(const PureDP& pure, Order order) {
    if (pure.epsilon == Epsilon{0.0}) return 0;
    return 2 * Bracket(order.value()) * square(pure.epsilon.value());
}

Bracket pure_to_renyi_line(const PureDP& pure, Order order) {
    if (pure.epsilon == Epsilon{0.0}) return 0;
    return Bracket(order.value()) * square(pure.epsilon.value()) / 2;
}

}  // namespace mizan
