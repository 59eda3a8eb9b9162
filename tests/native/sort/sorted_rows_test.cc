#include "sort/sorted_rows.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "codec/digest.h"
#include "harness/dump_folder.h"
#include "harness/failure_of.h"
#include "harness/sizes.h"
#include "sort/key_bounds.h"

namespace sluice {
namespace {

using test::failure_of;
using test::kMiB;

const std::vector<SortColumn> kById{{0, SortKind::kInteger}};

/// Chunks of rows that are in no order, and what they become.
class SortedRowsTest : public ::testing::Test {
 protected:
  void add_chunk(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    part_.from.push_back(folder_.write("t@@" + std::to_string(part_.from.size()), text, Codec::kNone));
    part_.weight += text.size();
  }

  /// Rows of `width` bytes and more with the ids from 1 to `rows` in a random order, in three chunks.
  void add_shuffled(int rows, std::size_t width) {
    std::vector<int> ids(static_cast<std::size_t>(rows));
    std::iota(ids.begin(), ids.end(), 1);
    std::shuffle(ids.begin(), ids.end(), std::mt19937(7));  // NOLINT: always the same
    std::vector<std::vector<std::string>> chunks(3);
    for (std::size_t at = 0; at < ids.size(); ++at) {
      chunks[at * 3 / ids.size()].push_back(std::to_string(ids[at]) + "\t" + std::string(width, 'x'));
    }
    for (const auto& lines : chunks) add_chunk(lines);
    part_.key = kById;
  }

  std::string read(std::uint64_t most_bytes = 64 * kMiB, std::size_t step = 1'000) {
    chunk_.file = "sorted";
    chunk_.sorted = std::make_shared<const SortedPart>(part_);
    std::string lines;
    {
      steps_ = {};
      SortedRows rows(folder_.path(), chunk_, board_, most_bytes, step_);
      std::string piece(step, '\0');
      while (const std::size_t got = rows.read(piece.data(), step)) {
        lines.append(piece, 0, got);
        peak_ = std::max(peak_, board_.sample().memory_bytes);
      }
      const ChunkReading reading = rows.reading();
      EXPECT_EQ(reading.bytes, lines.size());
      EXPECT_EQ(reading.rows, static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n')));
      EXPECT_EQ(reading.xxh64, xxh64(lines));
      EXPECT_EQ(steps_, std::pair(reading.rows, reading.bytes));
      places_.clear();
      for (std::uint64_t row = 1; row <= reading.rows; ++row) places_.push_back(rows.place_of(row));
    }
    EXPECT_EQ(board_.sample().memory_bytes, 0U);
    return lines;
  }

  static std::vector<long> ids_in(const std::string& lines) {
    std::vector<long> ids;
    for (std::size_t at = 0; at < lines.size(); at = lines.find('\n', at) + 1)
      ids.push_back(std::stol(lines.substr(at, 20)));
    return ids;
  }

  test::DumpFolder folder_;
  ProgressBoard board_;
  SortedPart part_;
  ChunkFile chunk_;
  std::pair<std::uint64_t, std::uint64_t> steps_;
  std::uint64_t peak_ = 0;
  std::vector<std::optional<RowPlace>> places_;
  const SortedRows::OnStep step_ = [this](std::uint64_t rows, std::uint64_t bytes) {
    steps_.first += rows;
    steps_.second += bytes;
  };
};

TEST_F(SortedRowsTest, GivesAllRowsInTheOrderOfTheirKeys) {
  add_shuffled(20'000, 30);
  for (const std::size_t step : {1UL, 17UL, 70'000UL}) {
    const std::vector<long> ids = ids_in(read(64 * kMiB, step));
    ASSERT_EQ(ids.size(), 20'000U);
    for (std::size_t at = 0; at < ids.size(); ++at) ASSERT_EQ(ids[at], static_cast<long>(at) + 1);
  }
}

TEST_F(SortedRowsTest, KeepsTheOrderOfEqualKeys) {
  add_chunk({"2\ta", "1\tb", "2\tc"});
  add_chunk({"1\td", "2\te", "0\tf"});
  part_.key = kById;
  EXPECT_EQ(read(), "0\tf\n1\tb\n1\td\n2\ta\n2\tc\n2\te\n");
}

TEST_F(SortedRowsTest, ComparesLongKeysToTheirEnd) {
  add_chunk({"aaaaaaaaaaaab\t2", "aaaaaaaaaaaaa\t3", "aaaaaaaaaaaa\t1", "aaaaaaaaaaaaa\t1", "a\t9"});
  part_.key = {{0, SortKind::kText}, {1, SortKind::kInteger}};
  EXPECT_EQ(read(), "a\t9\naaaaaaaaaaaa\t1\naaaaaaaaaaaaa\t1\naaaaaaaaaaaaa\t3\naaaaaaaaaaaab\t2\n");
}

TEST_F(SortedRowsTest, KnowsWhereARowComesFrom) {
  add_chunk({"3\ta", "1\tb"});
  add_chunk({"2\tc"});
  part_.key = kById;
  read();
  ASSERT_EQ(places_.size(), 3U);
  EXPECT_EQ(places_[0]->chunk->file, "t@@0");
  EXPECT_EQ(places_[0]->row, 2U);
  EXPECT_EQ(places_[1]->chunk->file, "t@@1");
  EXPECT_EQ(places_[1]->row, 1U);
  EXPECT_EQ(places_[2]->row, 1U);
}

TEST_F(SortedRowsTest, GivesEachRowInOneRangeOfSeveral) {
  add_shuffled(50'000, 20);
  const KeyBounds found = key_bounds(folder_.path(), part_, 7);
  EXPECT_EQ(found.longest_row, 27U);
  ASSERT_EQ(found.bounds.size(), 6U);
  std::vector<long> ids;
  for (std::size_t range = 0; range <= found.bounds.size(); ++range) {
    part_.at = range == 0 ? "" : found.bounds[range - 1];
    part_.before = range == found.bounds.size() ? std::nullopt : std::optional(found.bounds[range]);
    const std::vector<long> some = ids_in(read());
    EXPECT_GT(some.size(), 50'000U / 7 * 9 / 10);
    EXPECT_LT(some.size(), 50'000U / 7 * 11 / 10);
    ids.insert(ids.end(), some.begin(), some.end());
  }
  ASSERT_EQ(ids.size(), 50'000U);
  for (std::size_t at = 0; at < ids.size(); ++at) ASSERT_EQ(ids[at], static_cast<long>(at) + 1);
}

TEST_F(SortedRowsTest, HasNoRangesOfEqualKeys) {
  add_chunk({"1\ta", "1\tb", "2\tc", "1\td"});
  part_.key = kById;
  EXPECT_LE(key_bounds(folder_.path(), part_, 4).bounds.size(), 1U);
}

TEST_F(SortedRowsTest, SortsInRunsWhatDoesNotFitTheMemory) {
  add_shuffled(100'000, 60);
  const std::vector<long> ids = ids_in(read(4 * kMiB));
  EXPECT_LE(peak_, 4 * kMiB);
  int falls = 0;
  for (std::size_t at = 1; at < ids.size(); ++at) falls += ids[at] < ids[at - 1] ? 1 : 0;
  // About 92 bytes a row in 2 MiB.
  EXPECT_GT(falls, 2);
  EXPECT_LT(falls, 8);
  std::vector<long> all = ids;
  std::sort(all.begin(), all.end());
  ASSERT_EQ(all.size(), 100'000U);
  for (std::size_t at = 0; at < all.size(); ++at) ASSERT_EQ(all[at], static_cast<long>(at) + 1);
}

TEST_F(SortedRowsTest, KeepsWithinTheMemoryWithLongKeys) {
  std::vector<std::string> lines;
  for (int row = 0; row < 30'000; ++row)
    lines.push_back(std::string(100, 'k') + std::to_string(row * 7919 % 30'000));
  add_chunk(lines);
  part_.key = {{0, SortKind::kText}};
  const std::string sorted = read(4 * kMiB);
  EXPECT_LE(peak_, 4 * kMiB);
  EXPECT_EQ(std::count(sorted.begin(), sorted.end(), '\n'), 30'000);
}

TEST_F(SortedRowsTest, RefusesARowThatNoRunCanHold) {
  add_chunk({"1\ta", "2\t" + std::string(3 * kMiB, 'x')});
  part_.key = kById;
  const Failure failure = failure_of([&] { read(4 * kMiB); });
  EXPECT_EQ(failure.code, "memory-limit");
  EXPECT_EQ(failure.chunk, "t@@0");
}

TEST_F(SortedRowsTest, NamesTheChunkThatIsNotWhatIsRecorded) {
  add_chunk({"1\ta"});
  add_chunk({"2\tb", "3\tc"});
  part_.from[1].rows = 3;
  part_.key = kById;
  const Failure failure = failure_of([&] { read(); });
  EXPECT_EQ(failure.code, "dump-damaged");
  EXPECT_EQ(failure.chunk, "t@@1");
}

TEST_F(SortedRowsTest, IsEmptyWhereNoKeyIsInTheRange) {
  add_chunk({"1\ta"});
  part_.key = kById;
  part_.at = std::string(8, '\xFF');
  EXPECT_EQ(read(), "");
}

}  // namespace
}  // namespace sluice
