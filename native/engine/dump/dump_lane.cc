#include "dump/dump_lane.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "dump/index_dive.h"
#include "dump/row_limit.h"

namespace sluice {
namespace {

/// What one query brings at most: a pause, a steal or a fewer-lanes command takes effect between queries.
constexpr double kMostBytesPerQuery = 16 << 20;
/// Towards the end of a range queries bring less and less, down to this, so that an idle lane does not wait
/// long for its share.
constexpr double kLeastBytesPerQuery = 1 << 20;
constexpr double kPartPerQuery = 1.0 / 4;

/// What a session keeps of its buffer when a large row has moved.
constexpr std::size_t kKeptPacketBytes = 1 << 16;

double query_bytes(const DumpSpec& spec, const RangeLease& range) {
  const double most = std::min(kMostBytesPerQuery, static_cast<double>(spec.bytes_per_chunk));
  return std::clamp(range.bytes_left() * kPartPerQuery, std::min(kLeastBytesPerQuery, most), most);
}

EngineError does_not_fit(const TableDump& table, const MemoryShares& shares) {
  return EngineError("memory-limit", "A row of " + table.display_name() + " is larger than " +
                                         std::to_string(shares.most_row_bytes) +
                                         " bytes, which is what the memory limit leaves for one");
}

}  // namespace

DumpLane::DumpLane(const DumpContext& context, int lane, Session& session)
    : context_(context),
      lane_(lane),
      session_(session),
      shares_(memory_shares(context.spec)),
      chunk_(lane, context.spec, context.board) {
  account_packet();
}

DumpLane::~DumpLane() { context_.board.add_memory(-static_cast<std::int64_t>(packet_bytes_)); }

/// Freeing a half-read result reads what is left of it, which may be a whole table: where the copying fails
/// on our side, the server is told to stop first.
template <class Copy>
void DumpLane::interrupting(Copy copy) {
  try {
    copy();
  } catch (const EngineError& error) {
    if (error.failure().errnum == 0) session_.interrupt();
    throw;
  }
}

void DumpLane::run() {
  while (auto work = context_.queue.next(lane_)) {
    // The table may be gone by the time that something fails after its end.
    const std::string name = work->table->display_name();
    TableMeter& meter = work->table->meter();
    try {
      work_on(std::move(*work));
    } catch (const EngineError& error) {
      meter.set_state(TableState::kFailed);
      Failure failure = error.failure();
      if (failure.table.empty()) failure.table = name;
      throw EngineError(std::move(failure));
    }
  }
}

void DumpLane::work_on(DumpWork work) {
  if (work.range) {
    dump_range(*work.table, std::move(*work.range));
  } else {
    open(*work.table);
  }
}

void DumpLane::open(TableDump& table) {
  context_.control.wait_while_paused();
  table.meter().set_state(TableState::kRunning);
  // Where statistics tell already, not even the first rows meet in memory.
  if (table.row_bytes() > static_cast<double>(shares_.large_row_bytes) / 2) table.mark_large_rows();
  if (table.keyed()) return dump_range(table, context_.queue.share_out(table));
  read_stream(table, table.statements().whole(), 0);
  end_table(table);
}

void DumpLane::dump_range(TableDump& table, RangeLease range) {
  const Reach reach = read_range(table, range);
  if (reach == Reach::kMoreMayFollow) return context_.queue.give_back(std::move(range));
  if (context_.queue.finish(table, std::move(range))) end_table(table);
}

DumpLane::Reach DumpLane::read_range(TableDump& table, RangeLease& range) {
  if (range.keyless()) {
    context_.control.wait_while_paused();
    read_stream(table, table.statements().without_key(), range.id());
    return Reach::kRangeEnd;
  }
  RowLimit limit(table.row_bytes());
  Reach reach = Reach::kMoreMayFollow;
  while (reach == Reach::kMoreMayFollow) {
    context_.control.wait_while_paused();
    if (context_.queue.stopped() || context_.queue.is_surplus(lane_)) break;
    share(table, range);
    const Tally before = chunk_.tally();
    reach = read_some(table, range, limit.rows(query_bytes(context_.spec, range)));
    limit.observe(chunk_.tally().rows - before.rows, chunk_.tally().bytes - before.bytes);
  }
  if (chunk_.is_open()) chunk_.end();
  return reach;
}

DumpLane::Reach DumpLane::read_some(TableDump& table, RangeLease& range, std::uint64_t limit) {
  const Tally before = chunk_.tally();
  std::string statement = table.statements().range(range.range(), limit);
  const std::uint64_t copied = copy_rows(table, std::move(statement), range.id(), table.key_fields());
  if (copied < limit) return Reach::kRangeEnd;
  range.advance(chunk_.last_key(), chunk_.tally().bytes - before.bytes);
  return Reach::kMoreMayFollow;
}

void DumpLane::read_stream(TableDump& table, std::string statement, int range) {
  copy_rows(table, std::move(statement), range, {});
  if (chunk_.is_open()) chunk_.end();
}

/// A lane that meets a large row waits with it for its turn, and keeps that to the end of the query.
std::uint64_t DumpLane::copy_rows(TableDump& table, std::string statement, int range,
                                  std::span<const std::size_t> key_fields) {
  std::unique_lock turn(context_.large_rows, std::defer_lock);
  if (table.has_large_rows()) turn.lock();
  std::uint64_t copied = 0;
  {
    RowStream rows = session_.stream(std::move(statement));
    interrupting([&] {
      while (const auto row = rows.next()) {
        if (session_.packet_bytes() != packet_bytes_) account_packet();
        if (packet_bytes_ > shares_.most_row_bytes) throw does_not_fit(table, shares_);
        if (packet_bytes_ > shares_.large_row_bytes && !turn) {
          table.mark_large_rows();
          turn.lock();
        }
        if (!chunk_.is_open()) chunk_.begin(table, range, key_fields);
        chunk_.append(*row);
        ++copied;
        if (chunk_.bytes() >= context_.spec.bytes_per_chunk) chunk_.end();
      }
    });
  }
  if (turn) session_.trim_packet(kKeptPacketBytes);
  account_packet();
  return copied;
}

void DumpLane::account_packet() {
  const std::size_t bytes = session_.packet_bytes();
  context_.board.add_memory(static_cast<std::int64_t>(bytes) - static_cast<std::int64_t>(packet_bytes_));
  packet_bytes_ = bytes;
}

/// Between two queries: leaves parts of the range to lanes that have nothing to do.
void DumpLane::share(TableDump& table, RangeLease& range) {
  while (context_.queue.wants_share(range)) {
    const auto cut = find_cut(session_, table.statements(), table.table().key, range.range());
    const double rows = cut ? cut->rows_before + cut->rows_behind : 0;
    const double bytes = rows * table.row_bytes();
    if (!cut || !range.worth_cutting(bytes)) return context_.queue.keep(range, bytes);
    context_.queue.share(range, cut->at, rows > 0 ? cut->rows_before / rows : 0.5);
  }
}

void DumpLane::end_table(TableDump& table) {
  std::vector<StagedChunk> chunks = table.take_chunks();
  if (chunks.empty()) {
    chunk_.begin(table, 0, {});
    chunk_.end();
    chunks = table.take_chunks();
  }
  event::TableDumped dumped;
  dumped.table = table.table().id;
  for (const StagedChunk& chunk : chunks) {
    dumped.rows += chunk.facts.rows;
    dumped.bytes += chunk.facts.bytes;
  }
  if (table.needs_count()) dumped.counted_rows = count_rows(table, dumped.rows);
  dumped.chunks = publish_chunks(context_.spec.directory, table.table().basename,
                                 chunk_extension(context_.spec.compression), std::move(chunks));
  table.meter().set_state(TableState::kDone);
  context_.reporter.post(std::move(dumped));
  context_.queue.remove(table);
}

std::uint64_t DumpLane::count_rows(TableDump& table, std::uint64_t written) {
  table.meter().set_state(TableState::kVerifying);
  const PhaseScope phase(context_.board, lane_, Phase::kVerify, table.table().id, -1);
  const std::uint64_t counted = std::stoull(session_.scalar(table.statements().count()).value());
  if (counted == written) return counted;
  throw EngineError("rows-differ", "The server counts " + std::to_string(counted) + " rows of " +
                                       table.display_name() + " in this snapshot, but " +
                                       std::to_string(written) + " were written");
}

}  // namespace sluice
