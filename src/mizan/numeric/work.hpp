// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <exception>
#include <optional>
#include <type_traits>

#include "mizan/units/effort.hpp"

namespace mizan {

/// The limit of work was met. Only those who know a bound without that work catch it.
class OutOfWork : public std::exception {
public:
    [[nodiscard]] const char* what() const noexcept override { return "out of work"; }
};

/// Counts the work of this thread while it lives, and ends it at its limit or when it is stopped.
/// docs/internals/work.md says where it stands and what is counted.
///
/// One stands at the top of every function that answers a question, beside DefaultArithmetic, and
/// one around every step that gets its own share. Each stands inside of the one before, which it
/// also keeps to. Without one nothing is counted and nothing ends.
class Work {
public:
    /// A whole question. Throws Stopped if it is stopped already.
    explicit Work(const Effort& effort);

    /// A step that may take this share of what is left.
    explicit Work(double share);

    ~Work();
    Work(const Work&) = delete;
    Work& operator=(const Work&) = delete;

    /// Whether the limit was met, here or in a step inside.
    [[nodiscard]] bool has_ended() const { return has_ended_; }

    /// The products that were counted so far, those of steps inside when they have ended.
    [[nodiscard]] double spent() const { return spent_; }

    /// Whether this step may take so many products; work that it may not take is better not begun.
    [[nodiscard]] static bool allows(double products);

    /// Counts so many products. Throws OutOfWork behind the limit and Stopped after a stop.
    static void spend(double products) {
        if (current != nullptr) current->add(products);
    }

private:
    friend class PieceOfWork;
    Work(const Work* outer, double limit);

    // Whole numbers, so that their sum is the same in every order.
    void add(double products) {
        spent_ += products < most_at_once ? static_cast<double>(static_cast<std::int64_t>(products))
                                          : most_at_once;
        if (!(spent_ < next_look_)) look();
    }
    void look();
    void look_for_stops() const;
    [[nodiscard]] double left() const { return std::max(0.0, limit_ - spent_); }

    static constexpr double most_at_once = 0x1p53;
    static thread_local constinit Work* current;

    Work* before_;       // of this thread
    const Work* outer_;  // whose stops count, too; the one before, or that of another thread
    double limit_, spent_ = 0, next_look_ = 0;
    std::stop_token stop_ = {};
    bool is_piece_ = false, has_ended_ = false;
};

/// A piece of the work of another thread. It is counted but meets no limit, because what a piece
/// finds must not depend on the others; who waits for the pieces counts what all of them spent.
class PieceOfWork {
public:
    /// The work that the pieces belong to; taken before they are given to other threads.
    [[nodiscard]] static const Work* whole() { return Work::current; }

    explicit PieceOfWork(const Work* whole);

    [[nodiscard]] double spent() const { return work_.spent_; }

private:
    Work work_;
};

/// What `find` finds with this share of the work that is left; empty where that is too little.
template <class Find>
[[nodiscard]] auto within_share(double share, Find&& find) {
    using Found = std::invoke_result_t<Find>;
    try {
        const Work step(share);
        return std::optional<Found>(find());
    } catch (const OutOfWork&) {
        return std::optional<Found>();
    }
}

}  // namespace mizan
