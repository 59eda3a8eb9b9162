#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <utility>

#include "dump/dump_job.h"
#include "dump/dump_job_fixture.h"

namespace sluice {
namespace {

/// Steering of a dump, and its bad ends.
class DumpControlTest : public test::DumpJobFixture {
 protected:
  /// A table whose only row takes the server for ever.
  DumpTable endless();
};
SLUICE_ON_BOTH_SERVERS(DumpControlTest);

DumpTable DumpControlTest::endless() {
  session().execute("CREATE TABLE endless (id INT) ENGINE=InnoDB");
  session().execute("INSERT INTO endless VALUES (1)");
  DumpTable endless = table(9, "endless", {}, {});
  endless.columns = {{"n",
                      "(SELECT COUNT(*) FROM information_schema.COLUMNS a, information_schema.COLUMNS b, "
                      "information_schema.COLUMNS c)",
                      Encoding::kText}};
  return endless;
}

TEST_P(DumpControlTest, CancelEndsAJobWhoseServerWorksOnALongQuery) {
  DumpJob job(spec(2), log_.handler());
  job.add_tables({endless()});
  job.seal();
  log_.wait_for<event::SessionsOpen>();
  job.take_snapshots();
  const std::string running =
      "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE INFO LIKE '%COLUMNS b%' AND "
      "INFO LIKE '%" +
      schema_.name() + "%' AND ID <> CONNECTION_ID()";
  while (session().scalar(running) != "1") std::this_thread::yield();
  job.cancel();
  const auto finished = log_.wait_finished();
  EXPECT_EQ(finished.state, JobState::kCancelled);
  EXPECT_TRUE(finished.failures.empty());
  while (session().scalar(running) != "0") std::this_thread::yield();
}

TEST_P(DumpControlTest, CancelEndsAJobThatWaitsForItsLock) {
  DumpJob job(spec(2), log_.handler());
  log_.wait_for<event::SessionsOpen>();
  job.cancel();
  EXPECT_EQ(log_.wait_finished().state, JobState::kCancelled);
}

TEST_P(DumpControlTest, ADestroyedJobHasEnded) {
  session().execute("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(100))");
  session().execute("INSERT INTO t SELECT i, REPEAT('x', 100) FROM " + numbers(4));
  {
    DumpJob job(spec(4), log_.handler());
    job.add_tables({table(0, "t", {"id", "v"}, {{"id", KeyKind::kInteger, false}})});
    log_.wait_for<event::SessionsOpen>();
    job.take_snapshots();
    log_.wait_for<event::SnapshotsTaken>();
  }
  EXPECT_EQ(log_.all<event::Finished>().size(), 1U);
}

TEST_P(DumpControlTest, FailsAsAWholeWhenOneTableFails) {
  const auto finished = dump(spec(2), {table(0, "missing", {"id"}, {})});
  EXPECT_EQ(finished.state, JobState::kFailed);
  ASSERT_EQ(finished.failures.size(), 1U);
  EXPECT_EQ(finished.failures[0].code, "statement-failed");
  EXPECT_EQ(finished.failures[0].errnum, 1146U);
  EXPECT_EQ(finished.failures[0].table, schema_.name() + ".missing");
}

TEST_P(DumpControlTest, FailsWhereTheFolderIsGone) {
  session().execute("CREATE TABLE t (v VARCHAR(100))");
  session().execute("INSERT INTO t SELECT REPEAT('x', 100) FROM " + numbers(5));
  DumpSpec nowhere = spec(2);
  nowhere.directory += "/gone";
  const auto finished = dump(nowhere, {table(0, "t", {"v"}, {})});
  EXPECT_EQ(finished.state, JobState::kFailed);
  EXPECT_EQ(finished.failures.at(0).code, "file-failed");
}

TEST_P(DumpControlTest, FailsWhereNobodyAnswers) {
  DumpSpec refused = spec(2);
  refused.connection.port = 1;
  DumpJob job(refused, log_.handler());
  const auto finished = log_.wait_finished();
  EXPECT_EQ(finished.state, JobState::kFailed);
  EXPECT_EQ(finished.failures.at(0).code, "connect-refused");
}

TEST_P(DumpControlTest, PausesBetweenQueriesAndGoesOnWithFewerLanes) {
  session().execute("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(100))");
  session().execute("INSERT INTO t SELECT i, REPEAT('x', 100) FROM " + numbers(4));
  DumpJob job(spec(4), log_.handler());
  job.pause();
  job.add_tables({table(0, "t", {"id", "v"}, {{"id", KeyKind::kInteger, false}})});
  job.seal();
  log_.wait_for<event::SessionsOpen>();
  job.take_snapshots();
  log_.wait_for<event::SnapshotsTaken>();
  job.set_lanes(1);
  // A sample that came after the snapshots: nothing moves.
  std::uint64_t rows = 1;
  log_.wait_until([&](const test::EventLog& log) {
    rows = log.last_sample().rows;
    return log.last_sample().elapsed_ms > 500;
  });
  EXPECT_EQ(rows, 0U);
  job.resume();
  ASSERT_EQ(log_.wait_finished().state, JobState::kDone);
  const auto dumped = log_.wait_for<event::TableDumped>();
  EXPECT_TRUE(read_back(dumped) == expected("SELECT CONCAT(id, '\t', v) FROM t ORDER BY id"));
}

// The first lane never comes back: what else is dumped, a lane that came later dumped.
TEST_P(DumpControlTest, GrowsByLanesThatSeeTheSameSnapshot) {
  session().execute("CREATE TABLE t (id INT PRIMARY KEY)");
  session().execute("INSERT INTO t SELECT i FROM " + numbers(3));
  DumpSpec growing = spec(1);
  growing.most_lanes = 3;
  DumpJob job(growing, log_.handler());
  job.add_tables({endless()});
  log_.wait_for<event::SessionsOpen>();
  job.take_snapshots();
  log_.wait_for<event::SnapshotsTaken>();
  session().execute("DELETE FROM t WHERE id > 10");
  log_.wait_until([](const test::EventLog& log) { return log.table(9).state == TableState::kRunning; });
  job.add_tables({table(0, "t", {"id"}, {{"id", KeyKind::kInteger}})});
  job.set_lanes(100);
  EXPECT_EQ(log_.wait_for<event::TableDumped>().rows, 1'000U);
  job.cancel();
  log_.wait_finished();
  EXPECT_EQ(log_.last_sample().lanes.size(), 3U);
}

// Rows of 8 MiB on four lanes, as statistics tell: without turns they would meet in memory.
TEST_P(DumpControlTest, LargeRowsMoveOneAtATimeWithinTheMemoryLimit) {
  session().execute("CREATE TABLE t (id INT PRIMARY KEY, b LONGTEXT) ENGINE=InnoDB");
  session().execute("INSERT INTO t SELECT i, REPEAT('x', 8 << 20) FROM " + numbers(1));
  DumpTable large = table(0, "t", {"id", "b"}, {{"id", KeyKind::kInteger}});
  large.estimated_rows = 10;
  large.estimated_bytes = 80 << 20;
  DumpSpec tight = spec(4);
  tight.memory_limit_bytes = 32 << 20;
  ASSERT_EQ(dump(tight, {large}).state, JobState::kDone);
  EXPECT_EQ(log_.wait_for<event::TableDumped>().rows, 10U);
  EXPECT_GT(log_.last_sample().memory_peak_bytes, std::uint64_t{8} << 20);
  EXPECT_LE(log_.last_sample().memory_peak_bytes, tight.memory_limit_bytes);
  EXPECT_EQ(log_.last_sample().memory_bytes, 0U);
}

// Level 19 would take 90 MiB for each lane.
TEST_P(DumpControlTest, SixteenLanesKeepTheSmallestLimitAtAnyLevel) {
  session().execute("CREATE TABLE t (id INT PRIMARY KEY, b TEXT)");
  session().execute("INSERT INTO t SELECT i, REPEAT(SHA2(i, 256), 30) FROM " + numbers(4));
  for (const int level : {1, 19}) {
    DumpSpec tight = spec(16);
    tight.memory_limit_bytes = 32 << 20;
    tight.compression.level = level;
    tight.directory = folder_.file("level-" + std::to_string(level));
    ASSERT_TRUE(std::filesystem::create_directory(tight.directory));
    test::EventLog log;
    DumpJob job(tight, log.handler());
    job.add_tables({table(0, "t", {"id", "b"}, {{"id", KeyKind::kInteger}})});
    job.seal();
    log.wait_for<event::SessionsOpen>();
    job.take_snapshots();
    ASSERT_EQ(log.wait_finished().state, JobState::kDone);
    EXPECT_EQ(log.wait_for<event::TableDumped>().rows, 10'000U);
    EXPECT_LE(log.last_sample().memory_peak_bytes, tight.memory_limit_bytes) << level;
  }
}

TEST_P(DumpControlTest, ARowThatDoesNotFitTheMemoryLimitIsAClearFailure) {
  session().execute("CREATE TABLE t (id INT PRIMARY KEY, b LONGTEXT) ENGINE=InnoDB");
  session().execute("INSERT INTO t VALUES (1, REPEAT('x', 30 << 20))");
  DumpSpec tight = spec(2);
  tight.memory_limit_bytes = 32 << 20;
  const auto finished = dump(tight, {table(0, "t", {"id", "b"}, {{"id", KeyKind::kInteger}})});
  EXPECT_EQ(finished.state, JobState::kFailed);
  ASSERT_EQ(finished.failures.size(), 1U);
  EXPECT_EQ(finished.failures[0].code, "memory-limit");
  EXPECT_NE(plain(finished.failures[0].message).find(schema_.name() + ".t"), std::string::npos);
}

}  // namespace
}  // namespace sluice
