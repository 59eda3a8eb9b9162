#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <mutex>

#include "export/row_block.h"
#include "support/job_control.h"

namespace sluice {

/// Lets lanes work on units at once whose results are written in order. The lane of the unit whose turn it is
/// writes its blocks itself and never waits; the others' blocks wait in memory, up to a limit, and then their
/// lanes do. Lanes must begin units in order, from 0. Any thread may call.
class Turns {
 public:
  /// Called for one block at a time, in order, without a lock. May throw, which ends the job.
  using OnBlock = std::function<void(std::uint64_t unit, const RowBlock& block)>;
  /// Called before a unit's first block, and behind its last.
  using OnUnit = std::function<void(std::uint64_t unit)>;

  struct Calls {
    OnUnit begin;
    OnBlock write;
    OnUnit end;
  };

  /// `control` must outlive this.
  Turns(std::uint64_t most_waiting_bytes, JobControl& control, Calls calls);

  /// To be called before anything else about a unit.
  void begin(std::uint64_t unit);
  /// Throws EngineError ("cancelled") when the job stops.
  void hand_over(std::uint64_t unit, RowBlockPtr block);
  /// Blocks until the unit has the turn, and keeps it then; its blocks before are written. Throws as
  /// `hand_over` does.
  void wait_for_turn(std::uint64_t unit);
  /// The unit has no more blocks.
  void finish(std::uint64_t unit);
  /// Wakes whoever waits, to see that the job stops.
  void wake();

 private:
  struct Unit {
    std::deque<RowBlockPtr> blocks;
    bool begun = false;
    bool done = false;
  };

  void write_waiting(std::unique_lock<std::mutex>& lock, std::uint64_t number, Unit& unit);

  const std::uint64_t most_waiting_bytes_;
  JobControl& control_;
  const Calls calls_;
  std::mutex mutex_;
  std::condition_variable changed_;
  // Guarded by mutex_; a map, so that units never move.
  std::map<std::uint64_t, Unit> units_;
  std::uint64_t turn_ = 0;
  std::uint64_t waiting_bytes_ = 0;
};

}  // namespace sluice
