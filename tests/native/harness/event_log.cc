#include "harness/event_log.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>

namespace sluice::test {

BatchHandler EventLog::handler() {
  return [this](Batch batch) {
    const std::lock_guard lock(mutex_);
    EXPECT_FALSE(finished_) << "a batch comes after the last one";
    if (batch.progress) {
      last_sample_ = *batch.progress;
      segments_.insert(segments_.end(), last_sample_.segments.begin(), last_sample_.segments.end());
      tables_.insert(tables_.end(), last_sample_.tables.begin(), last_sample_.tables.end());
    }
    for (Event& event : batch.events) {
      if (const auto* finished = std::get_if<event::Finished>(&event)) finished_ = *finished;
      events_.push_back(std::move(event));
    }
    changed_.notify_all();
  };
}

event::Finished EventLog::wait_finished() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return finished_.has_value(); });
  return *finished_;
}

bool EventLog::wait_until(const std::function<bool(const EventLog&)>& condition) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [&] { return condition(*this) || finished_.has_value(); });
  return condition(*this);
}

TableSample EventLog::table(int id) const {
  const auto latest = std::find_if(tables_.rbegin(), tables_.rend(),
                                   [id](const TableSample& sample) { return sample.id == id; });
  return latest == tables_.rend() ? TableSample{} : *latest;
}

bool EventLog::logged(const std::string& text) const {
  const auto logs = all<event::Log>();
  return std::any_of(logs.begin(), logs.end(), [&](const event::Log& log) {
    return plain(log.message).find(text) != std::string::npos;
  });
}

}  // namespace sluice::test
