#pragma once

#include "support/job.h"
#include "support/reporter.h"
#include "verify/verify_spec.h"

namespace sluice {

/// Reads every chunk file of a dump to its end and compares it with what was recorded of it. Damage does not
/// stop the job: it says of every table exactly what is whole. Threads, ownership and errors: see `Job`.
///
/// Posts each table's `event::TableVerified` with what is wrong with it, and `event::Finished`, as failed
/// when anything was, with all of it. A pause holds lanes within the file in hand. `set_lanes` takes up to
/// the lanes of the spec: each has its part of the memory limit.
class VerifyJob final : public HiddenJob<VerifyTable> {
 public:
  VerifyJob(VerifySpec spec, BatchHandler handler);
};

}  // namespace sluice
