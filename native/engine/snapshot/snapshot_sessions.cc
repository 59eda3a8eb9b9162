#include "snapshot/snapshot_sessions.h"

#include <optional>
#include <string>
#include <utility>

#include "support/failure.h"
#include "support/parallel.h"

namespace sluice {

SnapshotSessions::SnapshotSessions(Connection connection, SessionVariables variables, int count)
    : connection_(std::move(connection)),
      variables_(std::move(variables)),
      sessions_(static_cast<std::size_t>(count)) {}

void SnapshotSessions::open() {
  run_on_all([this](int lane) { open_one(lane); });
}

void SnapshotSessions::take() {
  run_on_all([this](int lane) { take_one(lane); });
}

void SnapshotSessions::interrupt_all() noexcept {
  std::vector<Session*> open;
  {
    const std::lock_guard lock(mutex_);
    for (const auto& session : sessions_) {
      if (session) open.push_back(session.get());
    }
  }
  run_in_parallel(static_cast<int>(open.size()),
                  [&](int at) { open[static_cast<std::size_t>(at)]->interrupt(); });
}

void SnapshotSessions::open_one(int lane) {
  auto session = std::make_unique<Session>(connection_, variables_);
  // The only isolation level in which WITH CONSISTENT SNAPSHOT takes one.
  session->execute("SET SESSION TRANSACTION ISOLATION LEVEL REPEATABLE READ");
  session->widen_answers();
  const std::lock_guard lock(mutex_);
  sessions_[static_cast<std::size_t>(lane)] = std::move(session);
}

void SnapshotSessions::take_one(int lane) {
  const std::string statement = "START TRANSACTION WITH CONSISTENT SNAPSHOT, READ ONLY";
  if (session(lane).execute(statement).warnings == 0) return;
  Failure failure;
  failure.code = "statement-failed";
  failure.message = "The server warned that it took no consistent snapshot";
  failure.statement = statement;
  throw EngineError(std::move(failure));
}

void SnapshotSessions::run_on_all(const std::function<void(int)>& work) {
  std::mutex mutex;
  std::optional<Failure> first;
  run_in_parallel(count(), [&](int lane) {
    const WireThread wire;
    try {
      work(lane);
    } catch (const EngineError& error) {
      const std::lock_guard lock(mutex);
      if (!first) first = error.failure();
    }
  });
  if (first) throw EngineError(std::move(*first));
}

}  // namespace sluice
