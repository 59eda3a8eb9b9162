#pragma once

#include "dump/dump_spec.h"
#include "source/dump_table.h"
#include "support/job.h"
#include "support/reporter.h"

namespace sluice {

/// Dumps tables into chunk files under one consistent snapshot. Threads, ownership and errors: see `Job`.
///
/// The constructor starts signing in a session for each lane there may ever be. In order:
/// `event::SessionsOpen`; the owner takes its lock and calls `take_snapshots`; `event::SnapshotsTaken`, after
/// which the lock may go; then each table's `event::TableDumped` as it ends, and `event::Finished`.
///
/// A pause holds lanes before their next query; a table without a key is one query. After a cancel unfinished
/// chunk files stay behind under their staging names. `set_lanes` takes up to the spec's `most_lanes`: a
/// snapshot can't be joined later, so the sessions of lanes that come later took theirs with the others.
class DumpJob final : public HiddenJob<DumpTable> {
 public:
  DumpJob(DumpSpec spec, BatchHandler handler);
};

}  // namespace sluice
