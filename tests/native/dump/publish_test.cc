#include "dump/publish.h"

#include <gtest/gtest.h>

#include <string>

#include "harness/failure_of.h"
#include "harness/temp_folder.h"

namespace sluice {
namespace {

using test::TempFolder;

StagedChunk staged(const TempFolder& folder, int range, std::uint64_t sequence) {
  StagedChunk chunk;
  chunk.range = range;
  chunk.sequence = sequence;
  chunk.path = folder.file("s@t@" + std::to_string(sequence) + ".tsv.dumping");
  chunk.facts.bytes = 0x0102 + sequence;
  test::write_file(chunk.path, "chunk " + std::to_string(sequence));
  return chunk;
}

TEST(SortByKeyTest, FollowsTheRangesAndThenTheNumbers) {
  const TempFolder folder;
  std::vector<StagedChunk> chunks;
  for (const auto& [range, sequence] : {std::pair{0, 0}, {1, 1}, {2, 2}, {0, 3}, {1, 4}}) {
    chunks.push_back(staged(folder, range, static_cast<std::uint64_t>(sequence)));
  }
  sort_by_key(chunks, {0, 2, 1});
  std::vector<std::uint64_t> order;
  for (const StagedChunk& chunk : chunks) order.push_back(chunk.sequence);
  EXPECT_EQ(order, (std::vector<std::uint64_t>{0, 3, 2, 1, 4}));
}

TEST(PublishTest, NumbersChunksDenselyAndMarksTheLast) {
  const TempFolder folder;
  const auto facts = publish_chunks(folder.path(), "s@t", "tsv",
                                    {staged(folder, 0, 5), staged(folder, 0, 9), staged(folder, 1, 2)});
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"s@t@0.tsv", "s@t@0.tsv.idx", "s@t@1.tsv",
                                                      "s@t@1.tsv.idx", "s@t@@2.tsv", "s@t@@2.tsv.idx"}));
  EXPECT_EQ(test::read_file(folder.file("s@t@0.tsv")), "chunk 5");
  EXPECT_EQ(test::read_file(folder.file("s@t@@2.tsv")), "chunk 2");
  ASSERT_EQ(facts.size(), 3U);
  EXPECT_EQ(facts[1].file, "s@t@1.tsv");
}

TEST(PublishTest, AnIndexIsTheSizeInEightBytesBigEndian) {
  const TempFolder folder;
  publish_chunks(folder.path(), "s@t", "tsv", {staged(folder, 0, 0)});
  EXPECT_EQ(test::read_file(folder.file("s@t@@0.tsv.idx")), std::string("\0\0\0\0\0\0\x01\x02", 8));
}

TEST(PublishTest, NamesTheFileThatIsGone) {
  const TempFolder folder;
  StagedChunk chunk = staged(folder, 0, 0);
  chunk.path += ".gone";
  EXPECT_EQ(test::failure_of([&] { publish_chunks(folder.path(), "s@t", "tsv", {chunk}); }).code,
            "file-failed");
}

}  // namespace
}  // namespace sluice
