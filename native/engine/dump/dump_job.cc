#include "dump/dump_job.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "dump/dump_lane.h"
#include "source/snapshot_job.h"
#include "wire/session_roster.h"
#include "wire/session_watch.h"

namespace sluice {
namespace {

DumpSpec with_valid_lanes(DumpSpec spec) {
  spec.lanes = std::clamp(spec.lanes, 1, kMaxLanes);
  spec.most_lanes = std::clamp(spec.most_lanes, spec.lanes, kMaxLanes);
  return spec;
}

SnapshotJobSpec job_spec(const DumpSpec& spec) {
  return {.connection = spec.connection,
          .session = spec.session,
          .moment = SnapshotMoment::kOnCommand,
          .lanes = spec.lanes,
          .most_lanes = spec.most_lanes,
          .least_split_bytes = std::min(kLeastSplitBytes, spec.bytes_per_chunk)};
}

class RunningDump final : public JobOverSnapshot<DumpTable> {
 public:
  RunningDump(DumpSpec spec, BatchHandler handler)
      : spec_(with_valid_lanes(std::move(spec))),
        watch_(
            spec_.connection, watched_, std::chrono::milliseconds(spec_.silence_ms),
            [this](Message message) { job_.shared().reporter.log(LogLevel::kWarning, std::move(message)); }),
        job_(job_spec(spec_), std::move(handler), *this) {
    job_.start();
  }

  void add_tables(std::vector<DumpTable> tables) override {
    for (DumpTable& table : tables) {
      TableMeter& meter = job_.shared().board.add_table(table.id);
      job_.add(std::move(table), meter);
    }
  }

 private:
  SnapshotJob& snapshot_job() override { return job_; }

  void run_lane(int lane, Session& session) override {
    const SessionRoster::Entry watched(watched_, session);
    DumpLane({job_.shared(), spec_, staged_}, lane, session).run();
  }

  void lanes_ended() noexcept override { watch_.stop(); }

  const DumpSpec spec_;
  SessionRoster watched_;
  SessionWatch watch_;
  StagedChunks staged_;
  SnapshotJob job_;
};

}  // namespace

DumpJob::DumpJob(DumpSpec spec, BatchHandler handler)
    : HiddenJob(std::make_unique<RunningDump>(std::move(spec), std::move(handler))) {}

}  // namespace sluice
