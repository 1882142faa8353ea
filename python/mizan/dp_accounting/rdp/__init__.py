# SPDX-License-Identifier: Apache-2.0
"""Accounting by Rényi divergence at a list of orders."""

from . import rdp_privacy_accountant
from .rdp_privacy_accountant import RdpAccountant, compute_epsilon
