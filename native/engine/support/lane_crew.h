#pragma once

#include <array>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "support/progress.h"

namespace sluice {

/// Work of a crew of lanes: a job. All calls come from the crew's threads and must not throw.
class LaneWork {
 public:
  virtual ~LaneWork() = default;
  /// Prepares the work before the first lane, on a thread of its own; interrupted like a lane. Called only
  /// where the crew was told that there is something (`LaneCrew::start`).
  virtual void prepare() noexcept {}
  /// Works as this lane until nothing is left for it; on a thread of the lane's own.
  virtual void run_lane(int lane) noexcept = 0;
  /// True once all work is done, or being done by lanes that run.
  virtual bool finished() const noexcept = 0;
  /// Wakes every lane that blocks, on the crew's own thread, where it may block for a while.
  virtual void interrupt_lanes() noexcept = 0;
  /// The system starts no more threads, and this many lanes run; told again when there are fewer. Without
  /// any, the work must be stopped.
  virtual void lacks_threads(int running) noexcept = 0;
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

  /// First thing that a crew starts.
  enum class Beginning { kLanes, kPreparation };

  /// Begins; called once, when the work is ready to be called back. Throws std::system_error where the system
  /// starts no thread: then nothing has begun.
  void start(Beginning beginning = Beginning::kLanes);
  /// Blocks until the last lane has ended.
  void join();

  /// Starts the lanes that are missing, from 0 on. A lane too many ends by itself: the work tells it to.
  void want(int lanes);
  /// Starts no lane any more, and interrupts those that run again and again until they have
  /// ended.
  void stop();

 private:
  enum class LaneState { kAbsent, kRunning, kEnded };
  struct Slot {
    LaneState state = LaneState::kAbsent;
    std::thread thread;
  };

  void run();
  void start_preparation();
  void start_missing();
  template <typename Run>
  bool start(Slot& slot, Run run);
  void join_ended();
  int running() const;
  void ended(Slot& slot);
  void tell_of_lack(std::unique_lock<std::mutex>& lock);

  LaneWork& work_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool signalled_ = false;
  bool stopped_ = false;
  int wanted_;
  std::array<Slot, kMaxLanes> slots_;
  /// True until the preparation has ended.
  bool prepares_ = false;
  Slot preparation_;
  /// True when the last attempt to start a missing thread was refused.
  bool refused_ = false;
  /// Number of running lanes that the work was told last.
  int told_running_ = kMaxLanes;
  std::thread thread_;
};

}  // namespace sluice
