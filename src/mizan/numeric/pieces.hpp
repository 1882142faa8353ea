// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace mizan {

// Work on many parts is done by several threads, in pieces whose ends depend only on the number of
// parts. A piece writes only to places of its own, and what the pieces found is put together in
// their order: the answer has the same bits however many threads there are.

inline constexpr std::size_t parts_per_piece = 32;

/// Fewer parts are not worth a thread.
inline constexpr std::size_t least_parts_for_threads = 512;

[[nodiscard]] constexpr std::size_t pieces(std::size_t parts) {
    return (parts + parts_per_piece - 1) / parts_per_piece;
}

/// Calls work(piece) for every piece below `size`, each once, on up to as many threads as the
/// machine has cores. What a piece throws is thrown here, once all have ended. Their work is
/// counted when all have ended, too: a piece ends early only where somebody stops the question.
void for_each_piece(std::size_t size, const std::function<void(std::size_t)>& work);

/// Calls work(i) for all i below `parts`.
template <class Work>
void for_each_part(std::size_t parts, Work&& work) {
    const auto run = [&](std::size_t begin, std::size_t end) {
        for (std::size_t i = begin; i < end; ++i) work(i);
    };
    if (parts < least_parts_for_threads) return run(0, parts);
    for_each_piece(pieces(parts), [&](std::size_t piece) {
        const std::size_t begin = piece * parts_per_piece;
        run(begin, begin + parts_per_piece < parts ? begin + parts_per_piece : parts);
    });
}

}  // namespace mizan
