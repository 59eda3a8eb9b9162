#pragma once

#include <memory>
#include <vector>

#include "support/reporter.h"
#include "target/load_spec.h"

namespace sluice {

/// Loads a dump's chunk files in key order into tables that exist: rows, then deferred indexes, then a count
/// of what arrived.
///
/// The constructor starts the lanes, each with a session of its own, and returns at once; so do all calls,
/// from any one thread, also after the job has ended. What happens is told to the handler, on a thread of the
/// job; `event::Finished` is the last event, and when it comes every lane has ended. The destructor cancels
/// what still runs and blocks until it has ended. Nothing throws except for want of memory or threads:
/// failures are events.
class LoadJob {
 public:
  LoadJob(LoadSpec spec, BatchHandler handler);
  ~LoadJob();
  LoadJob(const LoadJob&) = delete;
  LoadJob& operator=(const LoadJob&) = delete;

  void add_tables(std::vector<LoadTable> tables);
  /// No more tables will come: the job finishes when the last one has.
  void seal();
  /// Lanes stop at their next chunk, index or count; `resume` lets them go on.
  void pause();
  void resume();
  /// Ends running statements too; a chunk that is not committed is rolled back.
  void cancel();
  /// From 1 to as many as the job began with: each has its part of the memory limit. Lanes too many leave at
  /// their next chunk; what they had left goes to the others.
  void set_lanes(int lanes);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sluice
