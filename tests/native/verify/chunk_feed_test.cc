#include "verify/chunk_feed.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

#include "harness/dump_folder.h"
#include "support/failure.h"

namespace sluice {
namespace {

using test::DumpFolder;

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
  ChunkFeed feed(reader, {}, on_step);

  std::string passed;
  std::array<char, 4096> buffer{};
  while (const std::size_t got = feed.read(buffer.data(), buffer.size())) passed.append(buffer.data(), got);

  EXPECT_EQ(passed, text);
  EXPECT_EQ(deviation(chunk, feed.reading()), "");
  EXPECT_EQ(rows, 300'000u);
  EXPECT_EQ(bytes, text.size());
  EXPECT_GE(steps, static_cast<int>(text.size() >> 20));
  EXPECT_LE(steps, static_cast<int>(text.size() >> 20) + 1);
}

TEST(ChunkFeed, AStepThatThrowsEndsTheReading) {
  DumpFolder folder;
  ProgressBoard board;
  folder.write("t@@0", "1\n", Codec::kNone);
  ChunkReader reader(folder.path() + "/t@@0", Codec::kNone, board);
  const ChunkFeed::OnStep on_step = [](std::uint64_t, std::uint64_t) { throw EngineError("cancelled", ""); };
  ChunkFeed feed(reader, {}, on_step);
  std::array<char, 16> buffer{};
  EXPECT_EQ(feed.read(buffer.data(), buffer.size()), 2u);
  EXPECT_THROW(feed.read(buffer.data(), buffer.size()), EngineError);
}

}  // namespace
}  // namespace sluice
