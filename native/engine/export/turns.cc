#include "export/turns.h"

#include <utility>

#include "support/failure.h"

namespace sluice {

Turns::Turns(std::uint64_t most_waiting_bytes, JobControl& control, Calls calls)
    : most_waiting_bytes_(most_waiting_bytes), control_(control), calls_(std::move(calls)) {}

void Turns::begin(std::uint64_t unit) {
  const std::lock_guard lock(mutex_);
  units_.try_emplace(unit);
}

void Turns::hand_over(std::uint64_t unit, RowBlockPtr block) {
  std::unique_lock lock(mutex_);
  const std::uint64_t bytes = block->memory();
  changed_.wait(lock, [&] {
    return unit == turn_ || waiting_bytes_ + bytes <= most_waiting_bytes_ || control_.stopping();
  });
  if (control_.stopping()) throw EngineError("cancelled", "exportStopped");
  Unit& own = units_.at(unit);
  own.blocks.push_back(std::move(block));
  waiting_bytes_ += bytes;
  if (unit == turn_) write_waiting(lock, unit, own);
}

void Turns::wait_for_turn(std::uint64_t unit) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return unit == turn_ || control_.stopping(); });
  if (control_.stopping()) throw EngineError("cancelled", "exportStopped");
  write_waiting(lock, unit, units_.at(unit));
}

void Turns::finish(std::uint64_t unit) {
  std::unique_lock lock(mutex_);
  units_.at(unit).done = true;
  if (unit != turn_) return;
  for (auto at = units_.find(turn_); at != units_.end() && at->second.done; at = units_.find(turn_)) {
    write_waiting(lock, at->first, at->second);
    lock.unlock();
    calls_.end(at->first);
    lock.lock();
    units_.erase(at);
    ++turn_;
    changed_.notify_all();
  }
}

void Turns::wake() {
  const std::lock_guard lock(mutex_);
  changed_.notify_all();
}

/// Only the lane that has the turn calls this: nobody else touches the unit meanwhile.
void Turns::write_waiting(std::unique_lock<std::mutex>& lock, std::uint64_t number, Unit& unit) {
  if (!std::exchange(unit.begun, true)) {
    lock.unlock();
    calls_.begin(number);
    lock.lock();
  }
  while (!unit.blocks.empty()) {
    if (control_.stopping()) throw EngineError("cancelled", "exportStopped");
    RowBlockPtr block = std::move(unit.blocks.front());
    unit.blocks.pop_front();
    const std::uint64_t bytes = block->memory();
    lock.unlock();
    calls_.write(number, *block);
    block.reset();
    lock.lock();
    waiting_bytes_ -= bytes;
    changed_.notify_all();
  }
}

}  // namespace sluice
