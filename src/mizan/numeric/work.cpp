// SPDX-License-Identifier: Apache-2.0
#include "mizan/numeric/work.hpp"

namespace mizan {

namespace {

// No count overflows below, and every double below is a whole number of products.
constexpr std::uint64_t no_limit = std::uint64_t{1} << 62;
constexpr double most_at_once = 0x1p60;

// A stop is looked for after so many products: every tenth of a millisecond or so.
constexpr std::uint64_t between_looks = 100'000;

std::uint64_t whole(double products) {
    return static_cast<std::uint64_t>(products < most_at_once ? products : most_at_once);
}

}  // namespace

thread_local constinit Work* Work::current = nullptr;

Work::Work(const Work* outer, std::uint64_t limit)
    : before_{current}, outer_{outer}, limit_{limit} {}

Work::Work(const Effort& effort)
    : Work(current, effort.work.value() < most_at_once ? whole(effort.work.value()) : no_limit) {
    if (before_ != nullptr) limit_ = std::min(limit_, before_->left());
    stop_ = effort.stop;
    look_for_stops();
    next_look_ = std::min(between_looks, limit_ + 1);
    current = this;
}

Work::Work(double share) : Work(current, no_limit) {
    if (before_ != nullptr && before_->limit_ < no_limit) {
        limit_ = whole(share * static_cast<double>(before_->left()));
    }
    const std::uint64_t ahead = before_ != nullptr ? before_->next_look_ : between_looks;
    const std::uint64_t behind = before_ != nullptr ? before_->spent_ : 0;
    next_look_ = std::min(ahead - std::min(ahead, behind), limit_ + 1);
    current = this;
}

Work::~Work() {
    current = before_;
    if (before_ == nullptr || is_piece_) return;
    before_->has_ended_ |= has_ended_;
    before_->spent_ += spent_;
}

void Work::add(double products) { add_whole(whole(products)); }

void Work::add_whole(std::uint64_t products) {
    spent_ += products;
    if (spent_ >= next_look_) look();
}

void Work::look() {
    look_for_stops();
    if (spent_ > limit_) {
        has_ended_ = true;
        throw OutOfWork();
    }
    next_look_ = std::min(spent_ + between_looks, limit_ + 1);
}

void Work::look_for_stops() const {
    for (const Work* work = this; work != nullptr; work = work->outer_) {
        if (work->stop_.stop_requested()) throw Stopped();
    }
}

bool Work::allows(double products) {
    return current == nullptr || whole(products) <= current->left();
}

PieceOfWork::PieceOfWork(const Work* whole) : work_(whole, no_limit) {
    work_.is_piece_ = true;
    work_.look_for_stops();
    work_.next_look_ = between_looks;
    Work::current = &work_;
}

void PieceOfWork::spend_in_whole(std::uint64_t products) {
    if (Work::current != nullptr) Work::current->add_whole(products);
}

}  // namespace mizan
