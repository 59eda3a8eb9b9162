#pragma once

#include <cstdint>
#include <mutex>
#include <span>
#include <string>

#include "dump/dump_queue.h"
#include "load/load_lane.h"
#include "load/session_roster.h"
#include "migrate/migrate_book.h"
#include "migrate/migrate_spec.h"
#include "migrate/range_walk.h"
#include "migrate/row_feed.h"
#include "support/job_control.h"
#include "support/progress.h"
#include "support/reporter.h"
#include "wire/session.h"

namespace sluice {

/// What the lanes of a migration share. All of it outlives them.
struct MigrateShared {
  const MigrateSpec& spec;
  ProgressBoard& board;
  JobControl& control;
  Reporter& reporter;
  DumpQueue& queue;
  MigrateBook& book;
  SessionRoster& target_sessions;
  std::mutex& large_rows;
};

/// One lane of a migration: reads ranges in the snapshot of its source session and has the target's session
/// load them, on one thread. The rows are encoded when LOAD DATA asks for them, so neither side is ahead of
/// the other by more than a block and the sockets' buffers. Each query's rows are one transaction, with an
/// entry in the load's journal; after a failure of the target that passes they are read again.
///
/// The lane that finishes a table's last part builds its indexes and counts it. Made, used and destroyed on
/// the lane's thread; everything throws EngineError that names the table.
class MigrateLane final : private RowTaker {
 public:
  /// Signs in to the target. `source` holds its snapshot.
  MigrateLane(const MigrateShared& shared, int lane, Session& source);

  /// Returns when the queue has nothing more for this lane.
  void run();

 private:
  TakenRows take(TableDump& table, const std::string& statement,
                 std::span<const std::size_t> key_fields) override;
  void end(TableDump& table) override;

  TakenRows take_range(TableDump& table, const std::string& statement,
                       std::span<const std::size_t> key_fields);
  TakenRows take_stream(TableDump& table, const std::string& statement);
  ChunkReading load(ChunkLoader& loader, TableDump& table, const ChunkFile& chunk, RowFeed& feed,
                    const std::function<void()>& on_end);
  RowFeed::OnBlock on_block(PhaseScope& phase);
  void count_source(TableDump& table, const MovedPart& part);
  void finish(MovingTable& table);

  const MigrateShared shared_;
  const int lane_;
  Session& source_;
  const RowFeed::Room room_;
  LoadLane target_;
};

}  // namespace sluice
