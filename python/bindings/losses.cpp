// SPDX-License-Identifier: Apache-2.0
#include <functional>
#include <memory>

#include "mizan/loss/subgaussian.hpp"

#include "bindings.hpp"

namespace mizan::python {

namespace {

using Shared = std::shared_ptr<const PrivacyLoss>;

FiniteDistribution distribution_from(const py::object& weights, std::string_view name) {
    NumberArray array = numbers_from(weights, name);
    if (array.shape.size() != 1) {
        throw InputError(std::string(name) +
                         ": a distribution must be a list of probabilities, got an array of " +
                         std::to_string(array.shape.size()) + " dimensions");
    }
    return FiniteDistribution(std::move(array.numbers));
}

// The value of a method at each of some numbers, both ends.
template <class Quantity, class Method>
py::tuple at_each(const Shared& loss, const py::object& x, const char* name, const Method& method) {
    const NumberArray given = places_from(x, name);
    const auto values = answered([=, places = quantities<Quantity>(given)] {
        std::vector<Bracket> found;
        for (const Quantity& place : places) found.push_back(method(*loss, place));
        return found;
    });
    std::vector<double> lower, upper;
    for (const Bracket& value : values) {
        lower.push_back(value.lower);
        upper.push_back(value.upper);
    }
    return py::make_tuple(array_of(given.shape, lower), array_of(given.shape, upper));
}

// A function of the whole loss, which may have millions of atoms.
template <class Function>
auto whole(Function function) {
    return [function](const Shared& loss) {
        return answered([=] { return std::invoke(function, *loss); });
    };
}

py::tuple atoms_of(const PrivacyLoss& loss) {
    py::list atoms;
    for (const auto& [p, q, log_ratio] : loss.atoms()) {
        atoms.append(
            py::make_tuple(p.lower, p.upper, q.lower, q.upper, log_ratio.lower, log_ratio.upper));
    }
    return py::tuple(atoms);
}

// Whether what an atom says of its ratio agrees with what it says of its probabilities.
bool is_consistent(const Outcome& atom) {
    const Bracket zero = 0;
    if (atom.p.lower < 0 || atom.q.lower < 0 || (atom.p == zero && atom.q == zero)) return false;
    const Bracket ratio = log(atom.p) - log(atom.q);
    return ratio.lower <= atom.log_ratio.upper && atom.log_ratio.lower <= ratio.upper;
}

PrivacyLoss loss_of(const py::args& atoms) {
    std::vector<Outcome> outcomes;
    Bracket p = 0, q = 0;
    for (const py::handle atom : atoms) {
        const auto [x, shape] = numbers_from(tuple_from(atom, "atoms"), "atoms");
        if (shape != Shape{6}) throw wrong_type("atoms", "six numbers each", atom);
        outcomes.push_back({{x[0], x[1]}, {x[2], x[3]}, {x[4], x[5]}});
        if (!is_consistent(outcomes.back())) {
            throw InputError("atoms: probabilities and their ratio contradict each other");
        }
        p += outcomes.back().p;
        q += outcomes.back().q;
    }
    if (!p.contains(1) || !q.contains(1)) {
        throw InputError("atoms: probabilities must sum to 1");
    }
    return PrivacyLoss(std::move(outcomes));
}

}  // namespace

void bind_losses(py::module_& module) {
    auto loss_class = value_class<PrivacyLoss, std::shared_ptr<PrivacyLoss>>(
        module, "PrivacyLoss",
        "The privacy loss log(P(y)/Q(y)), y drawn from P, of two explicit distributions,\n"
        "and every divergence of P from Q. Numbers are pairs of arrays: lower ends and upper\n"
        "ends.\n\n"
        ">>> loss = PrivacyLoss([0.75, 0.25], [0.25, 0.75])\n"
        ">>> loss.total_variation.upper\n0.5\n"
        ">>> lower, upper = loss.renyi([1, 2, float('inf')])\n"
        ">>> upper.round(4).tolist()\n[0.5493, 0.8473, 1.0986]");
    bind_constructor(
        loss_class,
        [](const py::object& p, const py::object& q) {
            return answered([p = distribution_from(p, "p"), q = distribution_from(q, "q")] {
                return PrivacyLoss(p, q);
            });
        },
        py::arg("p"), py::arg("q"));
    loss_class.def("reversed", whole(&PrivacyLoss::reversed), "The loss of Q against P.")
        .def_property_readonly("mean", whole(&PrivacyLoss::mean),
                               "The Kullback-Leibler divergence.")
        .def_property_readonly("variance", whole(&PrivacyLoss::variance))
        .def_property_readonly("infinity_mass", whole(&PrivacyLoss::infinity_mass))
        .def_property_readonly("total_variation", whole([](const PrivacyLoss& loss) {
                                   return total_variation(loss.atoms());
                               }))
        .def_property_readonly(
            "max", whole([](const PrivacyLoss& loss) { return max_divergence(loss.atoms()); }))
        .def_property_readonly(
            "tau", whole([](const PrivacyLoss& loss) { return subgaussian_divergence(loss).tau; }),
            "The smallest standard for which the loss less its mean is subgaussian.")
        .def(
            "moment",
            [](const Shared& loss, const py::object& order) {
                constexpr Count most = 1'000'000;
                const auto k = static_cast<unsigned>(whole_number_from(order, "k", 0, most));
                return answered([=] { return loss->moment(k); });
            },
            py::arg("k"))
        .def(
            "renyi",
            [](const Shared& loss, const py::object& orders) {
                return at_each<Order>(
                    loss, orders, "orders",
                    [](const PrivacyLoss& l, Order order) { return l.renyi(order); });
            },
            py::arg("orders"))
        .def(
            "delta",
            [](const Shared& loss, const py::object& epsilons) {
                return at_each<Epsilon>(loss, epsilons, "epsilons",
                                        [](const PrivacyLoss& l, Epsilon e) { return l.delta(e); });
            },
            py::arg("epsilons"), "The hockey-stick divergence at each epsilon.")
        .def(
            "cdf",
            [](const Shared& loss, const py::object& losses) {
                return at_each<double>(loss, losses, "losses",
                                       [](const PrivacyLoss& l, double x) { return l.at_most(x); });
            },
            py::arg("losses"), "Pr[L ≤ x].")
        .def(
            "__add__",
            [](const Shared& a, const Shared& b) { return answered([=] { return *a + *b; }); },
            py::is_operator(), "The loss of two independent draws.")
        .def("__repr__", [](const PrivacyLoss& loss) {
            return "PrivacyLoss(" + std::to_string(loss.atoms().size()) + " atoms)";
        });
    bind_value(loss_class, &atoms_of, &loss_of);
}

}  // namespace mizan::python
