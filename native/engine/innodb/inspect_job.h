#pragma once

#include <atomic>
#include <thread>

#include "innodb/inspect_spec.h"
#include "support/progress.h"
#include "support/reporter.h"

namespace sluice {

/// Reads one tablespace file and says what it holds: `event::FileInspected`, then `event::Finished`. The
/// samples before count its pages and bytes as those of table 0.
///
/// `cancel` may come from any thread, also after the job has ended; the handler is called on a thread of the
/// job. The destructor cancels what still runs and blocks until it ended.
class InspectJob {
 public:
  InspectJob(InspectSpec spec, BatchHandler handler);
  ~InspectJob();
  InspectJob(const InspectJob&) = delete;
  InspectJob& operator=(const InspectJob&) = delete;

  void cancel() { stop_.store(true, std::memory_order_relaxed); }

 private:
  void run() noexcept;
  void inspect();

  const InspectSpec spec_;
  ProgressBoard board_;
  Reporter reporter_;
  std::atomic<bool> stop_{false};
  std::thread thread_;
};

}  // namespace sluice
