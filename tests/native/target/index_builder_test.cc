#include "target/index_builder.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>

#include "load/load_fixture.h"

namespace sluice {
namespace {

using test::index_build;
using test::LoadFixture;

class IndexBuilderTest : public LoadFixture {
 protected:
  std::string alter(const std::string& what) const {
    return "ALTER TABLE `" + schema_.name() + "`.t " + what + ", ALGORITHM=INPLACE";
  }

  LoadTable table_of_rows() {
    LoadTable table = create("t");
    table.chunks = {chunk("t@@0", 0, 200)};
    table.expected_rows = 200;
    return table;
  }

  std::string indexes() {
    return scalar(
        "SELECT GROUP_CONCAT(DISTINCT index_name ORDER BY index_name) FROM information_schema.statistics "
        "WHERE table_schema = DATABASE() AND table_name = 't' AND index_name <> 'PRIMARY'");
  }
};
SLUICE_ON_BOTH_SERVERS(IndexBuilderTest);

TEST_P(IndexBuilderTest, BuildsBatchesInTheirOrder) {
  LoadTable table = table_of_rows();
  const std::string both = alter("ADD INDEX a (n), ADD INDEX b (name)");
  table.index_batches = {{both, {"not to be run", "not to be run"}},
                         index_build(alter("ADD INDEX c (n, name)"))};
  EXPECT_EQ(load({table}).state, JobState::kDone);
  EXPECT_EQ(indexes(), "a,b,c");
}

TEST_P(IndexBuilderTest, WhatTheServerDoesNotCombineIsBuiltOneByOne) {
  LoadTable table = table_of_rows();
  schema_.session().execute("ALTER TABLE t ADD other VARCHAR(10) NOT NULL DEFAULT 'word'");
  table.index_batches = {{alter("ADD FULLTEXT INDEX f (name), ADD FULLTEXT INDEX g (other)"),
                          {alter("ADD FULLTEXT INDEX f (name)"), alter("ADD FULLTEXT INDEX g (other)")}}};
  EXPECT_EQ(load({table}).state, JobState::kDone);
  EXPECT_EQ(indexes(), "f,g");
  EXPECT_TRUE(log_.logged("indexesOneByOne indexes=2"));
}

TEST_P(IndexBuilderTest, WhatAlsoFailsByItselfIsReportedWithItsStatement) {
  LoadTable table = table_of_rows();
  schema_.session().execute("ALTER TABLE t ADD other VARCHAR(10) NOT NULL DEFAULT 'word'");
  const std::string hopeless = alter("MODIFY n BIGINT");
  table.index_batches = {{alter("ADD INDEX a (n), MODIFY n BIGINT"), {alter("ADD INDEX a (n)"), hopeless}}};
  const Failure failure = failed_load(table);
  EXPECT_EQ(failure.statement, hopeless);
  EXPECT_EQ(failure.table, schema_.name() + ".t");
  EXPECT_TRUE(failure.errnum == 1845 || failure.errnum == 1846) << failure.errnum;
  EXPECT_EQ(indexes(), "a");
}

TEST_P(IndexBuilderTest, ADuplicateIsNotTriedOneByOne) {
  LoadTable table = table_of_rows();
  const std::string both = alter("ADD INDEX a (name), ADD UNIQUE INDEX b (n)");
  table.index_batches = {{both, {alter("ADD INDEX a (name)"), alter("ADD UNIQUE INDEX b (n)")}}};
  const Failure failure = failed_load(table);
  EXPECT_EQ(failure.errnum, 1062u);
  EXPECT_EQ(failure.statement, both);
  EXPECT_EQ(indexes(), "NULL");
}

TEST_P(IndexBuilderTest, ABuildThatMetALockIsTriedAgain) {
  LoadTable table = table_of_rows();
  const std::string both = alter("ADD INDEX a (n), ADD INDEX b (name)");
  table.index_batches = {{both, {alter("ADD INDEX a (n)"), alter("ADD INDEX b (name)")}}};
  session_variables_ = {{"lock_wait_timeout", "1"}};
  schema_.session().execute("START TRANSACTION");
  schema_.session().execute("SELECT * FROM t");

  LoadJob job(spec(1), log_.handler());
  job.add_tables({table});
  job.seal();
  EXPECT_TRUE(log_.wait_until(
      [](const test::EventLog& log) { return log.logged("retryingIndex retry=1 retries=5"); }));
  schema_.session().execute("ROLLBACK");
  EXPECT_EQ(log_.wait_finished().state, JobState::kDone);
  EXPECT_EQ(indexes(), "a,b");
  EXPECT_TRUE(log_.logged("indexesOneByOne"));
}

TEST(SortBufferTest, SortsInTheCachesWhateverTheMemoryAllows) {
  EXPECT_EQ(sort_buffer_of(1, 100ULL << 20, 256ULL << 20), 2ULL << 20);
  EXPECT_EQ(sort_buffer_of(4, 100ULL << 20, 256ULL << 20), 8ULL << 20);
}

TEST(SortBufferTest, GrowsWithTheTable) {
  EXPECT_EQ(sort_buffer_of(2, 20ULL << 30, 256ULL << 20), 40ULL << 20);
}

TEST(SortBufferTest, StaysWithinTheMemory) {
  EXPECT_EQ(sort_buffer_of(2, 1ULL << 40, 128ULL << 20), 128ULL << 20);
  EXPECT_EQ(sort_buffer_of(64, 0, 16ULL << 20), 16ULL << 20);
}

class IndexBuilderTuningTest : public LoadFixture {};
INSTANTIATE_TEST_SUITE_P(MySql, IndexBuilderTuningTest, ::testing::Values(test::Vendor::kMySql));

TEST_P(IndexBuilderTuningTest, SetsThreadsAndBufferWithinTheLimitsOfTheServer) {
  Session& session = schema_.session();
  IndexBuilder builder({[&](const std::string& statement) { session.execute(statement); }, [] {}, [](int) {},
                        [](const Message&) {}});
  const auto settings = [&] {
    return scalar(
        "SELECT CONCAT_WS(',', @@innodb_ddl_threads, @@innodb_parallel_read_threads, "
        "@@innodb_ddl_buffer_size)");
  };
  builder.tune({3, 48ULL << 20});
  EXPECT_EQ(settings(), "3,3,50331648");
  builder.tune({1, 0});
  EXPECT_EQ(settings(), "1,1,1048576");
  builder.tune({1000, 1ULL << 40});
  EXPECT_EQ(settings(), "64,64,4294967295");
}

}  // namespace
}  // namespace sluice
