#include "support/job_control.h"

#include <utility>

namespace sluice {

void JobControl::pause() {
  const std::lock_guard lock(mutex_);
  paused_ = true;
}

void JobControl::resume() {
  const std::lock_guard lock(mutex_);
  paused_ = false;
  changed_.notify_all();
}

void JobControl::cancel() {
  const std::lock_guard lock(mutex_);
  if (!failures_.empty()) return;
  cancelled_ = true;
  stop_.give();
  changed_.notify_all();
}

void JobControl::fail(Failure failure) {
  const std::lock_guard lock(mutex_);
  // A session that the job itself interrupted fails as "cancelled": a consequence, never a cause.
  if (cancelled_ || failure.code == "cancelled") return;
  failures_.push_back(std::move(failure));
  stop_.give();
  changed_.notify_all();
}

bool JobControl::cancelled() const {
  const std::lock_guard lock(mutex_);
  return cancelled_;
}

bool JobControl::stopping() const {
  const std::lock_guard lock(mutex_);
  return cancelled_ || !failures_.empty();
}

bool JobControl::holding() const {
  const std::lock_guard lock(mutex_);
  return paused_ && !cancelled_ && failures_.empty();
}

void JobControl::wait_while_paused() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !paused_ || cancelled_ || !failures_.empty(); });
}

std::vector<Failure> JobControl::take_failures() {
  const std::lock_guard lock(mutex_);
  return std::exchange(failures_, {});
}

}  // namespace sluice
