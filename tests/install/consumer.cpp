// SPDX-License-Identifier: Apache-2.0
#include <mizan/numeric/normal.hpp>
#include <mizan/theorems/theorems.hpp>

int main() {
    const mizan::Bracket tail = mizan::normal::tail(1.0);
    return tail.contains(0.15865525393145707) && !mizan::all_theorems().empty() ? 0 : 1;
}
