#include "migrate/migrate_job.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "migrate/migrate_lane.h"
#include "migrate/moving_table.h"
#include "source/snapshot_job.h"
#include "wire/connection_limit.h"
#include "wire/session_roster.h"
#include "wire/session_watch.h"

namespace sluice {
namespace {

enum class Side : std::uint8_t { kSource, kTarget };

Message of_side(Side side, Message message) {
  if (side == Side::kSource) return {"ofSource", {{"message", std::move(message)}}};
  return {"ofTarget", {{"message", std::move(message)}}};
}

MigrateSpec with_valid_lanes(MigrateSpec spec) {
  spec.target.lanes = std::clamp(spec.target.lanes, 1, kMaxLanes);
  return spec;
}

SnapshotJobSpec job_spec(const MigrateSpec& spec) {
  return {.connection = spec.source,
          .session = spec.source_session,
          .moment = SnapshotMoment::kOnCommand,
          .lanes = spec.target.lanes,
          .most_lanes = spec.target.lanes};
}

class RunningMigration final : public JobOverSnapshot<MigrateTable> {
 public:
  RunningMigration(MigrateSpec spec, BatchHandler handler)
      : spec_(with_valid_lanes(std::move(spec))),
        source_watch_(spec_.source, source_sessions_, silence(), told_of(Side::kSource)),
        target_watch_(spec_.target.connection, target_sessions_, silence(), told_of(Side::kTarget)),
        job_(job_spec(spec_), std::move(handler), *this) {
    job_.start();
  }

  void add_tables(std::vector<MigrateTable> tables) override {
    for (MigrateTable& table : tables) add(std::move(table));
  }

 private:
  SnapshotJob& snapshot_job() override { return job_; }

  void add(MigrateTable table) {
    if (!table.target) return add_checksums(std::move(table.parts));
    MovingTable& moving = tables_.emplace_back(std::move(*table.target), table.parts.size());
    // A lane that has one part may ask for all of them.
    for (const DumpTable& part : table.parts) {
      moving.meters.push_back(&job_.shared().board.add_table(part.id));
      parts_.add(part.id).table = &moving;
    }
    for (std::size_t at = 0; at < table.parts.size(); ++at) {
      job_.add(std::move(table.parts[at]), *moving.meters[at]);
    }
  }

  void add_checksums(std::vector<DumpTable> parts) {
    for (DumpTable& part : parts) {
      TableMeter& meter = job_.shared().board.add_table(part.id);
      parts_.add(part.id);
      job_.add(std::move(part), meter);
    }
  }

  void run_lane(int lane, Session& source) override {
    const SharedByLanes shared = job_.shared();
    // Nobody needs a session on the target, whose journal there is with the first table, before its rows.
    if (!shared.queue.wait_for_work(lane)) return;
    const SessionRoster::Entry watched(source_sessions_, source);
    std::optional<MigrateLane> worker;
    while (!enter(worker, lane, source)) {
      if (!wait_for_room(lane)) return;
    }
    worker->run();
  }

  /// False where the target lets no more sessions in and others of the job do the work meanwhile.
  bool enter(std::optional<MigrateLane>& worker, int lane, Session& source) {
    try {
      worker.emplace(MigrateShared{job_.shared(), spec_, parts_, target_sessions_, committed_}, lane, source);
      return true;
    } catch (const EngineError& error) {
      if (!is_full(error.failure()) || target_sessions_.empty()) throw;
      if (!reported_full_.exchange(true)) {
        job_.shared().reporter.post(event::LanesRefused{0, of_side(Side::kTarget, error.failure().message)});
      }
      return false;
    }
  }

  /// False once the lane is not needed any more.
  bool wait_for_room(int lane) {
    constexpr std::chrono::milliseconds kStep{50};
    const SharedByLanes shared = job_.shared();
    const auto until = std::chrono::steady_clock::now() + kRoomInterval;
    while (std::chrono::steady_clock::now() < until) {
      if (shared.control.stopping() || shared.queue.exhausted()) return false;
      std::this_thread::sleep_for(kStep);
    }
    return shared.queue.wait_for_work(lane);
  }

  void interrupt_others() noexcept override { target_sessions_.interrupt_all(spec_.target.connection); }

  void lanes_ended() noexcept override {
    source_watch_.stop();
    target_watch_.stop();
  }

  std::chrono::milliseconds silence() const { return std::chrono::milliseconds(spec_.target.silence_ms); }

  /// Called by a watch while lanes work, and so while there is a job.
  SessionWatch::Log told_of(Side side) {
    return [this, side](Message message) {
      job_.shared().reporter.log(LogLevel::kWarning, of_side(side, std::move(message)));
    };
  }

  const MigrateSpec spec_;
  std::atomic<bool> reported_full_ = false;
  SessionRoster source_sessions_;
  SessionRoster target_sessions_;
  CommittedChunks committed_;
  std::deque<MovingTable> tables_;  ///< The owner's thread adds; a deque, so that tables never move.
  MovedParts parts_;
  SessionWatch source_watch_;
  SessionWatch target_watch_;
  SnapshotJob job_;
};

}  // namespace

MigrateJob::MigrateJob(MigrateSpec spec, BatchHandler handler)
    : HiddenJob(std::make_unique<RunningMigration>(std::move(spec), std::move(handler))) {}

}  // namespace sluice
