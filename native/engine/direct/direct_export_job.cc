#include "direct/direct_export_job.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "direct/direct_lane.h"
#include "direct/ordered_output.h"
#include "source/snapshot_job.h"
#include "support/or_fail.h"
#include "wire/session_roster.h"
#include "wire/session_watch.h"

namespace sluice {
namespace {

DirectExportSpec with_valid_lanes(DirectExportSpec spec) {
  spec.output.lanes = std::clamp(spec.output.lanes, 1, kMaxLanes);
  spec.most_lanes = std::clamp(spec.most_lanes, spec.output.lanes, kMaxLanes);
  return spec;
}

SnapshotJobSpec job_spec(const DirectExportSpec& spec) {
  return {.connection = spec.connection,
          .session = spec.session,
          .moment = SnapshotMoment::kOnCommand,
          .lanes = spec.output.lanes,
          .most_lanes = spec.most_lanes,
          .least_split_bytes = std::min(kLeastSplitBytes, part_bytes(spec)),
          .order = WorkOrder::kInOrder};
}

class RunningDirectExport final : public JobOverSnapshot<DirectTable> {
 public:
  RunningDirectExport(DirectExportSpec spec, BatchHandler handler)
      : spec_(with_valid_lanes(std::move(spec))),
        watch_(
            spec_.connection, watched_, std::chrono::milliseconds(spec_.silence_ms),
            [this](Message message) { job_.shared().reporter.log(LogLevel::kWarning, std::move(message)); }),
        job_(job_spec(spec_), std::move(handler), *this) {
    const SharedByLanes shared = job_.shared();
    output_.emplace(spec_.output, most_waiting_bytes(spec_), shared.board, shared.control);
    try {
      job_.start();
    } catch (...) {
      output_.reset();
      throw;
    }
  }

  void add_tables(std::vector<DirectTable> tables) override {
    const std::lock_guard lock(mutex_);
    if (!output_) return;
    for (DirectTable& table : tables) {
      std::vector<int> ids;
      for (const DumpTable& data_set : table.data_sets) ids.push_back(data_set.id);
      output_->add(std::move(table.output), ids);
      for (DumpTable& data_set : table.data_sets) {
        TableMeter& meter = job_.shared().board.add_table(data_set.id);
        job_.add(std::move(data_set), meter);
      }
    }
  }

 private:
  SnapshotJob& snapshot_job() override { return job_; }

  void run_lane(int lane, Session& session) override {
    const SessionRoster::Entry watched(watched_, session);
    DirectLane({job_.shared(), spec_, *output_}, lane, session).run();
  }

  void interrupt_others() noexcept override { output_->wake(); }

  void lanes_ended() noexcept override {
    watch_.stop();
    const std::lock_guard lock(mutex_);
    JobControl& control = job_.shared().control;
    if (!control.stopping()) {
      const auto finish = [this] {
        output_->finish();
        is_whole_ = true;
      };
      or_fail(finish, [&control](Failure failure) { control.fail(std::move(failure)); });
    }
    output_.reset();
  }

  bool is_whole() const noexcept override { return is_whole_; }

  const DirectExportSpec spec_;
  SessionRoster watched_;
  SessionWatch watch_;
  std::mutex mutex_;
  /// Uses parts of the job, and so is there from before the first lane until behind the last. Guarded by
  /// mutex_ where the owner uses it.
  std::optional<OrderedOutput> output_;
  bool is_whole_ = false;
  SnapshotJob job_;
};

}  // namespace

DirectExportJob::DirectExportJob(DirectExportSpec spec, BatchHandler handler)
    : HiddenJob(std::make_unique<RunningDirectExport>(std::move(spec), std::move(handler))) {}

}  // namespace sluice
