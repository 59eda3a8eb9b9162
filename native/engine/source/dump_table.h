#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "range/key.h"
#include "row/row_encoder.h"
#include "support/row_versions.h"

namespace sluice {

struct DumpColumn {
  std::string name;
  /// The select expression that yields the exact value, quoted.
  std::string select;
  Encoding encoding = Encoding::kText;
};

/// Occasion on which `COUNT(*)` in the lanes' snapshot is compared with the rows written.
enum class CountCheck : std::uint8_t { kAlways, kWhenSplit };

/// One table, or one partition of it (`EngineDumpTable` in app/engine/specs.ts).
struct DumpTable {
  /// Chosen by the caller; lanes, segments and events refer to it.
  int id = -1;
  std::string schema;
  std::string table;
  std::optional<std::string> partition;
  RowVersions versions = RowVersions::kCurrent;
  /// File name stem without chunk number and extension.
  std::string basename;
  std::vector<DumpColumn> columns;
  /// The range key; empty where the table is read as one stream. Its columns are all among `columns`.
  KeyParts key;
  /// The index it is of; empty where there is none.
  std::string key_index;
  /// SQL that the rows must meet; empty for all rows. It can stand in parentheses.
  std::string where;
  /// Only the rows in this range of the key space; all where it has no bounds.
  KeyRange within;
  CountCheck count_check = CountCheck::kWhenSplit;
  /// Estimates from statistics, for the order of work only; 0 where unknown.
  std::uint64_t estimated_rows = 0;
  std::uint64_t estimated_bytes = 0;
};

}  // namespace sluice
