#include "migrate/migrate_job.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "harness/event_log.h"
#include "harness/live_server.h"
#include "verify/checksum_job.h"

namespace sluice {
namespace {

using test::EventLog;
using test::live_server;
using test::LiveTest;
using test::TestSchema;
using test::Vendor;

constexpr int kRows = 20'000;

/// A table with rows, an empty one like it beside it, and a journal: a copy within one server.
class MigrateJobTest : public LiveTest {
 protected:
  MigrateJobTest() : schema_(GetParam(), "migrate") {
    // As app/target/journal/journal.ts creates it.
    execute(
        "CREATE TABLE journal (kind VARCHAR(16) CHARACTER SET ascii COLLATE ascii_bin NOT NULL, name "
        "VARBINARY(1024) NOT NULL, detail LONGTEXT NOT NULL, row_count BIGINT UNSIGNED, byte_count BIGINT "
        "UNSIGNED, xxh64 CHAR(16), PRIMARY KEY (kind, name)) ENGINE=InnoDB");
    execute("INSERT INTO journal (kind, name, detail) VALUES ('load', '', '')");
    execute("CREATE TABLE source (id INT PRIMARY KEY, n INT, name VARCHAR(200)) ENGINE=InnoDB");
    execute("CREATE TABLE target LIKE source");
    execute("INSERT INTO source SELECT i, IF(i % 7, i % 97, NULL), REPEAT(CHAR(97 + i % 26), 150) FROM " +
            numbers());
  }

  static std::string numbers() {
    const std::string digit =
        "(SELECT 0 d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL "
        "SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
    return "(SELECT a.d + b.d * 10 + c.d * 100 + e.d * 1000 + f.d * 10000 AS i FROM " + digit + " a, " +
           digit + " b, " + digit + " c, " + digit + " e, (SELECT 0 d UNION ALL SELECT 1) f) n";
  }

  void execute(const std::string& statement) { schema_.session().execute(statement); }
  std::string scalar(const std::string& query) { return schema_.session().scalar(query).value_or("NULL"); }

  MigrateSpec spec(int lanes) const {
    MigrateSpec spec;
    spec.source = live_server(GetParam());
    spec.target.connection = live_server(GetParam());
    spec.target.lanes = lanes;
    spec.target.memory_limit_bytes = 64 << 20;
    spec.target.journal = "`" + schema_.name() + "`.journal";
    spec.target.load_name = schema_.name();
    spec.target.reconnect_ms = 60'000;
    spec.target.silence_ms = 5'000;
    return spec;
  }

  /// `key`: in ranges, or as one stream.
  MigrateTable move(bool key = true) const {
    MigrateTable table;
    LoadTable& target = table.target.emplace();
    target.id = 0;
    target.schema = schema_.name();
    target.table = "target";
    target.load_tail =
        " INTO TABLE `" + schema_.name() +
        "`.target CHARACTER SET utf8mb4 FIELDS TERMINATED BY '\\t' ESCAPED BY '\\\\' LINES TERMINATED BY "
        "'\\n' (`id`, `n`, `name`)";
    const std::string build = "ALTER TABLE `" + schema_.name() + "`.target ADD INDEX by_n (n)";
    target.index_batches = {{build, {build}}};
    table.parts = {part("source", key)};
    return table;
  }

  DumpTable part(const std::string& name, bool key = true) const {
    DumpTable part;
    part.id = 0;
    part.schema = schema_.name();
    part.table = name;
    part.basename = "s@" + name;
    for (const char* column : {"id", "n", "name"})
      part.columns.push_back({column, "`" + std::string(column) + "`", Encoding::kText});
    if (key) {
      part.key = {{"id", KeyKind::kInteger, false, false}};
      part.key_index = "PRIMARY";
    }
    part.count_check = CountCheck::kAlways;
    part.estimated_rows = kRows;
    // More than there is, so that lanes share it.
    part.estimated_bytes = 100 << 20;
    return part;
  }

  /// Takes the snapshots, adds the table and says that it is all.
  void begin(MigrateJob& job, MigrateTable table) {
    log_.wait_for<event::SessionsOpen>();
    job.take_snapshots();
    log_.wait_for<event::SnapshotsTaken>();
    job.add_tables({std::move(table)});
    job.seal();
  }

  event::TableChecksummed checksum_of(const std::string& name) {
    EventLog log;
    ChecksumSpec spec{live_server(GetParam()), {}, 2, 64 << 20};
    ChecksumJob job(std::move(spec), log.handler());
    job.add_tables({part(name)});
    job.seal();
    EXPECT_EQ(log.wait_finished().state, JobState::kDone);
    return log.all<event::TableChecksummed>().at(0);
  }

  void expect_equal() {
    EXPECT_EQ(scalar("SELECT COUNT(*) FROM target JOIN source USING (id) WHERE target.n <=> source.n AND "
                     "target.name = source.name"),
              std::to_string(kRows));
    EXPECT_EQ(scalar("SELECT COUNT(*) FROM target"), std::to_string(kRows));
    EXPECT_EQ(scalar("SELECT SUM(row_count) FROM journal WHERE kind = 'chunk'"), std::to_string(kRows));
    EXPECT_EQ(scalar("SELECT COUNT(*) FROM information_schema.statistics WHERE table_schema = DATABASE() AND "
                     "index_name = 'by_n'"),
              "1");
    const auto summed = log_.all<event::TableChecksummed>().at(0);
    EXPECT_EQ(summed.rows, static_cast<std::uint64_t>(kRows));
    EXPECT_EQ(summed.checksum, checksum_of("target").checksum);
    EXPECT_EQ(log_.all<event::TableLoaded>().at(0).counted_rows, static_cast<std::uint64_t>(kRows));
    EXPECT_EQ(log_.last_sample().memory_bytes, 0u);
    EXPECT_LE(log_.last_sample().memory_peak_bytes, 64u << 20);
  }

  TestSchema schema_;
  EventLog log_;
};
SLUICE_ON_BOTH_SERVERS(MigrateJobTest);

TEST_P(MigrateJobTest, MovesRangesOnFourLanes) {
  MigrateJob job(spec(4), log_.handler());
  begin(job, move());
  EXPECT_EQ(log_.wait_finished().state, JobState::kDone);
  expect_equal();
}

TEST_P(MigrateJobTest, MovesATableWithoutAKeyAsOneStream) {
  MigrateJob job(spec(2), log_.handler());
  begin(job, move(false));
  EXPECT_EQ(log_.wait_finished().state, JobState::kDone);
  expect_equal();
}

TEST_P(MigrateJobTest, MovesWhatTheSnapshotSaw) {
  MigrateJob job(spec(2), log_.handler());
  log_.wait_for<event::SessionsOpen>();
  job.take_snapshots();
  log_.wait_for<event::SnapshotsTaken>();
  execute("DELETE FROM source WHERE id < 1000");
  execute("INSERT INTO source VALUES (900000, 1, 'late')");
  job.add_tables({move()});
  job.seal();
  EXPECT_EQ(log_.wait_finished().state, JobState::kDone);
  EXPECT_EQ(scalar("SELECT COUNT(*) FROM target"), std::to_string(kRows));
  EXPECT_EQ(scalar("SELECT COUNT(*) FROM target WHERE id = 900000"), "0");
}

/// Rows that were there already are counted on top, and the journal says what came.
TEST_P(MigrateJobTest, ATableThatIsDoneStandsInTheJournalWithWhatCame) {
  execute("INSERT INTO target VALUES (1000000, 1, 'there before')");
  MigrateTable table = move();
  table.target->rows_before = 1;
  MigrateJob job(spec(2), log_.handler());
  begin(job, std::move(table));
  EXPECT_EQ(log_.wait_finished().state, JobState::kDone);
  EXPECT_EQ(scalar("SELECT CONCAT(name, ' ', row_count) FROM journal WHERE kind = 'moved'"),
            "`" + schema_.name() + "`.`target` " + std::to_string(kRows));
  EXPECT_EQ(scalar("SELECT CAST(CONV(xxh64, 16, 10) AS UNSIGNED) FROM journal WHERE kind = 'moved'"),
            std::to_string(checksum_of("source").checksum));
}

/// Only a checksum is made of a table without a target, as the snapshot saw it.
TEST_P(MigrateJobTest, OfATableWithoutATargetAChecksumIsMadeUnderTheSnapshot) {
  const event::TableChecksummed before = checksum_of("source");
  MigrateJob job(spec(2), log_.handler());
  log_.wait_for<event::SessionsOpen>();
  job.take_snapshots();
  log_.wait_for<event::SnapshotsTaken>();
  execute("UPDATE source SET n = -1 WHERE id = 5");
  MigrateTable table = move();
  table.target.reset();
  job.add_tables({std::move(table)});
  log_.wait_for<event::TableChecksummed>();
  MigrateTable keyless = move(false);
  keyless.target.reset();
  keyless.parts.front().id = 1;
  job.add_tables({std::move(keyless)});
  job.seal();
  EXPECT_EQ(log_.wait_finished().state, JobState::kDone);
  const auto summed = log_.all<event::TableChecksummed>();
  ASSERT_EQ(summed.size(), 2u);
  for (const event::TableChecksummed& one : summed) EXPECT_EQ(one.checksum, before.checksum);
  EXPECT_TRUE(log_.all<event::TableLoaded>().empty());
  EXPECT_EQ(scalar("SELECT COUNT(*) FROM target"), "0");
  EXPECT_NE(checksum_of("source").checksum, before.checksum);
}

/// The checksums of two tables differ as soon as one byte of one row does.
TEST_P(MigrateJobTest, AChecksumTellsAChangedByte) {
  execute("INSERT INTO target SELECT * FROM source");
  EXPECT_EQ(checksum_of("source").checksum, checksum_of("target").checksum);
  execute("UPDATE target SET name = CONCAT('!', SUBSTR(name, 2)) WHERE id = 77");
  EXPECT_NE(checksum_of("source").checksum, checksum_of("target").checksum);
}

/// Another session holds a row of the target, so the lane's LOAD DATA runs into the lock wait time-out.
TEST_P(MigrateJobTest, ReadsAChunkAgainAfterALockWait) {
  execute("START TRANSACTION");
  execute("INSERT INTO target VALUES (500, 0, 'in the way')");
  MigrateSpec waiting = spec(1);
  waiting.target.session = {{"innodb_lock_wait_timeout", "3"}};
  MigrateJob job(std::move(waiting), log_.handler());
  begin(job, move());
  EXPECT_TRUE(log_.wait_until([](const EventLog& log) { return log.logged("retrying"); }));
  execute("ROLLBACK");
  EXPECT_EQ(log_.wait_finished().state, JobState::kDone);
  EXPECT_GE(log_.last_sample().retries, 1u);
  expect_equal();
}

/// The stream can't be read again, but what is held of it can be sent again: the last of several chunks is.
TEST_P(MigrateJobTest, SendsAChunkOfAStreamAgainAfterALockWait) {
  execute("START TRANSACTION");
  execute("INSERT INTO target VALUES (19000, 0, 'in the way')");
  MigrateSpec waiting = spec(1);
  waiting.target.session = {{"innodb_lock_wait_timeout", "3"}};
  waiting.target.memory_limit_bytes = 8 << 20;
  MigrateJob job(std::move(waiting), log_.handler());
  begin(job, move(false));
  EXPECT_TRUE(log_.wait_until([](const EventLog& log) { return log.logged("retrying"); }));
  execute("ROLLBACK");
  EXPECT_EQ(log_.wait_finished().state, JobState::kDone);
  EXPECT_GE(log_.last_sample().retries, 1u);
  EXPECT_GE(std::stoi(scalar("SELECT COUNT(*) FROM journal WHERE kind = 'chunk'")), 2);
  expect_equal();
}

TEST_P(MigrateJobTest, ARowThatIsThereAlreadyFailsWithItsPlace) {
  execute("INSERT INTO target VALUES (7, 0, 'there')");
  MigrateJob job(spec(1), log_.handler());
  begin(job, move());
  const event::Finished finished = log_.wait_finished();
  ASSERT_EQ(finished.state, JobState::kFailed);
  EXPECT_EQ(finished.failures.at(0).errnum, 1062u);
  EXPECT_EQ(finished.failures.at(0).table, schema_.name() + ".target");
  EXPECT_EQ(finished.failures.at(0).chunk, "s@source@0");
  EXPECT_EQ(scalar("SELECT COUNT(*) FROM target"), "1");
}

/// The source's session is ended while it holds its snapshot; an account of its own tells it from all others.
TEST_P(MigrateJobTest, ALostSourceIsNamedAndNotTriedAgain) {
  const std::string account =
      schema_.name().substr(schema_.name().size() - std::min<std::size_t>(schema_.name().size(), 24));
  execute("CREATE USER '" + account + "'@'%' IDENTIFIED BY 'secret'");
  execute("GRANT SELECT ON `" + schema_.name() + "`.* TO '" + account + "'@'%'");
  MigrateSpec own = spec(1);
  own.source.user = account;
  own.source.password = "secret";
  {
    MigrateJob job(std::move(own), log_.handler());
    log_.wait_for<event::SessionsOpen>();
    job.take_snapshots();
    log_.wait_for<event::SnapshotsTaken>();
    execute("KILL " + scalar("SELECT id FROM information_schema.processlist WHERE user = '" + account + "'"));
    job.add_tables({move()});
    job.seal();
    const event::Finished finished = log_.wait_finished();
    EXPECT_EQ(finished.state, JobState::kFailed);
    ASSERT_EQ(finished.failures.size(), 1u);
    EXPECT_EQ(finished.failures.at(0).code, "source-lost");
  }
  execute("DROP USER '" + account + "'@'%'");
  EXPECT_EQ(log_.last_sample().retries, 0u);
  EXPECT_EQ(scalar("SELECT COUNT(*) FROM target"), "0");
}

TEST_P(MigrateJobTest, ACancelledJobEndsWhileItWaitsForTheTarget) {
  execute("START TRANSACTION");
  execute("INSERT INTO target VALUES (500, 0, 'in the way')");
  MigrateJob job(spec(1), log_.handler());
  begin(job, move());
  while (scalar("SELECT COUNT(*) FROM information_schema.processlist WHERE info LIKE 'LOAD DATA%" +
                schema_.name() + "%'") == "0")
    std::this_thread::yield();
  job.cancel();
  EXPECT_EQ(log_.wait_finished().state, JobState::kCancelled);
  execute("ROLLBACK");
  EXPECT_EQ(scalar("SELECT COUNT(*) FROM target"), "0");
}

}  // namespace
}  // namespace sluice
