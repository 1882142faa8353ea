// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cfenv>
#include <cstdint>

namespace mizan {

/// While it lives, this thread computes as IEEE 754 does by default: to the nearest, with subnormal
/// numbers, without traps. Every bound rests on that, and the process around the library may have
/// set something else: a rounding mode, flush-to-zero (as -ffast-math does in whole processes),
/// denormals-are-zero, traps. What was found is put back at the end, also if an exception passes.
///
/// Stands at the top of every function that answers a question, and of the threads that those
/// start. Where all is as it should be, it costs the reading of two registers.
class DefaultArithmetic {
public:
#if defined(__x86_64__) && defined(__GNUC__)
    DefaultArithmetic() {
        asm volatile("stmxcsr %0\n\tfnstcw %1" : "=m"(sse_), "=m"(x87_) : : "memory");
        is_foreign_ = (sse_ & sse_settings) != sse_default || x87_ != x87_default;
        if (is_foreign_) [[unlikely]] {
            load(sse_default | (sse_ & ~sse_settings), x87_default);
        }
    }
    ~DefaultArithmetic() {
        if (is_foreign_) [[unlikely]] {
            load(sse_, x87_);
        }
    }

private:
    // Rounding, flush-to-zero, denormals-are-zero and the masks of traps; the rest are flags of
    // what has happened. The default: all traps masked.
    static constexpr std::uint32_t sse_settings = 0xFFC0, sse_default = 0x1F80;
    // The same of long double, in which the standard library computes here and there.
    static constexpr std::uint16_t x87_default = 0x037F;

    static void load(std::uint32_t sse, std::uint16_t x87) {
        asm volatile("ldmxcsr %0\n\tfldcw %1" : : "m"(sse), "m"(x87) : "memory");
    }

    std::uint32_t sse_;
    std::uint16_t x87_;
    bool is_foreign_;
#else
    DefaultArithmetic() {
        std::fegetenv(&found_);
        std::fesetenv(FE_DFL_ENV);
    }
    ~DefaultArithmetic() { std::fesetenv(&found_); }

private:
    std::fenv_t found_;
#endif

public:
    DefaultArithmetic(const DefaultArithmetic&) = delete;
    DefaultArithmetic& operator=(const DefaultArithmetic&) = delete;
};

}  // namespace mizan
