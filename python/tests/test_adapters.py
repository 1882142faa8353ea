# SPDX-License-Identifier: Apache-2.0
"""Records of other libraries. Their packages are used if they are installed; none is needed."""

import importlib
import struct
import sys
import types
from collections import OrderedDict

import pytest

import mizan
from mizan import adapters

TRAINING = (10 * mizan.poisson(0.01, mizan.gaussian(1.1)) +
            5 * mizan.poisson(0.02, mizan.gaussian(2)))


def test_the_history_of_opacus_is_a_program():
    history = [(1.1, 0.01, 10), (2.0, 0.02, 5)]
    assert adapters.from_opacus(history) == TRAINING
    assert adapters.from_opacus(OrderedDict(history=history, mechanism="prv")) == TRAINING
    assert mizan.cost(adapters.from_opacus([]), delta=0).upper == 0
    for wrong in ({"mechanism": "rdp"}, [(1.1, 2, 10)], [(1.1, 0.01)], [("a", 0.01, 1)]):
        with pytest.raises((ValueError, TypeError)):
            adapters.from_opacus(wrong)


@pytest.fixture
def opacus(monkeypatch):
    """Opacus itself, without the optimizers if there is no PyTorch; a few lines of it if that is
    not installed."""
    try:
        return importlib.import_module("opacus.accountants")
    except ImportError:
        registered = {}

        class IAccountant:
            def __init__(self):
                self.history = []

            def state_dict(self):
                return OrderedDict(history=list(self.history), mechanism=self.mechanism())

            def load_state_dict(self, state):
                self.history = state["history"]

        accountants = types.ModuleType("opacus.accountants")
        accountants.IAccountant = IAccountant
        accountants.register_accountant = (
            lambda name, accountant, force=False: registered.__setitem__(name, accountant))
        accountants.create_accountant = lambda name: registered[name]()
        monkeypatch.setitem(sys.modules, "opacus", types.ModuleType("opacus"))
        monkeypatch.setitem(sys.modules, "opacus.accountants", accountants)
        monkeypatch.delitem(sys.modules, "mizan.opacus", raising=False)
        return accountants


def test_opacus_trains_with_an_exact_accountant(opacus):
    from mizan.opacus import MizanAccountant

    accountant = opacus.create_accountant("mizan")
    assert isinstance(accountant, MizanAccountant) and isinstance(accountant, opacus.IAccountant)
    assert accountant.get_epsilon(1e-5) == 0 and len(accountant) == 0
    for _ in range(10):
        accountant.step(noise_multiplier=1.1, sample_rate=0.01)
    for _ in range(5):
        accountant.step(noise_multiplier=2.0, sample_rate=0.02)
    assert len(accountant) == 15 and len(accountant.history) == 2
    assert accountant.get_epsilon(delta=1e-5) == mizan.cost(TRAINING, delta=1e-5).upper
    again = MizanAccountant()
    again.load_state_dict(accountant.state_dict())
    assert again.get_epsilon(1e-5) == accountant.get_epsilon(1e-5)
    with pytest.raises(ValueError):
        accountant.step(noise_multiplier=-1, sample_rate=0.01)
    assert len(accountant) == 15


def test_the_spent_budget_of_diffprivlib_is_a_program():
    spent = [(0.1, 0), (0.2, 1e-6)]
    try:
        from diffprivlib import BudgetAccountant
        accountant = BudgetAccountant()
        for epsilon, delta in spent:
            accountant.spend(epsilon, delta)
        spent = accountant.spent_budget
    except ImportError:
        pass
    assert adapters.from_diffprivlib(spent) == (
        mizan.approximate(0.1, 0) + mizan.approximate(0.2, 1e-6))


def test_events_and_named_tuples_of_dp_accounting_are_programs():
    from mizan.dp_accounting import UnsupportedEventError, dp_event as ev

    event = ev.ComposedDpEvent([
        ev.SelfComposedDpEvent(ev.PoissonSampledDpEvent(0.01, ev.GaussianDpEvent(1.1)), 10),
        ev.SelfComposedDpEvent(ev.PoissonSampledDpEvent(0.02, ev.GaussianDpEvent(2)), 5)])
    assert adapters.from_dp_accounting(event) == TRAINING
    assert adapters.from_dp_accounting(event.to_named_tuple()) == TRAINING
    assert adapters.from_dp_accounting(
        ev.GaussianDpEvent(2), relation="replace_one") == mizan.gaussian(1)
    with pytest.raises(UnsupportedEventError):
        adapters.from_dp_accounting(ev.UnsupportedDpEvent())
    with pytest.raises(TypeError):
        adapters.from_dp_accounting((1, 2))
    with pytest.raises(ValueError, match="relation"):
        adapters.from_dp_accounting(event, relation="other")


def field(number, kind, payload):
    return bytes([number << 3 | kind]) + payload


def test_the_protocol_buffer_of_a_loss_is_read():
    probabilities = struct.pack("<3d", 0.25, 0.25, 0.4)
    one_by_one = b"".join(field(2, 1, probabilities[i:i + 8]) for i in (0, 8, 16))
    packed = field(2, 2, bytes([24]) + probabilities)
    minus_one = field(1, 0, b"\xff" * 9 + b"\x01")
    tail = field(3, 1, struct.pack("<d", 0.1)) + field(4, 1, struct.pack("<d", 0.5))
    for values in (one_by_one, packed):
        pmf = minus_one + values + tail
        losses = adapters.from_pld_proto(field(1, 2, bytes([len(pmf)]) + pmf))
        assert losses._pmf_remove._lower_loss == -1
        assert losses.get_delta_for_epsilon(0.5) == pytest.approx(0.1)
        assert losses.get_delta_for_epsilon(0.0) == pytest.approx(0.1 + 0.4 * 0.3934693402873666)
    for wrong in (b"", b"\xff", b"\x0a\x7f", b"\x0b", field(1, 2, b"\x00"), field(1, 0, b"\x01"),
                  field(1, 2, bytes([len(tail)]) + tail)):
        with pytest.raises(ValueError):
            adapters.from_pld_proto(wrong)
