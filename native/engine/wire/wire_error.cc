#include "wire/wire_error.h"

#include <errmsg.h>
#include <mysqld_error.h>

#include <charconv>
#include <string>
#include <utility>

namespace sluice {
namespace {

constexpr std::size_t kMaxStatement = 500;

/// Numbers that libmariadb's headers do not name: MySQL's ER_ACCOUNT_HAS_BEEN_LOCKED and MariaDB's.
constexpr unsigned kMysqlAccountLocked = 3118;
constexpr unsigned kMariadbAccountLocked = 4151;
/// MariaDB's ER_CONNECTION_KILLED, MySQL's ER_SESSION_WAS_KILLED and ER_CLIENT_INTERACTION_TIMEOUT.
constexpr unsigned kMariadbConnectionKilled = 1927;
constexpr unsigned kMysqlSessionKilled = 3169;
constexpr unsigned kMysqlIdleTooLong = 4031;

std::string_view statement_code(unsigned errnum) {
  switch (errnum) {
    case CR_CONNECTION_ERROR:
    case CR_CONN_HOST_ERROR:
      return "connect-refused";
    case CR_SERVER_GONE_ERROR:
    case CR_SERVER_LOST:
    case CR_SERVER_LOST_EXTENDED:
    case ER_SERVER_SHUTDOWN:
    // Over TLS, a connection that breaks after sign-in comes as this one.
    case CR_SSL_CONNECTION_ERROR:
    case kMariadbConnectionKilled:
    case kMysqlSessionKilled:
    case kMysqlIdleTooLong:
      return "connect-lost";
    default:
      return "statement-failed";
  }
}

std::string_view sign_in_code(unsigned errnum) {
  switch (errnum) {
    case ER_ACCESS_DENIED_ERROR:
    case ER_DBACCESS_DENIED_ERROR:
    case ER_ACCESS_DENIED_NO_PASSWORD_ERROR:
    case ER_HOST_NOT_PRIVILEGED:
    case ER_MUST_CHANGE_PASSWORD_LOGIN:
    case kMysqlAccountLocked:
    case kMariadbAccountLocked:
    case CR_AUTH_PLUGIN_CANNOT_LOAD:
    case CR_AUTH_PLUGIN_ERR:
    case CR_PLUGIN_NOT_ALLOWED:
      return "sign-in-refused";
    case CR_SSL_CONNECTION_ERROR:
      return "tls-failed";
    default:
      return "connect-refused";
  }
}

bool may_succeed_later(unsigned errnum, std::string_view code) {
  if (code == "connect-refused" || code == "connect-lost") return true;
  return errnum == ER_LOCK_WAIT_TIMEOUT || errnum == ER_LOCK_DEADLOCK;
}

/// Takes number and text out of an answer that came before TLS had begun, as that of a full server does:
/// libmariadb wraps it into a text of its own. Whoever forges one could break the connection as well.
void take_early_answer(Failure& failure, const std::string& error) {
  constexpr std::string_view kBefore = "error cannot be verified: ";
  const std::size_t at = error.find(kBefore);
  if (at == std::string::npos) return;
  const std::string answer = error.substr(at + kBefore.size());
  unsigned number = 0;
  const auto [end, problem] = std::from_chars(answer.data(), answer.data() + answer.size(), number);
  if (problem != std::errc{}) return;
  const std::size_t text = answer.find(" - ", static_cast<std::size_t>(end - answer.data()));
  if (text == std::string::npos) return;
  failure.errnum = number;
  failure.message = said(answer.substr(text + 3));
}

Failure failure_of(MYSQL* handle, std::string_view code) {
  Failure failure;
  failure.code = code;
  failure.errnum = mysql_errno(handle);
  const std::string error = mysql_error(handle);
  failure.message = error.empty() ? Message("errorWithoutWords", {{"number", failure.errnum}}) : said(error);
  failure.sqlstate = mysql_sqlstate(handle);
  failure.retryable = may_succeed_later(failure.errnum, code);
  return failure;
}

/// A server that shuts down ends a statement as if somebody had killed it, and the connection right after it
/// (MySQL 9.7, measured): the next word to it tells the two apart.
bool has_hung_up(MYSQL* handle) {
  return mysql_ping(handle) != 0 && statement_code(mysql_errno(handle)) == "connect-lost";
}

/// Cuts at a character: half a UTF-8 sequence would not survive the way to JavaScript.
std::string cut(std::string_view statement) {
  if (statement.size() <= kMaxStatement) return std::string(statement);
  std::size_t end = kMaxStatement;
  while (end > 0 && (static_cast<unsigned char>(statement[end]) & 0xC0) == 0x80) --end;
  return std::string(statement.substr(0, end));
}

constexpr const char* kNoTls = "no-tls";

SignInRefusal refusal_for(const char* reason, const Connection& connection) {
  SignInRefusal refusal;
  refusal.reason = reason;
  refusal.server = connection.title;
  return refusal;
}

}  // namespace

EngineError statement_error(MYSQL* handle, std::string_view statement, bool interrupted) {
  Failure failure = failure_of(handle, interrupted ? "cancelled" : statement_code(mysql_errno(handle)));
  failure.statement = cut(statement);
  if (failure.errnum == ER_QUERY_INTERRUPTED && !interrupted && has_hung_up(handle)) {
    failure.code = "connect-lost";
    failure.retryable = true;
  }
  return EngineError(std::move(failure));
}

EngineError sign_in_error(MYSQL* handle, const Connection& connection, std::optional<SignInRefusal> refusal) {
  Failure failure = failure_of(handle, sign_in_code(mysql_errno(handle)));
  take_early_answer(failure, mysql_error(handle));
  if (failure.code == "sign-in-refused") {
    failure.sign_in = refusal ? std::move(*refusal) : refusal_for("refused", connection);
  } else if (failure.code == "tls-failed") {
    const bool is_offered = !refusal || refusal->reason != kNoTls;
    failure.sign_in = refusal_for(is_offered ? "tls-failed" : kNoTls, connection);
  }
  if (failure.code == "connect-refused") {
    const std::string place = connection.socket_path.empty()
                                  ? connection.host + ":" + std::to_string(connection.port)
                                  : connection.socket_path;
    failure.message = {"notConnected", {{"place", place}, {"reason", std::move(failure.message)}}};
  }
  return EngineError(std::move(failure));
}

EngineError no_tls_error(const Connection& connection) {
  Failure failure;
  failure.code = "tls-failed";
  failure.message = "tlsNotOffered";
  failure.sign_in = refusal_for(kNoTls, connection);
  return EngineError(std::move(failure));
}

bool has_spoken(const Failure& failure) {
  // From CR_MIN_ERROR on errors are libmariadb's own: no server has spoken.
  constexpr unsigned kFirstClientError = 2000;
  constexpr unsigned kLastClientError = 2999;
  return failure.errnum != 0 && (failure.errnum < kFirstClientError || failure.errnum > kLastClientError);
}

}  // namespace sluice
