#pragma once

#include <memory>
#include <vector>

#include "support/reporter.h"
#include "verify/verify_spec.h"

namespace sluice {

/// Reads every chunk file of a dump to its end and compares it with what was recorded of it. Damage does not
/// stop the job: it says of every table exactly what is whole.
///
/// Calls return at once and may come from any one thread, also after the job has ended; the handler is called
/// on a thread of the job. `event::TableVerified` carries what is wrong with one table; `event::Finished`
/// comes last, as failed when anything was, with all of it. The destructor cancels what still runs and blocks
/// until it ended.
class VerifyJob {
 public:
  VerifyJob(VerifySpec spec, BatchHandler handler);
  ~VerifyJob();
  VerifyJob(const VerifyJob&) = delete;
  VerifyJob& operator=(const VerifyJob&) = delete;

  void add_tables(std::vector<VerifyTable> tables);
  /// No more tables will come: the job finishes when the last one has.
  void seal();
  /// Lanes stop within the file in hand; `resume` lets them go on.
  void pause();
  void resume();
  void cancel();
  /// From 1 to as many as the job began with: each has its part of the memory limit.
  void set_lanes(int lanes);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace sluice
