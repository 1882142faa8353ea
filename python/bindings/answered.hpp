// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <stop_token>

#include <pybind11/pybind11.h>

#include "mizan/numeric/work.hpp"

namespace mizan::python {

/// Lets other threads run Python while it lives.
///
/// Python ends a thread that wants its lock back while the interpreter ends, and unwinds all frames
/// of C++ below without that lock. Such a thread stays here instead until the process is gone.
class OthersRun {
public:
    OthersRun() : state_{PyEval_SaveThread()} {}
    ~OthersRun();
    OthersRun(const OthersRun&) = delete;
    OthersRun& operator=(const OthersRun&) = delete;

private:
    PyThreadState* state_;
};

/// To be called once, when the module is loaded.
void prepare_waiting();

/// Whether Python runs its signal handlers in this thread.
[[nodiscard]] bool is_main_thread();

/// Does `work` in a thread beside the main one; false if there is none to be had. For the main
/// thread alone. A signal handler may ask while the main thread waits: it gets another thread.
[[nodiscard]] bool start_beside(std::function<void()> work);

/// What was started last is done; its thread is free for the next.
void finish_work_beside();

/// Nobody waits any more for what was started last; the next work gets another thread.
void forget_work_beside();

/// How long Ctrl-C may wait until it is noticed, and then for the end of the question, at most. A
/// question ends some milliseconds after its stop; if it should not, it goes on alone and does not
/// keep the process from ending.
inline constexpr std::chrono::milliseconds between_looks{20}, longest_end{1000};

/// The answer of `question`, which must own all it needs and touch no Python object, while other
/// threads run Python.
///
/// In the main thread Ctrl-C works: a question that may be long is asked in another thread, and
/// this one waits and listens. Whoever is interrupted stops the question.
template <class Question>
auto answered(Question question, bool may_be_long = true) {
    if (!may_be_long || !is_main_thread()) {
        const OthersRun others_run;
        return question();
    }
    using Task = std::packaged_task<decltype(question())()>;
    std::stop_source source;
    const auto task =
        std::make_shared<Task>([question = std::move(question), stop = source.get_token()] {
            const Work work({.work = infinity, .stop = stop});
            return question();
        });
    auto answer = task->get_future();
    if (!start_beside([task] { (*task)(); })) {
        const OthersRun others_run;
        (*task)();
    }
    for (;;) {
        {
            const OthersRun others_run;
            if (answer.wait_for(between_looks) == std::future_status::ready) break;
        }
        if (PyErr_CheckSignals() != 0) {
            pybind11::error_already_set interrupted;
            source.request_stop();
            bool has_ended = false;
            {
                const OthersRun others_run;
                has_ended = answer.wait_for(longest_end) == std::future_status::ready;
            }
            has_ended ? finish_work_beside() : forget_work_beside();
            throw interrupted;
        }
    }
    finish_work_beside();
    return answer.get();
}

}  // namespace mizan::python
