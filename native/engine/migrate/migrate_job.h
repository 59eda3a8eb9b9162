#pragma once

#include "migrate/migrate_spec.h"
#include "support/job.h"
#include "support/reporter.h"

namespace sluice {

/// Moves tables from one server to another under one consistent snapshot of the source. Threads, ownership
/// and errors: see `Job`.
///
/// The constructor starts signing in a source session for each lane. In order: `event::SessionsOpen`; the
/// owner takes its lock and calls `take_snapshots`; `event::SnapshotsTaken`, after which the lock may go;
/// then for each part of a table its `event::TableChecksummed`, for each table its `event::TableLoaded`, and
/// `event::Finished`. A table without a target is read for its checksum only. The targets of tables that are
/// added exist by then, as does the journal. A connection that goes silent, on either side, is given up
/// (`SessionWatch`).
///
/// A pause holds lanes before their next query; a table without a key is one query. After a cancel, what was
/// committed stays in the target, with the journal. `set_lanes` takes up to the lanes of the spec: a snapshot
/// can't be joined later.
class MigrateJob final : public HiddenJob<MigrateTable> {
 public:
  MigrateJob(MigrateSpec spec, BatchHandler handler);
};

}  // namespace sluice
