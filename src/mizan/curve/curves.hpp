// SPDX-License-Identifier: Apache-2.0
// Every curve of a program.
#pragma once

#include "mizan/curve/loss_curve.hpp"
#include "mizan/curve/privacy_profile.hpp"
#include "mizan/curve/renyi_curve.hpp"
#include "mizan/curve/tradeoff_curve.hpp"
