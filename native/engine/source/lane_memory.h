#pragma once

#include <cstddef>
#include <cstdint>

#include "codec/compression.h"

namespace sluice {

/// Bytes of its buffer that a session keeps when a large row has moved.
inline constexpr std::size_t kKeptPacketBytes = 1 << 16;

/// Bytes that one lane may hold, so that all lanes together stay within the memory limit of their job. Every
/// lane has its buffers and room for rows that are not large; the rest is for the one lane at a time that
/// holds a large row.
struct LaneMemory {
  /// Encoded bytes that the lane gathers before it hands them on.
  std::size_t block_bytes = 0;
  /// Most that its compressor may hold.
  std::uint64_t compressor_bytes = 0;
  /// A row above this moves alone, one lane at a time.
  std::uint64_t large_row_bytes = 0;
  /// A row above this does not fit: the job fails as soon as one has arrived.
  std::uint64_t most_row_bytes = 0;
};

/// Shares a limit out to lanes that compress their blocks and write them to files.
LaneMemory lane_memory(std::uint64_t limit_bytes, int lanes, const Compression& compression);

/// Shares a limit out to lanes that pass rows on without a file: the row is held in the session's packet and
/// once more in the block, with every byte escaped at worst.
LaneMemory streaming_lane_memory(std::uint64_t limit_bytes, int lanes);

}  // namespace sluice
