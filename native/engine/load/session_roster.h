#pragma once

#include <mutex>
#include <set>

#include "wire/session.h"

namespace sluice {

/// The sessions of a job that are open now, so that all of them can be interrupted. Any thread may call;
/// outlives every entry.
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

  /// Blocks for a sign-in per session at most.
  void interrupt_all() noexcept;

 private:
  std::mutex mutex_;
  std::set<Session*> sessions_;
};

}  // namespace sluice
