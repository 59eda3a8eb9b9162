#include "support/reporter.h"

#include <algorithm>
#include <chrono>
#include <exception>
#include <utility>

namespace sluice {
namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kSampleInterval = std::chrono::milliseconds(100);
constexpr auto kMilestoneInterval = std::chrono::milliseconds(20);

constexpr int kLastAttempts = 50;

std::int64_t epoch_ms() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return std::chrono::duration_cast<std::chrono::milliseconds>(now).count();
}

}  // namespace

Reporter::Reporter(ProgressBoard& board, BatchHandler handler)
    : board_(board), handler_(std::move(handler)), thread_([this] { run(); }) {}

Reporter::~Reporter() {
  {
    const std::lock_guard lock(mutex_);
    finishing_ = true;
    wake_.notify_one();
  }
  if (thread_.joinable()) thread_.join();
}

void Reporter::post(Event event) {
  const std::lock_guard lock(mutex_);
  if (finishing_) return;
  urgency_ = std::max(urgency_, urgency_of(event));
  pending_.push_back(std::move(event));
  if (urgency_ != Urgency::kNone) wake_.notify_one();
}

void Reporter::log(LogLevel level, Message message, int table, int lane) {
  post(event::Log{epoch_ms(), level, std::move(message), table, lane});
}

void Reporter::finish(event::Finished finished) {
  {
    const std::lock_guard lock(mutex_);
    pending_.push_back(std::move(finished));
    finishing_ = true;
    wake_.notify_one();
  }
  thread_.join();
}

Reporter::Urgency Reporter::urgency_of(const Event& event) {
  if (std::holds_alternative<event::Log>(event)) return Urgency::kNone;
  const bool locks_wait = std::holds_alternative<event::SessionsOpen>(event) ||
                          std::holds_alternative<event::SnapshotsTaken>(event);
  return locks_wait ? Urgency::kLocksWait : Urgency::kMilestone;
}

void Reporter::run() {
  std::vector<Event> events;
  std::unique_lock lock(mutex_);
  auto sent = Clock::now();
  while (!finishing_) {
    wake_.wait_until(lock, sent + kMilestoneInterval,
                     [this] { return finishing_ || urgency_ == Urgency::kLocksWait; });
    wake_.wait_until(lock, sent + kSampleInterval,
                     [this] { return finishing_ || urgency_ != Urgency::kNone; });
    if (finishing_) break;
    // Those that could not be delivered go first.
    if (events.empty()) {
      events = std::exchange(pending_, {});
      urgency_ = Urgency::kNone;
    }
    lock.unlock();
    const bool delivered = deliver(events);
    if (delivered) events.clear();
    lock.lock();
    sent = Clock::now();
  }
  const std::vector<Event> last = std::exchange(pending_, {});
  lock.unlock();
  if (!events.empty()) deliver_last(events);
  if (!last.empty()) deliver_last(last);
}

bool Reporter::deliver(const std::vector<Event>& events) noexcept {
  try {
    handler_(Batch{events, board_.sample()});
    return true;
  } catch (const std::exception&) {
    return false;
  }
}

void Reporter::deliver_last(const std::vector<Event>& events) noexcept {
  for (int attempt = 0; attempt < kLastAttempts && !deliver(events); ++attempt) {
    std::this_thread::sleep_for(kSampleInterval);
  }
}

}  // namespace sluice
