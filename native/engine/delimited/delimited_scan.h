#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check/field_check.h"
#include "codec/packing.h"
#include "delimited/column_facts.h"
#include "delimited/delimited_part.h"
#include "delimited/range_cutter.h"

namespace sluice {

/// A column with what its values become (`EngineCheckedColumn`).
struct CheckedColumn {
  FieldCheck check;
  DelimitedColumn column = DelimitedColumn::kText;
};

/// The file of delimited values to scan (`EngineDelimitedSpec` in app/engine/scan/scans.ts).
struct DelimitedSpec {
  std::string path;
  Packing packing = {};
  DelimitedFormat format;
  /// The first row has the names of the columns.
  bool has_header = true;
  /// Bytes of the file from which a range ends with its row.
  std::uint64_t bytes_per_range = 0;
  /// Rows with another number of values than the first one, or with a value that does not fit, are no rows of
  /// the ranges, and so many of them come with their text; absent where they are faults of the file.
  std::optional<std::size_t> most_set_aside = {};
  /// By the columns of the definition that is known; absent, or fewer than there are, where none is.
  std::vector<CheckedColumn> checks = {};
  /// Values that are no UTF-8 do not fit.
  bool expects_utf8 = false;
  /// Values of each row where other files of its table tell it; 0 where the first row does.
  std::size_t columns = 0;
};

/// Rows that are kept.
constexpr std::size_t kMostOddRows = 20;

/// A row that has another number of values than the first one.
struct OddRow {
  std::uint64_t line = 0;
  std::uint64_t values = 0;
  /// The row in the format of the file, where it is set aside; cut behind 16 KiB.
  std::string text = {};
};

/// All that a file of delimited values holds but the values.
struct DelimitedContent {
  /// As they stand there; empty without a header.
  std::vector<std::string> names;
  std::vector<ColumnFacts> columns;
  std::vector<DelimitedRange> ranges;
  /// The first ones.
  std::vector<OddRow> odd_rows;
  std::uint64_t odd_row_count = 0;
  std::vector<MisfitRow> misfits;
  std::uint64_t misfit_count = 0;
  /// Line on which the quoted value begins that the file ends in, or that goes on behind its closing quote.
  std::optional<std::uint64_t> open_line;
  std::optional<std::uint64_t> broken_line;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
};

/// Reads the file from its beginning to its end. Throws what opening and unpacking it throw, and
/// "memory-limit" for a value of more than a server takes.
DelimitedContent scan_delimited(const DelimitedSpec& spec);

}  // namespace sluice
