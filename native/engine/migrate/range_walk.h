#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "dump/dump_queue.h"
#include "dump/table_dump.h"
#include "range/key.h"
#include "support/job_control.h"
#include "wire/session.h"

namespace sluice {

/// What one query brought.
struct TakenRows {
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  /// Of the last row; empty for rows without a key.
  Key last;
};

/// What is done with the rows on a walk.
class RowTaker {
 public:
  virtual ~RowTaker() = default;
  /// Takes all rows that the statement brings. They have their key in `key_fields`, and may be read again
  /// with the same statement; where that is empty they are a stream of any length. Throws EngineError.
  virtual TakenRows take(TableDump& table, const std::string& statement,
                         std::span<const std::size_t> key_fields) = 0;
  /// All rows of the data set were taken, by this lane and others. It is let go after this.
  virtual void end(TableDump& table) = 0;
};

/// A lane's way through the queue: it takes ranges, leaves parts of them to idle lanes, and has each query's
/// rows taken. Used by the lane's thread.
class RangeWalk {
 public:
  /// All must outlive it.
  /// From half of `large_row_bytes` on, a table whose statistics say so is read by one lane at a time.
  RangeWalk(DumpQueue& queue, JobControl& control, int lane, Session& session, RowTaker& taker,
            std::uint64_t large_row_bytes);

  /// Returns when the queue has nothing more for this lane. Throws EngineError, with the table named.
  void run();

 private:
  enum class Reach { kMoreMayFollow, kRangeEnd };

  void work_on(DumpWork work);
  void open(TableDump& table);
  void walk(TableDump& table, RangeLease range);
  Reach read(TableDump& table, RangeLease& range);
  void share(TableDump& table, RangeLease& range);
  void end(TableDump& table);

  DumpQueue& queue_;
  JobControl& control_;
  const int lane_;
  Session& session_;
  RowTaker& taker_;
  const std::uint64_t large_row_bytes_;
};

}  // namespace sluice
