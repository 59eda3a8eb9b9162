#include "wire/session_roster.h"

#include "wire/kill_connection.h"

namespace sluice {

SessionRoster::Entry::Entry(SessionRoster& roster, Session& session) : roster_(roster), session_(session) {
  const std::lock_guard lock(roster_.mutex_);
  roster_.sessions_.insert(&session_);
}

SessionRoster::Entry::~Entry() {
  const std::lock_guard lock(roster_.mutex_);
  roster_.sessions_.erase(&session_);
}

void SessionRoster::interrupt_all(const Connection& connection) noexcept {
  const std::lock_guard lock(mutex_);
  KillConnection way(connection);
  for (Session* session : sessions_) session->interrupt(way);
}

bool SessionRoster::empty() const {
  const std::lock_guard lock(mutex_);
  return sessions_.empty();
}

std::vector<WaitingSession> SessionRoster::waiting() const {
  const std::lock_guard lock(mutex_);
  std::vector<WaitingSession> waiting;
  for (const Session* session : sessions_) {
    const std::uint64_t waits = session->waits();
    if (waits % 2 == 1)
      waiting.push_back({session->connection_id(), waits, session->identity(), session->traffic()});
  }
  return waiting;
}

bool SessionRoster::cut(const WaitingSession& which) noexcept {
  const std::lock_guard lock(mutex_);
  for (Session* session : sessions_) {
    if (session->connection_id() != which.connection || session->waits() != which.waits) continue;
    if (session->identity() != which.identity || session->traffic() != which.traffic) continue;
    session->cut();
    return true;
  }
  return false;
}

}  // namespace sluice
