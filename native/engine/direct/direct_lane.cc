#include "direct/direct_lane.h"

#include <string>
#include <utility>

#include "row/utf8.h"
#include "support/event.h"
#include "support/failure.h"

namespace sluice {
namespace {

void assign(Key& key, const RowStream::Row& row, std::span<const std::size_t> fields) {
  key.resize(fields.size());
  for (std::size_t part = 0; part < fields.size(); ++part)
    key[part].assign(row.values[fields[part]], row.lengths[fields[part]]);
}

/// Bytes of a row as the server sent it.
std::uint64_t bytes_of(const RowStream::Row& row) {
  std::uint64_t bytes = 0;
  for (const unsigned long length : row.lengths) bytes += length;
  return bytes;
}

/// `id = 7, part = 2`; what is no text is not shown.
std::string named(const Key& key, const KeyParts& parts) {
  std::string names;
  for (std::size_t part = 0; part < key.size(); ++part) {
    const bool is_text = utf8_of(key[part]).valid;
    names += (names.empty() ? "" : ", ") + parts[part].column + " = " + (is_text ? key[part] : "?");
  }
  return names;
}

/// A value that the format does not hold is told with its row.
EngineError with_key(const EngineError& error, const SourceTable& table, const Key& key) {
  Failure failure = error.failure();
  if (failure.code == "unsupported-object" && !key.empty()) {
    failure.message = {"inRowWithKey",
                       {{"key", named(key, table.table().key)}, {"problem", std::move(failure.message)}}};
  }
  return EngineError(std::move(failure));
}

/// A row is held in the packet and, in text, at most twice as large.
BlockLimits block_limits(const LaneMemory& memory) {
  return {memory.block_bytes, 2 * memory.large_row_bytes, 2 * memory.most_row_bytes};
}

}  // namespace

DirectLane::DirectLane(const DirectContext& context, int lane, Session& session)
    : context_(context),
      lane_(lane),
      session_(session),
      memory_(direct_lane_memory(context.spec)),
      reader_(context.board, session),
      calls_{[this](RowBlockPtr block) { take_block(std::move(block)); }, [this] { wait_for_turn(); }} {}

void DirectLane::run() {
  const WalkLimits limits{memory_.large_row_bytes, part_bytes(context_.spec)};
  OrderedWalk(context_.queue, context_.control, context_.board, lane_, session_, *this, limits).run();
}

void DirectLane::begin_part(SourceTable& table, const PartPlace& place) {
  const int id = table.table().id;
  table_ = &table;
  part_ = place.number;
  has_turn_ = false;
  read_ = {};
  phase_.emplace(context_.board, lane_, Phase::kRead, id, static_cast<std::int64_t>(part_));
  context_.output.begin_part(id, place);
  rows_ = make_row_print(context_.spec.output, context_.output.table_of(id), block_limits(memory_),
                         context_.board, calls_);
}

/// Large rows are read by the lane that has the turn, one lane at a time.
TakenRows DirectLane::take(SourceTable& table, const WalkQuery& query) {
  if (table.has_large_rows()) wait_for_turn();
  TakenRows taken;
  reader_.read(query.statement, [&](const RowStream::Row& row) {
    if (reader_.packet_bytes() > memory_.most_row_bytes) {
      throw EngineError(
          "memory-limit",
          {"rowOfTableTooLarge", {{"table", table.display_name()}, {"most", memory_.most_row_bytes}}});
    }
    if (reader_.packet_bytes() > memory_.large_row_bytes && !has_turn_) {
      table.mark_large_rows();
      wait_for_turn();
    }
    if (taken.rows == 0) context_.board.note_row();
    assign(taken.last, row, query.key_fields);
    taken.bytes += bytes_of(row);
    ++taken.rows;
    try {
      rows_->add(row);
    } catch (const EngineError& error) {
      throw with_key(error, table, taken.last);
    }
  });
  if (reader_.packet_bytes() > memory_.large_row_bytes) reader_.trim();
  read_.rows += taken.rows;
  return taken;
}

void DirectLane::finish_range() {
  rows_->finish();
  rows_.reset();
  context_.output.end_part(part_, read_);
  phase_.reset();
}

void DirectLane::finish_table(SourceTable& table) {
  const int id = table.table().id;
  const OrderedOutput::Totals totals = context_.output.totals(id);
  event::TableDumped dumped;
  dumped.table = id;
  dumped.rows = totals.rows;
  dumped.bytes = totals.bytes;
  if (table.needs_count()) {
    table.meter().set_state(TableState::kVerifying);
    const PhaseScope phase(context_.board, lane_, Phase::kVerify, id, -1);
    dumped.counted_rows = reader_.count(table, totals.rows);
  }
  table.meter().set_state(TableState::kDone);
  context_.reporter.post(std::move(dumped));
}

void DirectLane::take_block(RowBlockPtr block) {
  const std::uint64_t rows = block->ends().size();
  const std::uint64_t bytes = block->view().size();
  read_.bytes += bytes;
  phase_->moved(rows, bytes);
  table_->meter().add(rows, bytes);
  context_.output.hand_over(part_, std::move(block));
}

void DirectLane::wait_for_turn() {
  if (has_turn_) return;
  const PhaseScope wait(context_.board, lane_, Phase::kWait, table_->table().id, -1);
  context_.output.wait_for_turn(part_);
  has_turn_ = true;
}

}  // namespace sluice
