#include "load/load_job.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "load/load_schedule.h"
#include "read/open_chunk.h"
#include "support/job_control.h"
#include "support/lane_crew.h"
#include "support/or_fail.h"
#include "support/phase_scope.h"
#include "support/progress.h"
#include "support/small_table.h"
#include "target/committed_chunks.h"
#include "target/load_lane.h"
#include "target/retry.h"
#include "wire/connection_limit.h"
#include "wire/session_roster.h"
#include "wire/session_watch.h"

namespace sluice {
namespace {

/// Returns whether the table is moved and counted in less time than the statements around that take.
bool is_small(const LoadTable& table, const std::vector<std::uint64_t>& chunk_bytes) {
  constexpr std::uint64_t kMostRows = 1000;
  if (!table.transactional || !table.index_batches.empty() || chunk_bytes.size() > 1) return false;
  // Where the server generates numbers in a transaction it can't be asked whether it did so for others.
  const bool is_written = !table.chunks.empty() && table.chunks.front().part.has_value() &&
                          table.chunks.front().part->as_written.has_value();
  if (table.numbers == RowNumbers::kGenerated || is_written) return false;
  if (!chunk_bytes.empty() && chunk_bytes.front() > kMostSmallBytes) return false;
  return table.expected_rows && *table.expected_rows <= kMostRows;
}

ScheduledTable scheduled(const LoadTable& table, const std::string& directory) {
  ScheduledTable plan;
  for (const ChunkFile& chunk : table.chunks) plan.chunk_bytes.push_back(weight_of(directory, chunk));
  plan.may_share = table.may_share;
  plan.has_indexes = !table.index_batches.empty();
  plan.partitions = table.partitions;
  plan.small = is_small(table, plan.chunk_bytes);
  return plan;
}

std::vector<std::size_t> tables_of(const Work& work) {
  if (const auto* chunk = std::get_if<work::Chunk>(&work)) return {chunk->table};
  if (const auto* together = std::get_if<work::Together>(&work)) return together->tables;
  if (const auto* indexes = std::get_if<work::Indexes>(&work)) return {indexes->table};
  return std::get<work::Count>(work).tables;
}

/// Lanes that meet the same trouble, such as a server that is gone, say so once.
std::vector<Failure> distinct(std::vector<Failure> failures) {
  std::vector<Failure> kept;
  for (Failure& failure : failures) {
    const bool known = std::any_of(kept.begin(), kept.end(), [&](const Failure& other) {
      return other.code == failure.code && plain(other.message) == plain(failure.message) &&
             other.table == failure.table && other.chunk == failure.chunk;
    });
    if (!known) kept.push_back(std::move(failure));
  }
  return kept;
}

class RunningLoad final : public TableJob<LoadTable>, private LaneWork {
 public:
  RunningLoad(LoadSpec spec, BatchHandler handler)
      : spec_(std::move(spec)),
        reporter_(board_, std::move(handler)),
        most_lanes_(std::clamp(spec_.lanes, 1, kMaxLanes)),
        wanted_lanes_(most_lanes_),
        schedule_(wanted_lanes_),
        watch_(spec_.connection, sessions_, std::chrono::milliseconds(spec_.silence_ms),
               [this](Message message) { reporter_.log(LogLevel::kWarning, std::move(message)); }),
        crew_(*this, most_lanes_) {
    board_.show_lanes(most_lanes_);
    crew_.start();
  }

  ~RunningLoad() override {
    RunningLoad::cancel();
    crew_.join();
  }

  void add_tables(std::vector<LoadTable> tables) override {
    const std::lock_guard lock(mutex_);
    for (LoadTable& table : tables) {
      schedule_.add_table(scheduled(table, spec_.directory));
      TableMeter& meter = board_.add_table(table.id);
      meter.add(table.rows_before, table.bytes_before);
      const std::uint64_t rows_before = table.rows_before;
      tables_.push_back({std::move(table), meter, rows_before});
    }
    changed_.notify_all();
  }

  void seal() override {
    const std::lock_guard lock(mutex_);
    schedule_.seal();
    changed_.notify_all();
  }

  void pause() override { control_.pause(); }
  void resume() override { control_.resume(); }

  void cancel() override {
    control_.cancel();
    stop_lanes();
  }

  void set_lanes(int lanes) override {
    const int wanted = std::clamp(lanes, 1, most_lanes_);
    {
      const std::lock_guard lock(mutex_);
      schedule_.set_lanes(wanted);
      wanted_lanes_ = wanted;
      changed_.notify_all();
    }
    board_.show_lanes(wanted);
    crew_.want(wanted);
  }

  void run_lane(int lane) noexcept override;
  bool finished() const noexcept override {
    const std::lock_guard lock(mutex_);
    return schedule_.finished();
  }
  void interrupt_lanes() noexcept override { sessions_.interrupt_all(spec_.connection); }
  void lacks_threads(int running) noexcept override;
  void ended() noexcept override;

 private:
  struct Entry {
    LoadTable table;
    TableMeter& meter;
    std::uint64_t rows = 0;  ///< Committed; guarded by mutex_.
  };

  bool enter(std::optional<LoadLane>& worker, int lane);
  bool wait_for_room(int lane);
  std::optional<Work> take_work(int lane);
  void perform(LoadLane& worker, int lane, const Work& work);
  void load_chunk(LoadLane& worker, int lane, const work::Chunk& work);
  void load_together(LoadLane& worker, const work::Together& work);
  void build_indexes(LoadLane& worker, const work::Indexes& work);
  BuildBudget budget_of(int threads, std::uint64_t table_bytes) const;
  void count_rows(LoadLane& worker, const work::Count& work);
  std::vector<LoadLane::BatchTable> batch_of(const std::vector<std::size_t>& tables);
  void show_failed(const Work& work, const Failure& failure);
  void fail(Failure failure);
  void stop_lanes();
  Entry& entry(std::size_t table) {
    const std::lock_guard lock(mutex_);
    return tables_[table];
  }

  const LoadSpec spec_;
  ProgressBoard board_;
  JobControl control_;
  SessionRoster sessions_;
  CommittedChunks committed_;
  Reporter reporter_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  /// The memory limit is shared out to so many.
  const int most_lanes_;
  std::atomic<int> wanted_lanes_;
  std::atomic<bool> reported_full_ = false;
  LoadSchedule schedule_;     ///< Guarded by mutex_.
  std::deque<Entry> tables_;  ///< Guarded by mutex_; a deque, so that entries never move.
  SessionWatch watch_;
  LaneCrew crew_;
};

void RunningLoad::run_lane(int lane) noexcept {
  const WireThread wire;
  or_fail(
      [&] {
        std::optional<LoadLane> worker;
        while (!enter(worker, lane)) {
          if (!wait_for_room(lane)) return;
        }
        while (const std::optional<Work> work = take_work(lane)) perform(*worker, lane, *work);
      },
      [this](Failure failure) { fail(std::move(failure)); });
}

/// False where the server lets no more sessions in and others of the job do the work meanwhile.
bool RunningLoad::enter(std::optional<LoadLane>& worker, int lane) {
  try {
    worker.emplace(LoadShared{spec_, board_, reporter_, control_, sessions_, committed_}, lane,
                   LoadLane::ConnectPolicy::kFailFast);
    return true;
  } catch (const EngineError& error) {
    if (!is_full(error.failure()) || sessions_.empty()) throw;
    if (!reported_full_.exchange(true)) {
      reporter_.post(event::LanesRefused{0, error.failure().message});
    }
    return false;
  }
}

/// False once the lane is not needed any more.
bool RunningLoad::wait_for_room(int lane) {
  std::unique_lock lock(mutex_);
  const auto unneeded = [&] { return control_.stopping() || schedule_.finished() || lane >= wanted_lanes_; };
  return !changed_.wait_for(lock, kRoomInterval, unneeded);
}

/// Blocks until there is work for the lane; nothing when it has to end.
std::optional<Work> RunningLoad::take_work(int lane) {
  std::optional<PhaseScope> waiting;
  std::optional<std::size_t> waits_for;
  for (;;) {
    control_.wait_while_paused();
    std::unique_lock lock(mutex_);
    if (control_.stopping()) return std::nullopt;
    const Work work = schedule_.next(lane);
    if (std::holds_alternative<work::Leave>(work)) return std::nullopt;
    const auto* wait = std::get_if<work::Wait>(&work);
    if (wait == nullptr) return work;
    // However often it is woken, for one table it is one wait.
    if (wait->table != waits_for) waiting.reset();
    waits_for = wait->table;
    if (waits_for && !waiting) waiting.emplace(board_, lane, Phase::kWait, tables_[*waits_for].table.id, -1);
    changed_.wait(lock);
  }
}

void RunningLoad::perform(LoadLane& worker, int lane, const Work& work) {
  try {
    if (const auto* chunk = std::get_if<work::Chunk>(&work)) load_chunk(worker, lane, *chunk);
    if (const auto* together = std::get_if<work::Together>(&work)) load_together(worker, *together);
    if (const auto* indexes = std::get_if<work::Indexes>(&work)) build_indexes(worker, *indexes);
    if (const auto* count = std::get_if<work::Count>(&work)) count_rows(worker, *count);
  } catch (const EngineError& error) {
    if (error.failure().code != "cancelled") show_failed(work, error.failure());
    throw;
  }
}

/// Marks the table that the failure names, among those that go together.
void RunningLoad::show_failed(const Work& work, const Failure& failure) {
  for (const std::size_t number : tables_of(work)) {
    const Entry& failed = entry(number);
    if (failure.table == failed.table.schema + "." + failed.table.table) {
      failed.meter.set_state(TableState::kFailed);
    }
  }
}

void RunningLoad::load_chunk(LoadLane& worker, int lane, const work::Chunk& work) {
  Entry& target = entry(work.table);
  const std::uint64_t rows =
      worker.load_chunk(target.table, work.chunk, target.meter, [&](std::uint64_t bytes) {
        const std::lock_guard lock(mutex_);
        schedule_.received(work.table, bytes);
        changed_.notify_all();
      });
  const std::lock_guard lock(mutex_);
  target.rows += rows;
  schedule_.committed(lane);
  changed_.notify_all();
}

void RunningLoad::load_together(LoadLane& worker, const work::Together& work) {
  const std::vector<std::uint64_t> rows = worker.load_together(batch_of(work.tables));
  const std::lock_guard lock(mutex_);
  for (std::size_t at = 0; at < rows.size(); ++at) tables_[work.tables[at]].rows += rows[at];
  schedule_.loaded_together(work.tables);
  changed_.notify_all();
}

std::vector<LoadLane::BatchTable> RunningLoad::batch_of(const std::vector<std::size_t>& tables) {
  const std::lock_guard lock(mutex_);
  std::vector<LoadLane::BatchTable> batch;
  for (const std::size_t number : tables) {
    const Entry& held = tables_[number];
    batch.push_back({&held.table, &held.meter, held.rows});
  }
  return batch;
}

void RunningLoad::build_indexes(LoadLane& worker, const work::Indexes& work) {
  const Entry& target = entry(work.table);
  worker.build_indexes(target.table, target.meter,
                       budget_of(work.threads, target.table.bytes_before + work.bytes));
  const std::lock_guard lock(mutex_);
  schedule_.indexed(work.table);
  changed_.notify_all();
}

/// All builds together may take half of the job's memory on the server: each at most as much as its threads
/// are of the lanes.
BuildBudget RunningLoad::budget_of(int threads, std::uint64_t table_bytes) const {
  const auto share = static_cast<std::uint64_t>(threads);
  const auto lanes = static_cast<std::uint64_t>(std::max(threads, wanted_lanes_.load()));
  return {threads, sort_buffer_of(threads, table_bytes, spec_.memory_limit_bytes / 2 / lanes * share)};
}

void RunningLoad::count_rows(LoadLane& worker, const work::Count& work) {
  const std::vector<LoadLane::BatchTable> tables = batch_of(work.tables);
  const std::vector<std::uint64_t> counted = worker.count_together(tables);
  for (std::size_t at = 0; at < tables.size(); ++at) {
    tables[at].meter->set_state(TableState::kDone);
    reporter_.post(event::TableLoaded{tables[at].table->id, tables[at].rows, counted[at]});
  }
  const std::lock_guard lock(mutex_);
  for (const std::size_t number : work.tables) schedule_.counted(number);
  changed_.notify_all();
}

void RunningLoad::fail(Failure failure) {
  control_.fail(std::move(failure));
  stop_lanes();
}

void RunningLoad::stop_lanes() {
  {
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
  }
  crew_.stop();
}

void RunningLoad::lacks_threads(int running) noexcept {
  if (running == 0) return fail(threads_refused());
  reporter_.log(LogLevel::kWarning, lack_of_threads(running));
}

void RunningLoad::ended() noexcept {
  watch_.stop();
  std::vector<Failure> failures = distinct(control_.take_failures());
  JobState state = control_.cancelled() ? JobState::kCancelled : JobState::kDone;
  if (!failures.empty()) state = JobState::kFailed;
  reporter_.finish({state, std::move(failures)});
}

}  // namespace

LoadJob::LoadJob(LoadSpec spec, BatchHandler handler)
    : HiddenJob(std::make_unique<RunningLoad>(std::move(spec), std::move(handler))) {}

}  // namespace sluice
