// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/pieces.hpp"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <system_error>
#include <thread>
#include <vector>

#include "mizan/numeric/floating_point_environment.hpp"
#include "mizan/numeric/work.hpp"

namespace mizan {

void for_each_piece(std::size_t size, const std::function<void(std::size_t)>& work) {
    const Work* const whole = PieceOfWork::whole();
    std::atomic<double> spent{0};  // a sum of whole numbers, the same in every order
    std::atomic<std::size_t> next{0};
    std::exception_ptr thrown;
    std::mutex throwing;
    const auto run = [&] {
        const DefaultArithmetic arithmetic;
        for (std::size_t piece = next++; piece < size; piece = next++) {
            try {
                const PieceOfWork counted(whole);
                work(piece);
                spent += counted.spent();
            } catch (...) {
                const std::lock_guard lock(throwing);
                if (!thrown) thrown = std::current_exception();
            }
        }
    };
    {
        std::vector<std::jthread> helpers;
        const std::size_t cores = std::max(1U, std::thread::hardware_concurrency());
        try {
            for (std::size_t i = 1; i < std::min(cores, size); ++i) helpers.emplace_back(run);
        } catch (const std::system_error&) {
            // Those that could be started, and this thread, do all the work.
        }
        run();
    }
    if (thrown) std::rethrow_exception(thrown);
    Work::spend(spent);
}

}  // namespace mizan
