// SPDX-License-Identifier: Apache-2.0
#include "mizan/account/calibrate.hpp"

#include <bit>
#include <cmath>

namespace mizan {

namespace {

constexpr double close = 1e-9;

// Halfway between two numbers at least 0 in the order of the doubles, so that every size of number
// is reached within 64 halvings, infinity too. Whole numbers are halved as such.
double between(double a, double b, bool is_whole) {
    if (is_whole) return std::floor((a + b) / 2);
    const auto bits = [](double x) { return std::bit_cast<std::uint64_t>(x + 0.0); };
    return std::bit_cast<double>(bits(a) / 2 + bits(b) / 2 + (bits(a) & bits(b) & 1));
}

class Search {
public:
    Search(const ProgramTemplate& program, const Target& target)
        : program_{program},
          unknown_{program.unknown()},
          question_{
              .at = target.delta, .relation = target.relation, .group_size = target.group_size},
          wanted_{target.epsilon.value()} {}

    [[nodiscard]] Answer answer(double value) const { return account(program_(value), question_); }
    [[nodiscard]] Bracket cost(double value) const {
        return mizan::cost(program_(value), question_);
    }
    [[nodiscard]] bool meets(double value) const { return cost(value).upper <= wanted_; }
    [[nodiscard]] bool misses(double value) const { return cost(value).lower > wanted_; }

    // From a value that meets the target towards one that does not.
    [[nodiscard]] double closest(double good, double bad) const {
        while (!are_close(good, bad)) {
            const double middle = between(good, bad, unknown_.is_whole);
            (meets(middle) ? good : bad) = middle;
        }
        return good;
    }

    // A value beyond `good`, on the way to `end`, that certainly misses, close to the first such;
    // `end` if none is found.
    [[nodiscard]] double limit(double good, double end) const {
        if (std::isinf(good)) return end;
        const double direction = end > good ? 1 : -1;
        double before = good;
        for (double step = unknown_.is_whole ? 1 : close * good; step > 0; step *= 4) {
            double value = good + direction * step;
            if (direction * (end - value) <= 0) break;
            if (misses(value)) {
                while (unknown_.is_whole && !are_close(before, value)) {
                    const double middle = between(before, value, true);
                    (misses(middle) ? value : before) = middle;
                }
                return value;
            }
            before = value;
        }
        return end;
    }

private:
    [[nodiscard]] bool are_close(double good, double bad) const {
        if (unknown_.is_whole) return std::abs(good - bad) <= 1;
        const double middle = between(good, bad, false);
        if (middle == good || middle == bad) return true;
        return std::isfinite(good) && std::abs(good - bad) <= close * std::abs(good);
    }

    const ProgramTemplate& program_;
    const Unknown& unknown_;
    Question question_;
    double wanted_;
};

}  // namespace

std::variant<Calibration, Refusal> calibrate(const ProgramTemplate& program, const Target& target) {
    const Unknown& unknown = program.unknown();
    const bool grows = unknown.cost == Unknown::Cost::grows;
    const double safe = grows ? unknown.least : unknown.most;
    const double dear = grows ? unknown.most : unknown.least;
    const Search search(program, target);
    if (!search.meets(safe)) {
        return Refusal{"even with " + unknown.name + " " + shortest(safe) +
                       " epsilon is known only to be at most " + shortest(search.cost(safe).upper)};
    }
    const double parameter = search.meets(dear) ? dear : search.closest(safe, dear);
    return Calibration{parameter, program(parameter), search.answer(parameter),
                       search.limit(parameter, dear)};
}

}  // namespace mizan
