#pragma once

#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "support/progress.h"

namespace sluice {

/// What a crew of lanes works on: a job. All calls come from the crew's threads and must not throw.
class LaneWork {
 public:
  virtual ~LaneWork() = default;
  /// Works as this lane until nothing is left for it; on a thread of the lane's own.
  virtual void run_lane(int lane) noexcept = 0;
  /// True once all work is done, or being done by lanes that run.
  virtual bool finished() const noexcept = 0;
  /// Wakes every lane that blocks, on the crew's own thread, where it may block for a while.
  virtual void interrupt_lanes() noexcept = 0;
  /// The last lane has ended and none will be started; the last call.
  virtual void ended() noexcept = 0;
};

/// Keeps as many lane threads running as are wanted and joins those that end, on a thread of its own, which
/// also does what must not block the job's owner. Any thread may call, but not while it holds a lock that the
/// work's own methods take. Owned by the work, which must be finished or stopped when the destructor joins.
class LaneCrew {
 public:
  LaneCrew(LaneWork& work, int lanes);
  /// Joins, unless that is done.
  ~LaneCrew();
  LaneCrew(const LaneCrew&) = delete;
  LaneCrew& operator=(const LaneCrew&) = delete;

  /// Begins; called once, when the work is ready to be called back.
  void start();
  /// Blocks until the last lane has ended.
  void join();

  /// Starts the lanes that are missing, from 0 on. A lane too many ends by itself: the work tells it to.
  void want(int lanes);
  /// From now on no lane is started, and those that run are interrupted again and again until they have
  /// ended.
  void stop();

 private:
  enum class LaneState { kAbsent, kRunning, kEnded };
  struct Slot {
    LaneState state = LaneState::kAbsent;
    std::thread thread;
  };

  void run();
  void start_missing();
  void join_ended();
  bool any_running() const;
  void run_slot(int lane);

  LaneWork& work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool signalled_ = false;
  bool stopped_ = false;
  int wanted_;
  std::array<Slot, kMaxLanes> slots_;
  std::thread thread_;
};

}  // namespace sluice
