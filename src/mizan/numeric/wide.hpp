// SPDX-License-Identifier: Apache-2.0
#pragma once

/// Marks a function to be compiled for processors with vectors of 512, 256 and 128 bits, or with
/// MIZAN_NARROW for those of 128 bits alone. The bits are the same.
#if defined(__x86_64__) && defined(__GLIBC__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__) && !defined(MIZAN_NARROW)
#define MIZAN_WIDE __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define MIZAN_WIDE
#endif
