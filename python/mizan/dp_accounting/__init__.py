# SPDX-License-Identifier: Apache-2.0
"""mizan behind the interface of Google's dp_accounting.

>>> from mizan import dp_accounting
>>> step = dp_accounting.PoissonSampledDpEvent(0.01, dp_accounting.GaussianDpEvent(1.0))
>>> accountant = dp_accounting.pld.PLDAccountant()
>>> round(accountant.compose(step, 10_000).get_epsilon(1e-6), 4)
6.9074

Names, defaults and errors are those of dp_accounting 0.6; every number comes from mizan and is a
bound. Where the two disagree, docs/guide/differences-from-dp-accounting.md says why. Needs attrs.
"""

from . import dp_event, dp_event_builder, mechanism_calibration, privacy_accountant, rdp, pld
from .dp_event import (
    ComposedDpEvent,
    DiscreteGaussianDpEvent,
    DpEvent,
    ExponentialMechanismDpEvent,
    GaussianDpEvent,
    LaplaceDpEvent,
    NonPrivateDpEvent,
    NoOpDpEvent,
    PermuteAndFlipDpEvent,
    PoissonSampledDpEvent,
    RandomizedResponseDpEvent,
    SampledWithoutReplacementDpEvent,
    SampledWithReplacementDpEvent,
    SelfComposedDpEvent,
    SingleEpochTreeAggregationDpEvent,
    TruncatedSubsampledGaussianDpEvent,
    UnsupportedDpEvent,
    ZCDpEvent,
)
from .dp_event_builder import DpEventBuilder
from .gaussian_mechanism import get_epsilon_gaussian, get_sigma_gaussian
from .mechanism_calibration import (
    ExplicitBracketInterval,
    LowerEndpointAndGuess,
    calibrate_dp_mechanism,
)
from .privacy_accountant import NeighboringRelation, PrivacyAccountant, UnsupportedEventError
