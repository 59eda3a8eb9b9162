#include "dump/dump_job.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "dump/dump_lane.h"
#include "dump/dump_queue.h"
#include "snapshot/snapshot_sessions.h"
#include "support/job_control.h"
#include "support/lane_crew.h"
#include "support/or_fail.h"
#include "support/progress.h"

namespace sluice {
namespace {

DumpSpec with_valid_lanes(DumpSpec spec) {
  spec.lanes = std::clamp(spec.lanes, 1, kMaxLanes);
  spec.most_lanes = std::clamp(spec.most_lanes, spec.lanes, kMaxLanes);
  return spec;
}

}  // namespace

class DumpJob::Impl final : public LaneWork {
 public:
  Impl(DumpSpec spec, BatchHandler handler)
      : spec_(with_valid_lanes(std::move(spec))),
        reporter_(board_, std::move(handler)),
        sessions_(spec_.connection, spec_.session, spec_.most_lanes),
        queue_(spec_.lanes, std::min(kLeastSplitBytes, spec_.bytes_per_chunk)),
        context_{spec_, board_, control_, reporter_, queue_, large_rows_},
        shown_lanes_(spec_.lanes),
        crew_(*this, spec_.lanes) {
    board_.show_lanes(shown_lanes_);
  }

  void start() {
    opener_ = std::thread([this] { open_sessions(); });
  }

  void end() {
    cancel();
    opener_.join();
    crew_.join();
  }

  void take_snapshots() {
    const std::lock_guard lock(mutex_);
    snapshots_wanted_ = true;
    changed_.notify_one();
  }

  void add_tables(std::vector<DumpTable> tables) {
    for (DumpTable& table : tables) {
      TableMeter& meter = board_.add_table(table.id);
      try {
        queue_.add(std::make_unique<TableDump>(std::move(table), meter));
      } catch (const EngineError& error) {
        fail(error.failure());
      }
    }
  }

  void seal() { queue_.seal(); }
  void pause() { control_.pause(); }
  void resume() { control_.resume(); }

  void cancel() {
    control_.cancel();
    stop();
  }

  void set_lanes(int lanes) {
    const int wanted = std::clamp(lanes, 1, spec_.most_lanes);
    shown_lanes_ = std::max(shown_lanes_, wanted);
    board_.show_lanes(shown_lanes_);
    queue_.set_lanes(wanted);
    crew_.want(wanted);
  }

 private:
  void fail(Failure failure) {
    control_.fail(std::move(failure));
    stop();
  }

  void stop() {
    queue_.stop();
    crew_.stop();
    const std::lock_guard lock(mutex_);
    changed_.notify_one();
  }

  /// On the opener's thread: up to the snapshots, then the crew takes over, also when there is nothing left
  /// to do.
  void open_sessions() {
    or_fail(
        [&] {
          sessions_.open();
          reporter_.post(event::SessionsOpen{});
          wait_for_command();
          if (!control_.stopping()) {
            const double begin = board_.elapsed_ms();
            sessions_.take();
            reporter_.post(event::SnapshotsTaken{board_.elapsed_ms() - begin});
          }
        },
        [this](Failure failure) { fail(std::move(failure)); });
    crew_.start();
  }

  void wait_for_command() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return snapshots_wanted_ || control_.stopping(); });
  }

  void run_lane(int lane) noexcept override {
    const WireThread wire;
    or_fail([&] { DumpLane(context_, lane, sessions_.session(lane)).run(); },
            [this](Failure failure) { fail(std::move(failure)); });
  }

  bool finished() const noexcept override { return queue_.exhausted(); }

  void interrupt_lanes() noexcept override { sessions_.interrupt_all(); }

  void ended() noexcept override { reporter_.finish(ending_of(control_, queue_)); }

  const DumpSpec spec_;
  ProgressBoard board_;
  JobControl control_;
  Reporter reporter_;
  SnapshotSessions sessions_;
  DumpQueue queue_;
  std::mutex large_rows_;
  const DumpContext context_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool snapshots_wanted_ = false;  ///< Guarded by mutex_.
  int shown_lanes_;                ///< All there ever were; the owner's thread's.
  LaneCrew crew_;
  std::thread opener_;
};

DumpJob::DumpJob(DumpSpec spec, BatchHandler handler)
    : impl_(std::make_unique<Impl>(std::move(spec), std::move(handler))) {
  impl_->start();
}

DumpJob::~DumpJob() { impl_->end(); }

void DumpJob::take_snapshots() { impl_->take_snapshots(); }
void DumpJob::add_tables(std::vector<DumpTable> tables) { impl_->add_tables(std::move(tables)); }
void DumpJob::seal() { impl_->seal(); }
void DumpJob::pause() { impl_->pause(); }
void DumpJob::resume() { impl_->resume(); }
void DumpJob::cancel() { impl_->cancel(); }
void DumpJob::set_lanes(int lanes) { impl_->set_lanes(lanes); }

}  // namespace sluice
