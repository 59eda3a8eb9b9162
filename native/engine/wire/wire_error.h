#pragma once

#include <mysql.h>

#include <optional>
#include <string_view>

#include "support/failure.h"
#include "wire/connection.h"

namespace sluice {

/// The last error of `handle` as the engine's exception, with the statement that met it. `interrupted` makes
/// it "cancelled", whatever the server said.
EngineError statement_error(MYSQL* handle, std::string_view statement, bool interrupted);

/// The last error of `handle` when it was met while signing in to `connection`; `refusal` where more is known
/// than the error says.
EngineError sign_in_error(MYSQL* handle, const Connection& connection, std::optional<SignInRefusal> refusal);

/// A sign-in that succeeded without the TLS that `connection` requires.
EngineError no_tls_error(const Connection& connection);

/// True where the error is the server's own word: a server that refuses something is alive.
bool has_spoken(const Failure& failure);

}  // namespace sluice
