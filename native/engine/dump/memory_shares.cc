#include "dump/memory_shares.h"

#include <algorithm>

namespace sluice {
namespace {

/// Large enough for the compressor to be busy, small enough to stay in a core's cache.
constexpr std::uint64_t kBlockBytes = 1 << 20;
constexpr std::uint64_t kLeastBlockBytes = 1 << 16;
/// A lane holds its block, which may have grown for a row, and the compressor's window and output.
constexpr std::uint64_t kBlocksPerLane = 8;
/// However small the limit is, a row of this size is read.
constexpr std::uint64_t kLeastRowBytes = 1 << 20;
constexpr std::uint64_t kLargeRowPart = 4;

}  // namespace

MemoryShares memory_shares(const DumpSpec& spec) {
  const auto lanes = static_cast<std::uint64_t>(spec.most_lanes);
  const std::uint64_t limit = spec.memory_limit_bytes;
  const std::uint64_t block = std::clamp(limit / 2 / (lanes * kBlocksPerLane), kLeastBlockBytes, kBlockBytes);
  const std::uint64_t for_rows = limit - std::min(limit, lanes * kBlocksPerLane * block);
  const std::uint64_t large = std::min(limit / kLargeRowPart, for_rows / (2 * lanes));
  return {static_cast<std::size_t>(block), large, std::max(for_rows - (lanes - 1) * large, kLeastRowBytes)};
}

}  // namespace sluice
