#include "source/snapshot_sessions.h"

#include <optional>
#include <string>
#include <utility>

#include "support/failure.h"
#include "support/or_fail.h"
#include "support/parallel.h"
#include "wire/connection_limit.h"
#include "wire/kill_connection.h"
#include "wire/session_variables.h"

namespace sluice {

namespace {

/// Longer than any run.
constexpr std::chrono::milliseconds kEndless = std::chrono::hours(24 * 365);
/// Time in which the server must have room for one session.
constexpr std::chrono::seconds kMostWithoutRoom{10};

/// REPEATABLE READ is the only level in which WITH CONSISTENT SNAPSHOT takes one. The variables name it as
/// this server does; where they don't, the answer to that statement tells.
SessionVariables for_snapshots(SessionVariables variables, std::chrono::seconds silence) {
  for (SessionVariable& each : variables) {
    if (each.name == "transaction_isolation" || each.name == "tx_isolation") each.value = "'REPEATABLE-READ'";
  }
  return with_value(std::move(variables), "wait_timeout", std::to_string(silence.count()));
}

EngineError took_too_long(std::chrono::milliseconds most) {
  Failure failure;
  failure.code = "lock-timeout";
  failure.message = {"snapshotsTooSlow", {{"ms", most.count()}}};
  failure.hint = "lookAtServerAndNetwork";
  return EngineError(std::move(failure));
}

}  // namespace

SnapshotSessions::SnapshotSessions(Connection connection, SessionVariables variables, int count,
                                   const StopSignal& stop, Heartbeat heartbeat)
    : connection_(std::move(connection)),
      variables_(for_snapshots(std::move(variables), heartbeat.silence)),
      stop_(stop),
      heartbeat_(heartbeat),
      sessions_(static_cast<std::size_t>(count)) {}

void SnapshotSessions::open() {
  // Some sign-ins may last for longer than the first sessions may be silent.
  beating_ = std::jthread([this](const std::stop_token& ended) { keep_alive(ended); });
  run_on_all([this](int lane) { try_open(lane); }, kEndless);
  if (!refused_ || stop_.given()) return;
  {
    const std::lock_guard lock(mutex_);
    std::erase(sessions_, nullptr);
  }
  if (sessions_.empty()) open_first();
}

/// Leaves the place of a session empty for which the server has no room.
void SnapshotSessions::try_open(int lane) {
  try {
    open_one(lane);
  } catch (const EngineError& error) {
    if (!is_full(error.failure())) throw;
    const std::lock_guard lock(mutex_);
    if (!refused_) refused_ = error.failure();
  }
}

/// Others may have had the room for a moment: one session is enough.
void SnapshotSessions::open_first() {
  {
    const std::lock_guard lock(mutex_);
    sessions_.resize(1);
  }
  const auto end = std::chrono::steady_clock::now() + kMostWithoutRoom;
  for (;;) {
    try {
      return open_one(0);
    } catch (const EngineError& error) {
      if (!is_full(error.failure()) || std::chrono::steady_clock::now() >= end) throw;
    }
    if (stop_.given()) return;
    std::this_thread::sleep_for(kRoomInterval);
  }
}

void SnapshotSessions::take(std::chrono::milliseconds most) {
  run_on_all([this](int lane) { take_one(lane); }, most);
}

void SnapshotSessions::interrupt_all() noexcept {
  const std::lock_guard lock(mutex_);
  KillConnection way(connection_);
  for (const auto& session : sessions_) {
    if (session) session->interrupt(way);
  }
}

void SnapshotSessions::cut_all() noexcept {
  const std::lock_guard lock(mutex_);
  for (const auto& session : sessions_) {
    if (session) session->cut();
  }
}

void SnapshotSessions::keep_alive(const std::stop_token& ended) {
  const WireThread wire;
  std::unique_lock lock(mutex_);
  while (!beat_.wait_for(lock, ended, heartbeat_.every, [&] { return ended.stop_requested(); })) {
    for (const auto& session : sessions_) {
      if (session) session->beat();
    }
  }
}

void SnapshotSessions::open_one(int lane) {
  auto signed_in = std::make_unique<Session>(connection_, Patience::kEndless, &stop_);
  Session& session = *signed_in;
  {
    // Where all that follows can be interrupted.
    const std::lock_guard lock(mutex_);
    sessions_[static_cast<std::size_t>(lane)] = std::move(signed_in);
  }
  session.apply(variables_);
  session.identify();
  session.widen_answers();
}

void SnapshotSessions::take_one(int lane) {
  // READ ONLY since MySQL 5.6.5.
  const std::string statement = "START TRANSACTION WITH CONSISTENT SNAPSHOT /*!50605 , READ ONLY */";
  if (session(lane).execute(statement).warnings == 0) return;
  Failure failure;
  failure.code = "statement-failed";
  failure.message = "snapshotNotConsistent";
  failure.statement = statement;
  throw EngineError(std::move(failure));
}

void SnapshotSessions::run_on_all(const std::function<void(int)>& work, std::chrono::milliseconds most) {
  std::mutex mutex;
  std::optional<Failure> first;
  const auto one = [&](int lane) {
    const WireThread wire;
    or_fail(
        [&] {
          if (!stop_.given()) work(lane);
        },
        [&](Failure failure) {
          const std::lock_guard lock(mutex);
          if (!first) first = std::move(failure);
        });
  };
  const auto end = std::chrono::steady_clock::now() + most;
  bool in_time = true;
  {
    ParallelRun run(count(), one);
    in_time = run.wait_until(end);
    // The rest of it fails at once.
    if (!in_time) cut_all();
  }
  if (!in_time) throw took_too_long(most);
  if (first) throw EngineError(std::move(*first));
}

}  // namespace sluice
