#pragma once

#include <optional>

#include "wire/connection.h"
#include "wire/process_list.h"
#include "wire/sign_in.h"

namespace sluice {

class Session;

/// A connection that ends statements of others. It signs in at the first KILL, and a server that does not
/// answer once is asked no more. For one thread.
class KillConnection {
 public:
  /// The connection must outlive it.
  explicit KillConnection(const Connection& connection) : connection_(connection) {}

  /// KILL QUERY, on the session's own server. False where none could be sent to this very session. Blocks for
  /// short sign-ins at most: for several where a balancer leads to other servers.
  bool kill_query(const Session& session) noexcept;

 private:
  bool kill(const ConnectionIdentity& target);

  const Connection& connection_;
  std::optional<MysqlHandle> handle_;
  bool answers_ = true;
};

}  // namespace sluice
