#include "rechunk/rechunk_job.h"

#include <algorithm>
#include <deque>
#include <iterator>
#include <memory>
#include <mutex>
#include <numeric>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "dump/publish.h"
#include "dump/staged_chunks.h"
#include "read/job_over_chunks.h"
#include "read/open_chunk.h"
#include "rechunk/chunk_copy.h"
#include "support/held_lane.h"
#include "support/phase_scope.h"

namespace sluice {
namespace {

RechunkSpec with_lanes(RechunkSpec spec, int lanes) {
  spec.lanes = lanes;
  return spec;
}

class RunningRechunk final : public JobOverChunks<RechunkTable> {
 public:
  RunningRechunk(RechunkSpec spec, BatchHandler handler)
      : JobOverChunks(spec.lanes, std::move(handler)), spec_(with_lanes(std::move(spec), most_lanes_)) {
    start_lanes();
  }

  ~RunningRechunk() override { end_lanes(); }

  void add_tables(std::vector<RechunkTable> tables) override;

 private:
  struct Entry {
    RechunkTable table;
    TableMeter& meter;
    std::size_t unread = 0;           ///< Units; guarded by mutex_.
    std::vector<StagedChunk> staged;  ///< Guarded by mutex_.
  };
  /// Chunks of a data set that fill a file together, from the first to before the last; none of a data set
  /// without any.
  struct Unit {
    Entry* entry = nullptr;
    std::size_t first = 0;
    std::size_t last = 0;
  };

  std::vector<Unit> units_of(Entry& entry) const;

  void work_as(int lane) override;
  bool has_work() const noexcept override { return next_unit_ < units_.size(); }
  void work(ChunkCopy& copy, int lane, const Unit& unit);
  std::vector<StagedChunk> copy_chunks(ChunkCopy& copy, int lane, const Unit& unit);
  void copy_chunk(ChunkCopy& copy, int lane, Entry& entry, std::size_t number);
  void publish(ChunkCopy& copy, Entry& entry);
  std::string staging_of(const Entry& entry, std::size_t chunk) const {
    return spec_.output + "/" + entry.table.basename + "@" + std::to_string(chunk);
  }

  const RechunkSpec spec_;
  // Guarded by mutex_; deques, so that their elements never move.
  std::deque<Entry> tables_;
  std::deque<Unit> units_;
  std::size_t next_unit_ = 0;
};

void RunningRechunk::add_tables(std::vector<RechunkTable> tables) {
  const std::lock_guard lock(mutex_);
  for (RechunkTable& table : tables) {
    TableMeter& meter = board_.add_table(table.id);
    Entry& added = tables_.emplace_back(Entry{std::move(table), meter, 0, {}});
    const std::vector<Unit> units = units_of(added);
    added.unread = units.size();
    units_.insert(units_.end(), units.begin(), units.end());
  }
  changed_.notify_all();
}

/// Chunks of a script may be as short as its statements.
std::vector<RunningRechunk::Unit> RunningRechunk::units_of(Entry& entry) const {
  const std::vector<ChunkFile>& chunks = entry.table.chunks;
  std::vector<Unit> units;
  std::uint64_t bytes = 0;
  for (std::size_t chunk = 0; chunk < chunks.size(); ++chunk) {
    const std::uint64_t weight = weight_of(spec_.directory, chunks[chunk]);
    const bool joins = !units.empty() && bytes + weight <= spec_.bytes_per_chunk &&
                       chunks[chunk].dialect == chunks[units.back().first].dialect;
    if (!joins) {
      units.push_back({&entry, chunk, chunk});
      bytes = 0;
    }
    units.back().last = chunk + 1;
    bytes += weight;
  }
  if (units.empty()) units.push_back({&entry, 0, 0});
  return units;
}

void RunningRechunk::work_as(int lane) {
  ChunkCopy copy(spec_, board_);
  const auto next = [this] { return units_[next_unit_++]; };
  while (const std::optional<Unit> unit = take(lane, next)) work(copy, lane, *unit);
}

void RunningRechunk::work(ChunkCopy& copy, int lane, const Unit& unit) {
  Entry& entry = *unit.entry;
  std::vector<StagedChunk> staged;
  if (unit.first < unit.last) staged = copy_chunks(copy, lane, unit);
  {
    const std::lock_guard lock(mutex_);
    std::move(staged.begin(), staged.end(), std::back_inserter(entry.staged));
    if (--entry.unread > 0) return;
  }
  publish(copy, entry);
}

std::vector<StagedChunk> RunningRechunk::copy_chunks(ChunkCopy& copy, int lane, const Unit& unit) {
  Entry& entry = *unit.entry;
  entry.meter.set_state(TableState::kRunning);
  copy.begin(entry.table.chunks[unit.first].dialect, staging_of(entry, unit.first));
  for (std::size_t chunk = unit.first; chunk < unit.last; ++chunk) copy_chunk(copy, lane, entry, chunk);
  std::vector<StagedChunk> staged = copy.end();
  for (StagedChunk& part : staged) part.range = static_cast<int>(unit.first);
  return staged;
}

void RunningRechunk::copy_chunk(ChunkCopy& copy, int lane, Entry& entry, std::size_t number) {
  const RechunkTable& table = entry.table;
  const ChunkFile& chunk = table.chunks[number];
  PhaseScope phase(board_, lane, Phase::kRead, table.id, static_cast<std::int64_t>(number));
  try {
    copy.add(chunk, [&](std::uint64_t rows, std::uint64_t bytes) {
      hold_while_paused(control_, board_, lane, table.id);
      if (control_.stopping()) throw EngineError("cancelled", "exportStopped");
      phase.moved(rows, bytes);
      entry.meter.add(rows, bytes);
    });
  } catch (const EngineError& error) {
    throw EngineError(failure_of_chunk(error.failure(), table.schema, table.table, chunk));
  }
}

/// All chunks of the data set are read: nobody else touches it any more.
void RunningRechunk::publish(ChunkCopy& copy, Entry& entry) {
  if (entry.staged.empty()) entry.staged.push_back(copy.empty(staging_of(entry, 0)));
  std::vector<int> order(std::max<std::size_t>(entry.table.chunks.size(), 1));
  std::iota(order.begin(), order.end(), 0);
  sort_by_key(entry.staged, order);
  event::TableDumped dumped;
  dumped.table = entry.table.id;
  for (const StagedChunk& chunk : entry.staged) {
    dumped.rows += chunk.facts.rows;
    dumped.bytes += chunk.facts.bytes;
  }
  dumped.chunks = publish_chunks(spec_.output, entry.table.basename, chunk_extension(spec_.compression),
                                 std::move(entry.staged));
  entry.meter.set_state(TableState::kDone);
  reporter_.post(std::move(dumped));
}

}  // namespace

RechunkJob::RechunkJob(RechunkSpec spec, BatchHandler handler)
    : HiddenJob(std::make_unique<RunningRechunk>(std::move(spec), std::move(handler))) {}

}  // namespace sluice
