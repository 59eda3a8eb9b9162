#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "codec/packing.h"
#include "delimited/delimited_scan.h"
#include "row/dialect.h"

namespace sluice {

/// The file that LOAD DATA would read to scan (`EngineFieldsSpec` in app/engine/scan/scans.ts).
struct FieldsSpec {
  std::string path;
  Packing packing = {};
  RowDialect dialect;
  /// Values that each row has.
  std::uint64_t columns = 0;
  /// Rows at its beginning that hold no values.
  std::uint64_t skipped_rows = 0;
  /// Bytes of the file from which a range ends with its row.
  std::uint64_t bytes_per_range = 0;
};

/// Places of the rows of a file that LOAD DATA would read.
struct FieldsContent {
  std::vector<DelimitedRange> ranges;
  /// The first ones with another number of values than the columns.
  std::vector<OddRow> odd_rows;
  std::uint64_t odd_row_count = 0;
  /// Line on which the row begins that the file ends in.
  std::optional<std::uint64_t> open_line;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
};

/// Reads the file from its beginning to its end. Throws what opening and unpacking it throw.
FieldsContent scan_fields(const FieldsSpec& spec);

}  // namespace sluice
