#include "read/chunk_check.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

constexpr ChunkReading kReading{3, 30, 0xabc, false};

ChunkFile recorded(std::optional<std::uint64_t> rows, std::optional<std::uint64_t> bytes,
                   std::optional<std::uint64_t> xxh64) {
  return {"shop@orders@@0.tsv.zst", Codec::kZstd, rows, bytes, xxh64, {}};
}

TEST(Deviation, IsEmptyForAWholeFile) { EXPECT_EQ(deviation(recorded(3, 30, 0xabc), kReading), ""); }

TEST(Deviation, WhatIsNotRecordedIsNotCompared) {
  EXPECT_EQ(deviation(recorded(std::nullopt, std::nullopt, std::nullopt), kReading), "");
}

TEST(Deviation, NamesEachDifference) {
  EXPECT_EQ(deviation(recorded(4, 30, 0xabc), kReading), "holds 3 rows instead of 4");
  EXPECT_EQ(deviation(recorded(3, 31, 0xabc), kReading), "holds 30 bytes instead of 31");
  EXPECT_EQ(deviation(recorded(3, 30, 0xabd), kReading),
            "has the digest 0000000000000abc instead of 0000000000000abd");
  EXPECT_EQ(deviation(recorded(4, 31, 0xabc), {3, 30, 0xabc, true}),
            "holds 30 bytes instead of 31, holds 3 rows instead of 4, ends in the middle of a row");
}

TEST(Damage, NamesTheFile) {
  const Failure failure = damage(recorded(3, 30, 0), "is missing");
  EXPECT_EQ(failure.code, "dump-damaged");
  EXPECT_EQ(failure.chunk, "shop@orders@@0.tsv.zst");
  EXPECT_EQ(failure.message, "shop@orders@@0.tsv.zst is missing.");
}

}  // namespace
}  // namespace sluice
