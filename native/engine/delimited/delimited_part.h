#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sluice {

/// Characters of a file of delimited values (`EngineDelimitedFormat` in app/engine/chunk-files.ts). A row
/// ends with a line feed, with or without a carriage return before it; within quotes both are the value's.
struct DelimitedFormat {
  char separator = ',';
  /// 0 where values are not enclosed. Within a value it is doubled.
  char quote = '"';
  bool backslash_escapes = false;
  /// Without quotes it is NULL, in place of the empty value and `\N`.
  std::optional<std::string> null_word = {};

  /// Returns whether a value is NULL in columns of every type. `escaped_null` is true where it was written as
  /// `\N` and backslashes escape.
  bool is_null(std::string_view value, bool quoted, bool escaped_null) const {
    if (quoted) return false;
    if (escaped_null) return true;
    return null_word ? value == *null_word : value.empty() || value == "\\N";
  }
};

/// Field that a column's values become. In all but texts an empty value and the word NULL are NULL too.
enum class DelimitedColumn : std::uint8_t {
  kText,
  kValue,         ///< As it stands there.
  kCommaDecimal,  ///< A number with a decimal comma; one with a decimal point is none.
  kPointDecimal,  ///< A number with a decimal point, and thousands apart.
  kBoolean,       ///< `true` and `false`, as 1 and 0.
  // Dates as servers take them.
  kDayFirst,
  kMonthFirst,
  kInstant,
  /// Hexadecimal digits, perhaps behind `\x` or each two of them behind their own, as PostgreSQL and DuckDB
  /// have bytes; only the digits.
  kBytes,
};

/// Returns whether all of its values are values, also an empty one and the word NULL.
constexpr bool is_text(DelimitedColumn column) {
  return column == DelimitedColumn::kText || column == DelimitedColumn::kBytes;
}

/// The number, date or digits that a value of such a column is, as servers take it. A date is
/// `YYYY-MM-DD[ hh:mm:ss[.ffffff]]`, in UTC where it was written with its offset (`WrittenDate`, `utc_of`).
/// Nothing for any other value: it goes in as it stands there, but one of kCommaDecimal, which a scan
/// refuses.
std::optional<std::string> meant_by(DelimitedColumn column, std::string_view value);

/// Rows of a file of delimited values, which are loaded as a chunk (`EngineDelimitedPart`).
struct DelimitedPart {
  /// The file, relative to the dump directory.
  std::string path;
  /// The first byte of the first row, in the file as it was before it was compressed.
  std::uint64_t offset = 0;
  /// Bytes to behind the end of the last row.
  std::uint64_t length = 0;
  /// Line of the first row, from 1.
  std::uint64_t line = 1;
  DelimitedFormat format;
  /// The file is in Windows-1252; else in UTF-8, which its lines are in either way.
  bool is_windows_1252 = false;
  /// Columns of the rows' values, in their order.
  std::vector<DelimitedColumn> columns;
  /// Lines of the rows that the scan has set aside, in their order.
  std::vector<std::uint64_t> skipped_lines = {};
};

}  // namespace sluice
