#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "wire/connection.h"

namespace sluice {

/// Returns the one of `variables` that decides which changes of variables a server adds to its answers, where
/// there is one.
SessionVariables session_tracking(const SessionVariables& variables);

/// Returns those of `variables` that are set before any is looked at: those that the server is known to
/// have otherwise, and the limits of time, for on a busy server even a look could take longer than a low one.
SessionVariables set_unseen(const SessionVariables& variables);

/// Returns `variables` with another value for the one of this name, which is set unseen; added where it is
/// missing.
SessionVariables with_value(SessionVariables variables, const std::string& name, const std::string& value);

/// One SET for all of `variables`, which are not empty.
std::string set_statement(const SessionVariables& variables);

/// The query whose one row holds the values of `variables` in their order.
std::string read_back_query(const SessionVariables& variables);

/// Returns whether the server's text of a variable says what the SQL literal asked for. Servers write the
/// same value in their own way: ON as 1, 10 as 10.000000, a set of modes in their own order, a list of
/// switches in full.
bool holds(std::string_view literal, const std::optional<std::string>& read_back);

}  // namespace sluice
