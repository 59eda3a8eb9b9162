#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "support/progress.h"
#include "target/chunk_loader.h"
#include "target/load_spec.h"
#include "wire/session.h"
#include "wire/session_roster.h"

namespace sluice {

/// A lane's session with the server, and what hangs on it; opened again when it was lost. Used by the lane's
/// thread.
///
/// It holds a user lock that is named after the load and the lane. A connection that broke may live on in the
/// server for a while, with a transaction or an ALTER TABLE of its own: whoever opens the lane's next session
/// finds it by that lock, ends it, and goes on when it is gone. From then on the journal's word is final.
class LaneSession {
 public:
  /// `most_bytes` is what the lane may hold; `stop` ends a sign-in.
  LaneSession(const LoadSpec& spec, int lane, SessionRoster& roster, ProgressBoard& board,
              std::uint64_t most_bytes, const StopSignal* stop = nullptr);

  /// Only once signed in.
  Session& session() { return open_->session; }
  ChunkLoader& loader() { return open_->loader; }

  /// Lets go of the session, if there is one, and signs in. Throws EngineError, and may be called again.
  void sign_in();

 private:
  struct Open {
    Open(const LoadSpec& spec, SessionRoster& roster, ProgressBoard& board, std::uint64_t most_bytes,
         const StopSignal* stop)
        : session(spec.connection, Patience::kEndless, stop),
          entry(roster, session),
          loader(session, spec, board, most_bytes) {}
    Session session;
    const SessionRoster::Entry entry;
    ChunkLoader loader;
  };

  void take_lock();

  const LoadSpec& spec_;
  SessionRoster& roster_;
  ProgressBoard& board_;
  const int lane_;
  const std::uint64_t most_bytes_;
  const StopSignal* const stop_;
  const std::string lock_;
  std::optional<Open> open_;
};

}  // namespace sluice
