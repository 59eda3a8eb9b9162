#pragma once

#include "migrate/migrate_book.h"
#include "source/range_walk.h"
#include "source/row_feed.h"
#include "source/snapshot_job.h"
#include "wire/session.h"

namespace sluice {

/// Reads the rows of a query, adds their sum to the part's and lets them go. On the lane's thread; throws
/// EngineError, "cancelled" once the job is stopping.
TakenRows sum_rows(const SharedByLanes& shared, int lane, Session& session, TableDump& table,
                   const WalkQuery& query, const RowFeed::Room& room, MovedPart& part);

}  // namespace sluice
