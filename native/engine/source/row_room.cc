#include "source/row_room.h"

#include "source/memory_shares.h"

namespace sluice {
namespace {

/// A row is held in the session's packet and, with every byte escaped, in the block.
constexpr std::uint64_t kTimesHeld = 4;

}  // namespace

RowRoom row_room(std::uint64_t memory_limit_bytes, int lanes) {
  DumpSpec spec;
  spec.lanes = lanes;
  spec.most_lanes = lanes;
  spec.memory_limit_bytes = memory_limit_bytes;
  spec.compression.codec = Codec::kNone;
  const MemoryShares shares = memory_shares(spec);
  return {shares.block_bytes, shares.large_row_bytes / kTimesHeld, shares.most_row_bytes / kTimesHeld};
}

}  // namespace sluice
