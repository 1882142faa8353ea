// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <optional>

#include "mizan/inversion/line/shortfall_line.hpp"

namespace mizan::inversion {

/// δ of runs on small samples at many points, which may be negative, to within about the same error
/// at each. A line that was made for one point serves those around it, and there are few lines.
class SmallSampleProfile {
public:
    /// Empty where the losses of some part have no end next to which most of them are, or where a
    /// record is drawn more than about once.
    static std::optional<SmallSampleProfile> of(const Composition& parts, double error);

    [[nodiscard]] Bracket delta(double epsilon);

    /// The most nodes that a line has so far.
    [[nodiscard]] std::size_t nodes() const;

private:
    SmallSampleProfile(SmallSamples samples, double error);

    [[nodiscard]] double beyond(double epsilon) const;
    [[nodiscard]] double epsilon_at(double beyond) const;
    [[nodiscard]] std::optional<ShortfallLine> line_for(int step) const;
    [[nodiscard]] const ShortfallLine* line(int step);

    SmallSamples samples_;
    double error_;
    double unit_;   // of distances from the end of the losses
    double apart_;  // about how far apart the two laws are
    std::map<int, std::optional<ShortfallLine>> lines_;
};

}  // namespace mizan::inversion
