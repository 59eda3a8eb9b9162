#include "source/source_queue.h"

#include <algorithm>
#include <utility>

namespace sluice {
namespace {

/// A range is left alone where another one has this many times as much left.
constexpr double kMuchMore = 2;

}  // namespace

SourceQueue::SourceQueue(int lanes, std::uint64_t least_bytes, WorkOrder order)
    : least_bytes_(least_bytes), order_(order), lanes_(lanes) {}

void SourceQueue::add(std::unique_ptr<SourceTable> table) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t bytes = order_ == WorkOrder::kInOrder ? 0 : table->table().estimated_bytes;
  const Rank rank{bytes, arrivals_++};
  waiting_.emplace(rank, std::move(table));
  changed_.notify_all();
}

void SourceQueue::seal() {
  const std::lock_guard lock(mutex_);
  sealed_ = true;
  changed_.notify_all();
}

void SourceQueue::set_lanes(int lanes) {
  const std::lock_guard lock(mutex_);
  lanes_ = lanes;
  changed_.notify_all();
}

void SourceQueue::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

std::optional<SourceWork> SourceQueue::next(int lane) {
  std::unique_lock lock(mutex_);
  for (;;) {
    if (stopped_ || lane >= lanes_) return std::nullopt;
    if (auto work = order_ == WorkOrder::kInOrder ? find_next_part() : find_work()) return work;
    if (sealed_ && running_.empty()) return std::nullopt;
    ++idle_;
    changed_.wait(lock);
    --idle_;
  }
}

std::vector<SourceTable*> SourceQueue::take_small(std::size_t most) {
  const std::lock_guard lock(mutex_);
  const auto lanes = static_cast<std::size_t>(std::max(lanes_, 1));
  const std::size_t share = std::min(most, waiting_.size() / lanes);
  std::vector<SourceTable*> taken;
  while (taken.size() < share && !stopped_ && waiting_.begin()->second->is_small()) {
    running_.push_back(std::move(waiting_.extract(waiting_.begin()).mapped()));
    taken.push_back(running_.back().get());
  }
  return taken;
}

bool SourceQueue::wait_for_work(int lane) {
  std::unique_lock lock(mutex_);
  changed_.wait(
      lock, [&] { return stopped_ || lane >= lanes_ || sealed_ || !waiting_.empty() || !running_.empty(); });
  return !stopped_ && lane < lanes_ && !(waiting_.empty() && running_.empty());
}

int SourceQueue::idle() const {
  const std::lock_guard lock(mutex_);
  return idle_;
}

bool SourceQueue::is_surplus(int lane) const {
  const std::lock_guard lock(mutex_);
  return lane >= lanes_;
}

bool SourceQueue::stopped() const {
  const std::lock_guard lock(mutex_);
  return stopped_;
}

bool SourceQueue::exhausted() const {
  const std::lock_guard lock(mutex_);
  return sealed_ && waiting_.empty() && running_.empty();
}

PartPlace SourceQueue::begin_part(SourceTable& table) {
  const std::lock_guard lock(mutex_);
  part_open_ = false;
  changed_.notify_all();
  const bool more = table.ranges() != nullptr && table.ranges()->free_ranges() > 0;
  return {parts_++, table.begin_part(), !more};
}

bool SourceQueue::has_many_lanes() const {
  const std::lock_guard lock(mutex_);
  return lanes_ > 1;
}

RangeLease SourceQueue::share_out(SourceTable& table) {
  const std::lock_guard lock(mutex_);
  table.share_out(least_bytes_);
  RangePool& ranges = *table.ranges();
  RangeLease whole = order_ == WorkOrder::kInOrder ? *ranges.take_first() : *ranges.take();
  changed_.notify_all();
  return whole;
}

bool SourceQueue::wants_share(const RangeLease& range) {
  const std::lock_guard lock(mutex_);
  if (stopped_ || unserved() <= 0 || !range.cuttable()) return false;
  double most = 0;
  for (const auto& table : running_) {
    if (table->ranges() != nullptr) most = std::max(most, table->ranges()->held_bytes());
  }
  if (range.bytes_left() * kMuchMore < most) return false;
  ++promised_;
  return true;
}

void SourceQueue::share(RangeLease& range, const Key& at, double share) {
  const std::lock_guard lock(mutex_);
  --promised_;
  range.cut(at, share);
  changed_.notify_all();
}

void SourceQueue::keep(RangeLease& range, double bytes) {
  const std::lock_guard lock(mutex_);
  --promised_;
  range.keep_whole(bytes);
}

void SourceQueue::give_back(RangeLease range) {
  const std::lock_guard lock(mutex_);
  const RangeLease ended = std::move(range);
  changed_.notify_all();
}

bool SourceQueue::finish(SourceTable& table, RangeLease range) {
  const std::lock_guard lock(mutex_);
  // Let go of under the lock: from then on another lane may finish the last range and remove the table.
  RangeLease ended = std::move(range);
  ended.finish();
  return table.ranges()->exhausted();
}

void SourceQueue::remove(SourceTable& table) {
  const std::lock_guard lock(mutex_);
  std::erase_if(running_, [&](const auto& running) { return running.get() == &table; });
  changed_.notify_all();
}

std::optional<SourceWork> SourceQueue::find_work() {
  if (!waiting_.empty()) {
    running_.push_back(std::move(waiting_.extract(waiting_.begin()).mapped()));
    return SourceWork{running_.back().get(), std::nullopt};
  }
  SourceTable* richest = nullptr;
  double most = 0;
  for (const auto& table : running_) {
    const double bytes = table->ranges() == nullptr ? 0 : table->ranges()->free_bytes();
    if (bytes <= most) continue;
    most = bytes;
    richest = table.get();
  }
  if (richest == nullptr) return std::nullopt;
  auto range = richest->ranges()->take();
  if (!range) return std::nullopt;
  return SourceWork{richest, std::move(range)};
}

/// The table that was opened last has the first of the ranges that nobody has read yet.
std::optional<SourceWork> SourceQueue::find_next_part() {
  if (part_open_) return std::nullopt;
  const bool goes_on = !running_.empty() && running_.back()->ranges() != nullptr;
  auto range = goes_on ? running_.back()->ranges()->take_first() : std::nullopt;
  if (!range) {
    if (waiting_.empty()) return std::nullopt;
    running_.push_back(std::move(waiting_.extract(waiting_.begin()).mapped()));
  }
  part_open_ = true;
  return SourceWork{running_.back().get(), std::move(range)};
}

/// Number of waiting lanes that neither find a free range nor were promised one.
int SourceQueue::unserved() const {
  int free = static_cast<int>(waiting_.size());
  for (const auto& table : running_) {
    if (table->ranges() != nullptr) free += table->ranges()->free_ranges();
  }
  return idle_ - promised_ - free;
}

}  // namespace sluice
