#pragma once

#include <cstddef>
#include <cstdint>

#include "dump/dump_spec.h"

namespace sluice {

/// How a dump's memory limit is shared out, so that all lanes together stay within it. Every lane has its
/// buffers and room for rows that are not large; what is left is for the one lane that holds a large row.
struct MemoryShares {
  /// The uncompressed bytes that a lane gathers before it compresses and writes them.
  std::size_t block_bytes = 0;
  /// What one lane's compressor may hold.
  std::uint64_t compressor_bytes = 0;
  /// A row above this moves alone.
  std::uint64_t large_row_bytes = 0;
  /// A row above this does not fit: the dump fails as soon as one has arrived.
  std::uint64_t most_row_bytes = 0;
};

MemoryShares memory_shares(const DumpSpec& spec);

}  // namespace sluice
