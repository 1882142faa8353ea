// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "mizan/program/program.hpp"

namespace mizan {

/// A number of a program that is not known yet: how much noise, how many times, how large a sample.
struct Unknown {
    /// What a larger value does to privacy.
    enum class Cost { grows, falls };

    std::string name;        ///< of the field it stands for
    bool is_whole = false;   ///< only whole numbers make sense
    double least = 0;        ///< from here …
    double most = infinity;  ///< … to here the cost goes one way …
    Cost cost = Cost::grows;
    bool is_steady = true;  ///< … at every step, not only on the whole

    /// Whether the unknown may have this value.
    [[nodiscard]] bool contains(double value) const;

    /// A finite one of these values that is no end if it can be helped.
    [[nodiscard]] double some_value() const;
};

/// A program with one unknown in it. Safe to share between threads.
class ProgramTemplate {
public:
    /// `with` builds the program for any value that the unknown may have.
    ProgramTemplate(Unknown unknown, std::function<Program(double)> with)
        : unknown_{std::move(unknown)}, with_{std::move(with)} {}

    [[nodiscard]] const Unknown& unknown() const { return unknown_; }

    /// The program with this value in place of the unknown. Throws InputError if the unknown may
    /// not have it.
    [[nodiscard]] Program operator()(double value) const;

private:
    Unknown unknown_;
    std::function<Program(double)> with_;
};

}  // namespace mizan
