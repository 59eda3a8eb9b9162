#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <vector>

#include "support/failure.h"
#include "support/stop_signal.h"
#include "wire/connection.h"
#include "wire/session.h"

namespace sluice {

/// Time after which the server ends a session whose client is silent, and interval at which a living client
/// speaks.
struct Heartbeat {
  std::chrono::seconds silence{60};
  std::chrono::milliseconds every{20'000};
};

/// Sessions, one per lane, that all see the same rows. They are opened in parallel before the
/// caller takes its lock, so that under the lock only the snapshots themselves are taken.
///
/// `open` and `take` are called once each, in this order, by one thread; each session is then used by one
/// lane. Idle ones are kept alive on a thread of the object's own, for as long as it lives; where the client
/// vanishes without a word, the server soon ends those that are idle, and nobody's DDL waits for the tables
/// that they have read. `interrupt_all` may be called from any thread at any time.
class SnapshotSessions {
 public:
  /// `stop` ends the sign-ins, and no session is opened after it; it must outlive the object.
  SnapshotSessions(Connection connection, SessionVariables variables, int count, const StopSignal& stop,
                   Heartbeat heartbeat = {});
  SnapshotSessions(const SnapshotSessions&) = delete;
  SnapshotSessions& operator=(const SnapshotSessions&) = delete;

  /// Returns when all are signed in that the server lets in, one at least; throws the first other EngineError
  /// that one of them met.
  void open();
  /// The server's answer to a session that it had no room for; nothing where all are signed in.
  const std::optional<Failure>& refused() const { return refused_; }
  /// Returns when all hold their snapshot; throws like `open`, and "lock-timeout" where that takes longer
  /// than `most`. The snapshots are of one moment only if the caller keeps everybody from committing
  /// meanwhile.
  void take(std::chrono::milliseconds most);
  /// Ends whatever the sessions wait for; see `Session::interrupt`.
  void interrupt_all() noexcept;

  int count() const { return static_cast<int>(sessions_.size()); }
  Session& session(int lane) { return *sessions_.at(static_cast<std::size_t>(lane)); }

 private:
  void keep_alive(const std::stop_token& ended);
  void open_one(int lane);
  void try_open(int lane);
  void open_first();
  void take_one(int lane);
  void cut_all() noexcept;
  void run_on_all(const std::function<void(int)>& work, std::chrono::milliseconds most);

  const Connection connection_;
  const SessionVariables variables_;
  const StopSignal& stop_;
  const Heartbeat heartbeat_;
  /// Guards the pointers while `open` sets them and `interrupt_all` follows them.
  std::mutex mutex_;
  std::vector<std::unique_ptr<Session>> sessions_;
  std::optional<Failure> refused_;  ///< Guarded by mutex_ while `open` runs.
  std::condition_variable_any beat_;
  std::jthread beating_;
};

}  // namespace sluice
