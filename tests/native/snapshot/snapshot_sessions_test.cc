#include "snapshot/snapshot_sessions.h"

#include <gtest/gtest.h>

#include "harness/failure_of.h"
#include "harness/live_server.h"

namespace sluice {
namespace {

using test::live_server;

class SnapshotSessionsTest : public test::LiveTest {};
SLUICE_ON_BOTH_SERVERS(SnapshotSessionsTest);

TEST_P(SnapshotSessionsTest, AllSeeTheSameRowsAndNothingNewer) {
  test::TestSchema schema(GetParam(), "snapshot");
  schema.session().execute("CREATE TABLE t (id INT PRIMARY KEY) ENGINE=InnoDB");
  schema.session().execute("INSERT INTO t VALUES (1), (2)");
  SnapshotSessions sessions(live_server(GetParam()), {}, 5);
  sessions.open();
  schema.session().execute("INSERT INTO t VALUES (3)");
  sessions.take();
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
  SnapshotSessions sessions(live_server(GetParam()), {{variable, "'READ-COMMITTED'"}}, 2);
  sessions.open();
  sessions.take();
  schema.session().execute("INSERT INTO t VALUES (1)");
  EXPECT_EQ(sessions.session(1).scalar("SELECT COUNT(*) FROM " + schema.name() + ".t"), "0");
}

TEST_P(SnapshotSessionsTest, MayNotWrite) {
  test::TestSchema schema(GetParam(), "read_only");
  schema.session().execute("CREATE TABLE t (id INT PRIMARY KEY) ENGINE=InnoDB");
  SnapshotSessions sessions(live_server(GetParam()), {}, 1);
  sessions.open();
  sessions.take();
  const Failure failure = test::failure_of(
      [&] { sessions.session(0).execute("INSERT INTO " + schema.name() + ".t VALUES (1)"); });
  EXPECT_EQ(failure.errnum, 1792U);
}

TEST_P(SnapshotSessionsTest, FailWhereOneOfThemDoes) {
  Connection connection = live_server(GetParam());
  connection.password = "not this one";
  SnapshotSessions sessions(connection, {}, 3);
  EXPECT_EQ(test::failure_of([&] { sessions.open(); }).code, "sign-in-refused");
}

}  // namespace
}  // namespace sluice
