#include "support/parallel.h"

#include <system_error>
#include <utility>

#include "support/failures.h"

namespace sluice {

ParallelRun::ParallelRun(int count, std::function<void(int)> work) : count_(count), work_(std::move(work)) {
  threads_.reserve(static_cast<std::size_t>(count_));
  start_threads();
}

void ParallelRun::start_threads() {
  for (int at = 0; at < count_; ++at) {
    try {
      threads_.emplace_back([this] { run(); });
    } catch (const std::system_error& error) {
      if (threads_.empty() || !is_thread_refusal(error)) throw;
      return;
    }
  }
}

bool ParallelRun::wait_until(std::chrono::steady_clock::time_point time) {
  std::unique_lock lock(mutex_);
  return changed_.wait_until(lock, time, [this] { return done_ == count_; });
}

void ParallelRun::run() {
  for (int at = next_++; at < count_; at = next_++) {
    work_(at);
    const std::lock_guard lock(mutex_);
    ++done_;
    changed_.notify_one();
  }
}

void run_in_parallel(int count, const std::function<void(int)>& work) {
  try {
    const ParallelRun run(count, work);
    return;
  } catch (const std::system_error& error) {
    if (!is_thread_refusal(error)) throw;
  }
  for (int at = 0; at < count; ++at) work(at);
}

}  // namespace sluice
