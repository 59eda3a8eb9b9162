#include "read/chunk_check.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

constexpr ChunkReading kReading{3, 30, 0xabc, false};

ChunkFile recorded(std::optional<std::uint64_t> rows, std::optional<std::uint64_t> bytes,
                   std::optional<std::uint64_t> xxh64) {
  return {"shop@orders@@0.tsv.zst", Codec::kZstd, rows, bytes, xxh64, {}};
}

TEST(Deviations, IsEmptyForAWholeFile) { EXPECT_TRUE(deviations(recorded(3, 30, 0xabc), kReading).empty()); }

TEST(Deviations, WhatIsNotRecordedIsNotCompared) {
  EXPECT_TRUE(deviations(recorded(std::nullopt, std::nullopt, std::nullopt), kReading).empty());
}

TEST(Deviations, NamesEachDifference) {
  const auto named = [](const ChunkFile& chunk, const ChunkReading& reading) {
    std::string all;
    for (const Message& message : deviations(chunk, reading)) all += plain(message) + ";";
    return all;
  };
  EXPECT_EQ(named(recorded(4, 30, 0xabc), kReading), "holdsRows rows=3 recorded=4;");
  EXPECT_EQ(named(recorded(3, 31, 0xabc), kReading), "holdsBytes bytes=30 recorded=31;");
  EXPECT_EQ(named(recorded(3, 30, 0xabd), kReading),
            "hasDigest digest=0000000000000abc recorded=0000000000000abd;");
  EXPECT_EQ(named(recorded(4, 31, 0xabc), {3, 30, 0xabc, true}),
            "holdsBytes bytes=30 recorded=31;holdsRows rows=3 recorded=4;endsWithinRow;");
}

TEST(Damage, NamesTheFile) {
  const Failure failure = damage(recorded(3, 30, 0), {"endsWithinRow"});
  EXPECT_EQ(failure.code, "dump-damaged");
  EXPECT_EQ(failure.chunk, "shop@orders@@0.tsv.zst");
  EXPECT_EQ(plain(failure.message), "fileDiffers file=shop@orders@@0.tsv.zst deviations=[endsWithinRow]");
}

}  // namespace
}  // namespace sluice
