// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <chrono>
#include <future>
#include <memory>
#include <thread>

#include <pybind11/pybind11.h>

namespace mizan::python {

/// Whether Python runs its signal handlers in this thread.
[[nodiscard]] bool is_main_thread();

/// Questions that nobody waits for any more and that are still being answered.
inline std::atomic<int> abandoned_questions = 0;

/// The answer of `question`, which must own all it needs and touch no Python object, while other
/// threads run Python.
///
/// In the main thread Ctrl-C works: a question that may be long is asked in a thread of its own, and
/// this one waits and listens. Who is interrupted no longer waits; the question, which cannot be stopped, goes on
/// alone. A thread for each question rather than one for all, so that a forked process has what it
/// needs.
template <class Question>
auto answered(Question question, bool may_be_long = true) {
    using namespace std::chrono_literals;
    if (!may_be_long || !is_main_thread()) {
        const pybind11::gil_scoped_release others_may_run;
        return question();
    }
    std::packaged_task<decltype(question())()> task(std::move(question));
    auto answer = task.get_future();
    const auto is_over = std::make_shared<std::atomic<bool>>(false);
    std::thread([task = std::move(task), is_over]() mutable {
        task();
        if (is_over->exchange(true)) --abandoned_questions;
    }).detach();
    for (;;) {
        {
            const pybind11::gil_scoped_release others_may_run;
            if (answer.wait_for(50ms) == std::future_status::ready) break;
        }
        if (PyErr_CheckSignals() != 0) {
            if (!is_over->exchange(true)) ++abandoned_questions;
            throw pybind11::error_already_set();
        }
    }
    return answer.get();
}

}  // namespace mizan::python
