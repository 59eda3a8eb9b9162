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

  /// Those that can go in by INSERT, all in one packet.
  std::vector<LoadTable> tables_at_once() {
    std::vector<LoadTable> tables = small_tables();
    for (LoadTable& table : tables) table.insert_small = insert_into(table.table);
    return tables;
  }

  InsertPlan insert_into(const std::string& table) {
    return {"INSERT INTO `" + schema_.name() + "`.`" + table + "` (`id`, `n`, `name`) VALUES ",
            {{"'", "'"}, {"'", "'"}, {"_utf8mb4'", "'"}}};
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

TEST_P(LoadTogetherTest, AtOnceNoneOfThemNeedsALoadData) {
  std::vector<LoadTable> tables = tables_at_once();
  for (LoadTable& table : tables) table.load_tail = " INTO TABLE nowhere.at_all";
  EXPECT_EQ(load(std::move(tables)).state, JobState::kDone);
  expect_all();
}

TEST_P(LoadTogetherTest, WithOthersThatGoByThemselves) {
  std::vector<LoadTable> tables = tables_at_once();
  for (std::size_t id = 0; id < tables.size(); id += 3) tables[id].insert_small.reset();
  EXPECT_EQ(load(std::move(tables)).state, JobState::kDone);
  expect_all();
}

TEST_P(LoadTogetherTest, WhatIsRefusedAtOnceIsTakenBackAndGoesByItself) {
  std::vector<LoadTable> tables = tables_at_once();
  tables[17].insert_small->head = "INSERT INTO nowhere.at_all (`id`, `n`, `name`) VALUES ";
  EXPECT_EQ(load(std::move(tables)).state, JobState::kDone);
  expect_all();
}

TEST_P(LoadTogetherTest, AtOnceOneThatFailsIsNamedAndNothingOfItsTransactionIsThere) {
  std::vector<LoadTable> tables = tables_at_once();
  schema_.session().execute("INSERT INTO t17 VALUES (18, 0, 'here')");
  const event::Finished finished = load(std::move(tables));
  ASSERT_EQ(finished.failures.size(), 1u);
  EXPECT_EQ(finished.failures.front().table, schema_.name() + ".t17");
  EXPECT_EQ(finished.failures.front().chunk, "t17@@0");
  EXPECT_EQ(rows_in("t16"), 0u);
  EXPECT_EQ(scalar("SELECT COUNT(*) FROM " + journal() + " WHERE kind = 'chunk'"), "0");
}

TEST_P(LoadTogetherTest, AtOnceARowThatIsCutIsNamed) {
  std::vector<LoadTable> tables = tables_at_once();
  session_variables_ = {{"sql_mode", "'NO_ENGINE_SUBSTITUTION'"}};
  // A server says of an INSERT of one row less than of the others: its warnings, but no “Records: …”.
  tables[17].chunks = {chunk_of("cut@@0", "1\t1\t" + std::string(30, 'b') + "\n")};
  const event::Finished finished = load(std::move(tables));
  ASSERT_EQ(finished.failures.size(), 1u);
  const Failure& failure = finished.failures.front();
  EXPECT_EQ(failure.table, schema_.name() + ".t17");
  EXPECT_EQ(failure.errnum, 1265u);
  EXPECT_EQ(rows_in("t17"), 0u);
}

TEST_P(LoadTogetherTest, ANumberThatTheServerGeneratedIsFoundBesideATableWhoseNumbersItGenerates) {
  std::vector<LoadTable> tables = small_tables();
  session_variables_ = {{"sql_mode", "'NO_ENGINE_SUBSTITUTION'"}};
  tables[16].numbers = RowNumbers::kGenerated;
  schema_.session().execute("ALTER TABLE t17 MODIFY id INT AUTO_INCREMENT");
  tables[17].numbers = RowNumbers::kBrought;
  tables[17].chunks = {chunk_of("zero@@0", "0\t1\ta\n5\t2\tb\n6\t3\tc\n")};
  const event::Finished finished = load(std::move(tables));
  ASSERT_EQ(finished.failures.size(), 1u);
  EXPECT_EQ(finished.failures.front().code, "rows-differ");
  EXPECT_EQ(rows_in("t17"), 0u);
}

TEST_P(LoadTogetherTest, AtOnceADamagedChunkIsNamed) {
  std::vector<LoadTable> tables = tables_at_once();
  tables[17].chunks.front().rows = kRowsOfChunk + 1;
  const event::Finished finished = load(std::move(tables));
  ASSERT_EQ(finished.failures.size(), 1u);
  EXPECT_EQ(finished.failures.front().code, "dump-damaged");
  EXPECT_EQ(finished.failures.front().chunk, "t17@@0");
  EXPECT_EQ(rows_in("t17"), 0u);
}

TEST_P(LoadTogetherTest, AtOnceMoreThanAPacketHoldsGoesInSeveral) {
  std::vector<LoadTable> tables;
  for (int id = 0; id < 30; ++id) {
    LoadTable table = create("w" + std::to_string(id), id, 1000);
    table.chunks = {chunk(table.table + "@@0", 1, 60, Codec::kNone, 1000)};
    table.expected_rows = 60;
    table.insert_small = insert_into(table.table);
    table.load_tail = " INTO TABLE nowhere.at_all";
    tables.push_back(std::move(table));
  }
  EXPECT_EQ(load(std::move(tables)).state, JobState::kDone);
  EXPECT_EQ(rows_in("w0"), 60u);
  EXPECT_EQ(rows_in("w29"), 60u);
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
