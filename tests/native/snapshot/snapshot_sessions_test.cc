#include "snapshot/snapshot_sessions.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>

#include "harness/failure_of.h"
#include "harness/fake_server.h"
#include "harness/live_server.h"

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

/// Answers everything up to the snapshot, for which it says nothing.
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
    client.send("\1");
    client.send(std::string("\x03") + "def" +
                std::string("\0\0\0\1c\0\x0c\x2d\0\xff\0\0\0\xfd\0\0\0\0\0", 20));
    client.send(std::string("\xfe\0\0\2\0", 5));
    client.send(
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
  EXPECT_NE(failure.message.find("300 ms"), std::string::npos) << failure.message;
}

}  // namespace
}  // namespace sluice
