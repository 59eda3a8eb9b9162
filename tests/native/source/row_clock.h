#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>
#include <optional>
#include <vector>

#include "source/source_queue.h"

namespace sluice::test {

/// A clock by which every lane reads one row per tick, whatever the machine does: lanes do their work one
/// after the other in the order in which they would on a server of that speed. So it is their work alone that
/// decides how long each is busy. Lanes call from their own threads.
class RowClock {
 public:
  /// For lanes that share one table of this queue.
  RowClock(const SourceQueue& queue, int lanes);

  /// The lane has read so many rows of the table. Blocks until it is this lane's turn to go on: until every
  /// other lane waits here for a later tick, or in the queue for work.
  void spend(int lane, SourceTable& table, std::uint64_t rows);
  /// A lane has failed: from now on nobody waits for anybody.
  void stop();

  /// For how many ticks each lane has read; when no lane runs any more.
  const std::vector<std::uint64_t>& busy() const { return busy_; }

 private:
  bool may_go_on(int lane, SourceTable& table) const;
  bool is_turn_of(int lane) const;
  bool others_wait(SourceTable& table) const;

  const SourceQueue& queue_;
  std::mutex mutex_;
  std::condition_variable changed_;
  bool stopped_ = false;
  std::uint64_t now_ = 0;
  /// Until when each lane reads that waits here.
  std::vector<std::optional<std::uint64_t>> due_;
  std::vector<std::uint64_t> busy_;
};

}  // namespace sluice::test
