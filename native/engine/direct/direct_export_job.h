#pragma once

#include "direct/direct_spec.h"
#include "support/job.h"
#include "support/reporter.h"

namespace sluice {

/// Writes tables of a server in an export's format under one consistent snapshot, without chunk files in
/// between: table after table in the order in which they were added, each in key order. The output is what an
/// export of their dump writes, whatever the lanes. Threads, ownership and errors: see `Job`; events and
/// snapshots: see `DumpJob`. `event::TableDumped` has no chunks, and comes when all rows of a data set have
/// been read and, where it was read in parts, counted; they are written by `event::Finished`, at which the
/// last file is closed. Files are on the disk for sure only after `sync_folder`. After a failure what was
/// written is not whole.
///
/// Lanes ahead of the part that is written keep their rows in memory, up to a limit, and then wait. A pause
/// holds lanes before their next query; a lane too many ends with its part.
class DirectExportJob final : public HiddenJob<DirectTable> {
 public:
  DirectExportJob(DirectExportSpec spec, BatchHandler handler);
};

}  // namespace sluice
