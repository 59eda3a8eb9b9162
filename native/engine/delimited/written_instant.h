#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace sluice {

/// Reads a moment with its offset, `2025-12-31T23:59:59.5+02:00` or with `Z` (RFC 3339, section 5.6; a space
/// may stand for the T), and gives it in UTC as servers take it, `2025-12-31 21:59:59.5`. Nothing for any
/// other text, and for one before the year 1000 or behind 9999.
std::optional<std::string> utc_of(std::string_view text);

}  // namespace sluice
