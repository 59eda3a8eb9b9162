#include "source/lane_walk.h"

#include <utility>

#include "source/index_dive.h"
#include "support/held_lane.h"

namespace sluice {

LaneWalk::LaneWalk(SourceQueue& queue, JobControl& control, ProgressBoard& board, int lane, Session& session,
                   RowSink& sink, const WalkLimits& limits)
    : queue_(queue),
      lane_(lane),
      session_(session),
      sink_(sink),
      limits_(limits),
      control_(control),
      board_(board) {}

void LaneWalk::run() {
  while (auto work = queue_.next(lane_)) work_on(std::move(*work));
}

void LaneWalk::hold(const SourceTable& table) {
  if (!control_.holding()) return;
  // Nobody reads them meanwhile, and without the heartbeat the server would end the session.
  session_.drop_ahead();
  hold_while_paused(control_, board_, lane_, table.table().id);
}

void LaneWalk::begin_table(SourceTable& table) {
  table.meter().set_state(TableState::kRunning);
  // Where statistics tell already, not even the first rows meet in memory.
  if (table.row_bytes() > static_cast<double>(limits_.large_row_bytes) / 2) table.mark_large_rows();
}

void LaneWalk::finish_table(SourceTable& table) {
  sink_.finish_table(table);
  queue_.remove(table);
}

std::optional<LaneWalk::PlannedCut> LaneWalk::plan_cut(SourceTable& table, const RangeLease& range) {
  const auto cut =
      find_cut(session_, table.statements(), table.table().key, range.range(), table.meter().sample().rows);
  if (!cut) return std::nullopt;
  const double rows = cut->rows_before + cut->rows_behind;
  if (rows <= 0) return PlannedCut{cut->at, range.bytes_left(), 0.5};
  return PlannedCut{cut->at, rows * table.row_bytes(), cut->rows_before / rows};
}

}  // namespace sluice
