#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <thread>
#include <vector>

#include "support/event.h"
#include "support/progress.h"

namespace sluice {

/// One message to a job's owner (`EngineBatch` in app/engine/events.ts).
struct Batch {
  std::vector<Event> events;
  std::optional<ProgressSample> progress;
};

using BatchHandler = std::function<void(Batch)>;

/// Gathers events and samples of the board into at most ten batches a second; a milestone (anything but a log
/// record) goes out at once, but never more than one batch per 20 ms. Only those of a dump's sessions never
/// wait: somebody holds a lock until they arrive.
///
/// A handler that throws, for want of memory say, is called again with the same events; in the end for a few
/// seconds.
///
/// `post` may be called from any thread. The handler is called on the reporter's own thread only, and never
/// after the batch that holds `event::Finished`. Owned by its job, which outlives it; the destructor joins.
class Reporter {
 public:
  Reporter(ProgressBoard& board, BatchHandler handler);
  ~Reporter();
  Reporter(const Reporter&) = delete;
  Reporter& operator=(const Reporter&) = delete;

  void post(Event event);
  void log(LogLevel level, Message message, int table = -1, int lane = -1);

  /// Sends what is left with a last sample and `finished`, then stops. Called once, when all lanes have
  /// joined.
  void finish(event::Finished finished);

 private:
  enum class Urgency : std::uint8_t { kNone, kMilestone, kLocksWait };

  static Urgency urgency_of(const Event& event);
  void run();
  bool deliver(const std::vector<Event>& events) noexcept;
  void deliver_last(const std::vector<Event>& events) noexcept;

  ProgressBoard& board_;
  const BatchHandler handler_;
  std::mutex mutex_;
  std::condition_variable wake_;
  std::vector<Event> pending_;
  Urgency urgency_ = Urgency::kNone;
  bool finishing_ = false;
  std::thread thread_;
};

}  // namespace sluice
