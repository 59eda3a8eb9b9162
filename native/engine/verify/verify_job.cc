#include "verify/verify_job.h"

#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "read/job_over_chunks.h"
#include "read/open_chunk.h"
#include "support/held_lane.h"
#include "support/phase_scope.h"
#include "support/progress.h"
#include "verify/file_check.h"
#include "verify/verify_queue.h"

namespace sluice {
namespace {

class RunningVerification final : public JobOverChunks<VerifyTable> {
 public:
  RunningVerification(VerifySpec spec, BatchHandler handler)
      : JobOverChunks(spec.lanes, std::move(handler)), spec_(std::move(spec)) {
    start_lanes();
  }

  ~RunningVerification() override { end_lanes(); }

  void add_tables(std::vector<VerifyTable> tables) override;

 private:
  struct Entry {
    VerifyTable table;
    TableMeter& meter;
    std::size_t unread = 0;
    std::uint64_t rows = 0;
    std::uint64_t bytes = 0;
    std::map<std::size_t, Failure> failures;              ///< By chunk.
    std::vector<std::optional<std::uint64_t>> checksums;  ///< By chunk.
  };

  std::uint64_t bytes_per_lane() const {
    return spec_.memory_limit_bytes / static_cast<std::uint64_t>(most_lanes_);
  }
  void work_as(int lane) override;
  bool has_work() const noexcept override { return !queue_.empty(); }
  void add_failures(std::vector<Failure>& failures) const override;
  void check(int lane, const VerifyQueue::Item& item);
  void conclude(Entry& entry);
  Entry& entry(std::size_t table) {
    const std::lock_guard lock(mutex_);
    return tables_[table];
  }

  const VerifySpec spec_;
  // Guarded by mutex_, as are the counts and failures of the entries; a deque, so that entries never move.
  VerifyQueue queue_;
  std::deque<Entry> tables_;
};

void RunningVerification::add_tables(std::vector<VerifyTable> tables) {
  const std::lock_guard lock(mutex_);
  for (VerifyTable& table : tables) {
    TableMeter& meter = board_.add_table(table.id);
    Entry& added = tables_.emplace_back(Entry{std::move(table), meter, 0, 0, 0, {}, {}});
    const std::vector<ChunkFile>& chunks = added.table.chunks;
    added.unread = chunks.size();
    added.checksums.resize(chunks.size());
    for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
      queue_.add({weight_of(spec_.directory, chunks[chunk]), tables_.size() - 1, chunk});
    }
    if (chunks.empty()) conclude(added);
  }
  changed_.notify_all();
}

void RunningVerification::work_as(int lane) {
  const auto next = [this] { return *queue_.take(); };
  while (const std::optional<VerifyQueue::Item> item = take(lane, next)) check(lane, *item);
}

void RunningVerification::check(int lane, const VerifyQueue::Item& item) {
  Entry& target = entry(item.table);
  target.meter.set_state(TableState::kRunning);
  PhaseScope phase(board_, lane, Phase::kVerify, target.table.id, static_cast<std::int64_t>(item.chunk));
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  FileFinding finding = check_file(spec_.directory, target.table.chunks[item.chunk], board_, bytes_per_lane(),
                                   [&](std::uint64_t more_rows, std::uint64_t more) {
                                     hold_while_paused(control_, board_, lane, target.table.id);
                                     if (control_.stopping())
                                       throw EngineError("cancelled", "verificationStopped");
                                     phase.moved(more_rows, more);
                                     target.meter.add(more_rows, more);
                                     rows += more_rows;
                                     bytes += more;
                                   });
  const std::lock_guard lock(mutex_);
  target.rows += rows;
  target.bytes += bytes;
  target.checksums[item.chunk] = finding.checksum;
  if (finding.failure) {
    finding.failure->table = target.table.schema + "." + target.table.table;
    target.failures.emplace(item.chunk, std::move(*finding.failure));
  }
  if (--target.unread == 0) conclude(target);
}

/// Says how a table is; the caller holds the lock.
void RunningVerification::conclude(Entry& target) {
  target.meter.set_state(target.failures.empty() ? TableState::kDone : TableState::kFailed);
  event::TableVerified verified{target.table.id, target.rows, target.bytes, target.checksums, {}};
  for (const auto& [chunk, failure] : target.failures) verified.failures.push_back(failure);
  reporter_.post(std::move(verified));
}

void RunningVerification::add_failures(std::vector<Failure>& failures) const {
  const std::lock_guard lock(mutex_);
  for (const Entry& target : tables_) {
    for (const auto& [chunk, failure] : target.failures) failures.push_back(failure);
  }
}

}  // namespace

VerifyJob::VerifyJob(VerifySpec spec, BatchHandler handler)
    : HiddenJob(std::make_unique<RunningVerification>(std::move(spec), std::move(handler))) {}

}  // namespace sluice
