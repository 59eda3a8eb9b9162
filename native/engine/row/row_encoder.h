#pragma once

#include <cstdint>
#include <functional>
#include <string_view>
#include <utility>
#include <vector>

#include "support/buffer.h"
#include "wire/row_stream.h"

namespace sluice {

/// Encoding of a column's value (`EngineColumn.encoding` in app/engine/specs.ts).
enum class Encoding : std::uint8_t { kText, kBase64 };

/// Turns rows into lines of the dump's TSV: fields parted by tabs, NULL as \N, a line feed at the end.
/// Immutable, so that all lanes may share one.
class RowEncoder {
 public:
  explicit RowEncoder(std::vector<Encoding> columns) : columns_(std::move(columns)) {}

  /// Appends one row, which has a field for each column; `room` is what `room_for` says of it.
  void append(const RowStream::Row& row, std::size_t room, Buffer& buffer) const;
  /// The same in slices: `make_room` is called between them, and may take away what the buffer holds.
  void append_in_slices(const RowStream::Row& row, Buffer& buffer,
                        const std::function<void()>& make_room) const;
  /// The most that `append` reserves for a row.
  std::size_t room_for(const RowStream::Row& row) const;
  /// Bytes of the row's longest value that is written as base64.
  std::size_t longest_binary(const RowStream::Row& row) const;

 private:
  char* encode(std::size_t column, std::string_view bytes, char* out) const;

  const std::vector<Encoding> columns_;
};

}  // namespace sluice
