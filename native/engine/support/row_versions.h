#pragma once

#include <cstdint>
#include <string>

namespace sluice {

/// Versions of a table's rows: those of now, or also those of the past, which MariaDB keeps
/// of a system-versioned table.
enum class RowVersions : std::uint8_t { kCurrent, kAll };

/// Returns the text behind the table's name, and its partitions, in a FROM clause (MariaDB manual,
/// "System-Versioned Tables").
inline std::string for_versions(RowVersions versions) {
  return versions == RowVersions::kAll ? " FOR SYSTEM_TIME ALL" : "";
}

}  // namespace sluice
