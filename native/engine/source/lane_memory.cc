#include "source/lane_memory.h"

#include <algorithm>

#include "codec/compressor.h"

namespace sluice {
namespace {

/// Large enough for the compressor to be busy, small enough to stay in a core's cache.
constexpr std::uint64_t kBlockBytes = 1 << 20;
constexpr std::uint64_t kLeastBlockBytes = 1 << 16;
/// A block and a row that two blocks were reserved for, and room to grow by half.
constexpr std::uint64_t kBlocksPerBuffer = 5;
/// Fractions of a lane's part of the limit; the rest is for rows.
constexpr std::uint64_t kBlockPart = 32;
constexpr std::uint64_t kCompressorPart = 2;
/// Output of the compressor, with room to grow by half, and what a session keeps of its packet.
constexpr std::uint64_t kOtherBytesPerLane = 456 << 10;
/// However small the limit is, a row of this size is read.
constexpr std::uint64_t kLeastRowBytes = 1 << 20;
constexpr std::uint64_t kLargeRowPart = 4;
/// Copies that are held of a streamed row, at most: in the packet, and escaped in the block.
constexpr std::uint64_t kTimesHeld = 4;

/// One block is filled while the one before it is on its way.
constexpr std::uint64_t kBuffers = 2;

/// Blocks that are compressed are half as large: what the lane holds beside the compressor must leave rows
/// their room.
std::uint64_t blocks_per_room(Codec codec) { return codec == Codec::kNone ? 1 : 2; }

Compression within(Compression compression, std::uint64_t most_bytes) {
  compression.most_bytes = most_bytes;
  return compression;
}

}  // namespace

LaneMemory lane_memory(std::uint64_t limit_bytes, int lane_count, const Compression& compression) {
  const auto lanes = static_cast<std::uint64_t>(lane_count);
  const std::uint64_t part = limit_bytes / lanes;
  const std::uint64_t room = std::clamp(part / kBlockPart, kLeastBlockBytes, kBlockBytes);
  const std::uint64_t block = room / blocks_per_room(compression.codec);
  const std::uint64_t compressor = std::max<std::uint64_t>(part / kCompressorPart, 1);
  const std::uint64_t held = compressor_bytes(within(compression, compressor));
  const std::uint64_t lane = kBuffers * kBlocksPerBuffer * block + held + kOtherBytesPerLane;
  const std::uint64_t for_rows = limit_bytes - std::min(limit_bytes, lanes * lane);
  const std::uint64_t large = std::min(limit_bytes / kLargeRowPart, for_rows / (2 * lanes));
  const std::uint64_t most_row = std::max(for_rows - (lanes - 1) * large, kLeastRowBytes);
  return {static_cast<std::size_t>(block), compressor, large, most_row};
}

LaneMemory streaming_lane_memory(std::uint64_t limit_bytes, int lanes) {
  LaneMemory memory = lane_memory(limit_bytes, lanes, {.codec = Codec::kNone});
  memory.large_row_bytes /= kTimesHeld;
  memory.most_row_bytes /= kTimesHeld;
  return memory;
}

}  // namespace sluice
