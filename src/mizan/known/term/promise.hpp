// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "mizan/known/term/term_reading.hpp"

namespace mizan {

/// What is known of a mechanism from a promise alone: one definition of privacy, or points of a
/// curve. It counts as the worst mechanism that keeps the promise.
void know(TermReading& reading, const ApproxDP& leaf);
void know(TermReading& reading, const ZCDP& leaf);
void know(TermReading& reading, const CDP& leaf);
void know(TermReading& reading, const GDP& leaf);
void know(TermReading& reading, const RenyiPoints& leaf);
void know(TermReading& reading, const PrivacyProfile& leaf);
void know(TermReading& reading, const TradeoffPoints& leaf);

}  // namespace mizan
