// SPDX-License-Identifier: Apache-2.0
// Every curve of a program.
#pragma once

#include "mizan/account/loss_curve.hpp"
#include "mizan/account/privacy_profile.hpp"
#include "mizan/account/renyi_curve.hpp"
#include "mizan/account/tradeoff_curve.hpp"
