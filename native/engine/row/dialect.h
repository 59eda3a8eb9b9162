#pragma once

#include <string>

namespace sluice {

/// Dialect of the rows of a chunk file: the words of LOAD DATA's FIELDS and LINES clauses
/// (`EngineRowDialect` in app/engine/chunk-files.ts). As made, it is the dialect of our own dumps.
struct RowDialect {
  std::string field_terminator = "\t";
  /// One character, or empty: values are not enclosed.
  std::string enclosure;
  /// One character, or empty: nothing is escaped.
  std::string escape = "\\";
  std::string line_terminator = "\n";

  bool operator==(const RowDialect&) const = default;
};

}  // namespace sluice
