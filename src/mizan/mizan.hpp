// SPDX-License-Identifier: Apache-2.0
// The door: programs, what they cost, the noise that meets a target, and curves. Conversions,
// explanations, theorems, and expressions and JSON have headers of their own: docs/guide/cpp.md.
#pragma once

#include "mizan/account/account.hpp"
#include "mizan/calibrate/calibrate.hpp"
#include "mizan/calibrate/shares.hpp"
#include "mizan/curve/curves.hpp"
#include "mizan/program/program.hpp"
