// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>

#include "round_trip.hpp"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string text(data, data + size);
    mizan::fuzz::try_reader([&] {
        return mizan::ProgramDocument{mizan::Relation::replace_one, mizan::parse_expression(text)};
    });
    mizan::fuzz::try_reader([&] {
        const mizan::ProgramTemplate read = mizan::parse_template(text);
        return mizan::ProgramDocument{mizan::Relation::replace_one, read(read.unknown().least)};
    });
    return 0;
}
