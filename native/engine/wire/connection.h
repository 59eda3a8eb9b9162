#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "wire/fresh_password.h"

namespace sluice {

/// The server's own words for TLS (`--ssl-mode` in the MySQL manual).
enum class TlsMode : std::uint8_t { kDisabled, kPreferred, kRequired, kVerifyCa, kVerifyIdentity };

/// Address of a server and the way to sign in (`EngineConnection` in app/engine/specs.ts). A plain value,
/// copied freely.
struct Connection {
  std::string host;
  unsigned port = 0;
  std::string socket_path;  ///< Not empty: used instead of host and port.
  std::string user;
  std::string password;
  /// Passwords of the second and the third factor, where they are known.
  std::vector<std::string> further_passwords;
  /// Takes the place of `password` for sessions that sign in later; all copies share it. May be empty.
  std::shared_ptr<FreshPassword> fresh_password;
  TlsMode tls_mode = TlsMode::kPreferred;
  std::string tls_ca;
  std::string tls_cert;
  std::string tls_key;
  bool compress = false;  ///< With zlib: libmariadb has zstd only as a plugin, which Debian does not build.
  unsigned connect_timeout_ms = 10'000;
  /// Identity of the server process that the run works on, without the time of its start; empty where it
  /// can't be told. A session that reaches another one fails.
  std::string server;
  /// User and server in messages, such as `root@db.example:3306`.
  std::string title;
};

/// One session variable, applied after sign-in and read back. `value` is an SQL literal.
struct SessionVariable {
  std::string name;
  std::string value;
  /// True where another session of the account found another value on the server: it is set without a look at
  /// it. Far away a look takes as long as a statement.
  bool differs = false;
};

using SessionVariables = std::vector<SessionVariable>;

}  // namespace sluice
