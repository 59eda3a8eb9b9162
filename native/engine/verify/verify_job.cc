#include "verify/verify_job.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "read/open_chunk.h"
#include "support/held_lane.h"
#include "support/job_control.h"
#include "support/lane_crew.h"
#include "support/or_fail.h"
#include "support/phase_scope.h"
#include "support/progress.h"
#include "verify/file_check.h"
#include "verify/verify_queue.h"

namespace sluice {
namespace {

class RunningVerification final : public TableJob<VerifyTable>, private LaneWork {
 public:
  RunningVerification(VerifySpec spec, BatchHandler handler)
      : spec_(std::move(spec)),
        reporter_(board_, std::move(handler)),
        most_lanes_(std::clamp(spec_.lanes, 1, kMaxLanes)),
        wanted_lanes_(most_lanes_),
        crew_(*this, wanted_lanes_) {
    board_.show_lanes(wanted_lanes_);
    crew_.start();
  }

  ~RunningVerification() override {
    RunningVerification::cancel();
    crew_.join();
  }

  void add_tables(std::vector<VerifyTable> tables) override;
  void seal() override;
  void pause() override { control_.pause(); }
  void resume() override { control_.resume(); }
  void cancel() override;
  void set_lanes(int lanes) override;

  void run_lane(int lane) noexcept override;
  bool finished() const noexcept override;
  /// Nothing to do: lanes look at the switches while they read.
  void interrupt_lanes() noexcept override {}
  void lacks_threads(int running) noexcept override;
  void ended() noexcept override;

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
  std::optional<VerifyQueue::Item> take_file(int lane);
  void check(int lane, const VerifyQueue::Item& item);
  void conclude(Entry& entry);
  void fail(Failure failure);
  void stop_lanes();
  Entry& entry(std::size_t table) {
    const std::lock_guard lock(mutex_);
    return tables_[table];
  }

  const VerifySpec spec_;
  ProgressBoard board_;
  JobControl control_;
  Reporter reporter_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_, as are the counts and failures of the entries; a deque, so that entries never move.
  VerifyQueue queue_;
  std::deque<Entry> tables_;
  bool sealed_ = false;
  /// The memory limit is shared out to so many.
  const int most_lanes_;
  int wanted_lanes_;
  LaneCrew crew_;
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

void RunningVerification::seal() {
  const std::lock_guard lock(mutex_);
  sealed_ = true;
  changed_.notify_all();
}

void RunningVerification::cancel() {
  control_.cancel();
  stop_lanes();
}

void RunningVerification::stop_lanes() {
  {
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
  }
  crew_.stop();
}

void RunningVerification::set_lanes(int lanes) {
  const int wanted = std::clamp(lanes, 1, most_lanes_);
  {
    const std::lock_guard lock(mutex_);
    wanted_lanes_ = wanted;
    changed_.notify_all();
  }
  board_.show_lanes(wanted);
  crew_.want(wanted);
}

void RunningVerification::run_lane(int lane) noexcept {
  or_fail(
      [&] {
        while (const std::optional<VerifyQueue::Item> item = take_file(lane)) check(lane, *item);
      },
      [this](Failure failure) { fail(std::move(failure)); });
}

void RunningVerification::fail(Failure failure) {
  control_.fail(std::move(failure));
  stop_lanes();
}

/// Blocks until there is a file for the lane; nothing when it has to end.
std::optional<VerifyQueue::Item> RunningVerification::take_file(int lane) {
  for (;;) {
    control_.wait_while_paused();
    std::unique_lock lock(mutex_);
    if (control_.stopping() || lane >= wanted_lanes_) return std::nullopt;
    if (std::optional<VerifyQueue::Item> item = queue_.take()) return item;
    if (sealed_) return std::nullopt;
    changed_.wait(lock);
  }
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

bool RunningVerification::finished() const noexcept {
  const std::lock_guard lock(mutex_);
  return sealed_ && queue_.empty();
}

void RunningVerification::lacks_threads(int running) noexcept {
  if (running == 0) return fail(threads_refused());
  reporter_.log(LogLevel::kWarning, lack_of_threads(running));
}

void RunningVerification::ended() noexcept {
  std::vector<Failure> failures = control_.take_failures();
  {
    const std::lock_guard lock(mutex_);
    for (const Entry& target : tables_) {
      for (const auto& [chunk, failure] : target.failures) failures.push_back(failure);
    }
  }
  JobState state = failures.empty() ? JobState::kDone : JobState::kFailed;
  if (control_.cancelled()) state = JobState::kCancelled;
  reporter_.finish({state, std::move(failures)});
}

}  // namespace

VerifyJob::VerifyJob(VerifySpec spec, BatchHandler handler)
    : HiddenJob(std::make_unique<RunningVerification>(std::move(spec), std::move(handler))) {}

}  // namespace sluice
