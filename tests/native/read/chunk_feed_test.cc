#include "read/chunk_feed.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "harness/dump_folder.h"
#include "harness/sizes.h"
#include "support/failure.h"

namespace sluice {
namespace {

using test::DumpFolder;
using test::kMiB;

TEST(ChunkFeed, PassesEveryByteOnAndTellsOfEveryMiB) {
  std::string text;
  for (int row = 0; row < 300'000; ++row) text += std::to_string(row) + "\tvalue\n";
  DumpFolder folder;
  ProgressBoard board;
  const ChunkFile chunk = folder.write("t@@0", text, Codec::kZstd);
  ChunkReader reader(folder.path() + "/t@@0", Codec::kZstd, board);
  std::uint64_t rows = 0;
  std::uint64_t bytes = 0;
  int steps = 0;
  const ChunkFeed::OnStep on_step = [&](std::uint64_t more_rows, std::uint64_t more_bytes) {
    rows += more_rows;
    bytes += more_bytes;
    ++steps;
  };
  ChunkFeed feed(reader, chunk, on_step);

  std::string passed;
  std::array<char, 4096> buffer{};
  while (const std::size_t got = feed.read(buffer.data(), buffer.size())) passed.append(buffer.data(), got);

  EXPECT_EQ(passed, text);
  EXPECT_TRUE(deviations(chunk, feed.reading()).empty());
  EXPECT_EQ(rows, 300'000u);
  EXPECT_EQ(bytes, text.size());
  EXPECT_GE(steps, static_cast<int>(text.size() >> 20));
  EXPECT_LE(steps, static_cast<int>(text.size() >> 20) + 1);
}

TEST(ChunkFeed, AStepThatThrowsEndsTheReading) {
  DumpFolder folder;
  ProgressBoard board;
  const ChunkFile chunk = folder.write("t@@0", "1\n", Codec::kNone);
  ChunkReader reader(folder.path() + "/t@@0", Codec::kNone, board);
  const ChunkFeed::OnStep on_step = [](std::uint64_t, std::uint64_t) { throw EngineError("cancelled", ""); };
  ChunkFeed feed(reader, chunk, on_step);
  std::array<char, 16> buffer{};
  EXPECT_EQ(feed.read(buffer.data(), buffer.size()), 2u);
  EXPECT_THROW(feed.read(buffer.data(), buffer.size()), EngineError);
}

TEST(ChunkFeed, AChunkThatGoesOnFarBehindItsRecordIsReadNoFurther) {
  DumpFolder folder;
  ProgressBoard board;
  // All zeros: a few KiB on the disk.
  ChunkFile chunk = folder.write("t@@0", std::string(64 * kMiB, '0'), Codec::kZstd);
  chunk.bytes = 10;
  ChunkReader reader(folder.path() + "/t@@0", Codec::kZstd, board);
  const ChunkFeed::OnStep on_step = [](std::uint64_t, std::uint64_t) {};
  ChunkFeed feed(reader, chunk, on_step);
  std::array<char, 65536> buffer{};
  std::uint64_t passed = 0;
  try {
    while (const std::size_t got = feed.read(buffer.data(), buffer.size())) passed += got;
    FAIL() << "All of it was read";
  } catch (const EngineError& error) {
    EXPECT_EQ(error.failure().code, "dump-damaged");
    EXPECT_EQ(error.failure().chunk, "t@@0");
    EXPECT_EQ(plain(error.failure().message), "fileDiffers file=t@@0 deviations=[goesOn recorded=10]");
  }
  EXPECT_LE(passed, 2 * kMiB);
}

}  // namespace
}  // namespace sluice
