#include "wire/session.h"

#include <errmsg.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#ifdef __linux__
#include <linux/tcp.h>
#endif

#include <charconv>
#include <chrono>
#include <cstdlib>
#include <utility>

#include "support/failures.h"
#include "wire/kill_connection.h"
#include "wire/library_rows.h"
#include "wire/local_infile.h"
#include "wire/packet_rows.h"
#include "wire/result_handle.h"
#include "wire/session_variables.h"
#include "wire/wire_error.h"

namespace sluice {
namespace {

/// The length of the packet that `widen_answers` sends. Four times of it save hardly more.
constexpr std::size_t kWideAnswerBytes = 128 << 10;

/// MySQL 8.0.14 release notes: innodb_parallel_read_threads.
constexpr unsigned long kThreadsSince = 80014;

/// The least that a server's max_allowed_packet can be set to.
constexpr std::uint64_t kLeastPacketBytes = 1024;

/// Age of answers that are dropped: the server ends a session that is silent for a minute, and the work on
/// the rows of one more query may take most of it.
constexpr std::chrono::seconds kLongestAhead{15};

EngineError on_another_server() {
  Failure failure;
  failure.code = "unsupported-server";
  failure.message = "severalServers";
  failure.hint = "connectToOneServer";
  return EngineError(std::move(failure));
}

/// Nothing for a text that is no number: results may come in the server's own character set at first.
std::optional<std::uint64_t> whole_number(const std::optional<std::string>& text) {
  std::uint64_t value = 0;
  if (!text) return std::nullopt;
  const auto [end, error] = std::from_chars(text->data(), text->data() + text->size(), value);
  if (error != std::errc() || end != text->data() + text->size()) return std::nullopt;
  return value;
}

bool is_plain(MYSQL* handle) { return mysql_get_ssl_cipher(handle) == nullptr && !handle->net.compress; }

}  // namespace

Session::Session(const Connection& connection, Patience patience, const StopSignal* stop)
    : connection_(connection),
      handle_(sign_in(connection, patience, stop)),
      socket_(::fcntl(static_cast<int>(mysql_get_socket(handle_.get())), F_DUPFD_CLOEXEC, 0)),
      progress_(mysql_get_socket(handle_.get())),
      infile_(std::make_unique<LocalInfile>(handle_.get())) {
  if (socket_.valid() && is_plain(handle_.get())) packets_.emplace(socket_.get());
}

Session::Session(const Connection& connection, const SessionVariables& variables) : Session(connection) {
  apply(variables);
  identify();
}

Session::~Session() = default;

std::uint64_t Session::connection_id() const { return mysql_thread_id(handle_.get()); }

void Session::identify() {
  ConnectionIdentity identity;
  try {
    const Turn waiting(*this);
    const auto used = use();
    throw_if_interrupted();
    if (const auto list = read_process_list(handle_.get(), {})) identity = list->own;
  } catch (const EngineError& error) {
    throw_if_interrupted();
    if (!has_spoken(error.failure())) throw;
  }
  if (!connection_.server.empty() && !identity.server.empty() && !is_on_server(identity, connection_.server))
    throw on_another_server();
  const std::lock_guard lock(identity_mutex_);
  identity_ = std::move(identity);
}

std::optional<ConnectionIdentity> Session::identity() const {
  const std::lock_guard lock(identity_mutex_);
  return identity_;
}

std::uint64_t Session::traffic() const noexcept {
#ifdef __linux__
  tcp_info info{};
  socklen_t size = sizeof(info);
  if (socket_.valid() && ::getsockopt(socket_.get(), IPPROTO_TCP, TCP_INFO, &info, &size) == 0)
    return info.tcpi_bytes_received + info.tcpi_bytes_acked;
#endif
  return progress_.ready_waits() + (packets_ ? packets_->received_bytes() : 0);
}

std::string_view Session::tls_cipher() const {
  const char* cipher = mysql_get_ssl_cipher(handle_.get());
  return cipher == nullptr ? std::string_view() : std::string_view(cipher);
}

// As libmariadb's own net_realloc, the other way round.
void Session::trim_packet(std::size_t bytes) {
  const std::lock_guard used(use_mutex_);
  // They lie in the memory that is to go.
  drop_answers();
  if (packets_) packets_->trim();
  NET& net = handle_->net;
  if (net.buff == nullptr || net.max_packet <= bytes) return;
  constexpr std::size_t kHeaders = 7;  // Of a packet, and of a compressed one.
  void* const trimmed = std::realloc(net.buff, bytes + kHeaders);
  if (trimmed == nullptr) return;
  net.buff = static_cast<unsigned char*>(trimmed);
  net.write_pos = net.buff;
  net.read_pos = net.buff;
  net.buff_end = net.buff + bytes;
  net.max_packet = bytes;
}

std::uint64_t Session::packet_limit() {
  if (!packet_bytes_) packet_bytes_ = whole_number(scalar("SELECT @@SESSION.max_allowed_packet"));
  return packet_bytes_.value_or(kLeastPacketBytes);
}

bool Session::counts_on_threads() const {
  return mariadb_connection(handle_.get()) == 0 && mysql_get_server_version(handle_.get()) >= kThreadsSince;
}

void Session::widen_answers() {
  if (packet_limit() < 2 * kWideAnswerBytes) return;
  const Turn waiting(*this);
  const auto used = use();
  // A ping's own bytes are read, and looked at by nobody; a statement would stand in the server's logs.
  const std::string ping(kWideAnswerBytes, '\0');
  if (handle_->methods->db_command(handle_.get(), COM_PING, ping.data(), ping.size(), 0, nullptr) == 0)
    return;
  // A proxy or a server that takes no such ping says so, and the session is as good as before.
  const bool has_spoken = mysql_errno(handle_.get()) < CR_MIN_ERROR;
  if (!has_spoken || interrupted_.load()) fail("COM_PING");
}

Outcome Session::execute(std::string_view statement) {
  const Turn waiting(*this);
  const auto used = use();
  run(statement);
  return take_outcome(statement);
}

std::vector<Outcome> Session::execute_all(std::string_view statements) {
  const Turn waiting(*this);
  const auto used = lock();
  drop_answers();
  let_several(true);
  std::vector<Outcome> outcomes;
  try {
    run(statements);
    outcomes.push_back(take_outcome(statements));
    for (int next = 0; (next = mysql_next_result(handle_.get())) >= 0;) {
      if (next > 0) fail(statements);
      outcomes.push_back(take_outcome(statements));
    }
  } catch (const EngineError& error) {
    // The rest of the answers can't be told from the next one.
    if (!has_spoken(error.failure())) cut();
    throw;
  }
  return outcomes;
}

void Session::let_several(bool several) {
  if (several == takes_several_) return;
  throw_if_interrupted();
  const auto option = several ? MYSQL_OPTION_MULTI_STATEMENTS_ON : MYSQL_OPTION_MULTI_STATEMENTS_OFF;
  if (mysql_set_server_option(handle_.get(), option) != 0) fail("COM_SET_OPTION");
  takes_several_ = several;
}

Outcome Session::take_outcome(std::string_view statement) {
  const ResultHandle result(mysql_store_result(handle_.get()));
  if (!result && mysql_field_count(handle_.get()) > 0) fail(statement);
  Outcome outcome;
  outcome.affected_rows = mysql_affected_rows(handle_.get());
  outcome.warnings = mysql_warning_count(handle_.get());
  if (const char* info = mysql_info(handle_.get())) outcome.info = info;
  return outcome;
}

RowStream Session::stream(std::string statement) {
  const Turn waiting(*this);
  auto used = lock();
  std::unique_ptr<RowSource> rows;
  if (std::chrono::steady_clock::now() - ahead_since_ > kLongestAhead) drop_answers();
  if (!ahead_.empty() && ahead_.front() == statement) rows = find_ahead();
  if (rows)
    return RowStream(handle_.get(), std::move(rows), std::move(statement), interrupted_, std::move(used));
  drop_answers();
  let_several(false);
  if (packets_) {
    send(statement);
    rows = std::make_unique<PacketRows>(handle_.get(), *packets_, PacketRows::Place::kFirst);
  } else {
    run(statement);
    rows = std::make_unique<LibraryRows>(handle_.get());
  }
  return RowStream(handle_.get(), std::move(rows), std::move(statement), interrupted_, std::move(used));
}

void Session::send_ahead(const std::vector<std::string>& queries) {
  const Turn waiting(*this);
  const auto used = lock();
  drop_answers();
  std::string packet;
  for (const std::string& query : queries) packet += (packet.empty() ? "" : ";") + query;
  // Its command is a byte of the packet.
  if (packet.size() + 1 >= packet_bytes_.value_or(kLeastPacketBytes)) return;
  let_several(true);
  send(packet);
  ahead_.assign(queries.begin(), queries.end());
  ahead_untouched_ = true;
  ahead_since_ = std::chrono::steady_clock::now();
}

void Session::drop_ahead() {
  const Turn waiting(*this);
  const auto used = lock();
  drop_answers();
}

void Session::drop_answers() {
  while (!ahead_.empty()) {
    try {
      static_cast<void>(take_ahead());
      if (mysql_errno(handle_.get()) >= CR_MIN_ERROR)
        forget_ahead(statement_error(handle_.get(), {}, false).failure());
    } catch (const std::exception& error) {
      forget_ahead(failure_of(error));
    }
  }
}

void Session::forget_ahead(const Failure& failure) {
  ahead_.clear();
  // The rest of the answers can't be told from the next one.
  if (!has_spoken(failure) && failure.code != "cancelled") cut();
}

/// A query that the server refuses among others it may answer by itself, and else it says why.
std::unique_ptr<RowSource> Session::find_ahead() {
  try {
    std::unique_ptr<RowSource> rows = take_ahead();
    if (rows && mysql_errno(handle_.get()) == 0) return rows;
  } catch (const std::exception& error) {
    const Failure failure = failure_of(error);
    forget_ahead(failure);
    if (!has_spoken(failure)) throw;
  }
  ahead_.clear();
  return nullptr;
}

std::unique_ptr<RowSource> Session::take_ahead() {
  throw_if_interrupted();
  const std::string query = std::move(ahead_.front());
  ahead_.pop_front();
  const bool first = std::exchange(ahead_untouched_, false);
  // Behind a query that failed there is none, and a proxy might pass on the first answer alone.
  if (!first && !mysql_more_results(handle_.get())) {
    ahead_.clear();
    return nullptr;
  }
  if (packets_) {
    return std::make_unique<PacketRows>(
        handle_.get(), *packets_, first ? PacketRows::Place::kFirst : PacketRows::Place::kBehindAnother);
  }
  if ((first ? static_cast<int>(mysql_read_query_result(handle_.get())) : mysql_next_result(handle_.get())) !=
      0)
    fail(query);
  return std::make_unique<LibraryRows>(handle_.get());
}

std::optional<std::string> Session::scalar(std::string_view query) {
  auto result = rows(query);
  if (result.empty() || result.front().empty()) return std::nullopt;
  return std::move(result.front().front());
}

std::vector<std::vector<std::optional<std::string>>> Session::rows(std::string_view query) {
  const Turn waiting(*this);
  const auto used = use();
  run(query);
  const ResultHandle result(mysql_store_result(handle_.get()));
  if (!result) fail(query);
  const unsigned fields = mysql_num_fields(result.get());
  std::vector<std::vector<std::optional<std::string>>> rows;
  while (const MYSQL_ROW values = mysql_fetch_row(result.get())) {
    const unsigned long* lengths = mysql_fetch_lengths(result.get());
    auto& row = rows.emplace_back(fields);
    for (unsigned field = 0; field < fields; ++field) {
      if (values[field] != nullptr) row[field].emplace(values[field], lengths[field]);
    }
  }
  return rows;
}

Outcome Session::load_local(std::string_view head, std::string_view tail, const LocalInfileReader& reader) {
  // While the reader reads, it is not the server that is waited for.
  const LocalInfileReader own = [&](char* buffer, std::size_t capacity) {
    const Turn reading(*this);
    return reader(buffer, capacity);
  };
  std::string statement(head);
  statement += "'" + infile_->issue(own) + "'";
  statement += tail;
  try {
    Outcome outcome = execute(statement);
    infile_->withdraw();
    return outcome;
  } catch (const EngineError&) {
    infile_->withdraw();
    throw;
  }
}

// A statement and no ping: a proxy answers a ping itself, and its server would hear of nobody.
void Session::beat() noexcept {
  const std::unique_lock used(use_mutex_, std::try_to_lock);
  if (!used || interrupted_.load() || !ahead_.empty()) return;
  if (beats_) {
    pollfd answer{socket_.get(), POLLIN, 0};
    if (::poll(&answer, 1, 0) <= 0) return;
    end_beat();
  }
  constexpr std::string_view kNothing = "DO 0";
  beats_ = mysql_send_query(handle_.get(), kNothing.data(), kNothing.size()) == 0;
}

std::unique_lock<std::recursive_mutex> Session::lock() {
  std::unique_lock used(use_mutex_);
  if (beats_) end_beat();
  return used;
}

std::unique_lock<std::recursive_mutex> Session::use() {
  std::unique_lock used = lock();
  drop_answers();
  let_several(false);
  return used;
}

void Session::end_beat() noexcept {
  beats_ = false;
  static_cast<void>(mysql_read_query_result(handle_.get()));
}

void Session::interrupt() noexcept {
  KillConnection way(connection_);
  interrupt(way);
}

void Session::interrupt(KillConnection& way) noexcept {
  const bool again = interrupted_.exchange(true);
  const bool killed = way.kill_query(*this);
  // Where there is no way in, the socket is the way that is left.
  if (again || !killed) cut();
}

void Session::cut() noexcept {
  if (!socket_.valid()) return;
  // The close resets the connection. Without it a server that waits for room in our buffer, which is read to
  // its end meanwhile, hears of the close only when FIN_WAIT2 ends, and keeps its query for a minute or two.
  const linger reset{.l_onoff = 1, .l_linger = 0};
  ::setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &reset, sizeof reset);
  ::shutdown(socket_.get(), SHUT_RDWR);
}

void Session::throw_if_interrupted() const {
  if (interrupted_.load()) throw EngineError("cancelled", "sessionInterrupted");
}

void Session::send(std::string_view statement) {
  throw_if_interrupted();
  if (mysql_send_query(handle_.get(), statement.data(), statement.size()) != 0) fail(statement);
}

void Session::run(std::string_view statement) {
  throw_if_interrupted();
  if (mysql_real_query(handle_.get(), statement.data(), statement.size()) != 0) fail(statement);
}

void Session::apply(const SessionVariables& variables) {
  // Alone: libmariadb can't parse the answer of MariaDB 10.2 to a SET of several variables that it tracks.
  if (const SessionVariables tracked = session_tracking(variables); !tracked.empty())
    execute(set_statement(tracked));
  if (const SessionVariables unseen = set_unseen(variables); !unseen.empty()) execute(set_statement(unseen));
  const SessionVariables changes = not_holding(variables);
  if (changes.empty()) return;
  execute(set_statement(changes));
  const SessionVariables refused = not_holding(changes);
  if (refused.empty()) return;
  throw EngineError("statement-failed",
                    {"variableRefused", {{"name", refused.front().name}, {"value", refused.front().value}}});
}

SessionVariables Session::not_holding(const SessionVariables& variables) {
  if (variables.empty()) return {};
  // The size of its packets comes along: a question of its own would take as long as this one.
  const auto answer = rows(read_back_query(variables) + ", @@SESSION.max_allowed_packet");
  // With a global sql_select_limit of 0 even this query gives nothing.
  if (answer.empty() || answer[0].size() != variables.size() + 1) return variables;
  packet_bytes_ = whole_number(answer[0].back());
  SessionVariables different;
  for (std::size_t at = 0; at < variables.size(); ++at) {
    if (!holds(variables[at].value, answer[0][at])) different.push_back(variables[at]);
  }
  return different;
}

void Session::fail(std::string_view statement) {
  const EngineError error = statement_error(handle_.get(), statement, interrupted_.load());
  if (!infile_->take_declined()) throw error;
  Failure failure = error.failure();
  failure.message = "fileNotOffered";
  throw EngineError(std::move(failure));
}

WireThread::WireThread() { mysql_thread_init(); }
WireThread::~WireThread() { mysql_thread_end(); }

}  // namespace sluice
