#pragma once

#include <mysql.h>

#include <string>

#include "wire/connection.h"

namespace sluice {

/// Watches what libmariadb writes while one connection signs in: before TLS where the connection requires it,
/// nothing; without TLS on a network, never the password itself, and no password made for a key that came
/// over that network from who knows where. libmariadb goes on without TLS where a server offers none, and
/// takes that line for an encrypted one. From construction to destruction, for the calling thread.
class AuthGuard {
 public:
  /// The connection must outlive it.
  explicit AuthGuard(const Connection& connection);
  ~AuthGuard();
  AuthGuard(const AuthGuard&) = delete;
  AuthGuard& operator=(const AuthGuard&) = delete;

  /// Puts the guard before every way to sign in that libmariadb has and that answers a challenge. Once,
  /// before the first connection.
  static void install();

  /// The names of those ways, as MARIADB_OPT_RESTRICTED_AUTH takes them: any other would be unguarded.
  static const std::string& plugins();
};

/// Returns whether the connection stays on this machine: a socket file, or TCP to the loopback.
bool is_on_this_machine(const Connection& connection);

}  // namespace sluice
