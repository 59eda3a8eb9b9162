#include "dump/dump_job.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "dump/dump_job_fixture.h"
#include "source/table_statements.h"

namespace sluice {
namespace {

class DumpJobTest : public test::DumpJobFixture {};
SLUICE_ON_BOTH_SERVERS(DumpJobTest);

TEST_P(DumpJobTest, DumpsATableInKeyOrderOnManyLanes) {
  session().execute("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(100)) ENGINE=InnoDB");
  session().execute("INSERT INTO t SELECT i * 3 - 10000, REPEAT(CHAR(97 + i % 26), 50 + i % 40) FROM " +
                    numbers(5));
  ASSERT_EQ(dump(spec(8), {table(7, "t", {"id", "v"}, {{"id", KeyKind::kInteger, false}})}).state,
            JobState::kDone);
  const auto dumped = log_.wait_for<event::TableDumped>();
  EXPECT_EQ(dumped.table, 7);
  EXPECT_EQ(dumped.rows, 100'000U);
  EXPECT_EQ(dumped.counted_rows, 100'000U);
  EXPECT_GT(dumped.chunks.size(), 10U);
  EXPECT_EQ(dumped.chunks.front().first, Key{"-10000"});
  EXPECT_EQ(dumped.chunks.back().last, Key{"289997"});
  EXPECT_TRUE(read_back(dumped) == expected("SELECT CONCAT(id, '\t', v) FROM t ORDER BY id"));
}

TEST_P(DumpJobTest, CountsWhatItMoves) {
  session().execute("CREATE TABLE t (id INT PRIMARY KEY, v VARCHAR(100)) ENGINE=InnoDB");
  session().execute("INSERT INTO t SELECT i, REPEAT('x', 100) FROM " + numbers(4));
  ASSERT_EQ(dump(spec(3), {table(5, "t", {"id", "v"}, {{"id", KeyKind::kInteger, false}})}).state,
            JobState::kDone);
  const auto dumped = log_.wait_for<event::TableDumped>();
  const ProgressSample progress = log_.last_sample();
  EXPECT_EQ(progress.rows, 10'000U);
  EXPECT_EQ(progress.bytes, dumped.bytes);
  EXPECT_EQ(progress.lanes.size(), 3U);
  EXPECT_EQ(progress.memory_bytes, 0U);
  EXPECT_GT(progress.memory_peak_bytes, 0U);
}

TEST_P(DumpJobTest, FollowsACompositeKeyWithItsDirections) {
  session().execute(
      "CREATE TABLE t (a SMALLINT, b BIGINT UNSIGNED, c INT, PRIMARY KEY (a, b DESC)) ENGINE=InnoDB");
  session().execute("INSERT INTO t SELECT FLOOR(i / 1000) - 5, 18446744073709551615 - i % 1000, i FROM " +
                    numbers(4));
  const KeyParts key{{"a", KeyKind::kInteger, false}, {"b", KeyKind::kInteger, true}};
  ASSERT_EQ(dump(spec(4), {table(0, "t", {"c", "b", "a"}, key)}).state, JobState::kDone);
  const auto dumped = log_.wait_for<event::TableDumped>();
  EXPECT_TRUE(read_back(dumped) == expected("SELECT CONCAT(c, '\t', b, '\t', a) FROM t ORDER BY a, b DESC"));
  EXPECT_EQ(dumped.chunks.front().first.size(), 2U);
}

TEST_P(DumpJobTest, ReadsATableWithoutAKeyAsOneStream) {
  session().execute("CREATE TABLE t (v VARCHAR(200)) ENGINE=InnoDB");
  session().execute("INSERT INTO t SELECT REPEAT('x', i % 150) FROM " + numbers(4));
  ASSERT_EQ(dump(spec(4), {table(0, "t", {"v"}, {})}).state, JobState::kDone);
  const auto dumped = log_.wait_for<event::TableDumped>();
  EXPECT_EQ(dumped.rows, 10'000U);
  EXPECT_GT(dumped.chunks.size(), 1U);
  EXPECT_TRUE(dumped.chunks.front().first.empty());
  const std::string lines = read_back(dumped);
  EXPECT_EQ(std::count(lines.begin(), lines.end(), '\n'), 10'000);
}

TEST_P(DumpJobTest, AnEmptyTableIsOneEmptyChunk) {
  session().execute("CREATE TABLE keyed (id INT PRIMARY KEY)");
  session().execute("CREATE TABLE keyless (id INT)");
  const auto finished = dump(spec(2), {table(0, "keyed", {"id"}, {{"id", KeyKind::kInteger, false}}),
                                       table(1, "keyless", {"id"}, {})});
  ASSERT_EQ(finished.state, JobState::kDone);
  EXPECT_EQ(folder_.names(), (std::vector<std::string>{"s@keyed@@0.tsv.zst", "s@keyed@@0.tsv.zst.idx",
                                                       "s@keyless@@0.tsv.zst", "s@keyless@@0.tsv.zst.idx"}));
  for (const auto& dumped : log_.all<event::TableDumped>()) {
    ASSERT_EQ(dumped.chunks.size(), 1U);
    EXPECT_EQ(dumped.chunks[0].rows, 0U);
    EXPECT_TRUE(dumped.chunks[0].first.empty());
  }
}

TEST_P(DumpJobTest, DumpsEachPartitionAlone) {
  session().execute(
      "CREATE TABLE t (id INT PRIMARY KEY) PARTITION BY RANGE (id) (PARTITION low VALUES LESS THAN (100), "
      "PARTITION "
      "high VALUES LESS THAN MAXVALUE)");
  session().execute("INSERT INTO t SELECT i FROM " + numbers(3));
  DumpTable low = table(0, "t", {"id"}, {{"id", KeyKind::kInteger, false}});
  low.partition = "low";
  low.basename = "s@t@low";
  ASSERT_EQ(dump(spec(2), {low}).state, JobState::kDone);
  EXPECT_EQ(log_.wait_for<event::TableDumped>().rows, 100U);
}

TEST_P(DumpJobTest, SeesNothingThatCameAfterTheSnapshots) {
  session().execute("CREATE TABLE t (id INT PRIMARY KEY, v INT) ENGINE=InnoDB");
  session().execute("INSERT INTO t SELECT i, 1 FROM " + numbers(3));
  DumpJob job(spec(4), log_.handler());
  log_.wait_for<event::SessionsOpen>();
  job.take_snapshots();
  log_.wait_for<event::SnapshotsTaken>();
  session().execute("UPDATE t SET v = 2");
  session().execute("INSERT INTO t VALUES (5000, 2)");
  session().execute("DELETE FROM t WHERE id < 500");
  job.add_tables({table(0, "t", {"id", "v"}, {{"id", KeyKind::kInteger, false}})});
  job.seal();
  ASSERT_EQ(log_.wait_finished().state, JobState::kDone);
  const auto dumped = log_.wait_for<event::TableDumped>();
  EXPECT_EQ(dumped.rows, 1'000U);
  EXPECT_EQ(read_back(dumped).find("\t2\n"), std::string::npos);
}

TEST_P(DumpJobTest, AQueryInTheMiddleOfACompositeKeyReadsLittleMoreThanItReturns) {
  session().execute("CREATE TABLE t (a INT, b INT, PRIMARY KEY (a, b)) ENGINE=InnoDB");
  session().execute("INSERT INTO t SELECT FLOOR(i / 1000), i % 1000 FROM " + numbers(4));
  session().execute("ANALYZE TABLE t");
  const TableStatements statements(
      table(0, "t", {"a", "b"}, {{"a", KeyKind::kInteger, false}, {"b", KeyKind::kInteger, false}}));
  session().execute("FLUSH STATUS");
  ASSERT_EQ(session().rows(statements.range({RangeStart{{"5", "500"}}, Key{"8", "0"}}, 100)).size(), 100U);
  std::uint64_t reads = 0;
  for (const auto& counter : session().rows("SHOW SESSION STATUS LIKE 'Handler_read%'")) {
    reads += std::stoull(counter.at(1).value());
  }
  EXPECT_LT(reads, 150U);
}

}  // namespace
}  // namespace sluice
