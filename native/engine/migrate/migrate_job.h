#pragma once

#include <memory>
#include <vector>

#include "migrate/migrate_spec.h"
#include "support/reporter.h"

namespace sluice {

/// Moves tables from one server to another under one consistent snapshot of the source.
///
/// The constructor starts signing in a source session for each lane and returns at once; so do all calls,
/// from any one thread, also after the job has ended. In order: `event::SessionsOpen`; the owner takes its
/// lock and calls `take_snapshots`; `event::SnapshotsTaken`, after which the lock may go; then for each part
/// of a table its `event::TableChecksummed`, for each table its `event::TableLoaded`, and `event::Finished`
/// last of all, when every lane has ended. Of a table without a target only a checksum is made. Tables may be
/// added at any time before `seal`; their targets, and the journal, are there by then. The handler is called
/// on a thread of the job. A connection that goes silent, on either side, is given up (`SessionWatch`). The
/// destructor cancels what still runs and blocks until it has ended. Nothing throws except for want of memory
/// or threads: failures are events.
class MigrateJob {
 public:
  MigrateJob(MigrateSpec spec, BatchHandler handler);
  ~MigrateJob();
  MigrateJob(const MigrateJob&) = delete;
  MigrateJob& operator=(const MigrateJob&) = delete;

  void take_snapshots();
  void add_tables(std::vector<MigrateTable> tables);
  /// No more tables will come: the job finishes when the last one has.
  void seal();
  /// Lanes stop before their next query; a table without a key is one query. `resume` lets them go on.
  void pause();
  void resume();
  /// Ends running statements too. What was committed stays in the target, with the journal.
  void cancel();
  /// From 1 to the lanes of the spec: a snapshot can't be joined later.
  void set_lanes(int lanes);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sluice
