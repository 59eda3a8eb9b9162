#include "source/memory_shares.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "codec/compressor.h"

namespace sluice {
namespace {

constexpr std::uint64_t kMiB = 1 << 20;

DumpSpec spec(int lanes, std::uint64_t limit, int level = 1) {
  DumpSpec spec;
  spec.compression.level = level;
  spec.most_lanes = lanes;
  spec.memory_limit_bytes = limit;
  return spec;
}

TEST(MemorySharesTest, LeavesRoomForLargeRowsBesideTheLanes) {
  const MemoryShares shares = memory_shares(spec(8, 256 * kMiB));
  EXPECT_EQ(shares.block_bytes, kMiB);
  EXPECT_GE(shares.large_row_bytes, 12 * kMiB);
  EXPECT_GE(shares.most_row_bytes, 108 * kMiB);
}

TEST(MemorySharesTest, ARowAboveAQuarterOfTheLimitIsAlwaysLarge) {
  EXPECT_LE(memory_shares(spec(1, 64 * kMiB)).large_row_bytes, 16 * kMiB);
}

// Down to the smallest limits that are taken (`memoryProblem` in app/contract/options.ts), at any level.
TEST(MemorySharesTest, AllSharesTogetherAreWithinTheLimit) {
  for (const int level : {1, 3, 9, 19}) {
    for (int lanes = 1; lanes <= 64; ++lanes) {
      const auto count = static_cast<std::uint64_t>(lanes);
      for (const std::uint64_t limit : {std::max(16 * kMiB, count * 2 * kMiB), 256 * kMiB, 4096 * kMiB}) {
        const MemoryShares shares = memory_shares(spec(lanes, limit, level));
        const Compression compression{Codec::kZstd, level, shares.compressor_bytes};
        const std::uint64_t lane = 5 * shares.block_bytes + compressor_bytes(compression) + (456 << 10);
        const std::uint64_t rows = (count - 1) * shares.large_row_bytes + shares.most_row_bytes;
        EXPECT_LE(count * lane + rows, limit) << lanes << " lanes, level " << level << ", " << limit;
      }
    }
  }
}

TEST(MemorySharesTest, UncompressedABlockIsWrittenWhileTheNextOneIsFilled) {
  for (int lanes = 1; lanes <= 64; ++lanes) {
    DumpSpec plain = spec(lanes, std::max<std::uint64_t>(16, 2 * static_cast<std::uint64_t>(lanes)) * kMiB);
    plain.compression.codec = Codec::kNone;
    const MemoryShares shares = memory_shares(plain);
    const auto count = static_cast<std::uint64_t>(lanes);
    const std::uint64_t lane = 10 * shares.block_bytes + (456 << 10);
    const std::uint64_t rows = (count - 1) * shares.large_row_bytes + shares.most_row_bytes;
    EXPECT_LE(count * lane + rows, plain.memory_limit_bytes) << lanes;
  }
}

TEST(MemorySharesTest, ALevelThatFitsIsNotHeldBack) {
  const MemoryShares shares = memory_shares(spec(8, 256 * kMiB));
  EXPECT_EQ(compressor_bytes({Codec::kZstd, 1, shares.compressor_bytes}),
            compressor_bytes({Codec::kZstd, 1}));
}

}  // namespace
}  // namespace sluice
