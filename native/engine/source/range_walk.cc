#include "source/range_walk.h"

#include <algorithm>
#include <utility>

#include "source/index_dive.h"
#include "source/row_limit.h"
#include "support/failures.h"
#include "support/held_lane.h"

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

RangeWalk::RangeWalk(SourceQueue& queue, JobControl& control, ProgressBoard& board, int lane,
                     Session& session, RowSink& sink, const WalkLimits& limits)
    : queue_(queue),
      control_(control),
      board_(board),
      lane_(lane),
      session_(session),
      sink_(sink),
      limits_(limits) {}

void RangeWalk::run() {
  while (auto work = queue_.next(lane_)) {
    // The table may be gone by the time that something fails after its end.
    const std::string name = work->table->display_name();
    TableMeter& meter = work->table->meter();
    try {
      work_on(std::move(*work));
    } catch (const std::exception& error) {
      Failure failure = failure_of(error);
      if (failure.code != "cancelled") meter.set_state(TableState::kFailed);
      if (failure.table.empty()) failure.table = name;
      throw EngineError(std::move(failure));
    }
  }
}

void RangeWalk::work_on(SourceWork work) {
  if (work.range) {
    walk(*work.table, std::move(*work.range));
  } else {
    open(*work.table);
  }
}

/// A pause takes hold between two queries.
void RangeWalk::hold(const SourceTable& table) {
  hold_while_paused(control_, board_, lane_, table.table().id);
}

void RangeWalk::open(SourceTable& table) {
  hold(table);
  table.meter().set_state(TableState::kRunning);
  // Where statistics tell already, not even the first rows meet in memory.
  if (table.row_bytes() > static_cast<double>(limits_.large_row_bytes) / 2) table.mark_large_rows();
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
    const auto cut =
        find_cut(session_, table.statements(), table.table().key, range.range(), table.meter().sample().rows);
    if (!cut) return queue_.keep(range, 0);
    const double rows = cut->rows_before + cut->rows_behind;
    const double bytes = rows > 0 ? rows * table.row_bytes() : range.bytes_left();
    if (!range.worth_cutting(bytes)) return queue_.keep(range, bytes);
    queue_.share(range, cut->at, rows > 0 ? cut->rows_before / rows : 0.5);
  }
}

void RangeWalk::finish_table(SourceTable& table) {
  sink_.finish_table(table);
  queue_.remove(table);
}

}  // namespace sluice
