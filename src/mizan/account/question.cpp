// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/question.hpp"

#include "mizan/law/asked.hpp"

namespace mizan {

Question::operator Asked() const { return {at, verify}; }

}  // namespace mizan
