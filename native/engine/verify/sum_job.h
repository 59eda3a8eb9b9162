#pragma once

#include <memory>
#include <vector>

#include "migrate/migrate_spec.h"
#include "support/reporter.h"

namespace sluice {

/// Reads tables and sums their rows up, so that two servers can be compared whatever order their keys have.
///
/// Each lane reads what is committed when the job begins. For each data set there is one
/// `event::TableSummed`, and `event::Finished` last of all. Calls and threads are as with `MigrateJob`.
class SumJob {
 public:
  SumJob(SumSpec spec, BatchHandler handler);
  ~SumJob();
  SumJob(const SumJob&) = delete;
  SumJob& operator=(const SumJob&) = delete;

  void add_tables(std::vector<DumpTable> tables);
  void seal();
  void pause();
  void resume();
  void cancel();
  /// From 1 to the lanes of the spec.
  void set_lanes(int lanes);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sluice
