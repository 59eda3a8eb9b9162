#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace sluice {

/// Field that the values of a key become. A string is its text, any other value stands as in the file.
enum class JsonForm : std::uint8_t {
  kText,
  kNumber,   ///< With 1 and 0 for true and false.
  kJson,     ///< A string too stands as in the file.
  kInstant,  ///< A moment with its offset stands in UTC (`utc_of`).
};

struct JsonColumn {
  /// Without its escapes.
  std::string key;
  JsonForm form = JsonForm::kText;
};

/// Rows of a file of JSON Lines, which are loaded as a chunk (`EngineJsonPart` in app/engine/chunk-files.ts).
struct JsonPart {
  /// The file, relative to the dump directory.
  std::string path;
  /// The first byte of the first row, in the file as it was before it was compressed.
  std::uint64_t offset = 0;
  /// Bytes to behind the end of the last row.
  std::uint64_t length = 0;
  /// Line of the first row, from 1.
  std::uint64_t line = 1;
  /// Columns of the lines' fields, in their order.
  std::vector<JsonColumn> columns;
  /// Lines of the rows that the scan has set aside, in their order.
  std::vector<std::uint64_t> skipped_lines = {};
};

}  // namespace sluice
