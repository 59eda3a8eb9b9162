#include "source/snapshot_sessions.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "harness/failure_of.h"
#include "harness/fake_server.h"
#include "harness/live_server.h"
#include "wire/connection_limit.h"

namespace sluice {
namespace {

using test::live_server;

constexpr std::chrono::seconds kMost{30};

class SnapshotSessionsTest : public test::LiveTest {
 protected:
  StopSignal stop_;
};
SLUICE_ON_BOTH_SERVERS(SnapshotSessionsTest);

TEST_P(SnapshotSessionsTest, AllSeeTheSameRowsAndNothingNewer) {
  test::TestSchema schema(GetParam(), "snapshot");
  schema.session().execute("CREATE TABLE t (id INT PRIMARY KEY) ENGINE=InnoDB");
  schema.session().execute("INSERT INTO t VALUES (1), (2)");
  SnapshotSessions sessions(live_server(GetParam()), {}, 5, stop_);
  sessions.open();
  schema.session().execute("INSERT INTO t VALUES (3)");
  sessions.take(kMost);
  schema.session().execute("INSERT INTO t VALUES (4)");
  for (int lane = 0; lane < sessions.count(); ++lane) {
    EXPECT_EQ(sessions.session(lane).scalar("SELECT COUNT(*) FROM " + schema.name() + ".t"), "3") << lane;
  }
}

// A server whose globals ask for another isolation level would only warn and take no snapshot.
TEST_P(SnapshotSessionsTest, DoNotDependOnTheServersIsolationLevel) {
  const std::string variable = GetParam() == test::Vendor::kMySql ? "transaction_isolation" : "tx_isolation";
  test::TestSchema schema(GetParam(), "isolation");
  schema.session().execute("CREATE TABLE t (id INT PRIMARY KEY) ENGINE=InnoDB");
  SnapshotSessions sessions(live_server(GetParam()), {{variable, "'READ-COMMITTED'"}}, 2, stop_);
  sessions.open();
  sessions.take(kMost);
  schema.session().execute("INSERT INTO t VALUES (1)");
  EXPECT_EQ(sessions.session(1).scalar("SELECT COUNT(*) FROM " + schema.name() + ".t"), "0");
}

TEST_P(SnapshotSessionsTest, MayNotWrite) {
  test::TestSchema schema(GetParam(), "read_only");
  schema.session().execute("CREATE TABLE t (id INT PRIMARY KEY) ENGINE=InnoDB");
  SnapshotSessions sessions(live_server(GetParam()), {}, 1, stop_);
  sessions.open();
  sessions.take(kMost);
  const Failure failure = test::failure_of(
      [&] { sessions.session(0).execute("INSERT INTO " + schema.name() + ".t VALUES (1)"); });
  EXPECT_EQ(failure.errnum, 1792U);
}

TEST_P(SnapshotSessionsTest, FailWhereOneOfThemDoes) {
  Connection connection = live_server(GetParam());
  connection.password = "not this one";
  SnapshotSessions sessions(connection, {}, 3, stop_);
  EXPECT_EQ(test::failure_of([&] { sessions.open(); }).code, "sign-in-refused");
}

// An account may have only so many connections: fewer lanes see the same rows.
TEST_P(SnapshotSessionsTest, AreAsManyAsTheServerHasRoomFor) {
  test::TestSchema schema(GetParam(), "few");
  Session& root = schema.session();
  root.execute("CREATE USER 'few_sessions'@'%' IDENTIFIED BY 'Few-12345678' WITH MAX_USER_CONNECTIONS 2");
  root.execute("GRANT SELECT ON " + schema.name() + ".* TO 'few_sessions'@'%'");
  Connection connection = live_server(GetParam());
  connection.user = "few_sessions";
  connection.password = "Few-12345678";
  {
    SnapshotSessions sessions(connection, {}, 5, stop_);
    sessions.open();
    sessions.take(kMost);
    EXPECT_EQ(sessions.count(), 2);
    ASSERT_TRUE(sessions.refused());
    EXPECT_TRUE(is_full(*sessions.refused())) << plain(sessions.refused()->message);
    EXPECT_EQ(sessions.session(1).scalar("SELECT 1"), "1");
  }
  root.execute("DROP USER 'few_sessions'@'%'");
}

constexpr std::chrono::hours kNever{1};

// Else whoever changes the table waits for as long as a dead client's connection seems to be open.
TEST_P(SnapshotSessionsTest, OfASilentClientLetDdlGoOn) {
  test::TestSchema schema(GetParam(), "silent");
  schema.session().execute("CREATE TABLE t (id INT PRIMARY KEY) ENGINE=InnoDB");
  schema.session().execute("SET SESSION lock_wait_timeout = 3600");
  SnapshotSessions sessions(live_server(GetParam()), {{"wait_timeout", "31536000"}}, 2, stop_,
                            {std::chrono::seconds(2), kNever});
  sessions.open();
  sessions.take(kMost);
  EXPECT_EQ(sessions.session(0).scalar("SELECT COUNT(*) FROM " + schema.name() + ".t"), "0");
  schema.session().execute("ALTER TABLE t ADD COLUMN c INT");
  EXPECT_EQ(test::failure_of([&] { sessions.session(0).execute("DO 0"); }).code, "connect-lost");
}

TEST_P(SnapshotSessionsTest, OfALivingClientLastForLongerThanTheyMayBeSilent) {
  test::TestSchema schema(GetParam(), "alive");
  schema.session().execute("CREATE TABLE t (id INT PRIMARY KEY) ENGINE=InnoDB");
  SnapshotSessions sessions(live_server(GetParam()), {{"wait_timeout", "31536000"}}, 3, stop_,
                            {std::chrono::seconds(4), std::chrono::milliseconds(250)});
  sessions.open();
  sessions.take(kMost);
  schema.session().execute("INSERT INTO t VALUES (1)");
  schema.session().execute("DO SLEEP(7)");
  for (int lane = 0; lane < sessions.count(); ++lane) {
    EXPECT_EQ(sessions.session(lane).scalar("SELECT @@SESSION.wait_timeout"), "4");
    EXPECT_EQ(sessions.session(lane).scalar("SELECT COUNT(*) FROM " + schema.name() + ".t"), "0");
  }
}

TEST_P(SnapshotSessionsTest, BeatBetweenStatementsAndNotBetweenTheirRows) {
  // MariaDB's test server has no TLS.
  std::vector<TlsMode> modes{TlsMode::kDisabled};
  if (GetParam() == test::Vendor::kMySql) modes.push_back(TlsMode::kRequired);
  for (const TlsMode mode : modes) {
    Connection connection = live_server(GetParam());
    connection.tls_mode = mode;
    SnapshotSessions sessions(connection, {}, 1, stop_,
                              {std::chrono::seconds(60), std::chrono::milliseconds(1)});
    sessions.open();
    sessions.take(kMost);
    for (int turn = 0; turn < 100; ++turn) {
      const std::string number = std::to_string(turn);
      EXPECT_EQ(sessions.session(0).scalar("SELECT " + number), number);
      RowStream rows =
          sessions.session(0).stream("SELECT 1 UNION ALL SELECT SLEEP(0.002) UNION ALL SELECT 3");
      int seen = 0;
      while (rows.next()) ++seen;
      EXPECT_EQ(seen, 3);
    }
  }
}

/// Answers everything up to the snapshot, for which it says nothing. It has a wait_timeout of 60.
void keep_snapshot_back(test::FakeClient& client) {
  if (!client.read()) return;
  client.ok();
  while (const auto statement = client.read()) {
    if (statement->find("CONSISTENT SNAPSHOT") != std::string::npos) continue;
    if (statement->find("PROCESSLIST") != std::string::npos) {
      client.send(std::string("\xff\x86\x04#42000") + "Access denied");
      continue;
    }
    if (statement->find("max_allowed_packet") == std::string::npos) {
      client.ok();
      continue;
    }
    const std::string column =
        std::string("\x03") + "def" + std::string("\0\0\0\1c\0\x0c\x2d\0\xff\0\0\0\xfd\0\0\0\0\0", 20);
    client.send("\2");
    client.send(column);
    client.send(column);
    client.send(std::string("\xfe\0\0\2\0", 5));
    client.send(
        "\2"
        "60"
        "\4"
        "1024");
    client.send(std::string("\xfe\0\0\2\0", 5));
  }
}

TEST(SnapshotSessions, AreGivenUpWhereTheServerKeepsTheSnapshotBack) {
  test::FakeServer server({}, keep_snapshot_back);
  const StopSignal stop;
  SnapshotSessions sessions(server.connection(), {}, 1, stop);
  sessions.open();
  const Failure failure = test::failure_of([&] { sessions.take(std::chrono::milliseconds(300)); });
  EXPECT_EQ(failure.code, "lock-timeout");
  EXPECT_NE(plain(failure.message).find("ms=300"), std::string::npos) << plain(failure.message);
}

}  // namespace
}  // namespace sluice
