#include "source/checksum_rows.h"

#include <limits>

#include "support/phase_scope.h"

namespace sluice {

TakenRows checksum_rows(const SharedByLanes& shared, int lane, Session& session, SourceTable& table,
                        const WalkQuery& query, const RowFeed::Room& room, PartTotals& part) {
  PhaseScope phase(shared.board, lane, Phase::kVerify, table.table().id, -1);
  RowStream rows = session.stream(query.statement);
  const auto on_block = [&](std::uint64_t more, std::uint64_t bytes) {
    if (shared.control.stopping()) throw EngineError("cancelled", "comparisonStopped");
    phase.moved(more, bytes);
  };
  RowFeed feed(session, rows, table, query.key_fields, room, on_block);
  // One chunk without an end: a checksum needs no chunks.
  if (feed.begin_chunk(std::numeric_limits<std::uint64_t>::max())) feed.skip();
  const ChunkReading& read = feed.reading();
  part.add(read.rows, read.bytes, feed.checksum());
  table.meter().add(read.rows, read.bytes);
  return {read.rows, read.bytes, feed.last_key()};
}

}  // namespace sluice
