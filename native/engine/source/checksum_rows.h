#pragma once

#include "source/part_registry.h"
#include "source/range_walk.h"
#include "source/row_feed.h"
#include "source/snapshot_job.h"
#include "wire/session.h"

namespace sluice {

/// Reads the rows of a query, adds their checksum to the part's totals and keeps nothing of them. On the
/// lane's thread; throws EngineError, "cancelled" once the job is stopping.
TakenRows checksum_rows(const SharedByLanes& shared, int lane, Session& session, SourceTable& table,
                        const WalkQuery& query, const RowFeed::Room& room, PartTotals& part);

}  // namespace sluice
