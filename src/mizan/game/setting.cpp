// SPDX-License-Identifier: Apache-2.0
#include "mizan/game/setting.hpp"

#include <algorithm>
#include <cmath>

#include "mizan/known/whole/known_parts.hpp"
#include "mizan/program/bill.hpp"

namespace mizan::game {

namespace {

constexpr const char* any_of_these = "gaussian, laplace, randomized_response and pair have them";

// A move that draws as the law says, or throws InputError with the reason why it cannot.
struct MoveOf {
    std::string name;

    Move operator()(const NormalDraw& draw) const { return gaussian_shift(name, draw.shift); }
    Move operator()(const LaplaceDraw& draw) const { return laplace_shift(name, draw.shift); }
    Move operator()(const std::vector<Outcome>& outcomes) const { return listed(name, outcomes); }
    Move operator()(const NoDraw& draw) const {
        throw Refused(name + " " + draw.reason, any_of_these);
    }
};

Move move_of(const KnownPart& part) {
    if (!part.worst) {
        throw Refused(part.name +
                          " is known only by what it promises, and the game needs a mechanism with "
                          "two laws to draw answers from",
                      any_of_these);
    }
    const auto draw = draw_of(*part.worst);
    ensure(draw.has_value(), "a move on samples");  // these are refused before
    return std::visit(MoveOf{part.name}, *draw);
}

// The largest value that any part has, or why one has none.
template <class T, class Larger>
Known<T> weakest(const std::vector<KnownPart>& parts, Known<T> KnownPart::*member,
                 const Larger& larger) {
    Known<T> sum = parts.front().*member;
    for (const KnownPart& part : parts) {
        const Known<T>& next = part.*member;
        if (!next.value) return next;
        sum.value = larger(*sum.value, *next.value);
    }
    return sum;
}

}  // namespace

Setting setting_of(const Program& program, Relation relation, Count group_size) {
    const Bill run = bill(ProgramDocument{relation, group(group_size, program)});
    static_cast<void>(known_parts(run));  // throws where an event has no meaning
    if (!run.arrangements.empty())
        throw Refused("the game has no samples in this version", "play what is run on the sample");
    std::vector<Term> distinct;
    std::vector<KnownPart> promised;
    std::vector<Move> moves;
    std::vector<Choice> in_order;
    for (const Term& line : run.terms) {
        const auto known = std::find_if(distinct.begin(), distinct.end(), [&](const Term& term) {
            return term.leaf == line.leaf && term.group_size == line.group_size &&
                   term.scope == line.scope;
        });
        const std::size_t move = 1 + static_cast<std::size_t>(known - distinct.begin());
        if (known == distinct.end()) {
            distinct.push_back(line);
            promised.push_back(known_of(line));
            moves.push_back(move_of(promised.back()));
        }
        if (static_cast<double>(line.count) + static_cast<double>(in_order.size()) > max_rounds) {
            throw InputError("the game has more than " + std::to_string(max_rounds) + " rounds");
        }
        in_order.insert(in_order.end(), static_cast<std::size_t>(line.count), Choice{move});
    }
    return {std::move(distinct), std::move(promised), Menu(std::move(moves)), std::move(in_order)};
}

KnownPart any_of(const std::vector<KnownPart>& parts, double count) {
    if (parts.empty()) throw InputError("the game has no mechanism to ask for");
    KnownPart any;
    any.name = "any move";
    any.count = count;
    for (const KnownPart& part : parts) any.failure = std::max(any.failure, part.failure);
    any.pure = weakest(parts, &KnownPart::pure, [](const PureDP& a, const PureDP& b) {
        return PureDP{std::max(a.epsilon, b.epsilon)};
    });
    any.renyi = weakest(parts, &KnownPart::renyi, [](const RenyiDP& a, const RenyiDP& b) {
        return RenyiDP{
            RenyiCurve([a, b](Order order) { return max(a.curve(order), b.curve(order)); })};
    });
    any.zcdp = weakest(parts, &KnownPart::zcdp, [](const ZCDP& a, const ZCDP& b) {
        return ZCDP{std::max(a.rho, b.rho), std::max(a.xi, b.xi)};
    });
    any.cdp = weakest(parts, &KnownPart::cdp, [](const CDP& a, const CDP& b) {
        return CDP{std::max(a.mu, b.mu), std::max(a.tau, b.tau)};
    });
    any.gdp = weakest(parts, &KnownPart::gdp,
                      [](const GDP& a, const GDP& b) { return GDP{std::max(a.mu, b.mu)}; });
    return any;
}

}  // namespace mizan::game
