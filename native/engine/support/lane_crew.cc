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

void LaneCrew::start(Beginning beginning) {
  prepares_ = beginning == Beginning::kPreparation;
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
  if (prepares_ && !stopped_) start_preparation();
  for (;;) {
    signalled_ = false;
    join_ended();
    const bool over = stopped_ || work_.finished();
    if (!over && !prepares_) start_missing();
    if (over && running() == 0) break;
    if (refused_) tell_of_lack(lock);
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

/// Without it no lane starts.
void LaneCrew::start_preparation() {
  refused_ = !start(preparation_, [this] { work_.prepare(); });
}

void LaneCrew::start_missing() {
  refused_ = false;
  for (int lane = 0; lane < wanted_ && !refused_; ++lane) {
    Slot& slot = slots_[static_cast<std::size_t>(lane)];
    if (slot.state == LaneState::kAbsent) refused_ = !start(slot, [this, lane] { work_.run_lane(lane); });
  }
}

/// False where the system starts no more threads.
template <typename Run>
bool LaneCrew::start(Slot& slot, Run run) {
  slot.state = LaneState::kRunning;
  try {
    slot.thread = std::thread([this, &slot, run] {
      run();
      ended(slot);
    });
    return true;
  } catch (const std::exception&) {
    slot.state = LaneState::kAbsent;
    return false;
  }
}

/// The work may call the crew in answer.
void LaneCrew::tell_of_lack(std::unique_lock<std::mutex>& lock) {
  const int now = running();
  if (now >= told_running_) return;
  told_running_ = now;
  lock.unlock();
  work_.lacks_threads(now);
  lock.lock();
}

/// A lane that has ended touches nothing of the crew any more, so joining it under the lock can't block.
void LaneCrew::join_ended() {
  const auto join = [](Slot& slot) {
    if (slot.state != LaneState::kEnded) return false;
    slot.thread.join();
    slot = Slot{};
    return true;
  };
  std::for_each(slots_.begin(), slots_.end(), join);
  if (join(preparation_)) prepares_ = false;
}

int LaneCrew::running() const {
  const auto lanes = std::count_if(slots_.begin(), slots_.end(),
                                   [](const Slot& slot) { return slot.state != LaneState::kAbsent; });
  return static_cast<int>(lanes) + (preparation_.state != LaneState::kAbsent ? 1 : 0);
}

void LaneCrew::ended(Slot& slot) {
  const std::lock_guard lock(mutex_);
  slot.state = LaneState::kEnded;
  signalled_ = true;
  changed_.notify_one();
}

}  // namespace sluice
