#pragma once

#include <string>
#include <string_view>

#include "wire/session.h"

namespace sluice {

/// Runs an INSERT that begins with `head`. Its failure names the statement without the rows: they are
/// nobody's business in a log.
Outcome run_insert(Session& session, std::string_view statement, const std::string& head);

}  // namespace sluice
