// SPDX-License-Identifier: Apache-2.0
#include "answered.hpp"

#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

#include <pthread.h>
#include <unistd.h>

namespace mizan::python {

namespace py = pybind11;

OthersRun::~OthersRun() {
    try {
        PyEval_RestoreThread(state_);
    } catch (...) {  // pthread_exit unwinds like an exception, and may be caught but not ended
        for (;;) ::pause();
    }
}

namespace {
unsigned long main_thread = 0;
}

void prepare_waiting() {
    const py::module_ threading = py::module_::import("threading");
    main_thread = threading.attr("main_thread")().attr("ident").cast<unsigned long>();
    // The one thread of a forked process is its main thread.
    ::pthread_atfork(nullptr, nullptr, [] { main_thread = PyThread_get_thread_ident(); });
}

bool is_main_thread() { return PyThread_get_thread_ident() == main_thread; }

namespace {

/// A thread that does one work after the other, until it is dismissed.
class Helper {
public:
    void give(std::function<void()> work) {
        {
            const std::scoped_lock lock(mutex_);
            work_ = std::move(work);
        }
        called_.notify_one();
    }
    void dismiss() {
        {
            const std::scoped_lock lock(mutex_);
            is_dismissed_ = true;
        }
        called_.notify_one();
    }
    void work_until_dismissed() {
        for (;;) {
            std::function<void()> work;
            {
                std::unique_lock lock(mutex_);
                called_.wait(lock, [this] { return work_ || is_dismissed_; });
                if (!work_) return;
                std::swap(work, work_);
            }
            work();
        }
    }

private:
    std::mutex mutex_;
    std::condition_variable called_;
    std::function<void()> work_;
    bool is_dismissed_ = false;
};

// Of this process: a forked one has no threads but its main one, and begins anew.
std::shared_ptr<Helper> helper;
pid_t process_of_helper = 0;
bool is_busy = false;

}  // namespace

bool start_beside(std::function<void()> work) {
    if (process_of_helper != ::getpid()) helper = nullptr;
    if (is_busy) forget_work_beside();
    if (helper == nullptr) {
        auto made = std::make_shared<Helper>();
        try {
            std::thread([made] { made->work_until_dismissed(); }).detach();
        } catch (const std::system_error&) {
            return false;
        }
        helper = std::move(made);
        process_of_helper = ::getpid();
    }
    helper->give(std::move(work));
    is_busy = true;
    return true;
}

void finish_work_beside() { is_busy = false; }

void forget_work_beside() {
    if (helper != nullptr) helper->dismiss();
    helper = nullptr;
    is_busy = false;
}

}  // namespace mizan::python
