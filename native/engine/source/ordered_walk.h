#pragma once

#include "source/lane_walk.h"

namespace sluice {

/// Destination of rows that are read in order, part by part. A part's rows come between `begin_part` and
/// `finish_range`, and those of all parts, by their numbers, in key order.
class PartSink : public RowSink {
 public:
  virtual void begin_part(SourceTable& table, const PartPlace& place) = 0;
};

/// Walk of one lane through a queue that is in order (`WorkOrder::kInOrder`): takes the first part that
/// nobody has read, of about a wished size, and hands its rows to a sink. So lanes that work on one table
/// work close to each other, and what those ahead must keep is small. Used by the lane's thread, as
/// `RangeWalk` is.
class OrderedWalk final : public LaneWalk {
 public:
  /// All must outlive it. `limits.query_bytes` is also the wished size of a part.
  OrderedWalk(SourceQueue& queue, JobControl& control, ProgressBoard& board, int lane, Session& session,
              PartSink& sink, const WalkLimits& limits)
      : LaneWalk(queue, control, board, lane, session, sink, limits), parts_(sink) {}

 private:
  void work_on(SourceWork work) override;
  void read_stream(SourceTable& table);
  void read_part(SourceTable& table, RangeLease range);
  void shorten(SourceTable& table, RangeLease& range);
  void read_queries(SourceTable& table, RangeLease& range);

  PartSink& parts_;
};

}  // namespace sluice
