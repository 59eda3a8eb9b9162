#pragma once

#include <memory>
#include <vector>

#include "dump/dump_spec.h"
#include "source/dump_table.h"
#include "support/reporter.h"

namespace sluice {

/// Dumps tables into chunk files under one consistent snapshot.
///
/// The constructor starts signing in a session for each lane there may ever be and returns at once; so do all
/// calls, from any one thread, also after the job has ended. In order: `event::SessionsOpen`; the owner takes
/// its lock and calls `take_snapshots`; `event::SnapshotsTaken`, after which the lock may go; then each
/// table's `event::TableDumped` as it ends, and `event::Finished` last of all, when every lane has ended.
/// Tables may be added at any time before `seal`. The handler is called on a thread of the job. The
/// destructor cancels what still runs and blocks until it has ended. Nothing throws except for want of memory
/// or threads: failures are events.
class DumpJob {
 public:
  DumpJob(DumpSpec spec, BatchHandler handler);
  ~DumpJob();
  DumpJob(const DumpJob&) = delete;
  DumpJob& operator=(const DumpJob&) = delete;

  void take_snapshots();
  void add_tables(std::vector<DumpTable> tables);
  /// No more tables will come: the job finishes when the last one has.
  void seal();
  /// Lanes stop before their next query; a table without a key is one query. `resume` lets them go on.
  void pause();
  void resume();
  /// Ends running statements too. Unfinished chunk files stay behind under their staging names.
  void cancel();
  /// From 1 to the spec's `most_lanes`: a snapshot can't be joined later, so the sessions of lanes that come
  /// later took theirs with the others and wait.
  void set_lanes(int lanes);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sluice
