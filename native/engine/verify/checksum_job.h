#pragma once

#include "source/dump_table.h"
#include "support/job.h"
#include "support/reporter.h"
#include "verify/checksum_spec.h"

namespace sluice {

/// Computes a checksum of all rows of tables, so that two servers can be compared whatever order their keys
/// have. Threads, ownership and errors: see `Job`.
///
/// Each lane reads what is committed when the job begins. Posts one `event::TableChecksummed` for each table
/// or partition, and `event::Finished`. `set_lanes` takes up to the lanes of the spec.
class ChecksumJob final : public HiddenJob<DumpTable> {
 public:
  ChecksumJob(ChecksumSpec spec, BatchHandler handler);
};

}  // namespace sluice
