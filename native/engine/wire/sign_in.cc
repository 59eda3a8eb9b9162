#include "wire/sign_in.h"

#include <errmsg.h>

#include <algorithm>
#include <mutex>
#include <new>
#include <string>

#include "support/failure.h"
#include "wire/auth_guard.h"
#include "wire/packet_socket.h"
#include "wire/stoppable_wait.h"
#include "wire/wire_error.h"

namespace sluice {
namespace {

/// A row with a value of 1 GiB, the longest that a server takes, is some bytes longer than that. libmariadb
/// grows its buffer only as far as a row needs.
constexpr unsigned long kMaxAllowedPacket = PacketSocket::kMostBytes;
constexpr unsigned kShortPatienceSeconds = 3;
/// Any server takes a first packet of it, and then asks for the account's own method.
constexpr const char* kEveryServersMethod = "mysql_native_password";

void set_option(MYSQL* handle, mysql_option option, const void* value) {
  if (mysql_options(handle, option, value) != 0) {
    throw defect("libmariadb does not know option " + std::to_string(option));
  }
}

const char* or_null(const std::string& text) { return text.empty() ? nullptr : text.c_str(); }

void set_tls(MYSQL* handle, const Connection& connection) {
  // Over a socket file nobody listens in, so "preferred" means no TLS there, as in the mysql client.
  const bool local = !connection.socket_path.empty();
  const bool wanted =
      connection.tls_mode > TlsMode::kPreferred || (connection.tls_mode == TlsMode::kPreferred && !local);
  const bool verified = connection.tls_mode >= TlsMode::kVerifyCa;
  set_option(handle, MARIADB_OPT_RESTRICTED_AUTH, AuthGuard::methods().c_str());

  const my_bool enforce = wanted ? 1 : 0;
  set_option(handle, MYSQL_OPT_SSL_ENFORCE, &enforce);
  if (!wanted) return;
  set_option(handle, MYSQL_OPT_SSL_KEY, or_null(connection.tls_key));
  set_option(handle, MYSQL_OPT_SSL_CERT, or_null(connection.tls_cert));
  if (!verified) return;
  // libmariadb 3.3 checks the chain as soon as it has a CA, and with this option the host's name too. Without
  // a CA it falls back on the system's, which sign for anybody: then the name must be right in either mode.
  set_option(handle, MYSQL_OPT_SSL_CA, or_null(connection.tls_ca));
  const bool check_name = connection.tls_mode == TlsMode::kVerifyIdentity || connection.tls_ca.empty();
  const my_bool verify = check_name ? 1 : 0;
  set_option(handle, MYSQL_OPT_SSL_VERIFY_SERVER_CERT, &verify);
}

void set_options(MYSQL* handle, const Connection& connection, Patience patience) {
  // Rounded up: libmariadb takes whole seconds, and 0 would mean for ever.
  unsigned connect_seconds = std::max(1U, (connection.connect_timeout_ms + 999) / 1000);
  if (patience == Patience::kShort) connect_seconds = std::min(connect_seconds, kShortPatienceSeconds);
  // While it signs in, libmariadb waits no longer than this for any answer.
  set_option(handle, MYSQL_OPT_CONNECT_TIMEOUT, &connect_seconds);
  if (patience == Patience::kShort) {
    set_option(handle, MYSQL_OPT_READ_TIMEOUT, &kShortPatienceSeconds);
    set_option(handle, MYSQL_OPT_WRITE_TIMEOUT, &kShortPatienceSeconds);
  }
  const unsigned local_infile = 1;
  set_option(handle, MYSQL_OPT_LOCAL_INFILE, &local_infile);
  set_option(handle, MYSQL_OPT_MAX_ALLOWED_PACKET, &kMaxAllowedPacket);
  set_option(handle, MARIADB_OPT_IO_WAIT, reinterpret_cast<const void*>(&stoppable_wait));
  set_option(handle, MYSQL_SET_CHARSET_NAME, "utf8mb4");
  if (connection.compress) set_option(handle, MYSQL_OPT_COMPRESS, nullptr);
  mysql_optionsv(handle, MYSQL_OPT_CONNECT_ATTR_ADD, "program_name", "sluice");
  set_tls(handle, connection);
}

/// libmariadb initialises itself in the first mysql_init, without a lock.
void initialise_library() {
  static std::once_flag once;
  std::call_once(once, [] {
    mysql_library_init(0, nullptr, nullptr);
    AuthGuard::install();
  });
}

MysqlHandle attempt(const Connection& connection, Patience patience, const StopSignal* stop,
                    const char* method) {
  MysqlHandle handle(mysql_init(nullptr));
  if (!handle) throw std::bad_alloc();
  set_options(handle.get(), connection, patience);
  if (method != nullptr) set_option(handle.get(), MYSQL_DEFAULT_AUTH, method);

  const AuthGuard guard(connection);
  const bool local = !connection.socket_path.empty();
  const MYSQL* connected =
      mysql_real_connect(handle.get(), local ? "localhost" : connection.host.c_str(), connection.user.c_str(),
                         connection.password.c_str(), nullptr, local ? 0 : connection.port,
                         local ? connection.socket_path.c_str() : nullptr, 0);
  if (stop != nullptr && stop->given()) throw EngineError("cancelled", "signInInterrupted");
  if (connected == nullptr) throw sign_in_error(handle.get(), connection, guard.refusal());
  if (connection.tls_mode >= TlsMode::kRequired && mysql_get_ssl_cipher(handle.get()) == nullptr) {
    throw no_tls_error(connection);
  }
  // Set by the sign-in where both sides have it (libmariadb, plugins/auth/my_auth.c).
  if (connection.compress && handle->net.compress == 0) {
    throw EngineError("compression-refused", "compressionNotSupported");
  }
  return handle;
}

}  // namespace

MysqlHandle sign_in(const Connection& given, Patience patience, const StopSignal* stop) {
  initialise_library();
  const StoppableWaits waits(stop);
  Connection connection = given;
  if (given.fresh_password) connection.password = given.fresh_password->get();
  try {
    return attempt(connection, patience, stop, nullptr);
  } catch (const EngineError& error) {
    // The greeting names a method of which nothing is known; the account may have another one.
    if (error.failure().errnum != CR_PLUGIN_NOT_ALLOWED) throw;
  }
  return attempt(connection, patience, stop, kEveryServersMethod);
}

}  // namespace sluice
