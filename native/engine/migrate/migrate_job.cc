#include "migrate/migrate_job.h"

#include <algorithm>
#include <condition_variable>
#include <mutex>
#include <thread>
#include <utility>

#include "migrate/migrate_book.h"
#include "migrate/migrate_lane.h"
#include "snapshot/snapshot_sessions.h"
#include "support/lane_crew.h"
#include "support/or_fail.h"

namespace sluice {
namespace {

MigrateSpec with_valid_lanes(MigrateSpec spec) {
  spec.target.lanes = std::clamp(spec.target.lanes, 1, kMaxLanes);
  return spec;
}

}  // namespace

class MigrateJob::Impl final : public LaneWork {
 public:
  Impl(MigrateSpec spec, BatchHandler handler)
      : spec_(with_valid_lanes(std::move(spec))),
        reporter_(board_, std::move(handler)),
        snapshot_(spec_.source, spec_.source_session, spec_.target.lanes),
        queue_(spec_.target.lanes, kLeastSplitBytes),
        crew_(*this, spec_.target.lanes) {
    board_.show_lanes(spec_.target.lanes);
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

  void add_tables(std::vector<MigrateTable> tables) {
    for (MigrateTable& table : tables) {
      MovingTable& moving = book_.add_table(std::move(table.target), table.parts.size());
      for (const DumpTable& part : table.parts) {
        moving.meters.push_back(&board_.add_table(part.id));
        book_.add_part(part.id, &moving);
      }
      for (std::size_t at = 0; at < table.parts.size(); ++at) {
        try {
          queue_.add(std::make_unique<TableDump>(std::move(table.parts[at]), *moving.meters[at]));
        } catch (const EngineError& error) {
          fail(error.failure());
        }
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
    const int wanted = std::clamp(lanes, 1, spec_.target.lanes);
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
          snapshot_.open();
          reporter_.post(event::SessionsOpen{});
          wait_for_command();
          if (!control_.stopping()) {
            const double begin = board_.elapsed_ms();
            snapshot_.take();
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
    or_fail(
        [&] {
          // Nobody needs a session on the target, whose journal there is with the first table, before its
          // rows.
          if (!queue_.wait_for_work(lane)) return;
          MigrateLane({spec_, board_, control_, reporter_, queue_, book_, target_sessions_, large_rows_},
                      lane, snapshot_.session(lane))
              .run();
        },
        [this](Failure failure) { fail(std::move(failure)); });
  }

  bool finished() const noexcept override { return queue_.exhausted(); }

  void interrupt_lanes() noexcept override {
    snapshot_.interrupt_all();
    target_sessions_.interrupt_all();
  }

  void ended() noexcept override { reporter_.finish(ending_of(control_, queue_)); }

  const MigrateSpec spec_;
  ProgressBoard board_;
  JobControl control_;
  Reporter reporter_;
  SnapshotSessions snapshot_;
  SessionRoster target_sessions_;
  DumpQueue queue_;
  MigrateBook book_;
  std::mutex large_rows_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool snapshots_wanted_ = false;  ///< Guarded by mutex_.
  LaneCrew crew_;
  std::thread opener_;
};

MigrateJob::MigrateJob(MigrateSpec spec, BatchHandler handler)
    : impl_(std::make_unique<Impl>(std::move(spec), std::move(handler))) {
  impl_->start();
}

MigrateJob::~MigrateJob() { impl_->end(); }

void MigrateJob::take_snapshots() { impl_->take_snapshots(); }
void MigrateJob::add_tables(std::vector<MigrateTable> tables) { impl_->add_tables(std::move(tables)); }
void MigrateJob::seal() { impl_->seal(); }
void MigrateJob::pause() { impl_->pause(); }
void MigrateJob::resume() { impl_->resume(); }
void MigrateJob::cancel() { impl_->cancel(); }
void MigrateJob::set_lanes(int lanes) { impl_->set_lanes(lanes); }

}  // namespace sluice
