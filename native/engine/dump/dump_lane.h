#pragma once

#include <cstdint>
#include <mutex>

#include "dump/chunk_builder.h"
#include "dump/dump_spec.h"
#include "dump/staged_chunks.h"
#include "source/lane_memory.h"
#include "source/range_walk.h"
#include "source/row_reader.h"
#include "source/snapshot_job.h"
#include "source/source_table.h"
#include "wire/session.h"

namespace sluice {

/// Context that the lanes of a dump share. All of it outlives them.
struct DumpContext : SharedByLanes {
  const DumpSpec& spec;
  StagedChunks& staged;
};

/// One lane: takes work from the queue until there is none and does all stages of it, from the query to the
/// published file. Made, used and destroyed on the lane's thread, which alone uses the session meanwhile.
class DumpLane final : private RowSink {
 public:
  DumpLane(const DumpContext& context, int lane, Session& session);

  /// Returns when the queue has nothing more for this lane. Throws EngineError, with the table named.
  void run();

 private:
  TakenRows take(SourceTable& table, const WalkQuery& query) override;
  /// Ends the open chunk, which goes on over the queries of a range.
  void finish_range() override;
  void finish_table(SourceTable& table) override;

  void copy_row(SourceTable& table, const WalkQuery& query, const RowStream::Row& row,
                std::unique_lock<std::mutex>& turn);
  /// Blocks until no other lane has a large row in memory.
  void wait_for_turn(const SourceTable& table, std::unique_lock<std::mutex>& turn);
  std::uint64_t count_rows(SourceTable& table, std::uint64_t written);

  const DumpContext context_;
  const int lane_;
  Session& session_;
  const LaneMemory memory_;
  ChunkBuilder chunk_;
  RowReader reader_;
};

}  // namespace sluice
