// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cerrno>
#include <utility>

#include <poll.h>
#include <unistd.h>

namespace mizan::cli {

/// An open descriptor, or none (-1), closed at the end.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : number_{number} {}
    Descriptor(Descriptor&& other) noexcept : number_{std::exchange(other.number_, -1)} {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(number_, other.number_);
        return *this;
    }
    ~Descriptor() { (void)close(); }

    [[nodiscard]] int number() const { return number_; }
    [[nodiscard]] bool is_open() const { return number_ >= 0; }

    /// 0, or the reason why what was written may not have arrived.
    [[nodiscard]] int close() {
        if (!is_open() || ::close(std::exchange(number_, -1)) == 0) return 0;
        return errno == EINTR ? 0 : errno;  // Linux has closed it in this case too
    }

private:
    int number_;
};

/// Waits until a descriptor that does not block can be used.
inline void wait_for(int descriptor, short event) {
    pollfd wanted{descriptor, event, 0};
    ::poll(&wanted, 1, -1);
}

}  // namespace mizan::cli
