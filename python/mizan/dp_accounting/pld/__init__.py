# SPDX-License-Identifier: Apache-2.0
"""Accounting by the distribution of the privacy loss."""

from . import (
    accountant,
    common,
    pld_pmf,
    pld_privacy_accountant,
    privacy_loss_distribution,
    privacy_loss_mechanism,
)
from .pld_privacy_accountant import PLDAccountant
