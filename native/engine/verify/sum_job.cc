#include "verify/sum_job.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <utility>

#include "migrate/migrate_book.h"
#include "source/range_walk.h"
#include "source/row_feed.h"
#include "source/snapshot_job.h"
#include "source/sum_rows.h"
#include "wire/session_roster.h"
#include "wire/session_watch.h"

namespace sluice {
namespace {

SumSpec with_valid_lanes(SumSpec spec) {
  spec.lanes = std::clamp(spec.lanes, 1, kMaxLanes);
  return spec;
}

SnapshotJobSpec job_spec(const SumSpec& spec) {
  return {.connection = spec.connection,
          .session = spec.session,
          .moment = SnapshotMoment::kAtOnce,
          .lanes = spec.lanes,
          .most_lanes = spec.lanes};
}

/// One lane: reads rows and keeps nothing of them but their sum.
class SumLane final : private RowTaker {
 public:
  SumLane(const SumSpec& spec, const SharedByLanes& shared, MigrateBook& book, int lane, Session& session)
      : shared_(shared),
        book_(book),
        lane_(lane),
        session_(session),
        room_{streaming_lane_memory(spec.memory_limit_bytes, spec.lanes), shared.large_rows, shared.board} {}

  void run() {
    const WalkLimits limits{room_.memory.large_row_bytes, kMostBytesPerQuery};
    RangeWalk(shared_.queue, shared_.control, shared_.board, lane_, session_, *this, limits).run();
  }

 private:
  TakenRows take(TableDump& table, const WalkQuery& query) override {
    return sum_rows(shared_, lane_, session_, table, query, room_, book_.part(table.table().id));
  }

  void end(TableDump& table) override {
    const MovedPart& part = book_.part(table.table().id);
    table.meter().set_state(TableState::kDone);
    shared_.reporter.post(event::TableSummed{table.table().id, part.rows, part.bytes, part.sum});
  }

  const SharedByLanes shared_;
  MigrateBook& book_;
  const int lane_;
  Session& session_;
  const RowFeed::Room room_;
};

}  // namespace

class SumJob::Impl final : private SnapshotWork {
 public:
  Impl(SumSpec spec, BatchHandler handler)
      : spec_(with_valid_lanes(std::move(spec))),
        watch_(spec_.connection, watched_, std::chrono::milliseconds(spec_.silence_ms),
               [this](const std::string& text) { job_.shared().reporter.log(LogLevel::kWarning, text); }),
        job_(job_spec(spec_), std::move(handler), *this) {
    job_.start();
  }

  SnapshotJob& job() { return job_; }

  void add(DumpTable table) {
    TableMeter& meter = job_.shared().board.add_table(table.id);
    book_.add_part(table.id, nullptr);
    job_.add(std::move(table), meter);
  }

 private:
  void run_lane(int lane, Session& session) override {
    const SessionRoster::Entry watched(watched_, session);
    SumLane(spec_, job_.shared(), book_, lane, session).run();
  }

  void lanes_ended() noexcept override { watch_.stop(); }

  const SumSpec spec_;
  SessionRoster watched_;
  SessionWatch watch_;
  MigrateBook book_;
  SnapshotJob job_;
};

SumJob::SumJob(SumSpec spec, BatchHandler handler)
    : impl_(std::make_unique<Impl>(std::move(spec), std::move(handler))) {}

SumJob::~SumJob() = default;

void SumJob::add_tables(std::vector<DumpTable> tables) {
  for (DumpTable& table : tables) impl_->add(std::move(table));
}

void SumJob::seal() { impl_->job().seal(); }
void SumJob::pause() { impl_->job().pause(); }
void SumJob::resume() { impl_->job().resume(); }
void SumJob::cancel() { impl_->job().cancel(); }
void SumJob::set_lanes(int lanes) { impl_->job().set_lanes(lanes); }

}  // namespace sluice
