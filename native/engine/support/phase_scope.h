#pragma once

#include <cstdint>

#include "support/progress.h"

namespace sluice {

/// Interval of a lane's time: shows on the board what the lane does from construction on, and leaves a
/// finished segment there at destruction. One within another interrupts it: what the outer one did until
/// then is a segment of its own, and so is what it does afterwards, so that a lane's segments never overlap
/// and a wait or a retry takes nothing away from what came before it. Used by the lane's thread.
class PhaseScope {
 public:
  PhaseScope(ProgressBoard& board, int lane, Phase phase, int table, std::int64_t chunk)
      : board_(board),
        segment_{lane, phase, table, chunk, board.elapsed_ms(), 0, 0, 0},
        outer_(board.lane(lane).nest(this)) {
    if (outer_ != nullptr) outer_->leave_segment(segment_.start_ms);
    enter();
  }
  ~PhaseScope() {
    const double now = board_.elapsed_ms();
    leave_segment(now);
    meter().nest(outer_);
    if (outer_ != nullptr) {
      outer_->go_on(now);
    } else {
      meter().enter(Phase::kIdle, -1, -1, now);
    }
  }
  PhaseScope(const PhaseScope&) = delete;
  PhaseScope& operator=(const PhaseScope&) = delete;

  /// Names the chunk in hand where it was not known at the beginning.
  void number_chunk(std::int64_t chunk) {
    segment_.chunk = chunk;
    meter().number_chunk(chunk);
  }

  /// Counts for the lane and for the segment.
  void moved(std::uint64_t rows, std::uint64_t bytes) {
    segment_.rows += rows;
    segment_.bytes += bytes;
    meter().add(rows, bytes);
  }

 private:
  LaneMeter& meter() { return board_.lane(segment_.lane); }

  void enter() { meter().enter(segment_.phase, segment_.table, segment_.chunk, segment_.start_ms); }

  void leave_segment(double now_ms) {
    segment_.end_ms = now_ms;
    board_.add_segment(segment_);
  }

  void go_on(double now_ms) {
    segment_.start_ms = now_ms;
    segment_.rows = 0;
    segment_.bytes = 0;
    enter();
  }

  ProgressBoard& board_;
  Segment segment_;
  PhaseScope* const outer_;
};

}  // namespace sluice
