// SPDX-License-Identifier: Apache-2.0
// Many threads ask at once, about values of their own and about values they share. Each gets the
// bits that one thread gets alone. Built with the thread sanitizer (preset tsan), the same program
// shows that no thread writes to memory while another reads or writes it.
#include <barrier>
#include <thread>

#include <gtest/gtest.h>

#include "questions.hpp"

namespace mizan::threads_test {
namespace {

constexpr std::size_t number_of_threads = 8;

/// What each thread answered: `work` fills in the answers of one thread. All begin at once.
using Answers = std::vector<Bits>;
template <class Work>
std::vector<Answers> of_each_thread(const Work& work) {
    std::vector<Answers> found(number_of_threads);
    std::barrier begin(static_cast<std::ptrdiff_t>(number_of_threads));
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < number_of_threads; ++i) {
        threads.emplace_back([&, i] {
            begin.arrive_and_wait();
            found[i] = work(i);
        });
    }
    threads.clear();  // waits for all
    return found;
}

void expect_bits_of_one_thread(const std::vector<NamedQuestion>& questions,
                               const std::vector<Answers>& found) {
    for (std::size_t k = 0; k < questions.size(); ++k) {
        const Bits alone = questions[k].ask();
        EXPECT_FALSE(alone.empty()) << questions[k].name;
        for (const Answers& answers : found) EXPECT_EQ(answers[k], alone) << questions[k].name;
    }
}

// The first test of the program: the tables of the library are made by whoever comes first.
TEST(Threads, AskTheSameAtTheSameTimeBeforeAnybodyElseHasAsked) {
    const auto questions = questions_of_their_own();
    std::barrier together(static_cast<std::ptrdiff_t>(number_of_threads));
    const auto found = of_each_thread([&](std::size_t) {
        Answers answers;
        for (const NamedQuestion& question : questions) {
            together.arrive_and_wait();
            answers.push_back(question.ask());
        }
        return answers;
    });
    expect_bits_of_one_thread(questions, found);
}

TEST(Threads, AskDifferentThingsAtTheSameTime) {
    const auto questions = questions_of_their_own();
    const auto found = of_each_thread([&](std::size_t thread) {
        Answers answers(questions.size());
        for (std::size_t k = 0; k < questions.size(); ++k) {
            const std::size_t next =
                (k + thread * questions.size() / number_of_threads) % questions.size();
            answers[next] = questions[next].ask();
        }
        return answers;
    });
    expect_bits_of_one_thread(questions, found);
}

TEST(Threads, ShareValues) {
    const auto questions = questions_about_shared_values();
    std::barrier together(static_cast<std::ptrdiff_t>(number_of_threads));
    const auto found = of_each_thread([&](std::size_t) {
        Answers answers;
        for (const NamedQuestion& question : questions) {
            together.arrive_and_wait();
            answers.push_back(question.ask());
        }
        return answers;
    });
    // Alone with values of which nobody has asked anything.
    expect_bits_of_one_thread(questions_about_shared_values(), found);
}

}  // namespace
}  // namespace mizan::threads_test
