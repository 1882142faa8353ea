// SPDX-License-Identifier: Apache-2.0
// Precompiled once for all tests: these headers cost more to read than most tests cost to compile.
#pragma once

#include <gtest/gtest.h>

#include "support/generators.hpp"
#include "support/oracle.hpp"
