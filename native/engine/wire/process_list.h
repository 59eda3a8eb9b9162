#pragma once

#include <mysql.h>

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace sluice {

/// A connection as its server knows it. Numbers alone are no names: behind a load balancer two servers give
/// the same one to two clients, and a proxy tells numbers of its own.
struct ConnectionIdentity {
  /// The server process; empty where it can't be told, and such a connection is never looked up.
  std::string server;
  /// `CONNECTION_ID()`, asked on the connection itself.
  std::uint64_t id = 0;
  std::string user;
  /// With the client's port.
  std::string host;
  friend bool operator==(const ConnectionIdentity&, const ConnectionIdentity&) = default;
};

/// One line of PROCESSLIST.
struct ProcessEntry {
  ConnectionIdentity identity;
  std::string command;
  std::string state;
};

/// PROCESSLIST of the server that answers.
struct ProcessList {
  /// The connection that asked.
  ConnectionIdentity own;
  /// Other connections that were asked for, as far as the server has them.
  std::vector<ProcessEntry> others;
};

/// Returns whether a server process runs on the server of this lasting identity, which lacks the time of the
/// start: MariaDB's, and old MySQL's, ends with it.
bool is_on_server(const ConnectionIdentity& identity, const std::string& lasting);

/// Asks over `handle` for the connections with these numbers. Nothing where a proxy stands between that keeps
/// connections to servers of its own: which of them a statement meets is not known then. Throws EngineError.
std::optional<ProcessList> read_process_list(MYSQL* handle, std::span<const std::uint64_t> ids);

/// A hostile global max_join_size would refuse even that question. For a helper's own connection.
void allow_big_selects(MYSQL* handle);

}  // namespace sluice
