#include "load/session_watch.h"

#include <algorithm>
#include <cstdlib>
#include <utility>

namespace sluice {
namespace {

/// One look may come between the server's answer and the moment at which the client has it.
constexpr int kLooksInVain = 2;
/// From here on errors are libmariadb's own (CR_MIN_ERROR): no server has spoken.
constexpr unsigned kFirstClientError = 2000;
constexpr unsigned kLastClientError = 2999;

/// A server that refuses a sign-in, for want of connections say, is alive.
bool has_spoken(const Failure& failure) {
  return failure.errnum != 0 && (failure.errnum < kFirstClientError || failure.errnum > kLastClientError);
}

/// Where the server lives but does not tell, nobody is given up.
std::map<std::uint64_t, ServerView> all_at_work(const std::vector<WaitingSession>& sessions) {
  std::map<std::uint64_t, ServerView> views;
  for (const WaitingSession& session : sessions) views[session.connection] = {"Query", ""};
  return views;
}

std::string query_for(const std::vector<WaitingSession>& sessions) {
  std::string ids;
  for (const WaitingSession& session : sessions) {
    if (!ids.empty()) ids += ", ";
    ids += std::to_string(session.connection);
  }
  return "SELECT ID, COMMAND, STATE FROM information_schema.PROCESSLIST WHERE ID IN (" + ids + ")";
}

}  // namespace

// "Receiving from client" is MySQL's state in the middle of a LOAD DATA LOCAL, "Reading from net" MariaDB's.
bool waits_in_vain(const std::optional<ServerView>& view) {
  if (!view || view->command == "Sleep") return true;
  return view->state == "Receiving from client" || view->state == "Reading from net";
}

std::vector<WaitingSession> SilenceRecord::look(const std::vector<WaitingSession>& waiting) {
  std::vector<WaitingSession> silent;
  for (const WaitingSession& session : waiting) {
    if (std::find(before_.begin(), before_.end(), session) != before_.end()) silent.push_back(session);
  }
  before_ = waiting;
  std::erase_if(in_vain_, [&](const auto& known) {
    return std::none_of(silent.begin(), silent.end(),
                        [&](const WaitingSession& session) { return session.connection == known.first; });
  });
  return silent;
}

bool SilenceRecord::is_lost(const WaitingSession& session, bool in_vain) {
  if (!in_vain) {
    in_vain_.erase(session.connection);
    return false;
  }
  return ++in_vain_[session.connection] >= kLooksInVain;
}

SessionWatch::SessionWatch(Connection connection, SessionRoster& roster, std::chrono::milliseconds interval,
                           Log log)
    : connection_(std::move(connection)),
      roster_(roster),
      interval_(interval),
      log_(std::move(log)),
      thread_([this](const std::stop_token& stopping) { run(stopping); }) {}

SessionWatch::~SessionWatch() { stop(); }

void SessionWatch::stop() {
  thread_.request_stop();
  if (thread_.joinable()) thread_.join();
}

void SessionWatch::run(const std::stop_token& stopping) {
  const WireThread wire;
  for (;;) {
    {
      std::unique_lock lock(mutex_);
      wake_.wait_for(lock, stopping, interval_, [] { return false; });
    }
    if (stopping.stop_requested()) break;
    look();
  }
  own_.reset();
}

void SessionWatch::look() {
  const std::vector<WaitingSession> silent = record_.look(roster_.waiting());
  if (silent.empty()) return;
  const std::optional<Views> views = ask(silent);
  for (const WaitingSession& session : silent) {
    std::optional<ServerView> view;
    if (views && views->contains(session.connection)) view = views->at(session.connection);
    if (!record_.is_lost(session, waits_in_vain(view)) || !roster_.cut(session)) continue;
    log_("Connection " + std::to_string(session.connection) + " has gone silent, and " +
         (views ? "the server does not work for it any more" : "the server can't be reached") +
         ": it is given up.");
  }
}

std::optional<SessionWatch::Views> SessionWatch::ask(const std::vector<WaitingSession>& silent) {
  // The watch's own connection may be what has broken.
  const bool fresh = !own_;
  try {
    return ask_once(silent);
  } catch (const EngineError& error) {
    own_.reset();
    if (has_spoken(error.failure())) return all_at_work(silent);
    if (fresh) return std::nullopt;
  }
  return ask(silent);
}

SessionWatch::Views SessionWatch::ask_once(const std::vector<WaitingSession>& silent) {
  if (!own_) own_.emplace(connection_, Patience::kShort);
  Views views;
  for (auto& row : own_->rows(query_for(silent))) {
    const std::uint64_t connection = std::strtoull(row.at(0).value_or("0").c_str(), nullptr, 10);
    views[connection] = {row.at(1).value_or(""), row.at(2).value_or("")};
  }
  return views;
}

}  // namespace sluice
