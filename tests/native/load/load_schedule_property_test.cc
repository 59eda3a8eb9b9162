#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <optional>
#include <random>
#include <utility>
#include <vector>

#include "load/load_schedule.h"

namespace sluice {
namespace {

constexpr std::uint64_t kOneMiB = 1ULL << 20;

/// Runs a whole load with lanes of random speed, and watches every decision.
class Simulation {
 public:
  Simulation(std::uint64_t seed, bool change_lanes) : random_(seed), change_lanes_(change_lanes) {
    lanes_ = static_cast<int>(pick(1, 8));
    schedule_.emplace(lanes_);
    const std::uint64_t tables = pick(1, 6);
    for (std::uint64_t table = 0; table < tables; ++table) add_random_table();
    const std::uint64_t small = pick(0, 1) == 0 ? 0 : pick(1, 90);
    for (std::uint64_t table = 0; table < small; ++table) add_small_table();
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
    const std::uint64_t largest = pick(0, 3) == 0 ? kOneMiB : 40 * kOneMiB;
    for (std::uint64_t chunk = 0; chunk < chunks; ++chunk) plan.chunk_bytes.push_back(pick(0, largest));
    plan.may_share = pick(0, 3) != 0;
    plan.has_indexes = pick(0, 1) != 0;
    if (chunks > 0 && pick(0, 3) == 0) {
      plan.partitions.assign(pick(1, 5), 0);
      for (std::uint64_t chunk = 0; chunk < chunks; ++chunk) {
        ++plan.partitions[pick(0, plan.partitions.size() - 1)];
      }
    }
    add(std::move(plan));
  }

  void add_small_table() {
    ScheduledTable plan;
    plan.chunk_bytes.assign(pick(0, 1), pick(0, 64 << 10));
    plan.small = true;
    add(std::move(plan));
  }

  void add(ScheduledTable plan) {
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
      const std::uint64_t sent = std::min(state.unsent, pick(1, 8 * kOneMiB));
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
    } else if (const auto* together = std::get_if<work::Together>(&work)) {
      begin_together(*together);
      state.last.reset();
    } else {
      for (const std::size_t table : finished_by(work)) check_finishing(work, table);
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

  void begin_together(const work::Together& together) {
    ASSERT_LE(together.tables.size(), LoadSchedule::kMostTogether);
    for (const std::size_t number : together.tables) {
      TableState& table = tables_.at(number);
      ASSERT_TRUE(table.plan.small);
      ASSERT_EQ(table.loads.size(), 1u);
      ASSERT_EQ(table.loads.front()++, 0) << "a chunk is given out twice";
      ++table.edges;
    }
  }

  static std::vector<std::size_t> finished_by(const Work& work) {
    if (const auto* indexes = std::get_if<work::Indexes>(&work)) return {indexes->table};
    return std::get<work::Count>(work).tables;
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

  void check_finishing(const Work& work, std::size_t number) {
    const auto* indexes = std::get_if<work::Indexes>(&work);
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
    } else if (const auto* together = std::get_if<work::Together>(&work)) {
      schedule_->loaded_together(together->tables);
    } else {
      for (const std::size_t table : std::get<work::Count>(work).tables) schedule_->counted(table);
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
      // Every edge but the first was worth at least the smallest span.
      const std::uint64_t most = 1 + total(table) / LoadSchedule::kSmallestSpanBytes;
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
