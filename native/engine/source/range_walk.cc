#include "source/range_walk.h"

#include <algorithm>
#include <utility>

#include "source/row_limit.h"

namespace sluice {
namespace {

/// Towards the end of a range queries bring less and less, down to this, so that an idle lane does not wait
/// long for its share.
constexpr double kLeastBytesPerQuery = 1 << 20;
constexpr double kPartPerQuery = 1.0 / 4;

double query_bytes(const WalkLimits& limits, const RangeLease& range) {
  const auto most = static_cast<double>(limits.query_bytes);
  return std::clamp(range.bytes_left() * kPartPerQuery, std::min(kLeastBytesPerQuery, most), most);
}

}  // namespace

void RangeWalk::work_on(SourceWork work) {
  if (work.range) {
    walk(*work.table, std::move(*work.range));
  } else {
    open(*work.table);
  }
}

void RangeWalk::open(SourceTable& table) {
  hold(table);
  begin_table(table);
  if (table.keyed()) return walk(table, queue_.share_out(table));
  take_stream(table, table.statements().whole(), 0);
  finish_table(table);
}

void RangeWalk::walk(SourceTable& table, RangeLease range) {
  if (read(table, range) == RangeOutcome::kMoreMayFollow) return queue_.give_back(std::move(range));
  if (queue_.finish(table, std::move(range))) finish_table(table);
}

RangeWalk::RangeOutcome RangeWalk::read(SourceTable& table, RangeLease& range) {
  if (range.keyless()) {
    hold(table);
    take_stream(table, table.statements().without_key(), range.id());
    return RangeOutcome::kRangeEnd;
  }
  const RangeOutcome outcome = read_queries(table, range);
  sink_.finish_range();
  return outcome;
}

RangeWalk::RangeOutcome RangeWalk::read_queries(SourceTable& table, RangeLease& range) {
  RowLimit limit(table.row_bytes());
  for (;;) {
    hold(table);
    if (queue_.stopped() || queue_.is_surplus(lane_)) return RangeOutcome::kMoreMayFollow;
    share(table, range);
    const std::uint64_t rows = limit.rows(query_bytes(limits_, range));
    const TakenRows taken =
        sink_.take(table, {table.statements().range(range.range(), rows), range.id(), table.key_fields()});
    if (taken.rows < rows) return RangeOutcome::kRangeEnd;
    range.advance(taken.last, taken.bytes);
    limit.observe(taken.rows, taken.bytes);
  }
}

void RangeWalk::take_stream(SourceTable& table, std::string statement, int range) {
  sink_.take(table, {std::move(statement), range, {}});
  sink_.finish_range();
}

/// Between two queries: leaves parts of the range to lanes that have nothing to do.
void RangeWalk::share(SourceTable& table, RangeLease& range) {
  while (queue_.wants_share(range)) {
    const auto cut = plan_cut(table, range);
    if (!cut) return queue_.keep(range, 0);
    if (!range.worth_cutting(cut->bytes)) return queue_.keep(range, cut->bytes);
    queue_.share(range, cut->at, cut->part_before);
  }
}

}  // namespace sluice
