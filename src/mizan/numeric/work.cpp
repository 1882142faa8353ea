// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/work.hpp"

#include "mizan/units/quantity.hpp"

namespace mizan {

namespace {

// A stop is looked for after so many products: every tenth of a millisecond or so.
constexpr double between_looks = 1e5;

}  // namespace

thread_local constinit Work* Work::current = nullptr;

Work::Work(const Work* outer, double limit) : before_{current}, outer_{outer}, limit_{limit} {}

Work::Work(const Effort& effort) : Work(current, effort.work.value()) {
    if (before_ != nullptr) limit_ = std::min(limit_, before_->left());
    stop_ = effort.stop;
    look_for_stops();
    next_look_ = std::min(between_looks, limit_);
    current = this;
}

Work::Work(double share) : Work(current, infinity) {
    next_look_ = between_looks;
    if (before_ != nullptr) {
        limit_ = share * before_->left();
        next_look_ = std::min(before_->next_look_ - before_->spent_, limit_);
    }
    current = this;
}

Work::~Work() {
    current = before_;
    if (before_ == nullptr || is_piece_) return;
    before_->has_ended_ |= has_ended_;
    before_->spent_ += spent_;
}

void Work::look() {
    look_for_stops();
    if (spent_ > limit_) {
        has_ended_ = true;
        throw OutOfWork();
    }
    next_look_ = std::min(spent_ + between_looks, limit_);
}

void Work::look_for_stops() const {
    for (const Work* work = this; work != nullptr; work = work->outer_) {
        if (work->stop_.stop_requested()) throw Stopped();
    }
}

bool Work::allows(double products) { return current == nullptr || products <= current->left(); }

PieceOfWork::PieceOfWork(const Work* whole) : work_(whole, infinity) {
    work_.is_piece_ = true;
    work_.look_for_stops();
    work_.next_look_ = between_looks;
    Work::current = &work_;
}

}  // namespace mizan
