#pragma once

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "read/chunk_file.h"
#include "support/failures.h"
#include "support/job.h"
#include "support/job_control.h"
#include "support/lane_crew.h"
#include "support/or_fail.h"
#include "support/progress.h"
#include "support/reporter.h"

namespace sluice {

/// Failure while a chunk was read, with its names; one of a file that can't be written is none of the
/// table's.
inline Failure failure_of_chunk(Failure failure, const std::string& schema, const std::string& table,
                                const ChunkFile& chunk) {
  const bool is_output = failure.code == "disk-full" || failure.code == "file-failed";
  if (is_output && failure.chunk != chunk.file) return failure;
  failure.table = schema + "." + table;
  failure.chunk = chunk.file;
  return failure;
}

/// Job whose lanes take the chunks of a dump, some at a time, and need no server: its switches, its lanes and
/// its end. The subclass queues the work under `mutex_`, and notifies `changed_` when there is more.
///
/// Threads, ownership and errors: see `Job`. The lanes call the subclass: it calls `start_lanes` last in its
/// constructor and `end_lanes` first in its destructor.
template <class Table>
class JobOverChunks : public TableJob<Table>, private LaneWork {
 public:
  void seal() final {
    const std::lock_guard lock(mutex_);
    sealed_ = true;
    changed_.notify_all();
  }

  void pause() final { control_.pause(); }
  void resume() final { control_.resume(); }

  void cancel() final {
    control_.cancel();
    stop_lanes();
  }

  void set_lanes(int lanes) final {
    const int wanted = std::clamp(lanes, 1, most_lanes_);
    {
      const std::lock_guard lock(mutex_);
      wanted_lanes_ = wanted;
      changed_.notify_all();
    }
    board_.show_lanes(wanted);
    crew_.want(wanted);
  }

 protected:
  JobOverChunks(int lanes, BatchHandler handler)
      : reporter_(board_, std::move(handler)),
        most_lanes_(std::clamp(lanes, 1, kMaxLanes)),
        wanted_lanes_(most_lanes_),
        crew_(*this, wanted_lanes_) {}

  void start_lanes() {
    board_.show_lanes(most_lanes_);
    crew_.start();
  }

  void end_lanes() {
    cancel();
    crew_.join();
  }

  /// Works as this lane until `take` has nothing for it; what it throws ends the job.
  virtual void work_as(int lane) = 0;
  /// Returns whether work waits in the queue; called under `mutex_`.
  virtual bool has_work() const noexcept = 0;
  /// Wakes lanes that block elsewhere than in `take`.
  virtual void wake_lanes() noexcept {}
  /// The lanes have ended, and the job was not stopped; a failure from here on is one of the job.
  virtual void lanes_ended() noexcept {}
  /// Adds failures that did not end the job.
  virtual void add_failures(std::vector<Failure>&) const {}

  /// Blocks until there is something for the lane, which `next` takes from the queue under `mutex_`; nothing
  /// when the lane has to end.
  template <typename Next>
  auto take(int lane, const Next& next) -> std::optional<decltype(next())> {
    for (;;) {
      control_.wait_while_paused();
      std::unique_lock lock(mutex_);
      if (control_.stopping() || lane >= wanted_lanes_) return std::nullopt;
      if (has_work()) return next();
      if (sealed_) return std::nullopt;
      changed_.wait(lock);
    }
  }

  void fail(Failure failure) {
    control_.fail(std::move(failure));
    stop_lanes();
  }

  ProgressBoard board_;
  JobControl control_;
  Reporter reporter_;
  /// The memory limit is shared out to so many.
  const int most_lanes_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;

 private:
  void run_lane(int lane) noexcept final {
    or_fail([&] { work_as(lane); }, [this](Failure failure) { fail(std::move(failure)); });
  }

  bool finished() const noexcept final {
    const std::lock_guard lock(mutex_);
    return sealed_ && !has_work();
  }

  /// Nothing to do: lanes look at the switches while they read, and `stop_lanes` wakes those that wait.
  void interrupt_lanes() noexcept final {}

  void lacks_threads(int running) noexcept final {
    if (running == 0) return fail(threads_refused());
    reporter_.log(LogLevel::kWarning, lack_of_threads(running));
  }

  void ended() noexcept final {
    if (!control_.stopping()) lanes_ended();
    std::vector<Failure> failures = control_.take_failures();
    add_failures(failures);
    JobState state = failures.empty() ? JobState::kDone : JobState::kFailed;
    if (control_.cancelled()) state = JobState::kCancelled;
    reporter_.finish({state, std::move(failures)});
  }

  void stop_lanes() {
    {
      const std::lock_guard lock(mutex_);
      changed_.notify_all();
    }
    wake_lanes();
    crew_.stop();
  }

  bool sealed_ = false;  ///< Guarded by mutex_, as the next is.
  int wanted_lanes_;
  LaneCrew crew_;
};

}  // namespace sluice
