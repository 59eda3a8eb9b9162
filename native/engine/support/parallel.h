#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace sluice {

/// `work(0)` to `work(count - 1)`, at once, as far as the system starts threads: those that it starts do the
/// rest one after the other. `work` does not throw. For one thread.
class ParallelRun {
 public:
  /// Throws std::system_error where the system starts not a single one.
  ParallelRun(int count, std::function<void(int)> work);
  /// Joins.
  ~ParallelRun() = default;
  ParallelRun(const ParallelRun&) = delete;
  ParallelRun& operator=(const ParallelRun&) = delete;

  /// Blocks until all work is done, or until then; false where some is left.
  bool wait_until(std::chrono::steady_clock::time_point time);

 private:
  void start_threads();
  void run();

  const int count_;
  const std::function<void(int)> work_;
  std::atomic<int> next_{0};
  std::mutex mutex_;
  std::condition_variable changed_;
  int done_ = 0;  ///< Guarded by mutex_.
  std::vector<std::jthread> threads_;
};

/// The same, and returns when all have ended. Where the system starts no thread, the caller's does the work.
void run_in_parallel(int count, const std::function<void(int)>& work);

}  // namespace sluice
