#pragma once

#include <atomic>

#include "support/unique_fd.h"

namespace sluice {

/// A stop, once given for good, that also wakes whoever waits in poll(2). Any thread may call anything.
class StopSignal {
 public:
  /// Throws EngineError ("file-failed") where the process may open no more files.
  StopSignal();
  StopSignal(const StopSignal&) = delete;
  StopSignal& operator=(const StopSignal&) = delete;

  void give() noexcept;
  bool given() const noexcept { return given_.load(); }
  /// Readable from the stop on.
  int fd() const noexcept { return readable_.get(); }

 private:
  std::atomic<bool> given_{false};
  UniqueFd readable_;
  UniqueFd writable_;
};

}  // namespace sluice
