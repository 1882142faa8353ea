// SPDX-License-Identifier: Apache-2.0
// Questions of every kind are stopped at random moments by a second thread. Whoever was stopped
// gets no answer, whoever was not gets the usual bits, and afterwards every question has its usual
// answer, also about values that stopped questions have used.
//
//     MIZAN_STOPS=10000 stops_tests
//
// stops so many questions of each kind instead of 100.
#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdlib>
#include <optional>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include "mizan/account/account.hpp"
#include "mizan/curve/curves.hpp"
#include "mizan/numeric/work.hpp"

#include "io/expression.hpp"
#include "questions.hpp"

namespace mizan::stops_test {
namespace {

using threads_test::Bits;
using threads_test::NamedQuestion;
using Clock = std::chrono::steady_clock;
using Seconds = std::chrono::duration<double>;

int number_of_stops() {
    const char* given = std::getenv("MIZAN_STOPS");
    return given != nullptr ? std::atoi(given) : 100;
}

struct Known {
    NamedQuestion question;
    Bits bits;
    double seconds;
};

std::vector<Known> answered(const std::vector<NamedQuestion>& questions) {
    std::vector<Known> all;
    for (const NamedQuestion& question : questions) {
        const auto begin = Clock::now();
        Bits bits = question.ask();
        all.push_back({question, std::move(bits), Seconds(Clock::now() - begin).count()});
    }
    return all;
}

struct Stop {
    std::optional<Bits> bits;  // empty: the question was stopped
    double late;               // seconds from the stop to the end of the question
};

Stop stopped_after(const NamedQuestion& question, double seconds) {
    std::stop_source source;
    Clock::time_point stop, end;
    std::optional<Bits> bits;
    {
        const std::jthread other([&] {
            std::this_thread::sleep_for(Seconds(seconds));
            stop = Clock::now();
            source.request_stop();
        });
        try {
            const Work work({.work = infinity, .stop = source.get_token()});
            bits = question.ask();
        } catch (const Stopped&) {
        }
        end = Clock::now();
    }
    return {std::move(bits), Seconds(end - stop).count()};
}

void stop_at_random(const std::vector<NamedQuestion>& questions, unsigned seed) {
    const std::vector<Known> known = answered(questions);
    std::mt19937 random(seed);
    int stopped = 0;
    double latest = 0;
    for (int i = 0; i < number_of_stops(); ++i) {
        const Known& each = known[random() % known.size()];
        const double moment = std::uniform_real_distribution(0.0, each.seconds)(random);
        const Stop stop = stopped_after(each.question, moment);
        if (stop.bits) {
            EXPECT_EQ(*stop.bits, each.bits) << each.question.name;
            continue;
        }
        ++stopped;
        latest = std::max(latest, stop.late);
    }
    for (const Known& each : known) EXPECT_EQ(each.question.ask(), each.bits) << each.question.name;
    std::printf("%d of %d were stopped, the latest %.1f ms after the stop\n", stopped,
                number_of_stops(), 1e3 * latest);
    EXPECT_GT(stopped, 0);
}

// Questions that take tens of milliseconds, each in another kind of loop.
std::vector<NamedQuestion> long_questions() {
    std::vector<NamedQuestion> all;
    const auto add = [&all](const char* text, bool verify = false) {
        all.push_back({text, [program = parse_expression(text), verify] {
                           const Question question{.at = Delta{1e-6}, .verify = verify};
                           const Bracket found = account(program, question).asked();
                           return Bits{std::bit_cast<std::uint64_t>(found.lower),
                                       std::bit_cast<std::uint64_t>(found.upper)};
                       }});
    };
    add("group(12, 30 * poisson(0.1, gaussian(1)))");
    add("3 * poisson(0.3, laplace(0.4)) + 5 * laplace(3)");
    add("random_allocation(200, 2, gaussian(2))");
    add("20 * mixture_of_gaussians(1.5, [0, 1, 3], [0.9, 0.07, 0.03])");
    add("1000 * poisson(0.01, gaussian(1))", true);
    add("30 * without_replacement(1000, 10, laplace(1) + discrete_laplace(0.5, 1))");
    std::string many;  // so many parts that several threads share them
    for (int i = 0; i < 600; ++i) {
        many += (i > 0 ? " + " : "") + std::string("poisson(0.01, gaussian(1.") +
                std::to_string(1000 + i) + "))";
    }
    add(many.c_str());
    all.push_back({"loss curve", [] {
                       const auto curve =
                           loss_curve(parse_expression("5 * laplace(3) + gaussian(2)"), {}, 50);
                       Bits bits;
                       for (const CurvePoint& point : curve.points) {
                           bits.push_back(std::bit_cast<std::uint64_t>(point.y.lower));
                       }
                       return bits;
                   }});
    return all;
}

TEST(Stops, AtRandomMomentsHaveNoEffectOnLaterAnswers) {
    stop_at_random(threads_test::questions_of_their_own(), 1);
}

TEST(Stops, OfLongQuestionsHaveNoEffectOnLaterAnswers) { stop_at_random(long_questions(), 3); }

TEST(Stops, OfQuestionsAboutSharedValuesHaveNoEffectOnLaterAnswers) {
    stop_at_random(threads_test::questions_about_shared_values(), 2);
}

TEST(Stops, EndAnAnswerByTheTokenOfItsQuestion) {
    const Program program = parse_expression("group(64, 100 * poisson(0.1, gaussian(1)))");
    std::stop_source source;
    const Question question{.at = Delta{1e-5},
                            .effort = {.work = infinity, .stop = source.get_token()}};
    const std::jthread other([&] {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        source.request_stop();
    });
    EXPECT_THROW((void)account(program, question), Stopped);
    EXPECT_THROW((void)cost(program, question), Stopped);  // it is stopped for good
}

}  // namespace
}  // namespace mizan::stops_test
