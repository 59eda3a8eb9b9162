#pragma once

#include <atomic>
#include <cstddef>
#include <string>

namespace sluice {

/// Bytes that come through a descriptor which is open already, such as standard input. Used by one thread,
/// but for `cancel`.
class InputPipe {
 public:
  /// `name` stands for it in failures. The descriptor stays open.
  InputPipe(int descriptor, std::string name) : descriptor_(descriptor), name_(std::move(name)) {}

  /// Waits for up to `capacity` bytes, which is not 0; returns 0 at their end. Throws EngineError:
  /// "file-failed" where they can't be read, "cancelled" after `cancel`.
  std::size_t read(char* buffer, std::size_t capacity);

  /// Ends a `read`, whoever waits in it.
  void cancel() { is_cancelled_.store(true, std::memory_order_relaxed); }

 private:
  void wait();

  const int descriptor_;
  const std::string name_;
  std::atomic<bool> is_cancelled_ = false;
};

}  // namespace sluice
