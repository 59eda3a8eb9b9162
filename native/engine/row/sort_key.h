#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "support/buffer.h"
#include "support/progress.h"

namespace sluice {

/// Order in which a server keeps the values of a key's column.
enum class SortKind : std::uint8_t {
  kInteger,   ///< Signed, of 64 bits.
  kUnsigned,  ///< Of 64 bits; YEAR too.
  kTime,      ///< TIME, which may be negative and has two or three digits of hours.
  kText,      ///< By the bytes; DATE, DATETIME and TIMESTAMP too. A value comes before the longer ones.
  kPadded,    ///< By the bytes, as if spaces without end stood behind each (PAD SPACE).
  kBase64,    ///< Base64 of bytes, which are compared.
};

/// Column of a key by which lines are sorted (`EngineSortColumn` in app/engine/chunk-files.ts).
struct SortColumn {
  /// Place of the column's field in a line, from 0.
  std::size_t field = 0;
  SortKind kind = SortKind::kInteger;
  bool descending = false;
};

/// Turns the key of a line of our TSV into bytes whose order is that of the keys in the server, for values as
/// a server prints them. Any other value has a place too, always the same. Used by one thread.
class SortKeyEncoder {
 public:
  /// At least one column; `board` must outlive the encoder.
  SortKeyEncoder(std::vector<SortColumn> columns, ProgressBoard& board);

  /// Bytes of the line's key, until the next call. `line` goes without its line break.
  std::string_view encode(std::string_view line);

 private:
  void find_fields(std::string_view line);
  void append(std::string_view field, SortKind kind);
  void append_number(std::uint64_t number);
  void append_bytes(std::string_view bytes);
  void append_padded(std::string_view bytes);
  std::string_view unescape(std::string_view field);

  const std::vector<SortColumn> columns_;
  std::size_t last_field_ = 0;
  std::vector<std::string_view> fields_;
  Buffer value_;
  Buffer key_;
};

}  // namespace sluice
