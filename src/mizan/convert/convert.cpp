// SPDX-License-Identifier: Apache-2.0
#include "mizan/convert/convert.hpp"

#include "mizan/convert/approximate_to_approximate.hpp"
#include "mizan/convert/cdp_to_renyi.hpp"
#include "mizan/convert/cdp_to_zcdp.hpp"
#include "mizan/convert/gdp_to_approximate.hpp"
#include "mizan/convert/gdp_to_renyi.hpp"
#include "mizan/convert/gdp_to_zcdp.hpp"
#include "mizan/convert/pure_to_approximate.hpp"
#include "mizan/convert/pure_to_cdp.hpp"
#include "mizan/convert/pure_to_gdp.hpp"
#include "mizan/convert/pure_to_renyi.hpp"
#include "mizan/convert/pure_to_zcdp.hpp"
#include "mizan/convert/renyi_to_approximate.hpp"
#include "mizan/convert/renyi_to_pure.hpp"
#include "mizan/convert/renyi_to_zcdp.hpp"
#include "mizan/convert/zcdp_to_renyi.hpp"
#include "mizan/numeric/floating_point_environment.hpp"

namespace mizan {

namespace {

using Outcome = std::variant<Implication, Refused>;

constexpr const char* shown_input =
    "a mechanism that shows its input with probability delta > 0 is (0, delta)-private, yet its "
    "divergence of every order from 1 on is infinite";
constexpr const char* gaussian_is_not_pure =
    "the Gaussian mechanism satisfies it, and its divergence of order inf is infinite";
constexpr const char* no_theorem_for_cdp =
    "with the natural standard tau = sqrt(2 rho) it is false: of N(1, 1) against N(0, 1), where "
    "rho = 1/2, the single bit [x > 12] needs tau^2 = 1.0515 > 1; Bun and Steinke (2016) prove it "
    "only up to an unspecified constant";
constexpr const char* no_theorem_for_gdp =
    "no theorem known to us bounds the whole trade-off curve by a Gaussian one";

// ---- to pure privacy: the route from every definition that bounds the order inf ----

struct ToPure {
    Outcome operator()(const PureDP& from) const { return Implication{from, {}}; }
    Outcome operator()(const ApproxDP& from) const {
        if (from.delta > Delta{0.0}) return Refused(shown_input);
        return Implication{PureDP{from.epsilon}, {}};
    }
    Outcome operator()(const RenyiDP& from) const {
        if (const auto pure = renyi_to_pure(from.curve)) {
            return Implication{*pure, {"Mironov17 III"}, Order{infinity}};
        }
        return Refused("the curve is infinite at order inf, as that of the Gaussian mechanism is");
    }
    Outcome operator()(const ZCDP& from) const {
        if (from.rho > Rho{0.0}) return Refused(gaussian_is_not_pure);
        return Implication{PureDP{Epsilon{from.xi.value()}}, {"BS16 D1.1"}};
    }
    Outcome operator()(const CDP& from) const {
        if (from.tau > Tau{0.0}) return Refused(gaussian_is_not_pure);
        return Implication{PureDP{Epsilon{0.0}}, {"BS16 S4a"}};
    }
    Outcome operator()(const GDP& from) const {
        if (from.mu > Mu{0.0}) return Refused(gaussian_is_not_pure);
        return Implication{PureDP{Epsilon{0.0}}, {"DRS19 C2.13"}};
    }
};

// What pure privacy gives, if `from` implies pure privacy; otherwise why nothing is known.
Outcome through_pure(const Definition& from, const char* otherwise, const char* theorem,
                     Definition (*target)(const PureDP&)) {
    Outcome pure = std::visit(ToPure{}, from);
    auto* step = std::get_if<Implication>(&pure);
    if (step == nullptr) return Refused(otherwise);
    step->result = target(std::get<PureDP>(step->result));
    step->theorems.emplace_back(theorem);
    return pure;
}

// ---- to approximate privacy ----

struct ToApproximate {
    const At& at;

    Outcome operator()(const PureDP& from) const {
        return exact({"MV16 T1.5a"}, from, pure_to_epsilon, pure_to_delta);
    }
    Outcome operator()(const ApproxDP& from) const {
        return exact({"MV16 T1.5b"}, from, approximate_to_epsilon, approximate_to_delta);
    }
    Outcome operator()(const RenyiDP& from) const { return by_order({}, from.curve); }
    Outcome operator()(const ZCDP& from) const {
        return by_order({"BS16 D1.1"}, zcdp_to_renyi(from));
    }
    Outcome operator()(const CDP& from) const { return by_order({"BS16 S4a"}, cdp_to_renyi(from)); }
    Outcome operator()(const GDP& from) const {
        return exact({"DRS19 C2.13"}, from, gdp_to_epsilon, gdp_to_delta);
    }

private:
    template <class From>
    Outcome exact(std::vector<std::string> theorems, const From& from,
                  Bracket (*epsilon)(const From&, Delta),
                  Bracket (*delta)(const From&, Epsilon)) const {
        const ApproxDP result = at.delta
                                    ? ApproxDP{Epsilon{epsilon(from, *at.delta).upper}, *at.delta}
                                    : ApproxDP{*at.epsilon, Delta{delta(from, *at.epsilon).upper}};
        return Implication{result, std::move(theorems)};
    }

    Outcome by_order(std::vector<std::string> theorems, const RenyiCurve& curve) const {
        const auto done = [&](ApproxDP result, Order order) {
            theorems.emplace_back(order == Order{infinity} ? "MV16 T1.5a" : "ALCKS20 T3");
            return Implication{result, std::move(theorems), order};
        };
        if (at.delta) {
            const EpsilonAtOrder best = renyi_to_epsilon(curve, *at.delta);
            return done({best.epsilon, *at.delta}, best.order);
        }
        const DeltaAtOrder best = renyi_to_delta(curve, *at.epsilon);
        return done({*at.epsilon, best.delta}, best.order);
    }
};

// ---- to Renyi privacy ----

struct ToRenyi {
    Outcome operator()(const PureDP& from) const {
        return Implication{RenyiDP{pure_to_renyi(from)}, {"BS16 P3.3"}};
    }
    Outcome operator()(const ApproxDP& from) const {
        return through_pure(from, shown_input, "BS16 P3.3", [](const PureDP& pure) -> Definition {
            return RenyiDP{pure_to_renyi(pure)};
        });
    }
    Outcome operator()(const RenyiDP& from) const { return Implication{from, {}}; }
    Outcome operator()(const ZCDP& from) const {
        return Implication{RenyiDP{zcdp_to_renyi(from)}, {"BS16 D1.1"}};
    }
    Outcome operator()(const CDP& from) const {
        return Implication{RenyiDP{cdp_to_renyi(from)}, {"BS16 S4a"}};
    }
    Outcome operator()(const GDP& from) const {
        return Implication{RenyiDP{gdp_to_renyi(from)}, {"DRS19 T2.10"}};
    }
};

// ---- to zero-concentrated privacy ----

struct ToZcdp {
    Outcome operator()(const PureDP& from) const {
        return Implication{ZCDP{Rho{pure_to_zcdp(from).upper}}, {"BS16 P1.4a"}};
    }
    Outcome operator()(const ApproxDP& from) const {
        return through_pure(from, shown_input, "BS16 P1.4a", [](const PureDP& pure) -> Definition {
            return ZCDP{Rho{pure_to_zcdp(pure).upper}};
        });
    }
    Outcome operator()(const RenyiDP& from) const {
        if (const auto zcdp = renyi_to_zcdp(from.curve)) {
            return Implication{*zcdp, {"BS16 D1.1a", "BS16 P1.4a"}};
        }
        return Refused(
            "the curve bounds no order beyond its last finite one: a mechanism may agree with it "
            "and have infinite divergence at all larger orders; give its value at order inf");
    }
    Outcome operator()(const ZCDP& from) const { return Implication{from, {}}; }
    Outcome operator()(const CDP& from) const {
        return Implication{ZCDP{Rho{cdp_to_zcdp(from).upper}}, {"BS16 S4"}};
    }
    Outcome operator()(const GDP& from) const {
        return Implication{ZCDP{Rho{gdp_to_zcdp(from).upper}}, {"BS16 P1.6a"}};
    }
};

// ---- to concentrated and to Gaussian privacy: only from themselves and from pure privacy ----

Outcome to_cdp(const Definition& from) {
    const auto reason = [&] {
        switch (notion_of(from)) {
            case Notion::approximate:
                return shown_input;
            case Notion::gdp:
                return "concentrated privacy does not survive post-processing, Gaussian privacy "
                       "does: of N(1, 1) against N(0, 1), which is (1/2, 1)-CDP, the single bit "
                       "[x > 12] needs tau^2 = 1.0515 > 1";
            default:
                return no_theorem_for_cdp;
        }
    };
    if (notion_of(from) == Notion::cdp) return Implication{from, {}};
    return through_pure(from, reason(), "DR16 T4",
                        [](const PureDP& pure) -> Definition { return pure_to_cdp(pure); });
}

Outcome to_gdp(const Definition& from) {
    if (notion_of(from) == Notion::gdp) return Implication{from, {}};
    const char* reason = notion_of(from) == Notion::approximate ? shown_input : no_theorem_for_gdp;
    return through_pure(from, reason, "DRS19 P2.4", [](const PureDP& pure) -> Definition {
        return GDP{Mu{pure_to_gdp(pure).upper}};
    });
}

// Reduces a Renyi curve to the order that was asked for.
Outcome at_order(Outcome outcome, std::optional<Order> order) {
    auto* found = std::get_if<Implication>(&outcome);
    if (found == nullptr || !order) return outcome;
    const Bracket divergence = std::get<RenyiDP>(found->result).curve(*order);
    found->result = RenyiDP{RenyiCurve::through({{*order, Epsilon{divergence.upper}}})};
    found->order = order;
    return outcome;
}

}  // namespace

Notion notion_of(const Definition& definition) { return static_cast<Notion>(definition.index()); }

std::variant<Implication, Refused> convert(const Definition& from, Notion to, At at) {
    const DefaultArithmetic arithmetic;
    switch (to) {
        case Notion::pure:
            return std::visit(ToPure{}, from);
        case Notion::approximate:
            if (at.delta.has_value() == at.epsilon.has_value()) {
                throw InputError("approximate privacy is asked for at one delta or at one epsilon");
            }
            return std::visit(ToApproximate{at}, from);
        case Notion::renyi:
            return at_order(std::visit(ToRenyi{}, from), at.order);
        case Notion::zcdp:
            return std::visit(ToZcdp{}, from);
        case Notion::cdp:
            return to_cdp(from);
        case Notion::gdp:
            return to_gdp(from);
    }
    throw InternalError("internal error: a notion that does not exist");
}

}  // namespace mizan
