#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "row/dialect.h"

namespace sluice {

/// Field that a column's values become.
enum class FieldsColumn : std::uint8_t {
  kText,     ///< As it stands there.
  kBytes,    ///< Base64 of the bytes that stand there.
  kSkipped,  ///< None.
};

/// Rows of a file that LOAD DATA would read, which are loaded as a chunk (`EngineFieldsPart` in
/// app/engine/chunk-files.ts).
struct FieldsPart {
  /// The file, relative to the dump directory.
  std::string path;
  /// The first byte of the first row, in the file as it was before it was compressed.
  std::uint64_t offset = 0;
  /// Bytes to behind the end of the last row.
  std::uint64_t length = 0;
  /// Line of the first row, from 1.
  std::uint64_t line = 1;
  /// That of the file.
  RowDialect dialect;
  /// Columns of the rows' values, in their order.
  std::vector<FieldsColumn> columns;
};

}  // namespace sluice
