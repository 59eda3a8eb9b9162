#include "source/lane_memory.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "codec/compressor.h"
#include "harness/sizes.h"

namespace sluice {
namespace {

using test::kMiB;

LaneMemory compressing(int lanes, std::uint64_t limit, int level = 1) {
  Compression compression;
  compression.level = level;
  return lane_memory(limit, lanes, compression);
}

TEST(LaneMemoryTest, LeavesRoomForLargeRowsBesideTheLanes) {
  const LaneMemory memory = compressing(8, 256 * kMiB);
  EXPECT_EQ(memory.block_bytes, kMiB / 2);
  EXPECT_GE(memory.large_row_bytes, 12 * kMiB);
  EXPECT_GE(memory.most_row_bytes, 108 * kMiB);
}

TEST(LaneMemoryTest, ARowAboveAQuarterOfTheLimitIsAlwaysLarge) {
  EXPECT_LE(compressing(1, 64 * kMiB).large_row_bytes, 16 * kMiB);
}

// Down to the smallest limits that are taken (`memoryProblem` in app/contract/options.ts), at any level.
TEST(LaneMemoryTest, AllSharesTogetherAreWithinTheLimit) {
  for (const int level : {1, 3, 9, 19}) {
    for (int lanes = 1; lanes <= 64; ++lanes) {
      const auto count = static_cast<std::uint64_t>(lanes);
      for (const std::uint64_t limit : {std::max(16 * kMiB, count * 2 * kMiB), 256 * kMiB, 4096 * kMiB}) {
        const LaneMemory memory = compressing(lanes, limit, level);
        const Compression compression{Codec::kZstd, level, memory.compressor_bytes};
        const std::uint64_t lane = 10 * memory.block_bytes + compressor_bytes(compression) + (456 << 10);
        const std::uint64_t rows = (count - 1) * memory.large_row_bytes + memory.most_row_bytes;
        EXPECT_LE(count * lane + rows, limit) << lanes << " lanes, level " << level << ", " << limit;
      }
    }
  }
}

TEST(LaneMemoryTest, SharesWithoutACompressorAreWithinTheLimit) {
  for (int lanes = 1; lanes <= 64; ++lanes) {
    const auto count = static_cast<std::uint64_t>(lanes);
    const std::uint64_t limit = std::max<std::uint64_t>(16, 2 * count) * kMiB;
    const LaneMemory memory = lane_memory(limit, lanes, {.codec = Codec::kNone});
    const std::uint64_t lane = 10 * memory.block_bytes + (456 << 10);
    const std::uint64_t rows = (count - 1) * memory.large_row_bytes + memory.most_row_bytes;
    EXPECT_LE(count * lane + rows, limit) << lanes;
  }
}

TEST(LaneMemoryTest, ALevelThatFitsIsNotHeldBack) {
  const LaneMemory memory = compressing(8, 256 * kMiB);
  EXPECT_EQ(compressor_bytes({Codec::kZstd, 1, memory.compressor_bytes}),
            compressor_bytes({Codec::kZstd, 1}));
}

}  // namespace
}  // namespace sluice
