#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "check/field_check.h"
#include "codec/packing.h"
#include "delimited/column_facts.h"
#include "delimited/delimited_scan.h"
#include "json/json_part.h"
#include "json/json_reader.h"

namespace sluice {

/// A key with what its column takes.
struct CheckedKey {
  std::string key;
  FieldCheck check;
  JsonForm form = JsonForm::kText;
};

/// The file of JSON Lines to scan (`EngineJsonSpec` in app/engine/scan/scans.ts).
struct JsonSpec {
  std::string path;
  Packing packing = {};
  /// Bytes of the file from which a range ends with its row.
  std::uint64_t bytes_per_range = 0;
  /// Lines that are no objects, or have a value that does not fit, are no rows of the ranges, and so many of
  /// them come with their text; absent where they are faults of the file.
  std::optional<std::size_t> most_set_aside = {};
  std::vector<CheckedKey> checks = {};
};

/// All that the values of one key have in common (`EngineJsonColumnFacts`).
struct JsonColumnFacts {
  std::string key;
  /// Facts of strings, and of other values but containers as they stand in the file.
  ColumnFacts facts;
  std::uint64_t strings = 0;
  std::uint64_t numbers = 0;
  std::uint64_t booleans = 0;
  std::uint64_t containers = 0;

  // True where every string is one, and where there is none.
  bool json_texts = true;
  bool base64 = true;
  bool hex = true;  ///< Pairs of digits behind `0x`.

  /// Takes the next value; `text` is that of a string.
  void add(const JsonValue& value, std::string_view text);
};

/// A line that is no object.
struct BadJsonLine {
  std::uint64_t line = 0;
  /// Byte of the line, from 1.
  std::uint64_t column = 0;
  JsonFault fault = JsonFault::kUnexpected;
  /// The line where it is set aside, as far as it is kept.
  std::string text = {};
};

/// All that a file of JSON Lines holds but the values.
struct JsonContent {
  /// In the order in which the keys came.
  std::vector<JsonColumnFacts> columns;
  std::vector<DelimitedRange> ranges;
  /// The first ones.
  std::vector<BadJsonLine> bad_lines;
  std::uint64_t bad_line_count = 0;
  std::vector<MisfitRow> misfits;
  std::uint64_t misfit_count = 0;
  /// There are more keys than a table can have columns: the scan has ended there.
  bool has_too_many_keys = false;
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
};

/// Reads the file from its beginning to its end. Throws what opening and unpacking it throw, and
/// "memory-limit" for a line of more than a server takes.
JsonContent scan_json(const JsonSpec& spec);

}  // namespace sluice
