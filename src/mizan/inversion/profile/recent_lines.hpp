// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "mizan/inversion/profile/effort.hpp"

namespace mizan::inversion {

/// The lines of one kind that were used last, the latest at the end. Older ones are dropped: making
/// a new line takes less than asking or keeping all of them.
template <class Line>
class RecentLines {
public:
    void remember(Line line) {
        if (lines_.size() == kept) lines_.erase(lines_.begin());
        lines_.push_back(std::move(line));
    }

    /// Narrows `best` by the δ(ε) of these lines, the latest first, until it is narrower than
    /// `enough`; true if that was reached.
    [[nodiscard]] bool tell(double epsilon, double enough, Bracket& best) {
        for (std::size_t i = lines_.size(); i-- > 0;) {
            best = intersect(best, lines_[i].delta(epsilon));
            if (relative_width(best) < enough) {
                std::swap(lines_[i], lines_.back());
                return true;
            }
        }
        return false;
    }

    [[nodiscard]] bool empty() const { return lines_.empty(); }
    [[nodiscard]] auto begin() const { return lines_.begin(); }
    [[nodiscard]] auto end() const { return lines_.end(); }

private:
    static constexpr std::size_t kept = 6;

    std::vector<Line> lines_;
};

}  // namespace mizan::inversion
