#include "verify/checksum_job.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "source/checksum_rows.h"
#include "source/part_registry.h"
#include "source/range_walk.h"
#include "source/row_feed.h"
#include "source/snapshot_job.h"
#include "wire/session_roster.h"
#include "wire/session_watch.h"

namespace sluice {
namespace {

ChecksumSpec with_valid_lanes(ChecksumSpec spec) {
  spec.lanes = std::clamp(spec.lanes, 1, kMaxLanes);
  return spec;
}

SnapshotJobSpec job_spec(const ChecksumSpec& spec) {
  return {.connection = spec.connection,
          .session = spec.session,
          .moment = SnapshotMoment::kAtOnce,
          .lanes = spec.lanes,
          .most_lanes = spec.lanes};
}

/// One lane: reads rows and keeps nothing of them but their checksum.
class ChecksumLane final : private RowSink {
 public:
  ChecksumLane(const ChecksumSpec& spec, const SharedByLanes& shared, PartRegistry<PartTotals>& parts,
               int lane, Session& session)
      : shared_(shared),
        parts_(parts),
        lane_(lane),
        session_(session),
        room_{streaming_lane_memory(spec.memory_limit_bytes, spec.lanes), shared.large_rows, shared.board} {}

  void run() {
    const WalkLimits limits{room_.memory.large_row_bytes, kMostBytesPerQuery};
    RangeWalk(shared_.queue, shared_.control, shared_.board, lane_, session_, *this, limits).run();
  }

 private:
  TakenRows take(SourceTable& table, const WalkQuery& query) override {
    return checksum_rows(shared_, lane_, session_, table, query, room_, parts_.find(table.table().id));
  }

  void finish_table(SourceTable& table) override {
    const PartTotals& part = parts_.find(table.table().id);
    table.meter().set_state(TableState::kDone);
    shared_.reporter.post(event::TableChecksummed{table.table().id, part.rows, part.bytes, part.checksum});
  }

  const SharedByLanes shared_;
  PartRegistry<PartTotals>& parts_;
  const int lane_;
  Session& session_;
  const RowFeed::Room room_;
};

class RunningChecksum final : public JobOverSnapshot<DumpTable> {
 public:
  RunningChecksum(ChecksumSpec spec, BatchHandler handler)
      : spec_(with_valid_lanes(std::move(spec))),
        watch_(
            spec_.connection, watched_, std::chrono::milliseconds(spec_.silence_ms),
            [this](Message message) { job_.shared().reporter.log(LogLevel::kWarning, std::move(message)); }),
        job_(job_spec(spec_), std::move(handler), *this) {
    job_.start();
  }

  void add_tables(std::vector<DumpTable> tables) override {
    for (DumpTable& table : tables) add(std::move(table));
  }

 private:
  SnapshotJob& snapshot_job() override { return job_; }

  void add(DumpTable table) {
    TableMeter& meter = job_.shared().board.add_table(table.id);
    parts_.add(table.id);
    job_.add(std::move(table), meter);
  }

  void run_lane(int lane, Session& session) override {
    const SessionRoster::Entry watched(watched_, session);
    ChecksumLane(spec_, job_.shared(), parts_, lane, session).run();
  }

  void lanes_ended() noexcept override { watch_.stop(); }

  const ChecksumSpec spec_;
  SessionRoster watched_;
  SessionWatch watch_;
  PartRegistry<PartTotals> parts_;
  SnapshotJob job_;
};

}  // namespace

ChecksumJob::ChecksumJob(ChecksumSpec spec, BatchHandler handler)
    : HiddenJob(std::make_unique<RunningChecksum>(std::move(spec), std::move(handler))) {}

}  // namespace sluice
