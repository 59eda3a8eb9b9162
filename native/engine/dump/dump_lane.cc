#include "dump/dump_lane.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "dump/publish.h"

namespace sluice {
namespace {

/// Bytes of its buffer that a session keeps when a large row has moved.
constexpr std::size_t kKeptPacketBytes = 1 << 16;

EngineError does_not_fit(const SourceTable& table, const LaneMemory& memory) {
  return {"memory-limit",
          {"rowOfTableTooLarge", {{"table", table.display_name()}, {"most", memory.most_row_bytes}}}};
}

}  // namespace

DumpLane::DumpLane(const DumpContext& context, int lane, Session& session)
    : context_(context),
      lane_(lane),
      session_(session),
      memory_(
          lane_memory(context.spec.memory_limit_bytes, context.spec.most_lanes, context.spec.compression)),
      chunk_(lane, context.spec, context.board, context.staged) {
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
  } catch (const std::exception&) {
    session_.interrupt();
    throw;
  }
}

void DumpLane::run() {
  const WalkLimits limits{memory_.large_row_bytes,
                          std::min(kMostBytesPerQuery, context_.spec.bytes_per_chunk)};
  RangeWalk(context_.queue, context_.control, context_.board, lane_, session_, *this, limits).run();
}

/// A lane that meets a large row waits with it for its turn, and keeps that to the end of the query.
TakenRows DumpLane::take(SourceTable& table, const WalkQuery& query) {
  std::unique_lock turn(context_.large_rows, std::defer_lock);
  chunk_.expect(table);
  if (table.has_large_rows()) wait_for_turn(table, turn);
  const Tally before = chunk_.tally();
  {
    RowStream rows = session_.stream(query.statement);
    interrupting([&] {
      while (const auto row = next_row(rows)) copy_row(table, query, *row, turn);
    });
  }
  if (turn) session_.trim_packet(kKeptPacketBytes);
  account_packet();
  const Tally& after = chunk_.tally();
  const Key last = query.key_fields.empty() ? Key() : chunk_.last_key();
  return {after.rows - before.rows, after.bytes - before.bytes, last};
}

/// The disk, the compressor and other lanes are no wait for the server.
std::optional<RowStream::Row> DumpLane::next_row(RowStream& rows) {
  const Session::Turn waiting(session_);
  return rows.next();
}

void DumpLane::copy_row(SourceTable& table, const WalkQuery& query, const RowStream::Row& row,
                        std::unique_lock<std::mutex>& turn) {
  if (session_.packet_bytes() != packet_bytes_) account_packet();
  if (packet_bytes_ > memory_.most_row_bytes) throw does_not_fit(table, memory_);
  if (packet_bytes_ > memory_.large_row_bytes && !turn) {
    table.mark_large_rows();
    wait_for_turn(table, turn);
  }
  if (!chunk_.is_open()) {
    context_.board.note_row();
    chunk_.begin(table, query.range, query.key_fields);
  }
  chunk_.append(row);
  if (chunk_.bytes() >= context_.spec.bytes_per_chunk) chunk_.end();
}

void DumpLane::wait_for_turn(const SourceTable& table, std::unique_lock<std::mutex>& turn) {
  if (turn.try_lock()) return;
  const PhaseScope wait(context_.board, lane_, Phase::kWait, table.table().id, -1);
  turn.lock();
}

void DumpLane::finish_range() { chunk_.leave(); }

void DumpLane::account_packet() {
  const std::size_t bytes = session_.packet_bytes();
  context_.board.add_memory(static_cast<std::int64_t>(bytes) - static_cast<std::int64_t>(packet_bytes_));
  packet_bytes_ = bytes;
}

void DumpLane::finish_table(SourceTable& table) {
  const auto take_chunks = [&] { return context_.staged.take(table.table().id, table.range_order()); };
  std::vector<StagedChunk> chunks = take_chunks();
  if (chunks.empty()) {
    chunk_.begin(table, 0, {});
    chunk_.end();
    chunks = take_chunks();
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
}

std::uint64_t DumpLane::count_rows(SourceTable& table, std::uint64_t written) {
  table.meter().set_state(TableState::kVerifying);
  const PhaseScope phase(context_.board, lane_, Phase::kVerify, table.table().id, -1);
  const std::uint64_t counted = std::stoull(session_.scalar(table.statements().count()).value());
  if (counted == written) return counted;
  throw EngineError("rows-differ",
                    {"countDiffersFromDump",
                     {{"counted", counted}, {"table", table.display_name()}, {"written", written}}});
}

}  // namespace sluice
