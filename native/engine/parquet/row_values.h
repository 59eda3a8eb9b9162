#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "parquet/parquet_column.h"
#include "support/buffer.h"

namespace sluice {

/// Byte before each value in a row, or instead of it.
inline constexpr char kNullValue = '\0';
inline constexpr char kPresentValue = '\1';

/// Forms the values of a row one after the other, as they are stored: lanes do it, and the file's writer
/// takes them into columns. A value is a byte that it is there, and itself in the encoding PLAIN; a geometry
/// has its SRID before it. Used by one thread.
class RowValues {
 public:
  /// `columns` must outlive this.
  explicit RowValues(const std::vector<ParquetColumn>& columns);

  // A value may come in pieces: `begin`, its text at the end of `row`, and `end` with where that begins.
  // Each throws EngineError: "unsupported-object" for a value that the column's type does not hold, and
  // "dump-damaged" for NULL in a column that has none.
  void begin(Buffer& row, std::size_t column) const;
  void end(Buffer& row, std::size_t start, std::size_t column) const;
  void put(Buffer& row, std::string_view text, std::size_t column) const;
  /// Bytes, of a value that has begun.
  void put_bytes(Buffer& row, std::string_view bytes, std::size_t column) const;
  void put_null(Buffer& row, std::size_t column) const;

 private:
  void put_fixed(Buffer& row, std::string_view text, std::size_t column) const;
  void put_length(Buffer& row, std::size_t start, std::size_t column) const;

  const std::vector<ParquetColumn>& columns_;
  std::vector<bool> is_fixed_;
};

}  // namespace sluice
