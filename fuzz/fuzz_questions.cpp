// SPDX-License-Identifier: Apache-2.0
// Whole questions about small programs. Every program that can be read must be answered or refused,
// and no answer may contradict itself. The first two bytes choose the question; the rest is the
// program.
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include "mizan/account/account.hpp"
#include "mizan/calibrate/calibrate.hpp"
#include "mizan/curve/curves.hpp"
#include "mizan/explain/alternatives.hpp"
#include "mizan/explain/explanation.hpp"
#include "mizan/known/part/guarantees.hpp"

#include "io/expression.hpp"
#include "io/template.hpp"
#include "round_trip.hpp"

namespace mizan::fuzz {
namespace {

// Limits that keep one run short. Larger programs are left to the benchmarks.
constexpr std::size_t longest_text = 160;
constexpr int most_parts = 4, deepest = 5;

void require_bracket(const Bracket& x, double least, double most) {
    require(!std::isnan(x.lower) && !std::isnan(x.upper));
    require(least <= x.lower && x.lower <= x.upper && x.upper <= most);
}

bool is_small(const Program& program) {
    return program.parts() <= most_parts && program.depth() <= deepest;
}

Question question(unsigned choice) {
    constexpr double deltas[] = {1e-5, 0.0, 1.0, 1e-300, 0.3}, epsilons[] = {0.0, 1.0, 30.0, 1e-9};
    constexpr Relation relations[] = {Relation::add_or_remove_one, Relation::replace_one,
                                      Relation::replace_special};
    Question asked{.at = Delta{deltas[choice % std::size(deltas)]},
                   .relation = relations[choice / 5 % 3]};
    if (choice / 15 % 2 == 1) asked.at = Epsilon{epsilons[choice % std::size(epsilons)]};
    asked.group_size = choice / 30 % 4 == 3 ? 2 : 1;
    return asked;
}

void ask(const Program& program, unsigned kind, const Question& asked) {
    const Neighbours neighbours{asked.relation, asked.group_size};
    const double most = asked.delta() ? infinity : 1;
    switch (kind % 6) {
        case 0: {
            const Answer answer = account(program, asked);
            require_bracket(answer.asked(), 0, most);
            const Bracket again = cost(program, asked);
            require_bracket(again, 0, most);
            require(again.lower <= answer.asked().upper && answer.asked().lower <= again.upper);
            break;
        }
        case 1:
            for (const CurvePoint& point :
                 renyi_curve(program, neighbours, {Order{1.0}, Order{2.5}, Order{infinity}})) {
                require_bracket(point.y, 0, infinity);
            }
            break;
        case 2:
            for (const CurvePoint& point :
                 privacy_profile(program, neighbours, {Epsilon{0.0}, Epsilon{0.5}, Epsilon{4.0}})) {
                require_bracket(point.y, 0, 1);
            }
            break;
        case 3:
            for (const CurvePoint& point : tradeoff_curve(program, neighbours, {0.0, 0.1, 1.0})) {
                require_bracket(point.y, 0, 1);
            }
            break;
        case 4:
            if (program.depth() > 1) break;  // the law of the loss of a composition takes seconds
            for (const CurvePoint& point : loss_curve(program, neighbours, 3).points) {
                require_bracket(point.y, 0, 1);
            }
            break;
        default:
            (void)alternatives(program, asked);
            require_bracket(Explanation(program, neighbours).best_guess(0.5).bracket(), 0, 1);
            break;
    }
}

void find(const std::string& text, unsigned choice, const Question& asked) {
    const TemplateDocument read = read_template(text, asked.relation);
    if (!is_small(read.program(read.program.unknown().some_value()))) return;
    const Target target{ApproxDP{Epsilon{choice % 2 == 0 ? 1.0 : 0.01}, Delta{1e-6}},
                        asked.relation, asked.group_size};
    const auto found = calibrate(read.program, target);
    if (const auto* calibration = std::get_if<Calibration>(&found)) {
        require_bracket(calibration->cost, 0, target.level());
        require(!std::isnan(calibration->limit) && calibration->tolerance >= 0);
    }
}

}  // namespace
}  // namespace mizan::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace mizan;
    if (size < 3 || size > fuzz::longest_text) return -1;
    const unsigned kind = data[0], choice = data[1];
    const std::string text(data + 2, data + size);
    try {
        const Question asked = fuzz::question(choice);
        if (text.find('?') != std::string::npos) {
            fuzz::find(text, kind, asked);
        } else if (const Program program = parse_expression(text); fuzz::is_small(program)) {
            fuzz::ask(program, kind, asked);
        }
    } catch (const InternalError&) {
        throw;
    } catch (const Error&) {
        // Refused, with the reason.
    }
    return 0;
}
