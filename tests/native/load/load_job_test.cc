#include "load/load_job.h"

#include <gtest/gtest.h>

#include <chrono>
#include <map>
#include <set>
#include <thread>

#include "load/load_fixture.h"

namespace sluice {
namespace {

using test::EventLog;
using test::index_build;
using test::LoadFixture;

class LoadJobTest : public LoadFixture {
 protected:
  /// Three tables of 5, 2 and 0 chunks of 1,000 rows each.
  std::vector<LoadTable> three_tables(Codec codec) {
    std::vector<LoadTable> tables;
    for (const int chunks : {5, 2, 0}) {
      const int id = static_cast<int>(tables.size());
      LoadTable table = create("t" + std::to_string(id), id);
      for (int number = 0; number < chunks; ++number) {
        table.chunks.push_back(
            chunk(table.table + "@@" + std::to_string(number), number * 1000, 1000, codec));
      }
      table.index_batches = {
          index_build("ALTER TABLE `" + table.schema + "`.`" + table.table + "` ADD INDEX by_n (n)")};
      table.expected_rows = static_cast<std::uint64_t>(chunks) * 1000;
      table.may_share = true;
      tables.push_back(std::move(table));
    }
    return tables;
  }

  void expect_three_tables() {
    const auto loaded = log_.all<event::TableLoaded>();
    ASSERT_EQ(loaded.size(), 3u);
    for (const event::TableLoaded& table : loaded) {
      const std::uint64_t rows =
          std::vector<std::uint64_t>{5000, 2000, 0}.at(static_cast<std::size_t>(table.table));
      EXPECT_EQ(table.rows, rows);
      EXPECT_EQ(table.counted_rows, rows);
      EXPECT_EQ(log_.table(table.table).rows, rows);
      EXPECT_EQ(log_.table(table.table).state, TableState::kDone);
    }
    EXPECT_EQ(
        scalar(
            "SELECT CONCAT_WS(',', COUNT(*), SUM(id), SUM(n = id % 97), SUM(name = REPEAT(CHAR(97 + id % 26 "
            "USING utf8mb4), 3))) FROM t0"),
        "5000,12497500,5000,5000");
    EXPECT_EQ(scalar("SELECT COUNT(*) FROM information_schema.statistics WHERE table_schema = DATABASE() AND "
                     "index_name = 'by_n'"),
              "3");
    EXPECT_EQ(log_.last_sample().rows, 7000u);
    EXPECT_EQ(log_.last_sample().memory_bytes, 0u);
    EXPECT_GT(log_.last_sample().stored_bytes, 0u);
  }

  /// The numbers of the chunks in the order in which a lane loaded them.
  std::map<int, std::vector<std::int64_t>> chunks_by_lane() const {
    std::map<int, std::vector<std::int64_t>> chunks;
    for (const Segment& segment : log_.segments()) {
      if (segment.phase == Phase::kLoad) chunks[segment.lane].push_back(segment.chunk);
    }
    return chunks;
  }
};
SLUICE_ON_BOTH_SERVERS(LoadJobTest);

TEST_P(LoadJobTest, LoadsIndexesAndCountsOnOneLane) {
  EXPECT_EQ(load(three_tables(Codec::kZstd), 1).state, JobState::kDone);
  expect_three_tables();
}

TEST_P(LoadJobTest, LoadsIndexesAndCountsOnFourLanes) {
  EXPECT_EQ(load(three_tables(Codec::kZstd), 4).state, JobState::kDone);
  expect_three_tables();
  EXPECT_GT(log_.last_sample().memory_peak_bytes, 0u);
}

TEST_P(LoadJobTest, LoadsPlainFilesOnFourLanes) {
  LoadJob job(spec(4), log_.handler());
  for (LoadTable& table : three_tables(Codec::kNone)) job.add_tables({table});
  job.seal();
  EXPECT_EQ(log_.wait_finished().state, JobState::kDone);
  expect_three_tables();
}

TEST_P(LoadJobTest, LoadsWhatADumpRecordsNothingOf) {
  LoadTable table = create("t");
  table.chunks = {chunk("t@@0", 0, 10)};
  table.chunks[0] = {table.chunks[0].file, Codec::kZstd, {}, {}, {}};
  EXPECT_EQ(load({table}).state, JobState::kDone);
  EXPECT_EQ(log_.all<event::TableLoaded>().at(0).counted_rows, 10u);
}

TEST_P(LoadJobTest, SharesABigTableInAscendingSpans) {
  constexpr int kChunks = 12;
  constexpr int kRows = 8000;
  LoadTable table = create("big", 0, 1000);
  table.may_share = true;
  table.expected_rows = kChunks * kRows;
  for (int number = 0; number < kChunks; ++number) {
    table.chunks.push_back(chunk("big@@" + std::to_string(number), number * kRows, kRows, Codec::kZstd, 990));
  }
  ASSERT_EQ(load({table}, 3).state, JobState::kDone);

  std::multiset<std::int64_t> all;
  for (const auto& [lane, chunks] : chunks_by_lane()) all.insert(chunks.begin(), chunks.end());
  for (std::int64_t number = 0; number < kChunks; ++number) EXPECT_EQ(all.count(number), 1u) << number;
  EXPECT_EQ(chunks_by_lane().size(), 3u);
  int spans = 0;
  for (const auto& [lane, chunks] : chunks_by_lane()) {
    ++spans;
    for (std::size_t at = 1; at < chunks.size(); ++at) spans += chunks[at] != chunks[at - 1] + 1 ? 1 : 0;
  }
  EXPECT_LE(spans, kChunks / 2);
}

TEST_P(LoadJobTest, CountsAndDoesNotJudgeWhereNothingIsExpected) {
  LoadTable table = create("t");
  table.chunks = {chunk("t@@0", 0, 10)};
  schema_.session().execute("INSERT INTO t VALUES (100, 1, 'there')");
  EXPECT_EQ(load({table}).state, JobState::kDone);
  EXPECT_EQ(log_.all<event::TableLoaded>().at(0).rows, 10u);
  EXPECT_EQ(log_.all<event::TableLoaded>().at(0).counted_rows, 11u);
}

TEST_P(LoadJobTest, ARowTooManyInTheTargetIsADifference) {
  LoadTable table = create("t");
  table.chunks = {chunk("t@@0", 0, 10)};
  table.expected_rows = 10;
  schema_.session().execute("INSERT INTO t VALUES (100, 1, 'there')");
  const Failure failure = failed_load(table);
  EXPECT_EQ(failure.code, "rows-differ");
  EXPECT_EQ(failure.table, schema_.name() + ".t");
  EXPECT_EQ(plain(failure.message), "targetRowsDiffer counted=11 expected=10");
}

TEST_P(LoadJobTest, AnIndexThatCanNotBeBuiltIsNamed) {
  LoadTable table = create("t");
  table.chunks = {chunk("t@@0", 0, 200)};
  table.index_batches = {index_build("ALTER TABLE `" + schema_.name() + "`.t ADD UNIQUE INDEX by_n (n)")};
  const Failure failure = failed_load(table);
  EXPECT_EQ(failure.errnum, 1062u);
  EXPECT_EQ(failure.statement, table.index_batches[0].statement);
  EXPECT_EQ(failure.table, schema_.name() + ".t");
}

TEST_P(LoadJobTest, SignsInOrFails) {
  LoadSpec wrong = spec(2);
  wrong.connection.password = "wrong";
  LoadJob job(wrong, log_.handler());
  const event::Finished finished = log_.wait_finished();
  EXPECT_EQ(finished.state, JobState::kFailed);
  ASSERT_EQ(finished.failures.size(), 1u);
  EXPECT_EQ(finished.failures[0].code, "sign-in-refused");
}

TEST_P(LoadJobTest, PausedItLoadsNothingAndGoesOnWhenResumed) {
  LoadTable table = create("t");
  table.chunks = {chunk("t@@0", 0, 10)};
  LoadJob job(spec(2), log_.handler());
  job.pause();
  job.add_tables({table});
  job.seal();
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  EXPECT_EQ(rows_in("t"), 0u);
  job.resume();
  EXPECT_EQ(log_.wait_finished().state, JobState::kDone);
  EXPECT_EQ(rows_in("t"), 10u);
}

TEST_P(LoadJobTest, LanesComeAndGoWhileItRuns) {
  LoadJob job(spec(4), log_.handler());
  job.set_lanes(1);
  std::uint64_t rows = 0;
  for (int id = 0; id < 12; ++id) {
    LoadTable table = create("t" + std::to_string(id), id);
    for (int number = 0; number < 3; ++number) {
      table.chunks.push_back(chunk(table.table + "@@" + std::to_string(number), number * 100, 100));
      rows += 100;
    }
    table.expected_rows = 300;
    job.add_tables({table});
    job.set_lanes(id % 4 + 1);
  }
  job.seal();
  EXPECT_EQ(log_.wait_finished().state, JobState::kDone);
  EXPECT_EQ(log_.all<event::TableLoaded>().size(), 12u);
  EXPECT_EQ(log_.last_sample().rows, rows);
}

// Each lane may hold its part of the memory limit.
TEST_P(LoadJobTest, NoMoreLanesComeThanTheMemoryLimitWasSharedOutTo) {
  LoadJob job(spec(2), log_.handler());
  job.set_lanes(kMaxLanes);
  LoadTable table = create("t");
  table.chunks = {chunk("t@@0", 0, 10)};
  job.add_tables({table});
  job.seal();
  EXPECT_EQ(log_.wait_finished().state, JobState::kDone);
  EXPECT_EQ(log_.last_sample().lanes.size(), 2u);
}

}  // namespace
}  // namespace sluice
