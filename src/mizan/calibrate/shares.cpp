// SPDX-License-Identifier: Apache-2.0
#include "mizan/calibrate/shares.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>

#include "mizan/calibrate/calibrator.hpp"
#include "mizan/numeric/crossing.hpp"
#include "mizan/numeric/floating_point_environment.hpp"

namespace mizan {

namespace {

// The costs of shares are known to no more digits than this.
constexpr double precision = 1e-9;

// How sharply the parameters of the shares are sought. Rates take long to compute and are seldom
// known to more digits than this.
double sharpness_for(const Target& target) {
    return std::holds_alternative<TruePositiveRate>(target.keep) ? precision : usual_sharpness;
}

class Sharing {
public:
    Sharing(const std::vector<Share>& shares, const Target& target)
        : shares_{shares}, target_{target} {
        for (const Share& share : shares) {
            heaviest_ = std::max(heaviest_, share.weight.value());
            alone_.emplace_back(share.program, target, sharpness_for(target));
        }
    }

    std::variant<SharedCalibration, Refused> run() {
        const double level = target_.level(), least = target_.least_level();
        const double whole = level - least;  // no program may cost more than this alone
        const auto count = static_cast<double>(shares_.size());
        const CrossingSearch range{.low_end = 0,
                                   .high_end = whole,
                                   .start = whole / std::sqrt(count),
                                   .is_whole = false,
                                   .tolerance = precision};
        const CrossingSearch guessed =
            guess_crossing([&](double part) { return estimated_cost_at(part); }, level, range);
        const Crossing found = find_crossing(
            [&](double part) {
                const auto all = at(part, &Calibrator::without_limit);
                // A program that cannot be run within its share makes the search try larger shares.
                return std::holds_alternative<Refused>(all)
                           ? 0
                           : std::get<SharedCalibration>(all).cost.upper;
            },
            level, guessed);
        if (!found.within) return Refused{"no part of the budget is small enough to be shared"};
        return at(*found.within, &Calibrator::at);
    }

private:
    [[nodiscard]] double level_of(const Share& share, double part) const {
        return target_.least_level() + part * (share.weight.value() / heaviest_);
    }

    // An estimate of the cost of all programs together; NaN if there is none.
    [[nodiscard]] double estimated_cost_at(double part) {
        std::vector<Program> programs;
        for (std::size_t i = 0; i < shares_.size(); ++i) {
            const auto found = alone_[i].estimated(level_of(shares_[i], part));
            if (!found) return std::numeric_limits<double>::quiet_NaN();
            programs.push_back(shares_[i].program(*found));
        }
        return estimated_cost(sequence(std::move(programs)), target_);
    }

    // The calibration of every program within its own share, if the heaviest share is `part` of the
    // budget.
    using Found = std::variant<Calibration, Refused>;
    [[nodiscard]] std::variant<SharedCalibration, Refused> at(double part,
                                                              Found (Calibrator::*find)(double)) {
        std::vector<Calibration> all;
        std::vector<Program> programs;
        for (std::size_t i = 0; i < shares_.size(); ++i) {
            auto found = (alone_[i].*find)(level_of(shares_[i], part));
            if (const auto* refused = std::get_if<Refused>(&found)) {
                return refused->under("share " + std::to_string(all.size() + 1));
            }
            all.push_back(std::get<Calibration>(std::move(found)));
            programs.push_back(all.back().program);
        }
        Program together = sequence(std::move(programs));
        // The programs are often the same as in the round before.
        if (!last_ || !(last_->program == together)) {
            const Bracket found = cost(together, target_);
            last_ = SharedCalibration{{}, std::move(together), found};
        }
        return SharedCalibration{std::move(all), last_->program, last_->cost};
    }

    const std::vector<Share>& shares_;
    const Target& target_;
    double heaviest_ = 0;
    std::vector<Calibrator> alone_;          // one for each share
    std::optional<SharedCalibration> last_;  // without its shares
};

}  // namespace

std::variant<SharedCalibration, Refused> calibrate(const std::vector<Share>& shares,
                                                   const Target& target) {
    const DefaultArithmetic arithmetic;
    if (shares.empty()) throw InputError("a budget is shared by at least one program, got none");
    if (!std::isfinite(target.level())) throw InputError("only a finite budget can be shared");
    return Sharing(shares, target).run();
}

}  // namespace mizan
