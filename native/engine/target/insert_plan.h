#pragma once

#include <string>
#include <vector>

namespace sluice {

/// How the rows of a chunk become multi-row INSERT statements (`EngineInsert` in app/engine/specs.ts). A
/// plain value.
struct InsertPlan {
  /// What stands before and behind a value's text: a quote with the character set's introducer, and where it
  /// is decoded the call of that function.
  struct Column {
    std::string before;
    std::string after;
  };

  /// `INSERT INTO … (…) VALUES `
  std::string head;
  /// In the order of the fields.
  std::vector<Column> columns;
};

}  // namespace sluice
