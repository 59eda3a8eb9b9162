#include "load/load_schedule.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace sluice {
namespace {

constexpr std::uint64_t kMiB = 1ULL << 20;

ScheduledTable table_of(std::size_t chunks, std::uint64_t chunk_bytes, bool may_share = true,
                        bool has_indexes = false) {
  return {std::vector<std::uint64_t>(chunks, chunk_bytes), may_share, has_indexes};
}

/// "0+1" for two tables.
std::string numbers(const std::vector<std::size_t>& tables) {
  std::string text;
  for (const std::size_t table : tables) text += (text.empty() ? "" : "+") + std::to_string(table);
  return text;
}

/// "t0c1" load chunk 1 of table 0, "s0+1" load tables 0 and 1 together, "i0" index, "n0" count, "w" wait,
/// "w0" wait for table 0, "x" leave.
std::string text(const Work& work) {
  struct Text {
    std::string operator()(const work::Chunk& w) const {
      return "t" + std::to_string(w.table) + "c" + std::to_string(w.chunk);
    }
    std::string operator()(const work::Indexes& w) const { return "i" + std::to_string(w.table); }
    std::string operator()(const work::Together& w) const { return "s" + numbers(w.tables); }
    std::string operator()(const work::Count& w) const { return "n" + numbers(w.tables); }
    std::string operator()(const work::Wait& w) const {
      return w.table ? "w" + std::to_string(*w.table) : "w";
    }
    std::string operator()(const work::Leave&) const { return "x"; }
  };
  return std::visit(Text{}, work);
}

TEST(LoadSchedule, LeavesAtOnceWhenSealedWithoutTables) {
  LoadSchedule schedule(1);
  EXPECT_EQ(text(schedule.next(0)), "w");
  schedule.seal();
  EXPECT_TRUE(schedule.finished());
  EXPECT_EQ(text(schedule.next(0)), "x");
}

TEST(LoadSchedule, OneLaneLoadsIndexesAndCountsInOrder) {
  LoadSchedule schedule(1);
  schedule.add_table(table_of(2, kMiB, true, true));
  schedule.seal();
  EXPECT_EQ(text(schedule.next(0)), "t0c0");
  schedule.committed(0);
  EXPECT_EQ(text(schedule.next(0)), "t0c1");
  schedule.committed(0);
  EXPECT_EQ(text(schedule.next(0)), "i0");
  EXPECT_EQ(text(schedule.next(0)), "w");
  schedule.indexed(0);
  EXPECT_EQ(text(schedule.next(0)), "n0");
  EXPECT_FALSE(schedule.finished());
  schedule.counted(0);
  EXPECT_TRUE(schedule.finished());
  EXPECT_EQ(text(schedule.next(0)), "x");
}

TEST(LoadSchedule, AnEmptyTableIsIndexedAndCounted) {
  LoadSchedule schedule(2);
  schedule.add_table(table_of(0, 0, true, true));
  schedule.add_table(table_of(0, 0, true, false));
  schedule.seal();
  EXPECT_EQ(text(schedule.next(0)), "n1");
  EXPECT_EQ(text(schedule.next(1)), "i0");
}

TEST(LoadSchedule, LanesTakeDifferentTablesTheBiggestFirst) {
  LoadSchedule schedule(3);
  schedule.add_table(table_of(1, 10 * kMiB));
  schedule.add_table(table_of(3, 100 * kMiB));
  schedule.add_table(table_of(2, 50 * kMiB));
  EXPECT_EQ(text(schedule.next(0)), "t1c0");
  EXPECT_EQ(text(schedule.next(1)), "t2c0");
  EXPECT_EQ(text(schedule.next(2)), "t0c0");
}

ScheduledTable small_table(std::size_t chunks = 1) {
  ScheduledTable plan = table_of(chunks, 100);
  plan.small = true;
  return plan;
}

TEST(LoadSchedule, SmallTablesGoTogetherWhenTheBiggerOnesAreInHand) {
  LoadSchedule schedule(2);
  schedule.add_table(small_table());
  schedule.add_table(table_of(1, kMiB));
  for (int more = 0; more < 4; ++more) schedule.add_table(small_table());
  schedule.add_table(table_of(1, 50));
  schedule.add_table(small_table(0));
  // Without rows there is nothing to load.
  EXPECT_EQ(text(schedule.next(1)), "n7");
  schedule.counted(7);
  EXPECT_EQ(text(schedule.next(0)), "t1c0");
  // A lane's share, and none that is not small.
  EXPECT_EQ(text(schedule.next(1)), "s0+2+3");
  schedule.loaded_together({0, 2, 3});
  EXPECT_EQ(text(schedule.next(1)), "n0+2+3");
}

TEST(LoadSchedule, NoMoreSmallTablesGoTogetherThanOneTransactionTakes) {
  LoadSchedule schedule(1);
  for (std::size_t table = 0; table < 2 * LoadSchedule::kMostTogether; ++table)
    schedule.add_table(small_table());
  EXPECT_EQ(std::get<work::Together>(schedule.next(0)).tables.size(), LoadSchedule::kMostTogether);
}

TEST(LoadSchedule, SmallTablesThatAreNoMoreThanTheLanesGoAlone) {
  LoadSchedule schedule(2);
  schedule.add_table(small_table());
  schedule.add_table(small_table());
  EXPECT_EQ(text(schedule.next(0)), "t0c0");
  EXPECT_EQ(text(schedule.next(1)), "t1c0");
}

TEST(LoadSchedule, EqualTablesComeInTheOrderOfTheirArrival) {
  LoadSchedule schedule(2);
  schedule.add_table(table_of(1, kMiB));
  schedule.add_table(table_of(1, kMiB));
  EXPECT_EQ(text(schedule.next(1)), "t0c0");
  EXPECT_EQ(text(schedule.next(0)), "t1c0");
}

TEST(LoadSchedule, AWholeTableGoesBeforeAShareOfAnother) {
  LoadSchedule schedule(2);
  schedule.add_table(table_of(10, 100 * kMiB));
  schedule.add_table(table_of(1, kMiB));
  EXPECT_EQ(text(schedule.next(0)), "t0c0");
  schedule.received(0, 50 * kMiB);
  EXPECT_EQ(text(schedule.next(1)), "t1c0");
}

TEST(LoadSchedule, ASecondLaneWaitsForSixteenMiBAndTakesTheUpperHalf) {
  LoadSchedule schedule(2);
  schedule.add_table(table_of(9, 32 * kMiB));
  EXPECT_EQ(text(schedule.next(0)), "t0c0");
  EXPECT_EQ(text(schedule.next(1)), "w0");
  schedule.received(0, 16 * kMiB - 1);
  EXPECT_EQ(text(schedule.next(1)), "w0");
  schedule.received(0, 1);
  EXPECT_EQ(text(schedule.next(1)), "t0c5");
  schedule.committed(0);
  EXPECT_EQ(text(schedule.next(0)), "t0c1");
  schedule.committed(1);
  EXPECT_EQ(text(schedule.next(1)), "t0c6");
}

TEST(LoadSchedule, EachFurtherLaneWaitsForEightMiBMore) {
  LoadSchedule schedule(4);
  schedule.add_table(table_of(40, 32 * kMiB));
  EXPECT_EQ(text(schedule.next(0)), "t0c0");
  for (int lane = 1; lane < 4; ++lane) {
    EXPECT_EQ(text(schedule.next(lane)), "w0") << lane;
    schedule.received(0, lane == 1 ? 16 * kMiB : 8 * kMiB);
    EXPECT_EQ(text(schedule.next(lane)).substr(0, 3), "t0c") << lane;
  }
}

TEST(LoadSchedule, ATableBelowSixtyFourMiBStaysWithOneLane) {
  LoadSchedule schedule(2);
  schedule.add_table(table_of(63, kMiB));
  schedule.next(0);
  schedule.received(0, 60 * kMiB);
  EXPECT_EQ(text(schedule.next(1)), "w");
}

TEST(LoadSchedule, ATableThatMayNotBeSharedStaysWithOneLane) {
  LoadSchedule schedule(2);
  schedule.add_table(table_of(64, 10 * kMiB, false));
  schedule.next(0);
  schedule.received(0, 64 * kMiB);
  EXPECT_EQ(text(schedule.next(1)), "w");
}

TEST(LoadSchedule, AShareBelowEightMiBIsLeftAlone) {
  LoadSchedule schedule(2);
  schedule.add_table({{100 * kMiB, 7 * kMiB}, true, false});
  schedule.next(0);
  schedule.received(0, 100 * kMiB);
  EXPECT_EQ(text(schedule.next(1)), "w");
}

TEST(LoadSchedule, TheLastChunkBehindTheOneInHandIsTakenWhole) {
  LoadSchedule schedule(2);
  schedule.add_table(table_of(2, 40 * kMiB));
  EXPECT_EQ(text(schedule.next(0)), "t0c0");
  schedule.received(0, 20 * kMiB);
  EXPECT_EQ(text(schedule.next(1)), "t0c1");
  schedule.committed(0);
  EXPECT_EQ(text(schedule.next(0)), "w");
  schedule.committed(1);
  EXPECT_EQ(text(schedule.next(0)), "n0");
}

TEST(LoadSchedule, TheHalfIsOneOfBytesNotOfChunks) {
  LoadSchedule schedule(2);
  schedule.add_table({{10 * kMiB, 10 * kMiB, 10 * kMiB, 10 * kMiB, 90 * kMiB}, true, false});
  schedule.next(0);
  schedule.received(0, 20 * kMiB);
  EXPECT_EQ(text(schedule.next(1)), "t0c4");
}

TEST(LoadSchedule, AnIdleLaneTakesFromTheLongestSpan) {
  LoadSchedule schedule(3);
  schedule.add_table(table_of(10, 20 * kMiB));
  schedule.add_table(table_of(5, 20 * kMiB));
  EXPECT_EQ(text(schedule.next(0)), "t0c0");
  EXPECT_EQ(text(schedule.next(1)), "t1c0");
  schedule.received(0, 20 * kMiB);
  schedule.received(1, 20 * kMiB);
  EXPECT_EQ(text(schedule.next(2)), "t0c5");
}

TEST(LoadSchedule, AnIndexBuildGoesBeforeANewTable) {
  LoadSchedule schedule(1);
  schedule.add_table(table_of(1, 10 * kMiB, true, true));
  schedule.add_table(table_of(1, kMiB));
  schedule.next(0);
  schedule.committed(0);
  EXPECT_EQ(text(schedule.next(0)), "i0");
  schedule.indexed(0);
  EXPECT_EQ(text(schedule.next(0)), "n0");
  EXPECT_EQ(text(schedule.next(0)), "t1c0");
}

TEST(LoadSchedule, ALaneKeepsItsSpanWhileAnIndexWaits) {
  LoadSchedule schedule(2);
  schedule.add_table(table_of(2, 10 * kMiB));
  schedule.add_table(table_of(1, kMiB, true, true));
  schedule.next(0);
  schedule.next(1);
  schedule.committed(1);
  schedule.committed(0);
  EXPECT_EQ(text(schedule.next(0)), "t0c1");
  EXPECT_EQ(text(schedule.next(1)), "i1");
}

TEST(LoadSchedule, WhatALaneThatLeavesHadLeftGoesToAnother) {
  LoadSchedule schedule(2);
  schedule.add_table(table_of(3, kMiB));
  schedule.add_table(table_of(2, kMiB));
  EXPECT_EQ(text(schedule.next(0)), "t0c0");
  EXPECT_EQ(text(schedule.next(1)), "t1c0");
  schedule.set_lanes(1);
  schedule.committed(1);
  EXPECT_EQ(text(schedule.next(1)), "x");
  for (const char* expected : {"t0c1", "t0c2"}) {
    schedule.committed(0);
    EXPECT_EQ(text(schedule.next(0)), expected);
  }
  schedule.committed(0);
  EXPECT_EQ(text(schedule.next(0)), "n0");
  EXPECT_EQ(text(schedule.next(0)), "t1c1");
}

TEST(LoadSchedule, TablesMayComeWhileItRuns) {
  LoadSchedule schedule(1);
  EXPECT_EQ(text(schedule.next(0)), "w");
  schedule.add_table(table_of(1, kMiB));
  EXPECT_EQ(text(schedule.next(0)), "t0c0");
  schedule.add_table(table_of(1, 2 * kMiB));
  schedule.committed(0);
  EXPECT_EQ(text(schedule.next(0)), "n0");
  schedule.counted(0);
  EXPECT_EQ(text(schedule.next(0)), "t1c0");
}

ScheduledTable partitioned(std::vector<std::size_t> partitions, std::uint64_t chunk_bytes) {
  std::size_t chunks = 0;
  for (const std::size_t count : partitions) chunks += count;
  return {std::vector<std::uint64_t>(chunks, chunk_bytes), false, false, std::move(partitions)};
}

TEST(LoadSchedule, EachLaneTakesAPartitionOfItsOwn) {
  LoadSchedule schedule(4);
  schedule.add_table(partitioned({2, 0, 3, 1}, kMiB));
  EXPECT_EQ(text(schedule.next(0)), "t0c0");
  EXPECT_EQ(text(schedule.next(1)), "t0c2") << "the biggest that is left";
  EXPECT_EQ(text(schedule.next(2)), "t0c5");
  EXPECT_EQ(text(schedule.next(3)), "w") << "a partition is not split";
  for (const char* expected : {"t0c3", "t0c4"}) {
    schedule.committed(1);
    EXPECT_EQ(text(schedule.next(1)), expected);
  }
}

TEST(LoadSchedule, OneLaneTakesOnePartitionAfterTheOther) {
  LoadSchedule schedule(1);
  schedule.add_table(partitioned({1, 2}, kMiB));
  for (const char* expected : {"t0c0", "t0c1", "t0c2"}) {
    EXPECT_EQ(text(schedule.next(0)), expected);
    schedule.committed(0);
  }
  EXPECT_EQ(text(schedule.next(0)), "n0");
}

TEST(LoadSchedule, AnotherTableGoesBeforeAFurtherPartition) {
  LoadSchedule schedule(2);
  schedule.add_table(partitioned({5, 5}, 100 * kMiB));
  schedule.add_table(table_of(1, kMiB));
  EXPECT_EQ(text(schedule.next(0)), "t0c0");
  EXPECT_EQ(text(schedule.next(1)), "t1c0");
  schedule.committed(1);
  EXPECT_EQ(text(schedule.next(1)), "n1");
  schedule.counted(1);
  EXPECT_EQ(text(schedule.next(1)), "t0c5");
}

int threads_of(const Work& work) { return std::get<work::Indexes>(work).threads; }

TEST(LoadSchedule, AnIndexBuildHasTheThreadsOfIdleLanes) {
  LoadSchedule schedule(4);
  schedule.add_table(table_of(1, 10 * kMiB, true, true));
  schedule.add_table(table_of(1, 5 * kMiB, true, true));
  for (const int lane : {0, 1}) schedule.next(lane);
  for (const int lane : {2, 3}) EXPECT_EQ(text(schedule.next(lane)), "w");
  schedule.committed(0);
  EXPECT_EQ(threads_of(schedule.next(0)), 3) << "lane 1 loads";
  schedule.committed(1);
  EXPECT_EQ(threads_of(schedule.next(1)), 1) << "the idle lanes' threads serve the other build";
  schedule.indexed(1);
  schedule.indexed(0);
  EXPECT_EQ(text(schedule.next(0)), "n0");
}

TEST(LoadSchedule, AnIndexBuildKnowsTheBytesOfItsTable) {
  LoadSchedule schedule(1);
  schedule.add_table(table_of(3, 10 * kMiB, true, true));
  for (int chunk = 0; chunk < 3; ++chunk) {
    schedule.next(0);
    schedule.committed(0);
  }
  EXPECT_EQ(std::get<work::Indexes>(schedule.next(0)).bytes, 30 * kMiB);
}

TEST(LoadSchedule, ThreadsThatABuildGivesBackServeTheNext) {
  LoadSchedule schedule(3);
  schedule.add_table(table_of(1, 10 * kMiB, true, true));
  schedule.add_table(table_of(2, 5 * kMiB, true, true));
  schedule.next(0);
  schedule.next(1);
  schedule.next(2);
  schedule.committed(0);
  EXPECT_EQ(threads_of(schedule.next(0)), 2);
  schedule.indexed(0);
  EXPECT_EQ(text(schedule.next(0)), "n0");
  schedule.counted(0);
  EXPECT_EQ(text(schedule.next(0)), "w");
  schedule.committed(1);
  EXPECT_EQ(text(schedule.next(1)), "t1c1");
  schedule.committed(1);
  EXPECT_EQ(threads_of(schedule.next(1)), 3);
}

TEST(LoadSchedule, ALaneThatWaitsForItsTurnLendsNothing) {
  LoadSchedule schedule(3);
  schedule.add_table(table_of(9, 32 * kMiB));
  schedule.add_table(table_of(1, kMiB, true, true));
  schedule.next(0);
  schedule.next(1);
  EXPECT_EQ(text(schedule.next(2)), "w0");
  schedule.committed(1);
  EXPECT_EQ(threads_of(schedule.next(1)), 1);
}

TEST(LoadSchedule, ALaneThatHasLeftLendsNothing) {
  LoadSchedule schedule(2);
  schedule.add_table(table_of(1, kMiB, true, true));
  schedule.next(0);
  EXPECT_EQ(text(schedule.next(1)), "w");
  schedule.set_lanes(1);
  EXPECT_EQ(text(schedule.next(1)), "x");
  schedule.committed(0);
  EXPECT_EQ(threads_of(schedule.next(0)), 1);
}

}  // namespace
}  // namespace sluice
