#include "wire/process_list.h"

#include <cstdlib>

#include "wire/result_handle.h"
#include "wire/wire_error.h"

namespace sluice {
namespace {

/// MySQL has a number for each data folder; the rest tells copies of one folder apart.
constexpr const char* kMySqlServer = "CONCAT_WS('|', @@GLOBAL.server_uuid, @@hostname, @@port, @@datadir)";
/// MariaDB has none before 10.6.19, and that one is of the machine. The time of the start is exact: both
/// functions count from the moment at which the statement began (`show_starttime` in sql/mysqld.cc).
constexpr const char* kMariaDbServer =
    "CONCAT_WS('|', (SELECT VARIABLE_VALUE FROM information_schema.GLOBAL_VARIABLES"
    " WHERE VARIABLE_NAME = 'SERVER_UID'), @@hostname, @@port, @@datadir, UNIX_TIMESTAMP() -"
    " (SELECT CAST(VARIABLE_VALUE AS SIGNED) FROM information_schema.GLOBAL_STATUS"
    " WHERE VARIABLE_NAME = 'UPTIME'))";

/// MySQL before 5.6.5 has no number.
constexpr const char* kOldMySqlServer =
    "CONCAT_WS('|', @@hostname, @@port, @@datadir, UNIX_TIMESTAMP() -"
    " (SELECT CAST(VARIABLE_VALUE AS SIGNED) FROM information_schema.GLOBAL_STATUS"
    " WHERE VARIABLE_NAME = 'UPTIME'))";
constexpr unsigned long kUuidSince = 50605;

const char* server_expression(MYSQL* handle) {
  if (mariadb_connection(handle) != 0) return kMariaDbServer;
  return mysql_get_server_version(handle) < kUuidSince ? kOldMySqlServer : kMySqlServer;
}

/// One statement, which no proxy can send to two servers. A LIMIT of its own beats a global sql_select_limit.
std::string query_for(MYSQL* handle, std::span<const std::uint64_t> ids) {
  std::string wanted = "CONNECTION_ID()";
  for (const std::uint64_t id : ids) wanted += ", " + std::to_string(id);
  return std::string("SELECT ") + server_expression(handle) +
         ", CONNECTION_ID(), ID, USER, HOST, COMMAND, STATE FROM information_schema.PROCESSLIST"
         " WHERE ID IN (" +
         wanted + ") LIMIT " + std::to_string(ids.size() + 1);
}

std::string text(const char* value) { return value == nullptr ? std::string() : std::string(value); }

std::uint64_t number(const char* value) { return value == nullptr ? 0 : std::strtoull(value, nullptr, 10); }

/// A greeting has room for 32 bits of the number.
bool is_greeted_as(MYSQL* handle, std::uint64_t id) {
  return static_cast<std::uint32_t>(mysql_thread_id(handle)) == static_cast<std::uint32_t>(id);
}

}  // namespace

bool is_on_server(const ConnectionIdentity& identity, const std::string& lasting) {
  if (identity.server == lasting) return true;
  const std::size_t start = identity.server.rfind('|');
  return start != std::string::npos && identity.server.compare(0, start, lasting) == 0;
}

std::optional<ProcessList> read_process_list(MYSQL* handle, std::span<const std::uint64_t> ids) {
  const std::string query = query_for(handle, ids);
  if (mysql_real_query(handle, query.data(), query.size()) != 0) throw statement_error(handle, query, false);
  const ResultHandle result(mysql_store_result(handle));
  if (!result) throw statement_error(handle, query, false);
  std::optional<ProcessList> list;
  std::vector<ProcessEntry> others;
  while (const MYSQL_ROW row = mysql_fetch_row(result.get())) {
    ProcessEntry entry{
        {text(row[0]), number(row[2]), text(row[3]), text(row[4])}, text(row[5]), text(row[6])};
    const bool is_own = number(row[1]) == entry.identity.id;
    if (is_own) list.emplace(ProcessList{entry.identity, {}});
    others.push_back(std::move(entry));
  }
  if (!list || !is_greeted_as(handle, list->own.id)) return std::nullopt;
  list->others = std::move(others);
  return list;
}

void allow_big_selects(MYSQL* handle) {
  constexpr std::string_view statement = "SET SESSION sql_big_selects = 1";
  if (mysql_real_query(handle, statement.data(), statement.size()) != 0)
    throw statement_error(handle, statement, false);
}

}  // namespace sluice
