#include "migrate/migrate_lane.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "source/checksum_rows.h"
#include "target/retry.h"

namespace sluice {
namespace {

/// Blocks of a table without a key that one transaction of the target takes, and memory holds.
constexpr std::size_t kBlocksHeld = 4;
constexpr std::uint64_t kWholeQuery = std::numeric_limits<std::uint64_t>::max();

int lanes_of(const MigrateSpec& spec) { return std::clamp(spec.target.lanes, 1, kMaxLanes); }

/// Runs `work`, which reads the source: where its connection is lost nothing may be tried again, because its
/// snapshot went with it.
template <class Work>
auto of_source(const Work& work) {
  try {
    return work();
  } catch (const EngineError& error) {
    Failure failure = error.failure();
    if (is_lost(failure)) {
      failure.code = "source-lost";
      failure.message = {"sourceLost", {{"reason", std::move(failure.message)}}};
    }
    failure.retryable = false;
    throw EngineError(std::move(failure));
  }
}

ChunkFile chunk_of(SourceTable& table, std::uint64_t number) {
  return {table.table().basename + "@" + std::to_string(number), Codec::kNone, {}, {}, {}};
}

LoadLane::ChunkRetry retry_of(const LoadTable& target) {
  return target.transactional ? LoadLane::ChunkRetry::kRetryable : LoadLane::ChunkRetry::kNever;
}

RowFeed::Room for_holding(RowFeed::Room room) {
  room.memory.block_bytes *= kBlocksHeld;
  return room;
}

/// Gives what is in memory, from its first byte on.
LocalInfileReader reader_of(std::string_view lines) {
  return [lines](char* buffer, std::size_t capacity) mutable {
    const std::size_t bytes = lines.copy(buffer, capacity);
    lines.remove_prefix(bytes);
    return bytes;
  };
}

}  // namespace

MigrateLane::MigrateLane(const MigrateShared& shared, int lane, Session& source)
    : shared_(shared),
      lane_(lane),
      source_(source),
      counter_(source),
      room_{streaming_lane_memory(shared.spec.target.memory_limit_bytes, lanes_of(shared.spec)),
            shared.large_rows, shared.board},
      target_({shared.spec.target, shared.board, shared.reporter, shared.control, shared.target_sessions,
               shared.committed},
              lane, LoadLane::ConnectPolicy::kFailFast) {}

void MigrateLane::run() {
  // Each query is one transaction of the target.
  // A small table may wait for the target as long as a large one.
  const WalkLimits limits{room_.memory.large_row_bytes, kMostBytesPerQuery, 1};
  RangeWalk(shared_.queue, shared_.control, shared_.board, lane_, source_, *this, limits).run();
}

TakenRows MigrateLane::take(SourceTable& table, const WalkQuery& query) {
  MovedPart& part = shared_.parts.find(table.table().id);
  if (part.table == nullptr)
    return of_source([&] { return checksum_rows(shared_, lane_, source_, table, query, room_, part); });
  return query.key_fields.empty() ? take_stream(table, query) : take_range(table, query);
}

TakenRows MigrateLane::take_range(SourceTable& table, const WalkQuery& query) {
  MovedPart& part = shared_.parts.find(table.table().id);
  const LoadTable& target = part.table->target;
  const std::uint64_t number = table.next_sequence();
  const ChunkFile chunk = chunk_of(table, number);
  TakenRows taken;
  std::uint64_t checksum = 0;
  const auto move = [&](ChunkLoader& loader) {
    PhaseScope phase(shared_.board, lane_, Phase::kLoad, table.table().id, static_cast<std::int64_t>(number));
    RowStream rows = of_source([&] { return source_.stream(query.statement); });
    const auto on_block = [&](std::uint64_t more, std::uint64_t bytes) {
      stop_if_asked();
      phase.moved(more, bytes);
    };
    RowFeed feed(source_, rows, table, query.key_fields, room_, on_block);
    taken = {};
    checksum = 0;
    if (!of_source([&] { return feed.begin_chunk(kWholeQuery); })) return ChunkReading{};
    const auto read = [&](char* buffer, std::size_t capacity) {
      return of_source([&] { return feed.read(buffer, capacity); });
    };
    return loader.load_from(target, chunk, read, [&] {
      // Before the commit, whose answer may be lost: then the journal says that it is in.
      taken = {feed.reading().rows, feed.reading().bytes, feed.last_key()};
      checksum = feed.checksum();
      return feed.reading();
    });
  };
  target_.move_chunk(target, chunk, static_cast<std::int64_t>(number), retry_of(target), move);
  part.add(taken.rows, taken.bytes, checksum);
  table.meter().add(taken.rows, taken.bytes);
  return taken;
}

TakenRows MigrateLane::take_stream(SourceTable& table, const WalkQuery& query) {
  MovedPart& part = shared_.parts.find(table.table().id);
  TakenRows taken;
  RowStream rows = begin_stream(table, query);
  try {
    RowFeed feed(source_, rows, table, {}, for_holding(room_),
                 [this](std::uint64_t, std::uint64_t) { stop_if_asked(); });
    std::string_view lines;
    while (of_source([&] { return hold_chunk(table, feed, lines); })) {
      const ChunkReading moved = load_held(table, feed, lines);
      part.add(moved.rows, moved.bytes, feed.checksum());
      table.meter().add(moved.rows, moved.bytes);
      taken.rows += moved.rows;
      taken.bytes += moved.bytes;
    }
  } catch (const std::exception&) {
    // Freeing a half-read result reads what is left of it, which may be a whole table.
    source_.interrupt();
    throw;
  }
  return taken;
}

RowStream MigrateLane::begin_stream(SourceTable& table, const WalkQuery& query) {
  const PhaseScope phase(shared_.board, lane_, Phase::kRead, table.table().id, -1);
  return of_source([&] { return source_.stream(query.statement); });
}

bool MigrateLane::hold_chunk(SourceTable& table, RowFeed& feed, std::string_view& lines) {
  const PhaseScope phase(shared_.board, lane_, Phase::kRead, table.table().id, -1);
  if (!feed.begin_chunk(room_.memory.block_bytes * kBlocksHeld)) return false;
  lines = feed.hold();
  return true;
}

ChunkReading MigrateLane::load_held(SourceTable& table, RowFeed& feed, std::string_view lines) {
  const LoadTable& target = shared_.parts.find(table.table().id).table->target;
  const std::uint64_t sequence = table.next_sequence();
  const auto number = static_cast<std::int64_t>(sequence);
  const ChunkFile chunk = chunk_of(table, sequence);
  return target_.move_chunk(target, chunk, number, retry_of(target), [&](ChunkLoader& loader) {
    PhaseScope phase(shared_.board, lane_, Phase::kLoad, table.table().id, number);
    phase.moved(feed.reading().rows, feed.reading().bytes);
    return loader.load_from(target, chunk, reader_of(lines), [&] { return feed.reading(); });
  });
}

void MigrateLane::stop_if_asked() const {
  if (shared_.control.stopping()) throw EngineError("cancelled", "migrationStopped");
}

void MigrateLane::finish_table(SourceTable& table) {
  const int id = table.table().id;
  MovedPart& part = shared_.parts.find(id);
  if (table.needs_count()) of_source([&] { count_source(table, part); });
  shared_.reporter.post(event::TableChecksummed{id, part.rows, part.bytes, part.checksum});
  if (part.table == nullptr) return table.meter().set_state(TableState::kDone);
  MovingTable& whole = *part.table;
  whole.rows += part.rows;
  whole.checksum += part.checksum;
  if (--whole.parts_left == 0) finish_target(whole);
}

void MigrateLane::count_source(SourceTable& table, const MovedPart& part) {
  const PhaseScope phase(shared_.board, lane_, Phase::kVerify, table.table().id, -1);
  const std::uint64_t counted = counter_.count(table, part.rows);
  if (counted == part.rows) return;
  throw EngineError(
      "rows-differ",
      {"countDiffersFromMoved",
       {{"counted", counted}, {"table", table.display_name()}, {"moved", std::uint64_t{part.rows}}}});
}

/// The only lane that is left in the table.
void MigrateLane::finish_target(MovingTable& table) {
  TableMeter& meter = *table.meters.front();
  const int threads = 1 + shared_.queue.idle();
  const auto lanes = static_cast<std::uint64_t>(std::max(threads, lanes_of(shared_.spec)));
  const std::uint64_t share = static_cast<std::uint64_t>(threads);
  target_.build_indexes(table.target, meter,
                        {threads, shared_.spec.target.memory_limit_bytes / 2 / lanes * share});
  table.target.expected_rows = table.rows + table.target.rows_before;
  const std::uint64_t counted = target_.count_rows(table.target, meter, table.rows);
  target_.record_moved(table.target, table.rows, table.checksum);
  for (TableMeter* part : table.meters) part->set_state(TableState::kDone);
  shared_.reporter.post(event::TableLoaded{table.target.id, table.rows, counted});
}

}  // namespace sluice
