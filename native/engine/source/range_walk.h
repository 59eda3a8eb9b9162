#pragma once

#include <string>
#include <vector>

#include "source/lane_walk.h"

namespace sluice {

/// Walk of one lane through the queue: takes ranges, leaves parts of them to idle lanes, and hands each
/// query's rows to a sink. Used by the lane's thread.
///
///     class Lane final : RowSink { TakenRows take(...) override; void finish_table(...) override; };
///     RangeWalk(queue, control, board, lane, session, sink, limits).run();
class RangeWalk final : public LaneWalk {
 public:
  /// All must outlive it.
  RangeWalk(SourceQueue& queue, JobControl& control, ProgressBoard& board, int lane, Session& session,
            RowSink& sink, const WalkLimits& limits)
      : LaneWalk(queue, control, board, lane, session, sink, limits) {}

 private:
  /// State in which a lane leaves a range.
  enum class RangeOutcome { kMoreMayFollow, kRangeEnd };

  void work_on(SourceWork work) override;
  void open(SourceTable& table);
  /// Opens a small table together with others: one packet has the queries of all.
  void open_small(SourceTable& first);
  void send_ahead(const std::vector<std::string>& queries);
  void walk(SourceTable& table, RangeLease range);
  RangeOutcome read(SourceTable& table, RangeLease& range);
  RangeOutcome read_queries(SourceTable& table, RangeLease& range);
  void take_stream(SourceTable& table, std::string statement, int range);
  void share(SourceTable& table, RangeLease& range);

  bool may_send_ahead_ = true;
};

}  // namespace sluice
