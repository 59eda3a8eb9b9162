#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>

#include "range/key.h"
#include "source/source_queue.h"
#include "source/source_table.h"
#include "support/job_control.h"
#include "support/progress.h"
#include "support/small_table.h"
#include "wire/session.h"

namespace sluice {

/// One query of a walk.
struct WalkQuery {
  std::string statement;
  /// Number of the range that it reads; 0 for a table without a key.
  int range = 0;
  /// Fields of the rows that hold their key, valid as long as the table: then the same statement brings the
  /// same rows again. Empty for a stream of any length.
  std::span<const std::size_t> key_fields;
};

/// Totals of the rows that one query returned.
struct TakenRows {
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  /// Key of the last row; empty for rows without a key.
  Key last;
};

/// Destination of the rows that a walk reads. Called on the lane's thread; throws EngineError.
class RowSink {
 public:
  virtual ~RowSink() = default;
  /// Takes all rows that the query brings.
  virtual TakenRows take(SourceTable& table, const WalkQuery& query) = 0;
  /// Completes what was begun: the lane's next query, if any, does not continue after the last one.
  virtual void finish_range() {}
  /// Completes the table, all rows of which were taken, by this lane and others. It is destroyed after this.
  virtual void finish_table(SourceTable& table) = 0;
};

/// Limits of a walk.
struct WalkLimits {
  /// Size of a large row. A table whose statistics tell of rows of half of it is read by one lane at a time.
  std::uint64_t large_row_bytes = 0;
  /// Most bytes that a query of a range may return, as far as sizes are known.
  std::uint64_t query_bytes = 0;
  /// Most small tables whose queries go in one packet: one where each may wait long for something else, such
  /// as another server.
  std::size_t tables_together = kMostSmallTables;
};

/// Most bytes of a query where nothing else limits it: a pause, a steal, a fewer-lanes command and a
/// failure that passes cost no more than that.
inline constexpr std::uint64_t kMostBytesPerQuery = 16 << 20;

/// Walk of one lane through a queue, up to what it does with each piece of work. Used by the lane's thread.
class LaneWalk {
 public:
  LaneWalk(const LaneWalk&) = delete;
  LaneWalk& operator=(const LaneWalk&) = delete;

  /// Returns when the queue has nothing more for this lane. Throws EngineError, with the table named.
  void run();

 protected:
  /// All must outlive it.
  LaneWalk(SourceQueue& queue, JobControl& control, ProgressBoard& board, int lane, Session& session,
           RowSink& sink, const WalkLimits& limits);
  ~LaneWalk() = default;

  virtual void work_on(SourceWork work) = 0;

  /// A pause takes hold between two queries.
  void hold(const SourceTable& table);

  /// Marks a table whose first lane this is.
  void begin_table(SourceTable& table);

  /// All its rows were taken, by this lane and others; it is gone after this.
  void finish_table(SourceTable& table);

  /// A place at which a range can be cut, the bytes of the range and the part of them before the place, as
  /// far as anybody knows.
  struct PlannedCut {
    Key at;
    double bytes = 0;
    double part_before = 0;
  };
  /// Null where the range can't be cut; reads a few rows.
  std::optional<PlannedCut> plan_cut(SourceTable& table, const RangeLease& range);

  SourceQueue& queue_;
  const int lane_;
  Session& session_;
  RowSink& sink_;
  const WalkLimits limits_;

 private:
  JobControl& control_;
  ProgressBoard& board_;
};

}  // namespace sluice
