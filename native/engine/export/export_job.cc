#include "export/export_job.h"

#include <algorithm>
#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "export/chunk_export.h"
#include "export/export_writer.h"
#include "export/turns.h"
#include "support/held_lane.h"
#include "support/job_control.h"
#include "support/lane_crew.h"
#include "support/or_fail.h"
#include "support/phase_scope.h"

namespace sluice {
namespace {

class RunningExport final : public TableJob<ExportTable>, private LaneWork {
 public:
  RunningExport(ExportSpec spec, BatchHandler handler)
      : spec_(std::move(spec)),
        reporter_(board_, std::move(handler)),
        most_lanes_(std::clamp(spec_.lanes, 1, kMaxLanes)),
        output_(file_compression(spec_), spec_.descriptor, board_, control_.stop_signal()),
        writer_(spec_, output_, board_),
        turns_(spec_.memory_limit_bytes / 8, control_,
               {[this](std::uint64_t unit) { begin(unit); },
                [this](std::uint64_t unit, const RowBlock& block) { write(unit, block); },
                [this](std::uint64_t unit) { end(unit); }}),
        wanted_lanes_(most_lanes_),
        crew_(*this, wanted_lanes_) {
    board_.show_lanes(wanted_lanes_);
    crew_.start();
  }

  ~RunningExport() override {
    RunningExport::cancel();
    crew_.join();
  }

  void add_tables(std::vector<ExportTable> tables) override;
  void seal() override;
  void pause() override { control_.pause(); }
  void resume() override { control_.resume(); }
  void cancel() override;
  void set_lanes(int lanes) override;

  void run_lane(int lane) noexcept override;
  bool finished() const noexcept override;
  /// Nothing to do: lanes look at the switches while they read, and wait for nothing that does not wake them.
  void interrupt_lanes() noexcept override {}
  void lacks_threads(int running) noexcept override;
  void ended() noexcept override;

 private:
  struct Entry {
    ExportTable table;
    TableMeter& meter;
    std::uint64_t rows = 0;  ///< Guarded by mutex_.
  };
  /// Chunk of a table, or a table without any.
  struct Unit {
    Entry* entry = nullptr;
    std::size_t chunk = 0;
    bool first = false;
    bool last = false;
  };

  /// Eighths of all memory: three for the lanes' readers, whose windows may be large, one for their rows, one
  /// for rows that wait, and three for a large row, which only the lane with the turn may have; half of these
  /// are a row group's where there is one, which takes the large row once more.
  ChunkMemory memory() const {
    const std::uint64_t eighth = spec_.memory_limit_bytes / 8;
    const auto lanes = static_cast<std::uint64_t>(most_lanes_);
    return {.reader_bytes = 3 * eighth / lanes,
            .row_bytes = eighth / lanes,
            .large_row_bytes = spec_.format == RowFormat::kParquet ? 3 * eighth / 2 : 3 * eighth};
  }
  std::optional<std::uint64_t> take_unit(int lane);
  void work(int lane, std::uint64_t number);
  std::uint64_t rows_of(int lane, std::uint64_t number, const Unit& unit);
  void begin(std::uint64_t number);
  void write(std::uint64_t number, const RowBlock& block);
  void end(std::uint64_t number);
  void fail(Failure failure);
  void stop_lanes();
  Unit unit(std::uint64_t number) const {
    const std::lock_guard lock(mutex_);
    return units_[number];
  }

  const ExportSpec spec_;
  ProgressBoard board_;
  JobControl control_;
  Reporter reporter_;
  /// The memory limit is shared out to so many.
  const int most_lanes_;
  ExportOutput output_;
  ExportWriter writer_;
  Turns turns_;
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_; deques, so that their elements never move.
  std::deque<Entry> tables_;
  std::deque<Unit> units_;
  std::size_t next_unit_ = 0;
  bool sealed_ = false;
  int wanted_lanes_;
  LaneCrew crew_;
};

void RunningExport::add_tables(std::vector<ExportTable> tables) {
  const std::lock_guard lock(mutex_);
  for (ExportTable& table : tables) {
    TableMeter& meter = board_.add_table(table.id);
    Entry& added = tables_.emplace_back(Entry{std::move(table), meter, 0});
    const std::size_t chunks = std::max<std::size_t>(added.table.chunks.size(), 1);
    for (std::size_t chunk = 0; chunk < chunks; ++chunk) {
      units_.push_back({&added, chunk, chunk == 0, chunk + 1 == chunks});
    }
  }
  changed_.notify_all();
}

void RunningExport::seal() {
  const std::lock_guard lock(mutex_);
  sealed_ = true;
  changed_.notify_all();
}

void RunningExport::cancel() {
  control_.cancel();
  stop_lanes();
}

void RunningExport::stop_lanes() {
  {
    const std::lock_guard lock(mutex_);
    changed_.notify_all();
  }
  turns_.wake();
  crew_.stop();
}

void RunningExport::set_lanes(int lanes) {
  const int wanted = std::clamp(lanes, 1, most_lanes_);
  {
    const std::lock_guard lock(mutex_);
    wanted_lanes_ = wanted;
    changed_.notify_all();
  }
  board_.show_lanes(wanted);
  crew_.want(wanted);
}

void RunningExport::run_lane(int lane) noexcept {
  or_fail(
      [&] {
        while (const std::optional<std::uint64_t> unit = take_unit(lane)) work(lane, *unit);
      },
      [this](Failure failure) { fail(std::move(failure)); });
}

void RunningExport::fail(Failure failure) {
  control_.fail(std::move(failure));
  stop_lanes();
}

/// Blocks until there is a unit for the lane; nothing when it has to end.
std::optional<std::uint64_t> RunningExport::take_unit(int lane) {
  for (;;) {
    control_.wait_while_paused();
    std::unique_lock lock(mutex_);
    if (control_.stopping() || lane >= wanted_lanes_) return std::nullopt;
    if (next_unit_ < units_.size()) {
      turns_.begin(next_unit_);
      return next_unit_++;
    }
    if (sealed_) return std::nullopt;
    changed_.wait(lock);
  }
}

void RunningExport::work(int lane, std::uint64_t number) {
  const Unit own = unit(number);
  if (!own.entry->table.chunks.empty()) {
    const std::uint64_t rows = rows_of(lane, number, own);
    const std::lock_guard lock(mutex_);
    own.entry->rows += rows;
  }
  turns_.finish(number);
}

/// Hands over the rows of a chunk; returns how many there are.
std::uint64_t RunningExport::rows_of(int lane, std::uint64_t number, const Unit& unit) {
  const ExportTable& table = unit.entry->table;
  const ChunkFile& chunk = table.chunks[unit.chunk];
  unit.entry->meter.set_state(TableState::kRunning);
  PhaseScope phase(board_, lane, Phase::kRead, table.id, static_cast<std::int64_t>(unit.chunk));
  const auto step = [&](std::uint64_t rows, std::uint64_t bytes) {
    hold_while_paused(control_, board_, lane, table.id);
    if (control_.stopping()) throw EngineError("cancelled", "exportStopped");
    phase.moved(rows, bytes);
    unit.entry->meter.add(rows, bytes);
  };
  try {
    const RowText::Calls calls{[&](RowBlockPtr block) { turns_.hand_over(number, std::move(block)); },
                               [&] { turns_.wait_for_turn(number); }};
    return export_chunk(spec_, table, chunk, board_, memory(), calls, step);
  } catch (const EngineError& error) {
    Failure failure = error.failure();
    // A file that can't be written is none of the table's.
    const bool is_output = failure.code == "disk-full" || failure.code == "file-failed";
    if (is_output && failure.chunk != chunk.file) throw;
    failure.table = table.schema + "." + table.table;
    failure.chunk = chunk.file;
    throw EngineError(std::move(failure));
  }
}

void RunningExport::begin(std::uint64_t number) {
  const Unit own = unit(number);
  if (own.first) writer_.begin(own.entry->table);
}

void RunningExport::write(std::uint64_t number, const RowBlock& block) {
  writer_.write(unit(number).entry->table, block);
}

void RunningExport::end(std::uint64_t number) {
  const Unit own = unit(number);
  if (!own.last) return;
  writer_.end(own.entry->table);
  own.entry->meter.set_state(TableState::kDone);
  const std::lock_guard lock(mutex_);
  reporter_.post(event::TableExported{own.entry->table.id, own.entry->rows});
}

bool RunningExport::finished() const noexcept {
  const std::lock_guard lock(mutex_);
  return sealed_ && next_unit_ == units_.size();
}

void RunningExport::lacks_threads(int running) noexcept {
  if (running == 0) return fail(threads_refused());
  reporter_.log(LogLevel::kWarning, lack_of_threads(running));
}

void RunningExport::ended() noexcept {
  if (!control_.stopping())
    or_fail([this] { output_.close(); }, [this](Failure failure) { control_.fail(std::move(failure)); });
  std::vector<Failure> failures = control_.take_failures();
  JobState state = failures.empty() ? JobState::kDone : JobState::kFailed;
  if (control_.cancelled()) state = JobState::kCancelled;
  reporter_.finish({state, std::move(failures)});
}

}  // namespace

ExportJob::ExportJob(ExportSpec spec, BatchHandler handler)
    : HiddenJob(std::make_unique<RunningExport>(std::move(spec), std::move(handler))) {}

}  // namespace sluice
