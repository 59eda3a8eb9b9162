#pragma once

#include <condition_variable>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "support/reporter.h"

namespace sluice::test {

/// Everything a job told its owner. Pass `handler()` to the job; the log must outlive it.
class EventLog {
 public:
  BatchHandler handler();

  /// Blocks until the job has finished, and returns how.
  event::Finished wait_finished();
  /// Blocks until what is known satisfies `condition`, or the job has finished (then false).
  bool wait_until(const std::function<bool(const EventLog&)>& condition);

  /// Blocks until the job has said this, and returns the first; throws where it finished without.
  template <class Kind>
  Kind wait_for() {
    std::vector<Kind> found;
    wait_until([&found](const EventLog& log) {
      found = log.all<Kind>();
      return !found.empty();
    });
    return found.at(0);
  }

  /// To be read in `wait_until`, or once the job has finished.
  template <class Kind>
  std::vector<Kind> all() const {
    std::vector<Kind> found;
    for (const Event& event : events_) {
      if (const auto* kind = std::get_if<Kind>(&event)) found.push_back(*kind);
    }
    return found;
  }
  const std::vector<Segment>& segments() const { return segments_; }
  const ProgressSample& last_sample() const { return last_sample_; }
  /// The latest state of a table.
  TableSample table(int id) const;
  /// Returns whether any log record contains the text.
  bool logged(const std::string& text) const;

 private:
  std::mutex mutex_;
  std::condition_variable changed_;
  std::vector<Event> events_;
  std::vector<Segment> segments_;
  std::vector<TableSample> tables_;
  ProgressSample last_sample_;
  std::optional<event::Finished> finished_;
};

}  // namespace sluice::test
