#include "dump/memory_shares.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace sluice {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;

DumpSpec spec(int lanes, std::uint64_t limit) {
  DumpSpec spec;
  spec.most_lanes = lanes;
  spec.memory_limit_bytes = limit;
  return spec;
}

TEST(MemorySharesTest, LeavesRoomForLargeRowsBesideTheLanes) {
  const MemoryShares shares = memory_shares(spec(8, 256 * kMiB));
  EXPECT_EQ(shares.block_bytes, kMiB);
  EXPECT_EQ(shares.large_row_bytes, 12 * kMiB);
  EXPECT_EQ(shares.most_row_bytes, 108 * kMiB);
}

TEST(MemorySharesTest, ARowAboveAQuarterOfTheLimitIsAlwaysLarge) {
  EXPECT_LE(memory_shares(spec(1, 64 * kMiB)).large_row_bytes, 16 * kMiB);
}

TEST(MemorySharesTest, AllSharesTogetherAreWithinTheLimit) {
  for (const std::uint64_t limit : {64 * kMiB, 100 * kMiB, 256 * kMiB, 4096 * kMiB}) {
    for (int lanes = 1; lanes <= 64; ++lanes) {
      const MemoryShares shares = memory_shares(spec(lanes, limit));
      const auto count = static_cast<std::uint64_t>(lanes);
      const std::uint64_t lanes_bytes = count * 8 * shares.block_bytes;
      const std::uint64_t rows_bytes = (count - 1) * shares.large_row_bytes + shares.most_row_bytes;
      EXPECT_LE(lanes_bytes + rows_bytes, limit) << lanes << " lanes, " << limit;
    }
  }
}

}  // namespace
}  // namespace sluice
