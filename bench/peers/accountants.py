# SPDX-License-Identifier: Apache-2.0
"""How each peer is asked. Every entry of ACCOUNTANTS takes a workload and returns a function
without arguments that answers it in the way its authors document. Only that function is timed:
imports and other preparation come before it. NotCovered means that the peer has no answer to such a
workload."""

import importlib.util
import sys
import types


class NotCovered(Exception):
    pass


def only(workload, *asked):
    if workload.asked not in asked:
        raise NotCovered(f"no {workload.asked}")


# --- Google's dp_accounting -----------------------------------------------------------------------

def google_event(parts):
    import dp_accounting as dp
    if any(kind == "pure" for kind, *_ in parts):
        raise NotCovered("no event for a mechanism known by its epsilon")
    events = {
        "gaussian": lambda noise, _: dp.GaussianDpEvent(noise),
        "laplace": lambda noise, _: dp.LaplaceDpEvent(noise),
        "poisson_gaussian": lambda q, noise: dp.PoissonSampledDpEvent(q, dp.GaussianDpEvent(noise)),
    }
    return dp.ComposedDpEvent([dp.SelfComposedDpEvent(events[kind](first, second), count)
                               for kind, count, first, second in parts])


def google(workload, accountant):
    import dp_accounting as dp
    if workload.asked == "noise":
        (kind, count, q, _), = workload.parts
        return lambda: dp.calibrate_dp_mechanism(
            accountant, lambda noise: google_event(((kind, count, q, noise),)),
            workload.epsilon, workload.delta)
    event = google_event(workload.parts)
    return lambda: accountant().compose(event).get_epsilon(workload.delta)


def google_rdp(workload):
    from dp_accounting.rdp import RdpAccountant
    if workload.asked == "renyi":
        event = google_event(workload.parts)
        return lambda: RdpAccountant(orders=workload.orders).compose(event)._rdp
    return google(workload, RdpAccountant)


def google_pld(workload):
    from dp_accounting.pld import PLDAccountant
    only(workload, "epsilon", "noise")
    if any(kind == "pure" for kind, *_ in workload.parts):
        return google_pld_by_hand(workload)
    return google(workload, PLDAccountant)


def google_pld_by_hand(workload):
    """No event for a pure epsilon, but its distribution exists; with the accountant's own grid."""
    from dp_accounting.pld import common
    from dp_accounting.pld import privacy_loss_distribution as pld
    make = {
        "gaussian": pld.from_gaussian_mechanism,
        "laplace": pld.from_laplace_mechanism,
        "pure": lambda epsilon, **grid: pld.from_privacy_parameters(
            common.DifferentialPrivacyParameters(epsilon, 0.0), **grid),
    }

    def answer():
        total = pld.identity()
        for kind, count, first, _ in workload.parts:
            one = make[kind](first, value_discretization_interval=1e-4)
            total = total.compose(one.self_compose(count) if count > 1 else one)
        return total.get_epsilon_for_delta(workload.delta)

    return answer


# --- Microsoft's prv_accountant -------------------------------------------------------------------

def prv(workload, eps_error):
    import prv_accountant as prv
    only(workload, "epsilon")
    variables = {
        "gaussian": lambda noise, _: prv.GaussianMechanism(noise),
        "laplace": lambda noise, _: prv.LaplaceMechanism(mu=1 / noise),
        "pure": lambda epsilon, _: prv.PureDPMechanism(epsilon),
        "poisson_gaussian": prv.PoissonSubsampledGaussianMechanism,
    }
    mechanisms = [variables[kind](first, second) for kind, _, first, second in workload.parts]
    counts = [count for _, count, *_ in workload.parts]

    def answer():
        accountant = prv.PRVAccountant(prvs=mechanisms, max_self_compositions=counts,
                                       eps_error=eps_error, delta_error=workload.delta / 1000)
        return accountant.compute_epsilon(workload.delta, counts)[2]  # lower, estimate, upper

    return answer


# --- Opacus ---------------------------------------------------------------------------------------

def import_opacus():
    """Its accountants need PyTorch only to name one class in an annotation."""
    root = importlib.util.find_spec("opacus").submodule_search_locations[0]
    for name, path in (("opacus", root), ("opacus.accountants", f"{root}/accountants")):
        sys.modules[name] = types.ModuleType(name)
        sys.modules[name].__path__ = [path]
    sys.modules["opacus.optimizers"] = types.ModuleType("opacus.optimizers")
    sys.modules["opacus.optimizers"].DPOptimizer = object


def opacus_history(workload):
    if any(kind != "poisson_gaussian" for kind, *_ in workload.parts):
        raise NotCovered("Gaussian noise with sampling only")
    return [(noise, q, count) for _, count, q, noise in workload.parts]


def opacus_rdp(workload):
    import_opacus()
    from opacus.accountants.analysis.rdp import compute_rdp
    from opacus.accountants.rdp import RDPAccountant
    only(workload, "epsilon", "renyi")
    history = opacus_history(workload)
    if workload.asked == "renyi":
        (noise, q, steps), = history
        return lambda: compute_rdp(q=q, noise_multiplier=noise, steps=steps, orders=workload.orders)

    def answer():
        accountant = RDPAccountant()
        accountant.history = list(history)
        return accountant.get_epsilon(workload.delta)

    return answer


def opacus_prv(workload):
    import_opacus()
    from opacus.accountants.prv import PRVAccountant
    only(workload, "epsilon")
    history = opacus_history(workload)

    def answer():
        accountant = PRVAccountant()
        accountant.history = list(history)
        return accountant.get_epsilon(workload.delta)

    return answer


# --- autodp ---------------------------------------------------------------------------------------

def autodp_rdp(workload):
    from autodp import mechanism_zoo, transformer_zoo
    only(workload, "epsilon", "renyi")
    sample = transformer_zoo.AmplificationBySampling(PoissonSampling=True)
    mechanisms = {
        "gaussian": lambda noise, _: mechanism_zoo.GaussianMechanism(sigma=noise),
        "laplace": lambda noise, _: mechanism_zoo.LaplaceMechanism(b=noise),
        "pure": lambda epsilon, _: mechanism_zoo.PureDP_Mechanism(epsilon),
        "poisson_gaussian": lambda q, noise: sample(
            mechanism_zoo.GaussianMechanism(sigma=noise), q, improved_bound_flag=True),
    }

    def composed():
        return transformer_zoo.Composition()(
            [mechanisms[kind](first, second) for kind, _, first, second in workload.parts],
            [count for _, count, *_ in workload.parts])

    if workload.asked == "renyi":
        def answer():
            mechanism = composed()
            return [mechanism.RenyiDP(order) for order in workload.orders]
        return answer
    return lambda: composed().get_approxDP(workload.delta)


ACCOUNTANTS = {
    "Google RDP": google_rdp,
    "Google PLD": google_pld,
    "PRV, error 0.1": lambda workload: prv(workload, 0.1),
    "PRV, error 0.01": lambda workload: prv(workload, 0.01),
    "Opacus RDP": opacus_rdp,
    "Opacus PRV": opacus_prv,
    "autodp RDP": autodp_rdp,
}
