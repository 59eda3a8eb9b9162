#include "wire/session_watch.h"

#include <algorithm>
#include <array>
#include <exception>
#include <string_view>
#include <utility>

#include "wire/wire_error.h"

namespace sluice {
namespace {

/// One look may come between the server's answer and the moment at which the client has it.
constexpr int kLooksInVain = 2;
/// States in the middle of a LOAD DATA LOCAL, and of rows that nobody takes off the line: of MySQL and of
/// MariaDB. Between two rows a server that looks for the next one has another state (measured on both).
constexpr std::array<std::string_view, 4> kWaitsForClient{"Receiving from client", "Reading from net",
                                                          "Sending to client", "Writing to net"};

}  // namespace

bool waits_in_vain(const std::optional<ServerView>& view) {
  if (!view || view->command == "Sleep") return true;
  return std::find(kWaitsForClient.begin(), kWaitsForClient.end(), view->state) != kWaitsForClient.end();
}

Answer judge(const WaitingSession& session, const std::optional<ProcessList>& list) {
  if (!session.identity) return Answer::kInVain;
  if (!list || session.identity->server.empty() || session.identity->server != list->own.server)
    return Answer::kUnknown;
  std::optional<ServerView> view;
  for (const ProcessEntry& entry : list->others) {
    if (entry.identity == *session.identity) view = {entry.command, entry.state};
  }
  return waits_in_vain(view) ? Answer::kInVain : Answer::kAtWork;
}

std::vector<WaitingSession> SilenceRecord::look(const std::vector<WaitingSession>& waiting) {
  std::vector<WaitingSession> silent;
  for (const WaitingSession& session : waiting) {
    if (std::find(before_.begin(), before_.end(), session) != before_.end()) silent.push_back(session);
  }
  before_ = waiting;
  std::erase_if(in_vain_, [&](const Vain& known) {
    return std::find(silent.begin(), silent.end(), known.session) == silent.end();
  });
  return silent;
}

bool SilenceRecord::is_lost(const WaitingSession& session, Answer answer) {
  auto known = std::find_if(in_vain_.begin(), in_vain_.end(),
                            [&](const Vain& vain) { return vain.session == session; });
  switch (answer) {
    case Answer::kAtWork:
      if (known != in_vain_.end()) in_vain_.erase(known);
      return false;
    case Answer::kUnknown:
      return false;
    case Answer::kInVain:
      if (known == in_vain_.end()) known = in_vain_.insert(known, Vain{session, 0});
      return ++known->looks >= kLooksInVain;
  }
  return false;
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
    // Want of memory, say, ends the look and not the process.
    try {
      look();
    } catch (const std::exception&) {
      own_.reset();
    }
  }
  own_.reset();
}

void SessionWatch::look() {
  const std::vector<WaitingSession> silent = record_.look(roster_.waiting());
  if (!silent.empty()) look_at(silent);
}

void SessionWatch::look_at(const std::vector<WaitingSession>& silent) {
  const std::optional<Judgement> judgement = ask(silent);
  bool led_elsewhere = false;
  for (const WaitingSession& session : silent) {
    const Answer answer = judgement ? (*judgement)(session) : Answer::kInVain;
    if (answer == Answer::kUnknown) led_elsewhere = true;
    if (!record_.is_lost(session, answer) || !roster_.cut(session)) continue;
    log_(judgement ? Message("silentConnection", {{"connection", session.connection}})
                   : Message("silentConnectionOfLostServer", {{"connection", session.connection}}));
  }
  // The next connection may lead to the right server.
  if (led_elsewhere) own_.reset();
}

std::optional<SessionWatch::Judgement> SessionWatch::ask(const std::vector<WaitingSession>& silent) {
  // The watch's own connection may be what has broken.
  const bool fresh = !own_;
  try {
    return [list = ask_once(silent)](const WaitingSession& session) { return judge(session, list); };
  } catch (const EngineError& error) {
    own_.reset();
    // Where the server lives but does not tell, nobody is given up.
    if (has_spoken(error.failure())) return [](const WaitingSession&) { return Answer::kAtWork; };
    if (fresh) return std::nullopt;
  }
  return ask(silent);
}

std::optional<ProcessList> SessionWatch::ask_once(const std::vector<WaitingSession>& silent) {
  if (!own_) {
    own_ = sign_in(connection_, Patience::kShort);
    allow_big_selects(own_.get());
  }
  std::vector<std::uint64_t> ids;
  for (const WaitingSession& session : silent) {
    if (session.identity) ids.push_back(session.identity->id);
  }
  return read_process_list(own_.get(), ids);
}

}  // namespace sluice
