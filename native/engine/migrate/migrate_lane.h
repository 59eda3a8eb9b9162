#pragma once

#include <cstdint>
#include <string_view>

#include "migrate/migrate_spec.h"
#include "migrate/moving_table.h"
#include "source/range_walk.h"
#include "source/row_feed.h"
#include "source/snapshot_job.h"
#include "source/table_counter.h"
#include "support/phase_scope.h"
#include "target/committed_chunks.h"
#include "target/load_lane.h"
#include "wire/session.h"
#include "wire/session_roster.h"

namespace sluice {

/// Context that the lanes of a migration share. All of it outlives them.
struct MigrateShared : SharedByLanes {
  const MigrateSpec& spec;
  MovedParts& parts;
  SessionRoster& target_sessions;
  CommittedChunks& committed;
};

/// One lane of a migration: reads ranges in the snapshot of its source session and has the target's session
/// load them, on one thread. The rows are encoded when LOAD DATA asks for them, so neither side is ahead of
/// the other by more than a block and the sockets' buffers. Each query's rows are one transaction, with an
/// entry in the load's journal; after a failure of the target that passes they are read again. The rows of a
/// table without a key come in one stream, which can't be read again from its middle: a few blocks of them
/// are one transaction, and stay in memory until it is through.
///
/// The lane that finishes a table's last part builds its indexes and counts it. Made, used and destroyed on
/// the lane's thread; everything throws EngineError that names the table.
class MigrateLane final : private RowSink {
 public:
  /// Signs in to the target. `source` holds its snapshot.
  MigrateLane(const MigrateShared& shared, int lane, Session& source);

  /// Returns when the queue has nothing more for this lane.
  void run();

 private:
  TakenRows take(SourceTable& table, const WalkQuery& query) override;
  void finish_table(SourceTable& table) override;

  TakenRows take_range(SourceTable& table, const WalkQuery& query);
  TakenRows take_stream(SourceTable& table, const WalkQuery& query);
  /// Returns with the first row on its way.
  RowStream begin_stream(SourceTable& table, const WalkQuery& query);
  /// False where the stream is at its end.
  bool hold_chunk(SourceTable& table, RowFeed& feed, std::string_view& lines);
  ChunkReading load_held(SourceTable& table, RowFeed& feed, std::string_view lines);
  void stop_if_asked() const;
  void count_source(SourceTable& table, const MovedPart& part);
  void finish_target(MovingTable& table);

  const MigrateShared shared_;
  const int lane_;
  Session& source_;
  TableCounter counter_;
  const RowFeed::Room room_;
  LoadLane target_;
};

}  // namespace sluice
