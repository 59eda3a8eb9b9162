#pragma once

#include "export/export_spec.h"
#include "support/job.h"
#include "support/reporter.h"

namespace sluice {

/// Writes the rows of a dump in another format, table after table and chunk after chunk in the order in which
/// they were added. The output is the same whatever the lanes. Threads, ownership and errors: see `Job`.
///
/// Posts each table's `event::TableExported` once its rows are written, and `event::Finished`, at which the
/// last file is closed; files are on the disk for sure only after `sync_folder`. The first damage ends the
/// job: what was written then is not whole. A pause holds lanes within the chunk in hand. `set_lanes` takes
/// up to the lanes of the spec: each has its part of the memory limit.
class ExportJob final : public HiddenJob<ExportTable> {
 public:
  ExportJob(ExportSpec spec, BatchHandler handler);
};

}  // namespace sluice
