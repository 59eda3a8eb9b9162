#include "target/lane_session.h"

namespace sluice {
namespace {

/// An ALTER TABLE that is ended has to take back what it did.
constexpr const char* kLockSeconds = "60";
/// ER_NO_SUCH_THREAD: it has ended by itself meanwhile.
constexpr unsigned kNoSuchThread = 1094;

}  // namespace

LaneSession::LaneSession(const LoadSpec& spec, int lane, SessionRoster& roster, ProgressBoard& board,
                         std::uint64_t most_bytes, const StopSignal* stop)
    : spec_(spec),
      roster_(roster),
      board_(board),
      lane_(lane),
      most_bytes_(most_bytes),
      stop_(stop),
      lock_("'" + spec.load_name + "-" + std::to_string(lane) + "'") {}

void LaneSession::sign_in() {
  open_.reset();
  open_.emplace(spec_, roster_, board_, most_bytes_, stop_);
  open_->session.identify();
  board_.lane(lane_).set_session(open_->session.connection_id());
  take_lock();
}

void LaneSession::take_lock() {
  Session& session = open_->session;
  if (session.scalar("SELECT GET_LOCK(" + lock_ + ", 0)") == "1") return;
  if (const auto holder = session.scalar("SELECT IS_USED_LOCK(" + lock_ + ")")) {
    try {
      session.execute("KILL " + *holder);
    } catch (const EngineError& error) {
      if (error.failure().errnum != kNoSuchThread) throw;
    }
  }
  if (session.scalar("SELECT GET_LOCK(" + lock_ + ", " + kLockSeconds + ")") == "1") return;
  throw EngineError("lock-timeout", {"lockHeld", {{"lock", lock_}}});
}

}  // namespace sluice
