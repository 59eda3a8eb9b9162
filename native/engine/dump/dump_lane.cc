#include "dump/dump_lane.h"

#include <algorithm>
#include <utility>

#include "dump/publish.h"

namespace sluice {
namespace {

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
      chunk_(lane, context.spec, context.board, context.staged),
      reader_(context.board, session) {}

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
  reader_.read(query.statement, [&](const RowStream::Row& row) { copy_row(table, query, row, turn); });
  if (turn) reader_.trim();
  const Tally& after = chunk_.tally();
  const Key last = query.key_fields.empty() ? Key() : chunk_.last_key();
  return {after.rows - before.rows, after.bytes - before.bytes, last};
}

void DumpLane::copy_row(SourceTable& table, const WalkQuery& query, const RowStream::Row& row,
                        std::unique_lock<std::mutex>& turn) {
  if (reader_.packet_bytes() > memory_.most_row_bytes) throw does_not_fit(table, memory_);
  if (reader_.packet_bytes() > memory_.large_row_bytes && !turn) {
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
  return reader_.count(table, written);
}

}  // namespace sluice
