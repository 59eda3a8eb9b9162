#pragma once

#include <memory>
#include <vector>

#include "source/dump_table.h"
#include "support/reporter.h"
#include "verify/checksum_spec.h"

namespace sluice {

/// Computes a checksum of every row of tables, so that two servers can be compared whatever order their keys
/// have.
///
/// Each lane reads what is committed when the job begins. For each data set there is one
/// `event::TableChecksummed`, and `event::Finished` last of all. Calls and threads are as with `MigrateJob`.
class ChecksumJob {
 public:
  ChecksumJob(ChecksumSpec spec, BatchHandler handler);
  ~ChecksumJob();
  ChecksumJob(const ChecksumJob&) = delete;
  ChecksumJob& operator=(const ChecksumJob&) = delete;

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
