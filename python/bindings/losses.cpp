// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "mizan/loss/subgaussian.hpp"

#include "bindings.hpp"

namespace mizan::python {

namespace {

FiniteDistribution distribution_from(const Doubles& weights) {
    if (weights.ndim() != 1) {
        throw InputError("a distribution must be a list of probabilities, got an array of " +
                         std::to_string(weights.ndim()) + " dimensions");
    }
    return FiniteDistribution(std::vector<double>(weights.data(), weights.data() + weights.size()));
}

// The value of a method at each of some numbers, both ends.
template <class Quantity, class Method>
std::pair<py::array_t<double>, py::array_t<double>> at_each(const Doubles& x,
                                                            const Method& method) {
    std::vector<double> lower, upper;
    for (const Quantity& place : quantities<Quantity>(x)) {
        const Bracket value = method(place);
        lower.push_back(value.lower);
        upper.push_back(value.upper);
    }
    return {shaped_as(x, lower), shaped_as(x, upper)};
}

py::tuple atoms_of(const PrivacyLoss& loss) {
    py::list atoms;
    for (const auto& [p, q, log_ratio] : loss.atoms()) {
        atoms.append(
            py::make_tuple(p.lower, p.upper, q.lower, q.upper, log_ratio.lower, log_ratio.upper));
    }
    return py::tuple(atoms);
}

PrivacyLoss loss_of(const py::tuple& atoms) {
    std::vector<Outcome> outcomes;
    for (const py::handle atom : atoms) {
        const auto x = atom.cast<std::array<double, 6>>();
        outcomes.push_back({{x[0], x[1]}, {x[2], x[3]}, {x[4], x[5]}});
    }
    return PrivacyLoss(std::move(outcomes));
}

}  // namespace

void bind_losses(py::module_& module) {
    auto loss_class = py::class_<PrivacyLoss>(
        module, "PrivacyLoss",
        "The privacy loss log(P(y)/Q(y)), y drawn from P, of two explicit distributions, and "
        "every\n"
        "divergence of P from Q. Numbers are pairs of arrays: lower ends and upper ends.\n\n"
        ">>> loss = PrivacyLoss([0.75, 0.25], [0.25, 0.75])\n"
        ">>> loss.total_variation.upper\n0.5\n"
        ">>> lower, upper = loss.renyi([1, 2, float('inf')])\n"
        ">>> upper.round(4).tolist()\n[0.5493, 0.8473, 1.0986]");
    loss_class
        .def(py::init([](const Doubles& p, const Doubles& q) {
                 return PrivacyLoss(distribution_from(p), distribution_from(q));
             }),
             py::arg("p"), py::arg("q"))
        .def("reversed", &PrivacyLoss::reversed, "The loss of Q against P.")
        .def_property_readonly("mean", &PrivacyLoss::mean, "The Kullback-Leibler divergence.")
        .def_property_readonly("variance", &PrivacyLoss::variance)
        .def_property_readonly("infinity_mass", &PrivacyLoss::infinity_mass)
        .def_property_readonly(
            "total_variation",
            [](const PrivacyLoss& loss) { return total_variation(loss.atoms()); })
        .def_property_readonly("max",
                               [](const PrivacyLoss& loss) { return max_divergence(loss.atoms()); })
        .def_property_readonly(
            "tau", [](const PrivacyLoss& loss) { return subgaussian_divergence(loss).tau; },
            "The smallest standard for which the loss less its mean is subgaussian.")
        .def("moment", &PrivacyLoss::moment, py::arg("k"))
        .def(
            "renyi",
            [](const PrivacyLoss& loss, const Doubles& orders) {
                return at_each<Order>(orders, [&](Order order) { return loss.renyi(order); });
            },
            py::arg("orders"))
        .def(
            "delta",
            [](const PrivacyLoss& loss, const Doubles& epsilons) {
                return at_each<Epsilon>(epsilons, [&](Epsilon e) { return loss.delta(e); });
            },
            py::arg("epsilons"), "The hockey-stick divergence at each epsilon.")
        .def(
            "cdf",
            [](const PrivacyLoss& loss, const Doubles& losses) {
                return at_each<double>(losses, [&](double x) { return loss.at_most(x); });
            },
            py::arg("losses"), "Pr[L ≤ x].")
        .def(
            "__add__", [](const PrivacyLoss& a, const PrivacyLoss& b) { return a + b; },
            py::is_operator(), "The loss of two independent draws.")
        .def("__repr__", [](const PrivacyLoss& loss) {
            return "PrivacyLoss(" + std::to_string(loss.atoms().size()) + " atoms)";
        });
    bind_value(loss_class, &atoms_of, &loss_of);
}

}  // namespace mizan::python
