#pragma once

#include <cstdint>

#include "support/progress.h"

namespace sluice {

/// A stretch of a lane's time: says on the board what the lane does from construction on, and leaves a
/// finished segment there at destruction. Used by the lane's thread.
class PhaseScope {
 public:
  PhaseScope(ProgressBoard& board, int lane, Phase phase, int table, std::int64_t chunk)
      : board_(board), segment_{lane, phase, table, chunk, board.elapsed_ms(), 0, 0, 0} {
    board_.lane(lane).enter(phase, table, chunk);
  }
  ~PhaseScope() {
    segment_.end_ms = board_.elapsed_ms();
    board_.add_segment(segment_);
    board_.lane(segment_.lane).enter(Phase::kIdle, -1, -1);
  }
  PhaseScope(const PhaseScope&) = delete;
  PhaseScope& operator=(const PhaseScope&) = delete;

  /// Counts for the lane and for the segment.
  void moved(std::uint64_t rows, std::uint64_t bytes) {
    segment_.rows += rows;
    segment_.bytes += bytes;
    board_.lane(segment_.lane).add(rows, bytes);
  }

 private:
  ProgressBoard& board_;
  Segment segment_;
};

}  // namespace sluice
