/// Loads that have to wait, and loads that are cancelled while they do.
#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "load/load_fixture.h"

namespace sluice {
namespace {

using test::EventLog;
using test::index_build;
using test::LoadFixture;

class LoadInterruptionTest : public LoadFixture {
 protected:
  /// A load that comes to this row waits, until the test's own session rolls back.
  void hold_row(const std::string& table, int id) {
    session_variables_ = {{"innodb_lock_wait_timeout", "3600"}};
    schema_.session().execute("START TRANSACTION");
    schema_.session().execute("INSERT INTO `" + table + "` VALUES (" + std::to_string(id) + ", 0, 'held')");
  }

  /// Blocks until some session waits for what the test's own session holds.
  void wait_until_somebody_waits(const std::string& state_pattern) {
    Session observer(live_server(GetParam()), {});
    const std::string query = "SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE '%" +
                              schema_.name() + "%' AND id <> CONNECTION_ID() AND " + state_pattern;
    while (observer.scalar(query) == "0") std::this_thread::sleep_for(std::chrono::milliseconds(20));
  }

  /// The process list does not tell a wait for a row from work. Both servers show an old picture to whoever
  /// asks again within a tenth of a second (`CACHE_MIN_IDLE_TIME` in trx0i_s.cc).
  void wait_until_a_load_waits_for_a_row() {
    Session observer(live_server(GetParam()), {});
    const std::string query =
        "SELECT COUNT(*) FROM information_schema.INNODB_TRX WHERE trx_state = 'LOCK WAIT' AND trx_query LIKE "
        "'LOAD DATA%" +
        schema_.name() + "%'";
    while (observer.scalar(query) == "0") std::this_thread::sleep_for(std::chrono::milliseconds(200));
  }
};
SLUICE_ON_BOTH_SERVERS(LoadInterruptionTest);

TEST_P(LoadInterruptionTest, ALockWaitIsTriedAgainUntilTheLockIsGone) {
  LoadTable table = create("t");
  table.chunks = {chunk("t@@0", 0, 100)};
  table.expected_rows = 100;
  session_variables_ = {{"innodb_lock_wait_timeout", "1"}};
  schema_.session().execute("START TRANSACTION");
  schema_.session().execute("INSERT INTO t VALUES (50, 0, 'held')");

  LoadJob job(spec(1), log_.handler());
  job.add_tables({table});
  job.seal();
  EXPECT_TRUE(log_.wait_until([](const EventLog& log) { return log.logged("retry=1 retries=5"); }));
  schema_.session().execute("ROLLBACK");

  EXPECT_EQ(log_.wait_finished().state, JobState::kDone);
  EXPECT_EQ(rows_in("t"), 100u);
  EXPECT_EQ(log_.last_sample().rows, 100u);
}

TEST_P(LoadInterruptionTest, ADeadlockIsTriedAgainAndCounted) {
  LoadTable table = create("t");
  table.chunks = {chunk("t@@0", 0, 100)};
  table.expected_rows = 100;
  // The server spares the transaction that has written more.
  schema_.session().execute("CREATE TABLE heavy (id INT PRIMARY KEY)");
  schema_.session().execute("START TRANSACTION");
  schema_.session().execute(
      "INSERT INTO heavy WITH RECURSIVE n AS (SELECT 1 AS id UNION ALL SELECT id + 1 "
      "FROM n WHERE id < 900) SELECT id FROM n");
  schema_.session().execute("INSERT INTO t VALUES (50, 0, 'held')");

  LoadJob job(spec(1), log_.handler());
  job.add_tables({table});
  job.seal();
  wait_until_a_load_waits_for_a_row();
  // The lane waits for row 50 and holds row 0.
  schema_.session().execute("INSERT INTO t VALUES (0, 0, 'held')");
  schema_.session().execute("ROLLBACK");

  EXPECT_EQ(log_.wait_finished().state, JobState::kDone);
  EXPECT_TRUE(log_.logged("retry=1 retries=5 reason=Deadlock found"));
  EXPECT_EQ(log_.last_sample().retries, 1u);
  EXPECT_EQ(rows_in("t"), 100u);
}

TEST_P(LoadInterruptionTest, ALockThatStaysEndsTheLoad) {
  LoadTable table = create("t");
  table.chunks = {chunk("t@@0", 0, 100)};
  // MariaDB may not wait at all, MySQL waits a second at least.
  session_variables_ = {{"innodb_lock_wait_timeout", GetParam() == test::Vendor::kMariaDb ? "0" : "1"}};
  schema_.session().execute("START TRANSACTION");
  schema_.session().execute("INSERT INTO t VALUES (50, 0, 'held')");
  const Failure failure = failed_load(table);
  EXPECT_EQ(failure.errnum, 1205u);
  EXPECT_EQ(failure.chunk, "t@@0");
  EXPECT_TRUE(failure.retryable);
  EXPECT_TRUE(log_.logged("retry=5 retries=5"));
  schema_.session().execute("ROLLBACK");
  EXPECT_EQ(rows_in("t"), 0u);
}

TEST_P(LoadInterruptionTest, CancelEndsALoadThatWaitsForALock) {
  LoadTable table = create("t");
  table.chunks = {chunk("t@@0", 0, 100)};
  hold_row("t", 50);

  LoadJob job(spec(2), log_.handler());
  job.add_tables({table});
  job.seal();
  wait_until_somebody_waits("info LIKE 'LOAD%'");
  job.cancel();

  const event::Finished finished = log_.wait_finished();
  EXPECT_EQ(finished.state, JobState::kCancelled);
  EXPECT_TRUE(finished.failures.empty());
  schema_.session().execute("ROLLBACK");
  EXPECT_EQ(rows_in("t"), 0u);
}

TEST_P(LoadInterruptionTest, CancelEndsAnIndexBuildThatWaits) {
  LoadTable table = create("t");
  table.chunks = {chunk("t@@0", 0, 100)};
  table.index_batches = {index_build("ALTER TABLE `" + schema_.name() + "`.t ADD INDEX by_n (n)")};
  session_variables_ = {{"lock_wait_timeout", "3600"}};
  schema_.session().execute("START TRANSACTION");
  schema_.session().execute("SELECT * FROM t");

  LoadJob job(spec(2), log_.handler());
  job.add_tables({table});
  job.seal();
  wait_until_somebody_waits("info LIKE 'ALTER%'");
  job.cancel();

  EXPECT_EQ(log_.wait_finished().state, JobState::kCancelled);
  schema_.session().execute("ROLLBACK");
  EXPECT_EQ(rows_in("t"), 100u);
}

TEST_P(LoadInterruptionTest, CancelInTheMiddleLeavesWholeChunksOnly) {
  LoadTable table = create("t");
  for (int number = 0; number < 40; ++number) {
    table.chunks.push_back(chunk("t@@" + std::to_string(number), number * 5000, 5000));
  }
  // The last chunk can't be through before the cancel comes.
  hold_row("t", 199'999);
  LoadJob job(spec(2), log_.handler());
  job.add_tables({table});
  job.seal();
  EXPECT_TRUE(log_.wait_until([](const EventLog& log) { return log.last_sample().rows > 0; }));
  job.cancel();
  EXPECT_EQ(log_.wait_finished().state, JobState::kCancelled);
  schema_.session().execute("ROLLBACK");
  EXPECT_EQ(rows_in("t") % 5000, 0u);
  EXPECT_GE(rows_in("t"), log_.last_sample().rows);
  EXPECT_LT(rows_in("t"), 200'000u);
}

TEST_P(LoadInterruptionTest, OneLanesFailureEndsTheOthers) {
  LoadTable good = create("good", 0);
  good.chunks = {chunk("good@@0", 0, 5000)};
  LoadTable bad = create("bad", 1);
  bad.chunks = {chunk_of("bad@@0", "1\t1\ta\n1\t1\tb\n")};
  hold_row("good", 4999);
  const event::Finished finished = load({good, bad}, 2);
  EXPECT_EQ(finished.state, JobState::kFailed);
  ASSERT_EQ(finished.failures.size(), 1u);
  EXPECT_EQ(finished.failures[0].chunk, "bad@@0");
  schema_.session().execute("ROLLBACK");
  EXPECT_EQ(rows_in("bad"), 0u);
  EXPECT_EQ(rows_in("good"), 0u);
}

TEST_P(LoadInterruptionTest, TheDestructorEndsARunningLoad) {
  LoadTable table = create("t");
  for (int number = 0; number < 20; ++number) {
    table.chunks.push_back(chunk("t@@" + std::to_string(number), number * 5000, 5000));
  }
  {
    LoadJob job(spec(2), log_.handler());
    job.add_tables({table});
  }
  EXPECT_EQ(log_.wait_finished().state, JobState::kCancelled);
  EXPECT_EQ(rows_in("t") % 5000, 0u);
}

}  // namespace
}  // namespace sluice
