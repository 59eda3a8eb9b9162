#pragma once

#include "support/job_control.h"
#include "support/phase_scope.h"

namespace sluice {

/// Blocks while the job is paused, as `JobControl::wait_while_paused` does, and says on the board that the
/// lane waits meanwhile, with its table in hand: whoever looks must not take it for one that reads.
inline void hold_while_paused(JobControl& control, ProgressBoard& board, int lane, int table) {
  if (!control.holding()) return;
  const PhaseScope held(board, lane, Phase::kWait, table, -1);
  control.wait_while_paused();
}

}  // namespace sluice
