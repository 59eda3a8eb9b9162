#include "source/row_clock.h"

#include <algorithm>
#include <chrono>

namespace sluice::test {
namespace {

/// The queue does not tell when a lane has begun to wait in it.
constexpr std::chrono::milliseconds kUntilNextLook{1};

}  // namespace

RowClock::RowClock(const SourceQueue& queue, int lanes)
    : queue_(queue), due_(static_cast<std::size_t>(lanes)), busy_(static_cast<std::size_t>(lanes)) {}

void RowClock::spend(int lane, SourceTable& table, std::uint64_t rows) {
  const auto self = static_cast<std::size_t>(lane);
  std::unique_lock lock(mutex_);
  // Whatever a lane began, it began when the last one went on: that one ended a query, or left it a range.
  due_[self] = now_ + rows;
  busy_[self] += rows;
  while (!may_go_on(lane, table)) changed_.wait_for(lock, kUntilNextLook);
  now_ = *due_[self];
  due_[self].reset();
  changed_.notify_all();
}

void RowClock::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  changed_.notify_all();
}

bool RowClock::may_go_on(int lane, SourceTable& table) const {
  return stopped_ || (is_turn_of(lane) && others_wait(table));
}

bool RowClock::is_turn_of(int lane) const {
  const std::uint64_t due = *due_[static_cast<std::size_t>(lane)];
  return std::none_of(due_.begin(), due_.end(), [&](const auto& other) { return other && *other < due; });
}

/// A lane that waits in the queue while a range is free is about to take it. The ranges are looked at first:
/// where none is free and nobody runs, none can become free.
bool RowClock::others_wait(SourceTable& table) const {
  if (table.ranges() != nullptr && table.ranges()->free_ranges() > 0) return false;
  const auto here = std::count_if(due_.begin(), due_.end(), [](const auto& due) { return due.has_value(); });
  return static_cast<std::size_t>(here + queue_.idle()) == due_.size();
}

}  // namespace sluice::test
