// SPDX-License-Identifier: Apache-2.0
// Linked into a second copy of the command line: one call of the system fails, or one allocation,
// as the environment says. The linker sends the calls here (--wrap).
//
//     MIZAN_FAULT="write 3 28"    the third call of write fails with the error 28
//     MIZAN_FAULT="new 100 0"     the hundredth allocation throws std::bad_alloc
//     MIZAN_FAULT_MARK=FILE       is made when that happens
#include <cerrno>
#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

extern "C" {
int __real_main(int, char**);
int __real_open(const char*, int, ...);
}

namespace {

struct Fault {
    char call[16] = "";
    long number = 0;
    int error = 0;
} fault;

long calls = 0;
bool has_begun = false;

bool fails(const char* call) {
    if (!has_begun || std::strcmp(call, fault.call) != 0 || ++calls != fault.number) return false;
    const char* mark = std::getenv("MIZAN_FAULT_MARK");
    if (mark != nullptr) ::close(__real_open(mark, O_WRONLY | O_CREAT, 0600));
    errno = fault.error;
    return true;
}

}  // namespace

void* operator new(std::size_t size) {
    if (fails("new")) throw std::bad_alloc();
    void* memory = std::malloc(size);
    if (memory == nullptr) throw std::bad_alloc();
    return memory;
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

// name, result, parameters, arguments
#define MIZAN_FAILING(name, Result, parameters, arguments) \
    Result __real_##name parameters;                       \
    Result __wrap_##name parameters { return fails(#name) ? -1 : __real_##name arguments; }

extern "C" {

MIZAN_FAILING(read, ssize_t, (int file, void* bytes, std::size_t size), (file, bytes, size))
MIZAN_FAILING(write, ssize_t, (int file, const void* bytes, std::size_t size), (file, bytes, size))
MIZAN_FAILING(writev, ssize_t, (int file, const iovec* parts, int count), (file, parts, count))
MIZAN_FAILING(fsync, int, (int file), (file))
MIZAN_FAILING(fchmod, int, (int file, mode_t mode), (file, mode))
MIZAN_FAILING(rename, int, (const char* from, const char* to), (from, to))
MIZAN_FAILING(pipe2, int, (int* ends, int flags), (ends, flags))

// A descriptor that could not be closed is closed all the same.
int __real_close(int file);
int __wrap_close(int file) {
    const bool is_failing = fails("close");
    const int error = errno, result = __real_close(file);
    if (!is_failing) return result;
    errno = error;
    return -1;
}

int __wrap_open(const char* path, int flags, ...) {
    std::va_list rest;
    va_start(rest, flags);
    const mode_t mode = (flags & O_CREAT) != 0 ? va_arg(rest, mode_t) : 0;
    va_end(rest);
    return fails("open") ? -1 : __real_open(path, flags, mode);
}

int __wrap_main(int argc, char** argv) {
    if (const char* told = std::getenv("MIZAN_FAULT")) {
        if (std::sscanf(told, "%15s %ld %d", fault.call, &fault.number, &fault.error) != 3)
            return 99;
    }
    has_begun = true;
    return __real_main(argc, argv);
}

}  // extern "C"
