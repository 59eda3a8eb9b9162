#pragma once

#include <mysql.h>
#include <mysql/plugin_auth.h>

#include <optional>
#include <string>

#include "support/failure.h"
#include "wire/connection.h"

namespace sluice {

/// One sign-in of the calling thread, as libmariadb's methods and ours see it.
struct AuthConversation {
  using ReadPacket = decltype(MYSQL_PLUGIN_VIO::read_packet);
  using WritePacket = decltype(MYSQL_PLUGIN_VIO::write_packet);

  const Connection* connection = nullptr;
  MYSQL* mysql = nullptr;
  ReadPacket library_read = nullptr;
  WritePacket library_write = nullptr;
  bool is_encrypted = false;
  /// Both sides know accounts of several factors.
  bool has_factors = false;
  unsigned factor = 1;
  /// The method of the greeting, or that the server asked for since.
  std::string method;
  /// True where a method came to read the server's verdict in place of a packet of its own.
  bool has_verdict = false;
  /// First method that the server asked for and that nobody here knows: it was given an empty answer.
  std::string declined;
  /// Why a method went no further.
  std::optional<SignInRefusal> refusal;

  /// True where a password may be said as it is: to a server that has proved itself, and to nobody else.
  bool may_say_password() const { return is_encrypted && connection->tls_mode >= TlsMode::kVerifyCa; }
  /// True where a password is known for the factor; the first one's may be empty.
  bool knows_password() const { return factor <= 1 + connection->further_passwords.size(); }
  SignInRefusal refusal_of(std::string reason) const;
};

/// The conversation of this thread; null outside of an `AuthGuard`.
AuthConversation*& auth_conversation();

}  // namespace sluice
