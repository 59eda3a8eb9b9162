#include "load/session_roster.h"

namespace sluice {

SessionRoster::Entry::Entry(SessionRoster& roster, Session& session) : roster_(roster), session_(session) {
  const std::lock_guard lock(roster_.mutex_);
  roster_.sessions_.insert(&session_);
}

SessionRoster::Entry::~Entry() {
  const std::lock_guard lock(roster_.mutex_);
  roster_.sessions_.erase(&session_);
}

void SessionRoster::interrupt_all() noexcept {
  const std::lock_guard lock(mutex_);
  for (Session* session : sessions_) session->interrupt();
}

}  // namespace sluice
