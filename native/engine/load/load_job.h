#pragma once

#include "support/job.h"
#include "support/reporter.h"
#include "target/load_spec.h"

namespace sluice {

/// Loads a dump's chunk files in key order into tables that exist: rows, then deferred indexes, then a count
/// of what arrived. Threads, ownership and errors: see `Job`.
///
/// Posts each table's `event::TableLoaded` as it ends, and `event::Finished`. A pause holds lanes at their
/// next chunk, index or count; a cancel rolls back a chunk that is not committed. `set_lanes` takes up to the
/// lanes of the spec: each has its part of the memory limit.
class LoadJob final : public HiddenJob<LoadTable> {
 public:
  LoadJob(LoadSpec spec, BatchHandler handler);
};

}  // namespace sluice
