#pragma once

#include <atomic>
#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "source/snapshot_sessions.h"
#include "source/source_queue.h"
#include "support/job.h"
#include "support/job_control.h"
#include "support/lane_crew.h"
#include "support/progress.h"
#include "support/reporter.h"

namespace sluice {

/// Context that the lanes of one job share. All of it outlives them.
struct SharedByLanes {
  ProgressBoard& board;
  JobControl& control;
  Reporter& reporter;
  SourceQueue& queue;
  /// Held by the one lane that has a large row in memory.
  std::mutex& large_rows;
};

/// Work that a `SnapshotJob` runs its lanes for.
class SnapshotWork {
 public:
  virtual ~SnapshotWork() = default;
  /// Works as this lane until the queue has nothing more for it, on the lane's thread. Throws EngineError.
  virtual void run_lane(int lane, Session& session) = 0;
  /// Wakes lanes that block elsewhere than in the sessions of the snapshot; see `LaneWork`.
  virtual void interrupt_others() noexcept {}
  /// No lane is left, and nothing may be reported after this.
  virtual void lanes_ended() noexcept {}
  /// Asked then: false where something was left to do that is no lane's work, so that a job which was
  /// cancelled is not done.
  virtual bool is_whole() const noexcept { return true; }
};

/// Moment at which the sessions take their snapshot.
enum class SnapshotMoment : std::uint8_t { kOnCommand, kAtOnce };

struct SnapshotJobSpec {
  Connection connection;
  SessionVariables session;
  SnapshotMoment moment = SnapshotMoment::kOnCommand;
  int lanes = 1;
  /// Number of sessions that take the snapshot, and so of the most lanes later.
  int most_lanes = 1;
  /// A range smaller than this is not shared between lanes.
  std::uint64_t least_split_bytes = kLeastSplitBytes;
  WorkOrder order = WorkOrder::kBiggestFirst;
};

/// Lanes over a queue of tables, each with a session of one snapshot: what dumps, migrations and checksums
/// have in common, from the first sign-in to the last event.
///
/// Owned by its work as the last of its members, and used by the owner's one thread; `shared` is for the
/// lanes. No call blocks but the destructor, which cancels what still runs. Failures are events: nothing
/// throws except for want of memory or threads.
class SnapshotJob final : private LaneWork {
 public:
  SnapshotJob(SnapshotJobSpec spec, BatchHandler handler, SnapshotWork& work);
  ~SnapshotJob() override;
  SnapshotJob(const SnapshotJob&) = delete;
  SnapshotJob& operator=(const SnapshotJob&) = delete;

  /// Begins to sign in; called once, when the work is ready to be called. Throws std::system_error where the
  /// system starts no thread.
  void start();
  /// Between `event::SessionsOpen` and `event::SnapshotsTaken`; both are there only for
  /// `SnapshotMoment::kOnCommand`.
  void take_snapshots();
  /// A table that can't be read as it says fails the job.
  void add(DumpTable table, TableMeter& meter);
  void seal();
  void pause();
  void resume();
  void cancel();
  /// Clamped to what there are sessions for.
  void set_lanes(int lanes);

  SharedByLanes shared() { return {board_, control_, reporter_, queue_, large_rows_}; }

 private:
  void fail(Failure failure);
  void stop();
  void open_sessions();
  void limit_lanes(const Failure& refused);
  void take_on_command();
  void prepare() noexcept override;
  void run_lane(int lane) noexcept override;
  bool finished() const noexcept override;
  void interrupt_lanes() noexcept override;
  void lacks_threads(int running) noexcept override;
  void ended() noexcept override;

  SnapshotWork& work_;
  const SnapshotMoment moment_;
  std::atomic<int> most_lanes_;  ///< Fewer where the server refused sessions.
  std::atomic<int> wanted_lanes_;
  ProgressBoard board_;
  JobControl control_;
  Reporter reporter_;
  SnapshotSessions sessions_;
  SourceQueue queue_;
  std::mutex large_rows_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool snapshots_wanted_ = false;  ///< Guarded by mutex_.
  std::atomic<int> shown_lanes_;   ///< All there ever were.
  LaneCrew crew_;
};

/// Job that is a `SnapshotJob` with work of its own: passes its owner's calls on.
template <class Table>
class JobOverSnapshot : public TableJob<Table>, protected SnapshotWork {
 public:
  void take_snapshots() final { snapshot_job().take_snapshots(); }
  void seal() final { snapshot_job().seal(); }
  void pause() final { snapshot_job().pause(); }
  void resume() final { snapshot_job().resume(); }
  void cancel() final { snapshot_job().cancel(); }
  void set_lanes(int lanes) final { snapshot_job().set_lanes(lanes); }

 protected:
  virtual SnapshotJob& snapshot_job() = 0;
};

}  // namespace sluice
