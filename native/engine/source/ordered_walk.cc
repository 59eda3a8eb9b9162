#include "source/ordered_walk.h"

#include <string>
#include <utility>

#include "source/row_limit.h"
#include "source/table_named.h"

namespace sluice {
namespace {

/// Most that a query returns, in parts of the wished size: cuts are not even.
constexpr double kQueryPerPart = 2;

}  // namespace

void OrderedWalk::work_on(SourceWork work) {
  SourceTable& table = *work.table;
  with_table_named(table, [&] {
    hold(table);
    if (work.range) return read_part(table, std::move(*work.range));
    begin_table(table);
    if (table.keyed()) return read_part(table, queue_.share_out(table));
    read_stream(table);
  });
}

void OrderedWalk::read_stream(SourceTable& table) {
  parts_.begin_part(table, queue_.begin_part(table));
  sink_.take(table, {table.statements().whole(), 0, {}});
  sink_.finish_range();
  finish_table(table);
}

void OrderedWalk::read_part(SourceTable& table, RangeLease range) {
  if (!range.keyless() && queue_.has_many_lanes()) shorten(table, range);
  parts_.begin_part(table, queue_.begin_part(table));
  if (range.keyless()) {
    sink_.take(table, {table.statements().without_key(), range.id(), {}});
  } else {
    read_queries(table, range);
  }
  sink_.finish_range();
  if (queue_.finish(table, std::move(range))) finish_table(table);
}

/// Cuts the range in two, and again, until it is a part of the wished size. The others wait meanwhile, which
/// is short: a cut reads a few rows.
void OrderedWalk::shorten(SourceTable& table, RangeLease& range) {
  const auto wanted = static_cast<double>(limits_.query_bytes);
  while (range.cuttable() && range.bytes_left() > wanted && !queue_.stopped()) {
    const auto cut = plan_cut(table, range);
    if (!cut) return range.keep_whole(0);
    if (cut->bytes <= wanted) return range.keep_whole(cut->bytes);
    range.cut(cut->at, cut->part_before);
  }
}

/// A part of about the wished size is one query.
void OrderedWalk::read_queries(SourceTable& table, RangeLease& range) {
  RowLimit limit(table.row_bytes());
  for (;;) {
    const std::uint64_t rows = limit.rows(static_cast<double>(limits_.query_bytes) * kQueryPerPart);
    const TakenRows taken =
        sink_.take(table, {table.statements().range(range.range(), rows), range.id(), table.key_fields()});
    if (taken.rows < rows) return;
    range.advance(taken.last, taken.bytes);
    limit.observe(taken.rows, taken.bytes);
    hold(table);
    if (queue_.stopped()) throw EngineError("cancelled", "exportStopped");
  }
}

}  // namespace sluice
