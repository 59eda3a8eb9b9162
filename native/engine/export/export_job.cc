#include "export/export_job.h"

#include <algorithm>
#include <deque>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "export/chunk_export.h"
#include "export/export_writer.h"
#include "export/turns.h"
#include "read/job_over_chunks.h"
#include "support/held_lane.h"
#include "support/or_fail.h"
#include "support/phase_scope.h"

namespace sluice {
namespace {

class RunningExport final : public JobOverChunks<ExportTable> {
 public:
  RunningExport(ExportSpec spec, BatchHandler handler)
      : JobOverChunks(spec.lanes, std::move(handler)),
        spec_(std::move(spec)),
        output_(file_compression(spec_), spec_.descriptor, board_, control_.stop_signal()),
        writer_(spec_, output_, board_),
        turns_(spec_.memory_limit_bytes / 8, control_,
               {[this](std::uint64_t unit) { begin(unit); },
                [this](std::uint64_t unit, const RowBlock& block) { write(unit, block); },
                [this](std::uint64_t unit) { end(unit); }}) {
    start_lanes();
  }

  ~RunningExport() override { end_lanes(); }

  void add_tables(std::vector<ExportTable> tables) override;

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
  void work_as(int lane) override;
  bool has_work() const noexcept override { return next_unit_ < units_.size(); }
  void wake_lanes() noexcept override { turns_.wake(); }
  void lanes_ended() noexcept override;
  void work(int lane, std::uint64_t number);
  std::uint64_t rows_of(int lane, std::uint64_t number, const Unit& unit);
  void begin(std::uint64_t number);
  void write(std::uint64_t number, const RowBlock& block);
  void end(std::uint64_t number);
  Unit unit(std::uint64_t number) const {
    const std::lock_guard lock(mutex_);
    return units_[number];
  }

  const ExportSpec spec_;
  ExportOutput output_;
  ExportWriter writer_;
  Turns turns_;
  // Guarded by mutex_; deques, so that their elements never move.
  std::deque<Entry> tables_;
  std::deque<Unit> units_;
  std::size_t next_unit_ = 0;
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

void RunningExport::work_as(int lane) {
  const auto next = [this] {
    turns_.begin(next_unit_);
    return std::uint64_t{next_unit_++};
  };
  while (const std::optional<std::uint64_t> unit = take(lane, next)) work(lane, *unit);
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
    throw EngineError(failure_of_chunk(error.failure(), table.schema, table.table, chunk));
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

void RunningExport::lanes_ended() noexcept {
  or_fail([this] { output_.close(); }, [this](Failure failure) { control_.fail(std::move(failure)); });
}

}  // namespace

ExportJob::ExportJob(ExportSpec spec, BatchHandler handler)
    : HiddenJob(std::make_unique<RunningExport>(std::move(spec), std::move(handler))) {}

}  // namespace sluice
