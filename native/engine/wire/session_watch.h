#pragma once

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "wire/connection.h"
#include "wire/process_list.h"
#include "wire/session.h"
#include "wire/session_roster.h"
#include "wire/sign_in.h"

namespace sluice {

/// Server's view of one of its connections (PROCESSLIST).
struct ServerView {
  std::string command;
  std::string state;
};

/// Returns whether a client that waits for the server in this connection waits for nothing: the server knows
/// of no such connection, or is itself waiting for the client.
bool waits_in_vain(const std::optional<ServerView>& view);

/// Result of asking after one silent session.
enum class Answer : std::uint8_t {
  kAtWork,
  kInVain,
  /// A balancer led to another server, which knows nothing of the session.
  kUnknown,
};

/// Finds the session in the answer of whatever server answered; `list` is nothing where a proxy answers in
/// place of a server.
Answer judge(const WaitingSession& session, const std::optional<ProcessList>& list);

/// Connections that have been silent, each with its number of looks. Pure bookkeeping.
class SilenceRecord {
 public:
  /// Takes the sessions that wait now; returns those that were in the same wait already at the last look.
  std::vector<WaitingSession> look(const std::vector<WaitingSession>& waiting);
  /// Takes the answer about a silent session: true after two failed probes in a row, apart from those without
  /// an answer between them.
  bool is_lost(const WaitingSession& session, Answer answer);

 private:
  std::vector<WaitingSession> before_;
  struct Vain {
    WaitingSession session;
    int looks = 0;
  };
  /// Failed probes of each session, in a row.
  std::vector<Vain> in_vain_;
};

/// Ends what a network that swallows everything would keep a lane waiting for, for ever.
///
/// A statement may rightly take hours, so a time-out can't tell. A session that was silent for a while is
/// asked after instead, over a connection of the watch's own: where the server has lost it, waits for the
/// client itself, or can't be reached, twice in a row, the session is cut, and its thread sees
/// "connect-lost". Where a load balancer leads to another server, or a proxy hides the servers, it counts as
/// at work. Sessions that are not silent cost nothing. Works on a thread of its own; everything it
/// uses outlives it.
class SessionWatch {
 public:
  using Log = std::function<void(Message message)>;

  /// `interval` is the time between two looks. `log` is called on the watch's thread.
  SessionWatch(Connection connection, SessionRoster& roster, std::chrono::milliseconds interval, Log log);
  /// Stops, as `stop` does.
  ~SessionWatch();
  SessionWatch(const SessionWatch&) = delete;
  SessionWatch& operator=(const SessionWatch&) = delete;

  /// Blocks until a look that is under way has ended: for a sign-in at most.
  void stop();

 private:
  /// Nothing where the server can't be reached.
  using Judgement = std::function<Answer(const WaitingSession&)>;

  void run(const std::stop_token& stopping);
  void look();
  void look_at(const std::vector<WaitingSession>& silent);
  std::optional<Judgement> ask(const std::vector<WaitingSession>& silent);
  std::optional<ProcessList> ask_once(const std::vector<WaitingSession>& silent);

  const Connection connection_;
  SessionRoster& roster_;
  const std::chrono::milliseconds interval_;
  const Log log_;
  SilenceRecord record_;
  MysqlHandle own_;
  std::mutex mutex_;
  std::condition_variable_any wake_;
  std::jthread thread_;
};

}  // namespace sluice
