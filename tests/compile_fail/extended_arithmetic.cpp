// SPDX-License-Identifier: Apache-2.0
// Arithmetic in registers of 80 bits rounds twice, so no bound would hold.
#ifdef MUST_NOT_COMPILE
#undef __FLT_EVAL_METHOD__
#define __FLT_EVAL_METHOD__ 2
#endif
#include "mizan/numeric/bracket.hpp"
