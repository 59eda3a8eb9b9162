#include "load/load_schedule.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <random>
#include <utility>
#include <vector>

namespace sluice {
namespace {

constexpr std::uint64_t kMiB = 1ULL << 20;

ScheduledTable table_of(std::size_t chunks, std::uint64_t chunk_bytes, bool may_share = true,
                        bool has_indexes = false) {
  return {std::vector<std::uint64_t>(chunks, chunk_bytes), may_share, has_indexes};
}

/// "t0c1" load chunk 1 of table 0, "i0" index, "n0" count, "w" wait, "w0" wait for table 0, "x" leave.
std::string text(const Work& work) {
  struct Text {
    std::string operator()(const work::Chunk& w) const {
      return "t" + std::to_string(w.table) + "c" + std::to_string(w.chunk);
    }
    std::string operator()(const work::Indexes& w) const { return "i" + std::to_string(w.table); }
    std::string operator()(const work::Count& w) const { return "n" + std::to_string(w.table); }
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

TEST(LoadSchedule, AnIdleLaneTakesFromTheLongestStretch) {
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

TEST(LoadSchedule, ALaneKeepsItsStretchWhileAnIndexWaits) {
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

/// Runs a whole load with lanes of random speed, and watches every decision.
class Simulation {
 public:
  Simulation(std::uint64_t seed, bool change_lanes) : random_(seed), change_lanes_(change_lanes) {
    lanes_ = static_cast<int>(pick(1, 8));
    schedule_.emplace(lanes_);
    const std::uint64_t tables = pick(1, 6);
    for (std::uint64_t table = 0; table < tables; ++table) add_random_table();
  }

  void run() {
    schedule_->seal();
    std::size_t steps = 0;
    while (!schedule_->finished()) {
      ASSERT_LT(++steps, 200'000u) << "the schedule does not come to an end";
      const int lane = static_cast<int>(pick(0, kLanes - 1));
      if (change_lanes_ && pick(0, 30) == 0) schedule_->set_lanes(lanes_ = static_cast<int>(pick(1, kLanes)));
      step(lane);
      if (::testing::Test::HasFatalFailure()) return;
    }
    check_end();
  }

 private:
  static constexpr int kLanes = 8;

  struct LaneState {
    std::optional<Work> work;
    std::uint64_t unsent = 0;
    std::optional<work::Chunk> last;
  };

  struct TableState {
    ScheduledTable plan;
    std::vector<int> loads;
    std::uint64_t received = 0;
    int edges = 0;
    bool indexed = false;
    bool counted = false;
  };

  std::uint64_t pick(std::uint64_t low, std::uint64_t high) {
    return std::uniform_int_distribution<std::uint64_t>(low, high)(random_);
  }

  void add_random_table() {
    ScheduledTable plan;
    const std::uint64_t chunks = pick(0, 60);
    const std::uint64_t largest = pick(0, 3) == 0 ? kMiB : 40 * kMiB;
    for (std::uint64_t chunk = 0; chunk < chunks; ++chunk) plan.chunk_bytes.push_back(pick(0, largest));
    plan.may_share = pick(0, 3) != 0;
    plan.has_indexes = pick(0, 1) != 0;
    if (chunks > 0 && pick(0, 3) == 0) {
      plan.partitions.assign(pick(1, 5), 0);
      for (std::uint64_t chunk = 0; chunk < chunks; ++chunk) {
        ++plan.partitions[pick(0, plan.partitions.size() - 1)];
      }
    }
    const std::size_t number = schedule_->add_table(plan);
    ASSERT_EQ(number, tables_.size());
    TableState state;
    state.loads.assign(plan.chunk_bytes.size(), 0);
    state.plan = std::move(plan);
    tables_.push_back(std::move(state));
  }

  int lanes_in(std::size_t table) const {
    return static_cast<int>(std::count_if(state_.begin(), state_.end(), [&](const LaneState& lane) {
      const auto* chunk = lane.work ? std::get_if<work::Chunk>(&*lane.work) : nullptr;
      return chunk != nullptr && chunk->table == table;
    }));
  }

  void step(int lane) {
    LaneState& state = state_[static_cast<std::size_t>(lane)];
    if (!state.work) return begin(lane, state);
    if (state.unsent > 0) {
      const std::uint64_t sent = std::min(state.unsent, pick(1, 8 * kMiB));
      const std::size_t table = std::get<work::Chunk>(*state.work).table;
      state.unsent -= sent;
      tables_[table].received += sent;
      schedule_->received(table, sent);
      return;
    }
    end(lane, state);
  }

  void begin(int lane, LaneState& state) {
    const Work work = schedule_->next(lane);
    if (std::holds_alternative<work::Leave>(work)) {
      ASSERT_TRUE(lane >= lanes_ || schedule_->finished());
      state.last.reset();
      return;
    }
    ASSERT_LT(lane, lanes_);
    if (const auto* chunk = std::get_if<work::Chunk>(&work)) {
      begin_chunk(state, *chunk);
    } else if (std::holds_alternative<work::Wait>(work)) {
      check_wait(std::get<work::Wait>(work));
      return;
    } else {
      check_finishing(work);
      state.last.reset();
    }
    state.work = work;
  }

  void begin_chunk(LaneState& state, const work::Chunk& chunk) {
    TableState& table = tables_.at(chunk.table);
    ASSERT_EQ(table.loads.at(chunk.chunk)++, 0) << "a chunk is given out twice";
    const bool goes_on =
        state.last && state.last->table == chunk.table && state.last->chunk + 1 == chunk.chunk;
    const int others = lanes_in(chunk.table);
    if (!goes_on) {
      ++table.edges;
      if (table.plan.partitions.size() > 1) {
        ASSERT_TRUE(change_lanes_ || begins_partition(table.plan, chunk.chunk));
      } else if (others > 0) {
        ASSERT_TRUE(table.plan.may_share);
        ASSERT_GE(total(table), LoadSchedule::kSmallestSharedBytes);
        ASSERT_GE(table.received, LoadSchedule::kStaggerBytes * (static_cast<std::uint64_t>(others) + 1));
      }
    }
    state.unsent = table.plan.chunk_bytes[chunk.chunk];
    state.last = chunk;
  }

  static bool begins_partition(const ScheduledTable& plan, std::size_t chunk) {
    std::size_t from = 0;
    return std::any_of(plan.partitions.begin(), plan.partitions.end(),
                       [&](std::size_t chunks) { return std::exchange(from, from + chunks) == chunk; });
  }

  /// The lanes that load and the threads of all builds are together no more than the lanes that are wanted.
  void check_threads(const work::Indexes& begun) const {
    int threads = begun.threads;
    for (const LaneState& lane : state_) {
      if (!lane.work) continue;
      const auto* indexes = std::get_if<work::Indexes>(&*lane.work);
      threads += indexes != nullptr ? indexes->threads : 1;
    }
    ASSERT_GE(begun.threads, 1);
    if (!change_lanes_) {
      ASSERT_LE(threads, lanes_);
    }
  }

  void check_finishing(const Work& work) {
    const auto* indexes = std::get_if<work::Indexes>(&work);
    const std::size_t number = indexes != nullptr ? indexes->table : std::get<work::Count>(work).table;
    TableState& table = tables_.at(number);
    ASSERT_TRUE(std::all_of(table.loads.begin(), table.loads.end(), [](int loads) { return loads == 1; }));
    ASSERT_EQ(lanes_in(number), 0) << "a chunk is not committed yet";
    ASSERT_FALSE(table.counted);
    if (indexes != nullptr) {
      check_threads(*indexes);
      ASSERT_TRUE(table.plan.has_indexes);
      ASSERT_FALSE(table.indexed);
      table.indexed = true;
      return;
    }
    ASSERT_EQ(table.indexed, table.plan.has_indexes);
    table.counted = true;
  }

  /// Nobody waits while a whole table is left, nor for nothing when no lane works.
  void check_wait(const work::Wait& wait) {
    for (const TableState& table : tables_) {
      const bool begun =
          std::any_of(table.loads.begin(), table.loads.end(), [](int loads) { return loads > 0; });
      ASSERT_TRUE(begun || table.loads.empty()) << "a lane waits although a whole table is left";
    }
    ASSERT_TRUE(std::any_of(state_.begin(), state_.end(), [](const LaneState& lane) { return lane.work; }) ||
                std::any_of(state_.begin(), state_.end(), [](const LaneState& lane) { return lane.last; }));
    if (wait.table) {
      ASSERT_TRUE(tables_.at(*wait.table).plan.may_share);
      ASSERT_LE(tables_.at(*wait.table).plan.partitions.size(), 1u);
    }
  }

  void end(int lane, LaneState& state) {
    const Work work = *std::exchange(state.work, std::nullopt);
    if (std::holds_alternative<work::Chunk>(work)) {
      schedule_->committed(lane);
    } else if (const auto* indexes = std::get_if<work::Indexes>(&work)) {
      schedule_->indexed(indexes->table);
    } else {
      schedule_->counted(std::get<work::Count>(work).table);
    }
  }

  static std::uint64_t total(const TableState& table) {
    std::uint64_t bytes = 0;
    for (const std::uint64_t chunk : table.plan.chunk_bytes) bytes += chunk;
    return bytes;
  }

  void check_end() {
    for (const TableState& table : tables_) {
      ASSERT_TRUE(std::all_of(table.loads.begin(), table.loads.end(), [](int loads) { return loads == 1; }));
      ASSERT_TRUE(table.counted);
      if (change_lanes_ || table.loads.empty()) continue;
      // Every edge but the first was worth at least the smallest stretch.
      const std::uint64_t most = 1 + total(table) / LoadSchedule::kSmallestStretchBytes;
      const std::uint64_t bound = table.plan.may_share ? most : 1;
      ASSERT_LE(static_cast<std::uint64_t>(table.edges),
                std::max<std::uint64_t>(bound, table.plan.partitions.size()));
    }
  }

  std::mt19937_64 random_;
  const bool change_lanes_;
  int lanes_ = 1;
  std::optional<LoadSchedule> schedule_;
  std::vector<TableState> tables_;
  std::array<LaneState, kLanes> state_;
};

TEST(LoadScheduleProperty, EveryChunkOnceAscendingAndStaggered) {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(seed);
    Simulation(seed, false).run();
    if (HasFatalFailure()) return;
  }
}

TEST(LoadScheduleProperty, HoldsWhileTheNumberOfLanesChanges) {
  for (std::uint64_t seed = 0; seed < 600; ++seed) {
    SCOPED_TRACE(seed);
    Simulation(seed, true).run();
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace sluice
