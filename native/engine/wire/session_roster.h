#pragma once

#include <cstdint>
#include <mutex>
#include <optional>
#include <set>
#include <vector>

#include "wire/session.h"

namespace sluice {

/// A session whose thread waits for the server, and which of its waits that is (`Session::waits`).
struct WaitingSession {
  std::uint64_t connection = 0;
  std::uint64_t waits = 0;
  /// Nothing while the session is being set up, which takes only short statements.
  std::optional<ConnectionIdentity> identity = std::nullopt;
  /// `Session::traffic`
  std::uint64_t traffic = 0;
  friend bool operator==(const WaitingSession&, const WaitingSession&) = default;
};

/// The sessions of a job that are open now, so that all of them can be interrupted or watched. Any thread may
/// call; outlives every entry.
class SessionRoster {
 public:
  /// Keeps a session on the roster for the entry's life, which the session outlives. Its destructor waits for
  /// an interrupt that is under way.
  class Entry {
   public:
    Entry(SessionRoster& roster, Session& session);
    ~Entry();
    Entry(const Entry&) = delete;
    Entry& operator=(const Entry&) = delete;

   private:
    SessionRoster& roster_;
    Session& session_;
  };

  /// Blocks for one sign-in, and a KILL per session. `connection` leads to their server.
  void interrupt_all(const Connection& connection) noexcept;

  bool empty() const;
  std::vector<WaitingSession> waiting() const;
  /// Takes the session's connection for lost, if it is in that same wait still.
  bool cut(const WaitingSession& which) noexcept;

 private:
  mutable std::mutex mutex_;
  std::set<Session*> sessions_;
};

}  // namespace sluice
