#include "support/lane_crew.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace sluice {
namespace {

/// An interrupt that comes between two statements of a lane has no effect, so it is repeated.
constexpr auto kInterruptInterval = std::chrono::seconds(1);

}  // namespace

LaneCrew::LaneCrew(LaneWork& work, int lanes) : work_(work), wanted_(std::clamp(lanes, 1, kMaxLanes)) {}

LaneCrew::~LaneCrew() { join(); }

void LaneCrew::start() {
  thread_ = std::thread([this] { run(); });
}

void LaneCrew::join() {
  if (thread_.joinable()) thread_.join();
}

void LaneCrew::want(int lanes) {
  const std::lock_guard lock(mutex_);
  wanted_ = std::clamp(lanes, 1, kMaxLanes);
  signalled_ = true;
  changed_.notify_one();
}

void LaneCrew::stop() {
  const std::lock_guard lock(mutex_);
  stopped_ = true;
  signalled_ = true;
  changed_.notify_one();
}

void LaneCrew::run() {
  std::unique_lock lock(mutex_);
  for (;;) {
    signalled_ = false;
    join_ended();
    const bool over = stopped_ || work_.finished();
    if (!over) start_missing();
    if (over && !any_running()) break;
    if (!stopped_) {
      changed_.wait(lock, [this] { return signalled_; });
      continue;
    }
    lock.unlock();
    work_.interrupt_lanes();
    lock.lock();
    changed_.wait_for(lock, kInterruptInterval, [this] { return signalled_; });
  }
  lock.unlock();
  work_.ended();
}

void LaneCrew::start_missing() {
  for (int lane = 0; lane < wanted_; ++lane) {
    Slot& slot = slots_[static_cast<std::size_t>(lane)];
    if (slot.state != LaneState::kAbsent) continue;
    slot.state = LaneState::kRunning;
    slot.thread = std::thread([this, lane] { run_slot(lane); });
  }
}

/// A lane that has ended touches nothing of the crew any more, so joining it under the lock can't block.
void LaneCrew::join_ended() {
  for (Slot& slot : slots_) {
    if (slot.state != LaneState::kEnded) continue;
    slot.thread.join();
    slot = Slot{};
  }
}

bool LaneCrew::any_running() const {
  return std::any_of(slots_.begin(), slots_.end(),
                     [](const Slot& slot) { return slot.state != LaneState::kAbsent; });
}

void LaneCrew::run_slot(int lane) {
  work_.run_lane(lane);
  const std::lock_guard lock(mutex_);
  slots_[static_cast<std::size_t>(lane)].state = LaneState::kEnded;
  signalled_ = true;
  changed_.notify_one();
}

}  // namespace sluice
