// SPDX-License-Identifier: Apache-2.0
// How long mizan takes for one question, in its own process: reads a program from the input and
// answers
//
//     peers_answer epsilon DELTA
//     peers_answer noise EPSILON DELTA      the program has one unknown, ?
//     peers_answer renyi ORDER...
//
// until a fifth of a second has passed and at least three times, and prints the shortest time, the
// peak memory and the upper ends of the answer as JSON. `peers_answer --once …` answers one time
// only: bench/instructions counts what that takes.
#include <algorithm>
#include <chrono>
#include <exception>
#include <fstream>
#include <functional>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "mizan/account/account.hpp"
#include "mizan/calibrate/calibrate.hpp"
#include "mizan/curve/curves.hpp"

#include "io/expression.hpp"

namespace mizan {
namespace {

using Brackets = std::vector<Bracket>;

using Task = std::function<Brackets()>;

Task task(const std::string& text, const std::string& asked, const std::vector<double>& numbers) {
    if (asked == "noise") {
        const Target target{.keep = ApproxDP{Epsilon{numbers.at(0)}, Delta{numbers.at(1)}}};
        return [program = parse_template(text), target]() -> Brackets {
            const auto found = std::get<Calibration>(calibrate(program, target));
            return {{found.limit, found.parameter}};
        };
    }
    const Program program = parse_expression(text);
    if (asked == "epsilon") {
        return [program, delta = Delta{numbers.at(0)}]() -> Brackets {
            return {cost(program, {.at = delta})};
        };
    }
    if (asked != "renyi") throw InputError("no answer to '" + asked + "'");
    const std::vector<Order> orders(numbers.begin(), numbers.end());
    return [program, orders] {
        Brackets values;
        for (const CurvePoint& point : renyi_curve(program, {}, orders)) values.push_back(point.y);
        return values;
    };
}

// Of this program alone: getrusage would count what started it, too.
double peak_megabytes() {
    std::ifstream status("/proc/self/status");
    for (std::string word; status >> word;) {
        if (word != "VmHWM:") continue;
        double kilobytes = 0;
        status >> kilobytes;
        return kilobytes / 1024;
    }
    throw InternalError("internal error: no peak of memory in /proc/self/status");
}

void print(const char* name, const Brackets& values, double Bracket::*end) {
    std::cout << ", \"" << name << "\": [";
    const char* separator = "";
    for (const Bracket& value : values) {
        std::cout << separator << value.*end;
        separator = ", ";
    }
    std::cout << "]";
}

// A function of its own, because bench/instructions counts what happens between its begin and end.
[[gnu::noinline]] Brackets answer_once(const Task& answer) { return answer(); }

void measure(const Task& answer, bool is_once) {
    using Clock = std::chrono::steady_clock;
    using Seconds = std::chrono::duration<double>;
    Brackets values;
    Seconds shortest = Seconds::max();
    Seconds total{0};
    for (int run = 0; run < 3 || total < Seconds{0.2}; ++run) {
        const auto start = Clock::now();
        values = answer_once(answer);
        const Seconds taken = Clock::now() - start;
        total += taken;
        shortest = std::min(shortest, taken);
        if (is_once) break;
    }
    std::cout.precision(17);
    std::cout << "{\"seconds\": " << shortest.count() << ", \"megabytes\": " << peak_megabytes();
    print("lower", values, &Bracket::lower);
    print("answer", values, &Bracket::upper);
    std::cout << "}\n";
}

}  // namespace
}  // namespace mizan

int main(int count, char** arguments) {
    try {
        std::vector<std::string> words(arguments + 1, arguments + count);
        const bool is_once = !words.empty() && words.front() == "--once";
        if (is_once) words.erase(words.begin());
        std::vector<double> numbers;
        for (std::size_t i = 1; i < words.size(); ++i) numbers.push_back(std::stod(words[i]));
        const std::string text(std::istreambuf_iterator<char>(std::cin), {});
        mizan::measure(mizan::task(text, words.at(0), numbers), is_once);
        return 0;
    } catch (const std::exception& error) {
        std::cerr << error.what() << '\n';
        return 1;
    }
}
