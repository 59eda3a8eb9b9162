#pragma once

#include <mysql.h>

#include <memory>

#include "support/stop_signal.h"
#include "wire/connection.h"

namespace sluice {

struct MysqlCloser {
  void operator()(MYSQL* handle) const noexcept { mysql_close(handle); }
};

/// One signed-in connection of libmariadb.
using MysqlHandle = std::unique_ptr<MYSQL, MysqlCloser>;

/// Time for which a connection may be silent before it counts as lost.
enum class Patience {
  kEndless,  ///< A lane's: a statement may take hours.
  kShort,    ///< A helper's that sends a KILL, or asks how others are.
};

/// Signs in with utf8mb4. Throws EngineError: connect-refused, sign-in-refused, tls-failed,
/// compression-refused; "cancelled" as soon as `stop` is given, though not while a name is looked up. May be
/// called from any thread, several at once.
MysqlHandle sign_in(const Connection& connection, Patience patience, const StopSignal* stop = nullptr);

}  // namespace sluice
