#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sluice {

/// Field of a column's values in the rows that a script's become.
enum class ScriptColumn : std::uint8_t {
  kText,    ///< The text itself.
  kNumber,  ///< The same; a hexadecimal literal or one of bits is a number, as it is to a column of numbers.
  kBinary,  ///< Base64 of the bytes.
  kBit,     ///< Base64 of a number's bytes, the highest one first.
};

/// Rows that a server has to compute: they are sent to it as they stand in the script, an INSERT for each of
/// the script's.
struct WrittenRows {
  /// The INSERT's list of columns, quoted and in parentheses; empty where it has none.
  std::string columns;
};

/// A run of INSERT rows in a script, which is loaded as a chunk
/// (`EngineScriptPart` in app/engine/chunk-files.ts).
struct ScriptPart {
  /// The script, relative to the dump directory.
  std::string path;
  /// The opening parenthesis of the first row, in the script as it was before it was compressed.
  std::uint64_t offset = 0;
  /// Bytes to behind the closing parenthesis of the last row.
  std::uint64_t length = 0;
  /// Columns of the rows' values, in their order.
  std::vector<ScriptColumn> columns;
  /// Character set of the script there, in lower case.
  std::string charset;
  bool backslashes_escape = true;
  bool ansi_quotes = false;
  /// Nothing where the rows become lines; else `columns` only say how they are shown.
  std::optional<WrittenRows> as_written = {};
};

}  // namespace sluice
