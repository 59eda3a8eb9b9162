#pragma once

#include <condition_variable>
#include <mutex>
#include <optional>
#include <vector>

#include "support/failure.h"
#include "support/stop_signal.h"

namespace sluice {

/// Switches of a running job: pause, cancel, first failure. Any thread may call anything.
/// Lanes ask at query boundaries; whoever blocks in a server call is woken by the job through its session
/// (`Session::interrupt`).
class JobControl {
 public:
  void pause();
  void resume();
  /// Ends the job as cancelled; later failures are consequences and are not recorded.
  void cancel();
  /// Ends the job as failed; every failure until the lanes have joined is kept, the first one first.
  void fail(Failure failure);

  bool cancelled() const;
  /// True once the job was cancelled or has failed: lanes end as soon as they can.
  bool stopping() const;
  /// Given as soon as `stopping` is true, for whoever waits for a server.
  const StopSignal& stop_signal() const { return stop_; }
  /// True while `wait_while_paused` would block.
  bool holding() const;
  /// Blocks while the job is paused; returns at once when it is stopping.
  void wait_while_paused();
  std::vector<Failure> take_failures();

 private:
  mutable std::mutex mutex_;
  std::condition_variable changed_;
  bool paused_ = false;
  bool cancelled_ = false;
  std::vector<Failure> failures_;
  StopSignal stop_;
};

}  // namespace sluice
