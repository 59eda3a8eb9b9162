#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "support/failure.h"
#include "verify/chunk_file.h"

namespace sluice {

/// Counts the rows of a chunk's text as it passes in pieces. In the dump's dialect every row ends with a
/// newline, and a newline within a value is written as `\n`, so none appears raw.
class RowCounter {
 public:
  void add(std::string_view text);
  std::uint64_t rows() const { return rows_; }
  /// True while the last row has no end: a file that stops there was cut.
  bool within_row() const { return within_row_; }

 private:
  std::uint64_t rows_ = 0;
  bool within_row_ = false;
};

/// What a chunk file gave when it was read to its end.
struct ChunkReading {
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;  ///< Uncompressed.
  std::uint64_t xxh64 = 0;
  bool ends_within_row = false;
};

/// Every way in which a file differs from what is recorded of it, as the end of a sentence that begins with
/// its name; empty where it is whole. What is not recorded is not compared.
std::string deviation(const ChunkFile& recorded, const ChunkReading& reading);

/// The failure that says so, without a table.
Failure damage(const ChunkFile& chunk, std::string_view what);

}  // namespace sluice
