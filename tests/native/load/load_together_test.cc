#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "load/load_fixture.h"
#include "load/load_job.h"

namespace sluice {
namespace {

using test::EventLog;
using test::LoadFixture;

constexpr int kTables = 40;
constexpr int kRowsOfChunk = 3;

/// Many tables with a few rows, of which a lane loads several in one transaction.
class LoadTogetherTest : public LoadFixture {
 protected:
  std::vector<LoadTable> small_tables() {
    std::vector<LoadTable> tables;
    for (int id = 0; id < kTables; ++id) {
      LoadTable table = create("t" + std::to_string(id), id);
      // Every tenth is empty.
      if (id % 10 != 0) table.chunks = {chunk(table.table + "@@0", id, kRowsOfChunk)};
      table.expected_rows = rows_of(id);
      tables.push_back(std::move(table));
    }
    return tables;
  }

  static std::uint64_t rows_of(int id) { return id % 10 == 0 ? 0 : kRowsOfChunk; }

  void expect_all() {
    const auto loaded = log_.all<event::TableLoaded>();
    ASSERT_EQ(loaded.size(), static_cast<std::size_t>(kTables));
    for (const event::TableLoaded& table : loaded) {
      EXPECT_EQ(table.rows, rows_of(table.table));
      EXPECT_EQ(table.counted_rows, rows_of(table.table));
      EXPECT_EQ(rows_in("t" + std::to_string(table.table)), rows_of(table.table));
      EXPECT_EQ(log_.table(table.table).rows, rows_of(table.table));
      EXPECT_EQ(log_.table(table.table).state, TableState::kDone);
    }
    EXPECT_EQ(scalar("SELECT COUNT(*) FROM " + journal() + " WHERE kind = 'chunk'"), "36");
  }
};
SLUICE_ON_BOTH_SERVERS(LoadTogetherTest);

TEST_P(LoadTogetherTest, EachIsThereWithItsRowsAndItsJournalEntry) {
  EXPECT_EQ(load(small_tables()).state, JobState::kDone);
  expect_all();
}

TEST_P(LoadTogetherTest, SoItIsOnSeveralLanes) {
  EXPECT_EQ(load(small_tables(), 3).state, JobState::kDone);
  expect_all();
}

TEST_P(LoadTogetherTest, OneThatFailsIsNamedAndNothingOfItsTransactionIsThere) {
  std::vector<LoadTable> tables = small_tables();
  schema_.session().execute("INSERT INTO t17 VALUES (18, 0, 'here')");
  const event::Finished finished = load(tables);
  EXPECT_EQ(finished.state, JobState::kFailed);
  ASSERT_EQ(finished.failures.size(), 1u);
  EXPECT_EQ(finished.failures.front().table, schema_.name() + ".t17");
  EXPECT_EQ(finished.failures.front().chunk, "t17@@0");
  EXPECT_EQ(log_.table(17).state, TableState::kFailed);
  EXPECT_EQ(log_.table(16).rows, 0u);
  EXPECT_EQ(rows_in("t16"), 0u);
  EXPECT_EQ(scalar("SELECT COUNT(*) FROM " + journal() + " WHERE kind = 'chunk'"), "0");
}

TEST_P(LoadTogetherTest, AfterALockWaitAllOfThemAreLoadedAgain) {
  std::vector<LoadTable> tables = small_tables();
  session_variables_ = {{"lock_wait_timeout", "1"}, {"innodb_lock_wait_timeout", "1"}};
  schema_.session().execute("START TRANSACTION");
  schema_.session().execute("INSERT INTO t7 VALUES (8, 0, 'gone')");
  LoadJob job(spec(1), log_.handler());
  job.add_tables(tables);
  job.seal();
  EXPECT_TRUE(
      log_.wait_until([](const EventLog& log) { return log.logged("retrying work=workOnSmallTables"); }));
  schema_.session().execute("ROLLBACK");
  EXPECT_EQ(log_.wait_finished().state, JobState::kDone);
  expect_all();
}

TEST_P(LoadTogetherTest, ACountThatDiffersNamesItsTable) {
  std::vector<LoadTable> tables = small_tables();
  schema_.session().execute("INSERT INTO t9 VALUES (1000, 0, 'more')");
  const event::Finished finished = load(tables);
  ASSERT_EQ(finished.failures.size(), 1u);
  EXPECT_EQ(finished.failures.front().code, "rows-differ");
  EXPECT_EQ(finished.failures.front().table, schema_.name() + ".t9");
}

}  // namespace
}  // namespace sluice
