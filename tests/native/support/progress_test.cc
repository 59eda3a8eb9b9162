#include "support/progress.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "support/buffer.h"

namespace sluice {
namespace {

TEST(ProgressBoardTest, ShowsTheLanesThatAreShown) {
  ProgressBoard board;
  board.show_lanes(2);
  board.lane(1).enter(Phase::kRead, 7, 3, 12);
  board.lane(1).add(10, 1'000);
  const ProgressSample sample = board.sample();
  ASSERT_EQ(sample.lanes.size(), 2U);
  EXPECT_EQ(sample.lanes[0].phase, Phase::kIdle);
  EXPECT_EQ(sample.lanes[1].phase, Phase::kRead);
  EXPECT_EQ(sample.lanes[1].table, 7);
  EXPECT_EQ(sample.lanes[1].chunk, 3);
  EXPECT_EQ(sample.lanes[1].rows, 10U);
}

TEST(ProgressBoardTest, KeepsWhenTheFirstRowCame) {
  ProgressBoard board;
  EXPECT_FALSE(board.sample().first_row_ms.has_value());
  board.note_row();
  const std::optional<double> first = board.sample().first_row_ms;
  ASSERT_TRUE(first.has_value());
  board.note_row();
  EXPECT_EQ(board.sample().first_row_ms, first);
  EXPECT_LE(*first, board.sample().elapsed_ms);
}

TEST(ProgressBoardTest, NamesOnlyTheTablesThatChanged) {
  ProgressBoard board;
  TableMeter& first = board.add_table(4);
  TableMeter& second = board.add_table(9);
  EXPECT_EQ(board.sample().tables.size(), 2U);
  EXPECT_TRUE(board.sample().tables.empty());
  second.add(5, 500);
  const ProgressSample sample = board.sample();
  ASSERT_EQ(sample.tables.size(), 1U);
  EXPECT_EQ(sample.tables[0].id, 9);
  first.set_state(TableState::kRunning);
  EXPECT_EQ(board.sample().tables.at(0).id, 4);
}

TEST(ProgressBoardTest, TotalsAreOfAllTables) {
  ProgressBoard board;
  board.add_table(0).add(1, 10);
  board.add_table(1).add(2, 20);
  board.sample();
  const ProgressSample sample = board.sample();
  EXPECT_EQ(sample.rows, 3U);
  EXPECT_EQ(sample.bytes, 30U);
}

TEST(ProgressBoardTest, HandsOutEachSegmentOnce) {
  ProgressBoard board;
  board.add_segment({0, Phase::kRead, 1, 2, 10, 20, 3, 4});
  EXPECT_EQ(board.sample().segments.size(), 1U);
  EXPECT_TRUE(board.sample().segments.empty());
}

TEST(ProgressBoardTest, DropsTheShortestOfTooManySegments) {
  ProgressBoard board;
  board.add_segment({0, Phase::kRead, 1, 2, 0, 1'000'000, 0, 0});
  for (int at = 0; at < 10'000; ++at) board.add_segment({0, Phase::kRead, 1, at, 0, at % 100 * 1.0, 0, 0});
  const auto segments = board.sample().segments;
  EXPECT_LE(segments.size(), 2'048U);
  EXPECT_GE(segments.size(), 1'024U);
  bool longest = false;
  for (const Segment& segment : segments) longest = longest || segment.end_ms > 500'000;
  EXPECT_TRUE(longest);
}

TEST(ProgressBoardTest, RemembersTheMostMemory) {
  ProgressBoard board;
  {
    Buffer buffer(board);
    buffer.reserve(1'000'000);
    EXPECT_GE(board.sample().memory_bytes, 1'000'000U);
  }
  EXPECT_EQ(board.sample().memory_bytes, 0U);
  EXPECT_GE(board.sample().memory_peak_bytes, 1'000'000U);
}

TEST(ProgressBoardTest, CountsWhatManyLanesAdd) {
  ProgressBoard board;
  TableMeter& table = board.add_table(0);
  {
    std::vector<std::jthread> lanes;
    for (int lane = 0; lane < 4; ++lane) {
      lanes.emplace_back([&board, &table, lane] {
        for (int row = 0; row < 10'000; ++row) {
          board.lane(lane).add(1, 2);
          table.add(1, 2);
          board.add_memory(row % 2 == 0 ? 8 : -8);
        }
      });
    }
    for (int at = 0; at < 100; ++at) board.sample();
  }
  EXPECT_EQ(board.sample().rows, 40'000U);
  EXPECT_EQ(board.sample().memory_bytes, 0U);
}

/// A sample is told what changed; none of the changes may be lost between a lane and the sampler.
TEST(ProgressBoardTest, ShowsTheLastStateOfEachOfManyTables) {
  constexpr int kTables = 2'000;
  constexpr std::uint64_t kRows = 20;
  ProgressBoard board;
  std::vector<TableMeter*> meters;
  for (int id = 0; id < kTables; ++id) meters.push_back(&board.add_table(id));
  std::vector<TableSample> shown(kTables);
  const auto take = [&] {
    const ProgressSample sample = board.sample();
    for (const TableSample& table : sample.tables) shown[static_cast<std::size_t>(table.id)] = table;
    return sample.rows;
  };
  {
    std::vector<std::jthread> lanes;
    for (int lane = 0; lane < 4; ++lane) {
      lanes.emplace_back([&meters] {
        for (TableMeter* meter : meters) {
          for (std::uint64_t row = 0; row < kRows; ++row) meter->add(1, 2);
          meter->set_state(TableState::kDone);
        }
      });
    }
    for (int at = 0; at < 1'000; ++at) take();
  }
  EXPECT_EQ(take(), 4 * kRows * kTables);
  for (const TableSample& table : shown) {
    EXPECT_EQ(table.state, TableState::kDone) << table.id;
    EXPECT_EQ(table.rows, 4 * kRows) << table.id;
  }
  EXPECT_TRUE(board.sample().tables.empty());
}

}  // namespace
}  // namespace sluice
