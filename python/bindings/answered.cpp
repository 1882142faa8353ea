// SPDX-License-Identifier: Apache-2.0
#include "answered.hpp"

#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

#include <unistd.h>

// Questions that nobody waits for, and threads of Python that are still asking, go on while the
// process ends: what they read must stay. So nothing in this module is destroyed at the end; none of
// it holds a file or anything else that outlives the process.
extern "C" __attribute__((visibility("hidden"))) int __cxa_atexit(void (*)(void*), void*, void*) {
    return 0;
}

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
py::handle main_thread;  // of Python: asked anew each time, because a fork may change it

bool is_ending() {
#if PY_VERSION_HEX >= 0x030D0000
    return Py_IsFinalizing() != 0;
#else
    return _Py_IsFinalizing() != 0;
#endif
}

}  // namespace

void prepare_waiting() {
    main_thread = py::object(py::module_::import("threading").attr("main_thread")).release();
}

bool is_main_thread() {
    try {
        const py::object identity = main_thread().attr("ident");
        return identity.equal(py::int_(PyThread_get_thread_ident()));
    } catch (py::error_already_set&) {
        if (!is_ending()) throw;  // of a signal handler, which Python runs meanwhile
        return true;              // the module is gone already: only the main thread sees that
    }
}

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
