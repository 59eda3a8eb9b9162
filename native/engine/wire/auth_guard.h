#pragma once

#include <mysql.h>

#include <memory>
#include <optional>
#include <string>

#include "support/failure.h"
#include "wire/auth_conversation.h"
#include "wire/connection.h"

namespace sluice {

/// Watches one sign-in of libmariadb, for the calling thread, from construction to destruction.
///
/// Secrets: before TLS where the connection requires it, nothing is written; without TLS on a network, never
/// the password itself, and no password made for a key that came over that network from who knows where; the
/// password itself is said only to a server that TLS has verified. libmariadb goes on without TLS where a
/// server offers none, and takes that line for an encrypted one.
///
/// Methods: a server that asks for one that nobody here knows gets an empty answer, and may go on to another
/// one of the account (MariaDB's `IDENTIFIED VIA a OR b`). libmariadb knows no accounts of several factors:
/// MySQL's request for the next one is shown to it as a request for another method.
class AuthGuard {
 public:
  /// The connection must outlive it.
  explicit AuthGuard(const Connection& connection);
  ~AuthGuard();
  AuthGuard(const AuthGuard&) = delete;
  AuthGuard& operator=(const AuthGuard&) = delete;

  /// Puts the guard before every method that libmariadb has and that Sluice allows. Once, before the first
  /// connection.
  static void install();

  /// Names of those methods, as MARIADB_OPT_RESTRICTED_AUTH takes them: any other would be unguarded.
  static const std::string& methods();

  /// Explains a sign-in that failed; nothing where the error of the library says all.
  std::optional<SignInRefusal> refusal() const;

 private:
  AuthConversation conversation_;
};

/// Returns whether the connection stays on this machine: a socket file, or TCP to the loopback.
bool is_on_this_machine(const Connection& connection);

}  // namespace sluice
