#pragma once

#include <string>
#include <vector>

namespace sluice {

/// Plan by which the rows of a chunk become multi-row INSERT statements (`EngineInsert` in
/// app/engine/specs.ts). A plain value.
struct InsertPlan {
  /// Text before and behind a value: a quote with the character set's introducer, and where it
  /// is decoded the call of that function.
  struct Column {
    std::string before;
    std::string after;
    /// True where the field is base64 that this writes as hexadecimal digits, for a server without
    /// FROM_BASE64.
    bool is_base64 = false;
  };

  /// `INSERT INTO … (…) VALUES `
  std::string head;
  /// Columns in the order of the fields.
  std::vector<Column> columns;
};

}  // namespace sluice
