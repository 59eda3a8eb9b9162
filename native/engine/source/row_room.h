#pragma once

#include <cstdint>

namespace sluice {

/// What one lane may hold of the rows that pass through it, so that all lanes together stay within a limit.
struct RowRoom {
  /// Encoded bytes that are gathered before they are handed on.
  std::size_t block_bytes = 0;
  /// A row above this moves alone, one lane at a time.
  std::uint64_t large_row_bytes = 0;
  /// A row above this does not fit.
  std::uint64_t most_row_bytes = 0;
};

RowRoom row_room(std::uint64_t memory_limit_bytes, int lanes);

}  // namespace sluice
