# SPDX-License-Identifier: Apache-2.0
"""An accountant for Opacus that composes exactly.

    from mizan.opacus import MizanAccountant      # registers itself as "mizan"
    engine = opacus.PrivacyEngine(accountant="mizan")

Needs opacus.
"""

from opacus.accountants import IAccountant, register_accountant

import mizan

from .adapters import from_opacus


class MizanAccountant(IAccountant):
    """Upper bounds on ε from the history of steps, as every accountant of Opacus keeps it."""

    def __init__(self):
        super().__init__()

    def step(self, *, noise_multiplier: float, sample_rate: float) -> None:
        """One more step with this noise on a Poisson sample."""
        mizan.poisson(sample_rate, mizan.gaussian(noise_multiplier))  # or it is refused here
        if self.history and tuple(self.history[-1][:2]) == (noise_multiplier, sample_rate):
            self.history[-1] = (noise_multiplier, sample_rate, self.history[-1][2] + 1)
        else:
            self.history.append((noise_multiplier, sample_rate, 1))

    def get_epsilon(self, delta: float, *args, **kwargs) -> float:
        """An ε that holds for all steps so far."""
        return mizan.cost(from_opacus(self.history), delta=delta).upper

    def __len__(self) -> int:
        return sum(steps for _, _, steps in self.history)

    @classmethod
    def mechanism(cls) -> str:
        """The name under which Opacus knows it."""
        return "mizan"


register_accountant("mizan", MizanAccountant, force=True)
