#pragma once

#include "rechunk/rechunk_spec.h"
#include "support/job.h"
#include "support/reporter.h"

namespace sluice {

/// Writes the rows of a dump of any form as the chunk files of a dump folder, as `DumpJob` writes those of a
/// server. Their rows are the same whatever the lanes. Threads, ownership and errors: see `Job`.
///
/// Posts each data set's `event::TableDumped`, without keys and counts, and `event::Finished`; files are on
/// the disk for sure only after `sync_folder`. The first damage ends the job: then files stay behind. A pause
/// holds lanes within the chunk in hand. `set_lanes` takes up to the lanes of the spec: each has its part of
/// the memory limit.
class RechunkJob final : public HiddenJob<RechunkTable> {
 public:
  RechunkJob(RechunkSpec spec, BatchHandler handler);
};

}  // namespace sluice
