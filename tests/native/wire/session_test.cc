#include "wire/session.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>
#include <thread>

#include "harness/failure_of.h"
#include "harness/fake_server.h"
#include "harness/live_server.h"

namespace sluice {
namespace {

using test::failure_of;
using test::live_server;
using test::live_server_by_socket;
using test::LiveTest;
using test::TestSchema;
using test::Vendor;

class SessionTest : public LiveTest {};
SLUICE_ON_BOTH_SERVERS(SessionTest);

TEST_P(SessionTest, SignsInByPasswordOverTcpWithoutTls) {
  Connection connection = live_server(GetParam());
  connection.tls_mode = TlsMode::kDisabled;
  Session session(connection, {});
  EXPECT_EQ(session.tls_cipher(), "");
  EXPECT_EQ(session.scalar("SELECT 1"), "1");
}

TEST_P(SessionTest, SignsInThroughTheSocketFile) {
  Session session(live_server_by_socket(GetParam()), {});
  EXPECT_EQ(session.scalar("SELECT 1"), "1");
}

TEST_P(SessionTest, RefusesAWrongPassword) {
  Connection connection = live_server(GetParam());
  connection.password = "not this one";
  const Failure failure = failure_of([&] { Session session(connection, {}); });
  EXPECT_EQ(failure.code, "sign-in-refused");
  EXPECT_EQ(failure.errnum, 1045U);
  EXPECT_EQ(failure.sqlstate, "28000");
}

TEST_P(SessionTest, SaysWhereNobodyAnswers) {
  Connection connection = live_server(GetParam());
  connection.port = 1;
  const Failure failure = failure_of([&] { Session session(connection, {}); });
  EXPECT_EQ(failure.code, "connect-refused");
  EXPECT_NE(plain(failure.message).find("127.0.0.1:1"), std::string::npos) << plain(failure.message);
  EXPECT_TRUE(failure.retryable);
}

TEST_P(SessionTest, AppliesVariablesAndReadsThemBack) {
  Session session(live_server(GetParam()),
                  {{"time_zone", "'+00:00'"},
                   {"sql_mode", "'STRICT_TRANS_TABLES,NO_ZERO_DATE,ONLY_FULL_GROUP_BY'"},
                   {"net_write_timeout", "3600"},
                   {"foreign_key_checks", "OFF"},
                   {"optimizer_switch", "'mrr=on,mrr_cost_based=off'"},
                   {"long_query_time", "2"}});
  EXPECT_EQ(session.scalar("SELECT @@foreign_key_checks"), "0");
  EXPECT_EQ(session.scalar("SELECT @@time_zone"), "+00:00");
}

TEST_P(SessionTest, FailsWhereAVariableDoesNotTakeItsValue) {
  // Below the smallest value: servers clamp it with a warning only.
  const Failure failure = failure_of([&] { Session(live_server(GetParam()), {{"net_write_timeout", "0"}}); });
  EXPECT_EQ(failure.code, "statement-failed");
  EXPECT_NE(plain(failure.message).find("net_write_timeout"), std::string::npos) << plain(failure.message);
}

TEST_P(SessionTest, NamesAnUnknownVariable) {
  const Failure failure = failure_of([&] { Session(live_server(GetParam()), {{"no_such_thing", "1"}}); });
  EXPECT_EQ(failure.code, "statement-failed");
  EXPECT_NE(plain(failure.message).find("no_such_thing"), std::string::npos) << plain(failure.message);
}

TEST_P(SessionTest, SpeaksUtf8mb4) {
  Session session(live_server(GetParam()), {});
  EXPECT_EQ(session.scalar("SELECT HEX('🚰')"), "F09F9AB0");
}

/// Rows come from the packets themselves over a plain connection, and from libmariadb over TLS.
class RowStreamTest : public ::testing::TestWithParam<Connection (*)()> {};

INSTANTIATE_TEST_SUITE_P(Ways, RowStreamTest,
                         ::testing::Values([] { return live_server_by_socket(Vendor::kMySql); },
                                           [] { return live_server_by_socket(Vendor::kMariaDb); },
                                           [] {
                                             Connection connection = live_server(Vendor::kMySql);
                                             connection.tls_mode = TlsMode::kRequired;
                                             return connection;
                                           }));

TEST_P(RowStreamTest, BringsRowsWithTheirNulls) {
  Session session(GetParam()(), {});
  RowStream rows = session.stream("SELECT 1, NULL, '' UNION ALL SELECT 2, 'x', 'y'");
  ASSERT_EQ(rows.fields(), 3U);
  const auto first = rows.next();
  ASSERT_TRUE(first);
  EXPECT_EQ(std::string_view(first->values[0], first->lengths[0]), "1");
  EXPECT_EQ(first->values[1], nullptr);
  EXPECT_NE(first->values[2], nullptr);
  EXPECT_EQ(first->lengths[2], 0U);
  EXPECT_TRUE(rows.next());
  EXPECT_FALSE(rows.next());
  EXPECT_FALSE(rows.next());
}

// A length takes one byte, three, four or nine; from 16 MiB on a packet comes in parts, and one of exactly
// that is followed by an empty one.
TEST_P(RowStreamTest, BringsValuesOfEveryLength) {
  Session session(GetParam()(), {});
  constexpr std::size_t kPart = 0xFFFFFF;
  for (const std::size_t length : {std::size_t{0}, std::size_t{250}, std::size_t{251}, std::size_t{65'535},
                                   std::size_t{65'536}, kPart - 10, kPart, 2 * kPart + 5}) {
    const std::string value = "CONCAT(REPEAT('v', " + std::to_string(length) + "), '')";
    RowStream rows = session.stream("SELECT " + value + ", 'after' UNION ALL SELECT 'next', ''");
    const auto row = rows.next();
    ASSERT_TRUE(row);
    EXPECT_EQ(std::string_view(row->values[0], row->lengths[0]), std::string(length, 'v')) << length;
    EXPECT_EQ(std::string_view(row->values[1], row->lengths[1]), "after");
    ASSERT_TRUE(rows.next());
    EXPECT_FALSE(rows.next());
    session.trim_packet(1 << 16);
  }
  EXPECT_EQ(session.scalar("SELECT 4"), "4");
}

TEST_P(RowStreamTest, LeavesAUsableSessionWhereItWasDroppedHalfRead) {
  Session session(GetParam()(), {});
  {
    RowStream rows = session.stream("SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3");
    EXPECT_TRUE(rows.next());
  }
  EXPECT_EQ(session.scalar("SELECT 4"), "4");
}

TEST_P(RowStreamTest, TellsWhatTheServerRefuses) {
  Session session(GetParam()(), {});
  const Failure failure = failure_of([&] { session.stream("SELECT * FROM mysql.no_such_table"); });
  EXPECT_EQ(failure.code, "statement-failed");
  EXPECT_EQ(failure.errnum, 1146U);
  EXPECT_EQ(failure.sqlstate, "42S02");
  EXPECT_NE(plain(failure.message).find("no_such_table"), std::string::npos) << plain(failure.message);
  EXPECT_EQ(failure.statement, "SELECT * FROM mysql.no_such_table");
  EXPECT_EQ(session.scalar("SELECT 4"), "4");
}

TEST_P(RowStreamTest, TellsOfAFailureBetweenTwoRows) {
  Session session(GetParam()(), {});
  // Whatever the server has read ahead: each of the first rows fills its buffer.
  RowStream rows = session.stream(
      "SELECT (SELECT 1 UNION ALL SELECT 2 FROM (SELECT 1) d WHERE n > 1), REPEAT('x', 1000000) FROM "
      "(SELECT 1 AS n UNION ALL SELECT 2) two");
  const Failure failure = failure_of([&] {
    while (rows.next()) {
    }
  });
  EXPECT_EQ(failure.code, "statement-failed");
  EXPECT_EQ(failure.errnum, 1242U) << plain(failure.message);
  EXPECT_EQ(session.scalar("SELECT 4"), "4");
}

TEST_P(RowStreamTest, TellsOfALostConnection) {
  Session session(GetParam()(), {});
  const std::string endless =
      "SELECT REPEAT('x', 100000) FROM information_schema.COLUMNS a, information_schema.COLUMNS b";
  RowStream rows = session.stream(endless);
  ASSERT_TRUE(rows.next());
  session.cut();
  const Failure failure = failure_of([&] {
    while (rows.next()) {
    }
  });
  EXPECT_EQ(failure.code, "connect-lost");
  EXPECT_EQ(failure.statement, endless);
}

TEST_P(SessionTest, AWideAnswerIsTheSameAnswer) {
  Session session(live_server_by_socket(GetParam()), {});
  session.widen_answers();
  RowStream rows = session.stream("SELECT REPEAT('x', 100) FROM information_schema.COLLATIONS");
  std::uint64_t count = 0;
  while (const auto row = rows.next()) {
    ++count;
    EXPECT_EQ(row->lengths[0], 100U);
  }
  EXPECT_EQ(session.scalar("SELECT COUNT(*) FROM information_schema.COLLATIONS"), std::to_string(count));
}

TEST_P(SessionTest, TellsTheStatementThatFailed) {
  Session session(live_server(GetParam()), {});
  const Failure failure = failure_of([&] { session.execute("SELECT * FROM mysql.no_such_table"); });
  EXPECT_EQ(failure.code, "statement-failed");
  EXPECT_EQ(failure.errnum, 1146U);
  EXPECT_EQ(failure.statement, "SELECT * FROM mysql.no_such_table");
  EXPECT_FALSE(failure.retryable);
}

/// An hour of work that is not one sleep: a sleep ends without an error when it is killed.
constexpr const char* kEndless =
    "SELECT COUNT(*) FROM information_schema.COLUMNS a, information_schema.COLUMNS b, "
    "information_schema.COLUMNS c";

/// Counts 1 while a session works on a statement.
std::string running(const Session& session) {
  return "SELECT COUNT(*) FROM information_schema.PROCESSLIST WHERE ID = " +
         std::to_string(session.connection_id()) + " AND INFO IS NOT NULL";
}

TEST_P(SessionTest, InterruptEndsALongQuery) {
  TestSchema schema(GetParam(), "interrupt");
  Session session(live_server(GetParam()), {});
  session.identify();
  std::thread killer([&] {
    while (schema.session().scalar(running(session)) != "1") std::this_thread::yield();
    session.interrupt();
  });
  const Failure failure = failure_of([&] { session.execute(kEndless); });
  killer.join();
  EXPECT_EQ(failure.code, "cancelled");
  // The server tidies up after it has answered; a query that went on would take its hour.
  while (schema.session().scalar(running(session)) != "0") std::this_thread::yield();
}

class SeveralStatementsTest : public LiveTest {
 protected:
  SeveralStatementsTest() : schema_(GetParam(), "several") {}

  TestSchema schema_;
};
SLUICE_ON_BOTH_SERVERS(SeveralStatementsTest);

TEST_P(SeveralStatementsTest, RunAtOnceAndNeverWhereOneIsExpected) {
  Session session(live_server(GetParam()));
  session.execute("CREATE TEMPORARY TABLE " + schema_.name() + ".several (id INT PRIMARY KEY)");
  const std::string insert = "INSERT INTO " + schema_.name() + ".several VALUES ";
  const std::vector<Outcome> outcomes =
      session.execute_all(insert + "(1),(2);SELECT 7;" + insert + "(3);" + insert + "(4),(5),(6)");
  ASSERT_EQ(outcomes.size(), 4u);
  EXPECT_EQ(outcomes[0].affected_rows, 2u);
  EXPECT_EQ(outcomes[2].affected_rows, 1u);
  EXPECT_EQ(outcomes[3].affected_rows, 3u);
  EXPECT_THROW(session.execute("DO 1;DO 2"), EngineError);
  EXPECT_EQ(session.scalar("SELECT COUNT(*) FROM " + schema_.name() + ".several"), "6");
}

TEST_P(SeveralStatementsTest, AreNotRunBehindOneThatFails) {
  Session session(live_server(GetParam()));
  session.execute("CREATE TEMPORARY TABLE " + schema_.name() + ".several (id INT PRIMARY KEY)");
  const std::string insert = "INSERT INTO " + schema_.name() + ".several VALUES ";
  try {
    session.execute_all(insert + "(1);" + insert + "(1);" + insert + "(2)");
    FAIL() << "no failure";
  } catch (const EngineError& error) {
    EXPECT_EQ(error.failure().errnum, 1062u);
  }
  EXPECT_THROW(session.execute("DO 1;DO 2"), EngineError);
  EXPECT_EQ(session.scalar("SELECT COUNT(*) FROM " + schema_.name() + ".several"), "1");
}

TEST_P(SessionTest, KnowsItsConnectionAsTheServerDoes) {
  Session session(live_server(GetParam()), {});
  EXPECT_FALSE(session.identity());
  session.identify();
  const auto identity = session.identity();
  ASSERT_TRUE(identity);
  EXPECT_FALSE(identity->server.empty());
  EXPECT_EQ(session.scalar("SELECT CONNECTION_ID()"), std::to_string(identity->id));
  EXPECT_EQ(session.scalar("SELECT USER FROM information_schema.PROCESSLIST WHERE ID = CONNECTION_ID()"),
            identity->user);
  Session other(live_server(GetParam()), SessionVariables());
  EXPECT_EQ(other.identity()->server, identity->server);
  EXPECT_NE(other.identity()->id, identity->id);
}

TEST_P(SessionTest, AQueryThatSomebodyKillsHasFailedAndItsSessionLives) {
  TestSchema schema(GetParam(), "killed");
  Session session(live_server(GetParam()), {});
  std::thread killer([&] {
    while (schema.session().scalar(running(session)) != "1") std::this_thread::yield();
    schema.session().execute("KILL QUERY " + std::to_string(session.connection_id()));
  });
  const Failure failure = failure_of([&] { session.execute(kEndless); });
  killer.join();
  EXPECT_EQ(failure.code, "statement-failed");
  EXPECT_EQ(failure.errnum, 1317U);
  EXPECT_FALSE(failure.retryable);
  EXPECT_EQ(session.scalar("SELECT 1"), "1");
}

TEST_P(SessionTest, TakesNoStatementAfterAnInterrupt) {
  Session session(live_server(GetParam()), {});
  session.interrupt();
  EXPECT_EQ(failure_of([&] { session.execute("SELECT 1"); }).code, "cancelled");
}

TEST_P(SessionTest, LoadsFromMemory) {
  TestSchema schema(GetParam(), "load_local");
  Session& session = schema.session();
  session.execute("CREATE TABLE t (a INT PRIMARY KEY, b VARCHAR(20))");
  std::string data = "1\tone\n2\ttwo\n3\t\\N\n";
  const Outcome outcome =
      session.load_local("LOAD DATA LOCAL INFILE ", " INTO TABLE t", [&](char* to, std::size_t room) {
        const std::size_t part = std::min({room, data.size(), std::size_t{5}});
        data.copy(to, part);
        data.erase(0, part);
        return part;
      });
  EXPECT_EQ(outcome.affected_rows, 3U);
  EXPECT_EQ(outcome.info, "Records: 3  Deleted: 0  Skipped: 0  Warnings: 0");
  EXPECT_EQ(session.scalar("SELECT SUM(a) FROM t WHERE b IS NOT NULL"), "3");
}

TEST_P(SessionTest, AnswersForNoFileThatItDidNotOffer) {
  TestSchema schema(GetParam(), "no_file");
  Session& session = schema.session();
  session.execute("CREATE TABLE t (a VARCHAR(200))");
  const Failure failure =
      failure_of([&] { session.execute("LOAD DATA LOCAL INFILE '/etc/hostname' INTO TABLE t"); });
  EXPECT_EQ(failure.code, "statement-failed");
  EXPECT_NE(plain(failure.message).find("fileNotOffered"), std::string::npos) << plain(failure.message);
  EXPECT_EQ(session.scalar("SELECT COUNT(*) FROM t"), "0");
}

TEST_P(SessionTest, AReadersFailureComesOutOfTheLoad) {
  TestSchema schema(GetParam(), "reader_fails");
  Session& session = schema.session();
  session.execute("CREATE TABLE t (a INT PRIMARY KEY) ENGINE=InnoDB");
  session.execute("START TRANSACTION");
  int calls = 0;
  const Failure failure = failure_of([&] {
    session.load_local("LOAD DATA LOCAL INFILE ", " INTO TABLE t", [&](char* to, std::size_t) -> std::size_t {
      if (++calls > 1) throw EngineError("dump-damaged", "half a file");
      *to = '7';
      return 1;
    });
  });
  EXPECT_EQ(failure.code, "dump-damaged");
  session.execute("ROLLBACK");
  EXPECT_EQ(session.scalar("SELECT COUNT(*) FROM t"), "0");
}

TEST(MySqlSessionTest, SignsInByPasswordOverTls) {
  Connection connection = live_server(Vendor::kMySql);
  connection.tls_mode = TlsMode::kRequired;
  Session session(connection, {});
  EXPECT_NE(session.tls_cipher(), "");
}

TEST(MySqlSessionTest, PrefersTls) {
  Session session(live_server(Vendor::kMySql), {});
  EXPECT_NE(session.tls_cipher(), "");
}

// A fresh user is not in the server's cache of caching_sha2_password, so that the first sign-in takes the
// long way: the password itself, under the server's public key.
TEST(MySqlSessionTest, SignsInAUserTheServerHasNotCachedWithoutTls) {
  TestSchema schema(Vendor::kMySql, "rsa");
  schema.session().execute("CREATE USER '" + schema.name() +
                           "' IDENTIFIED WITH caching_sha2_password BY 'Fresh-1'");
  Connection connection = live_server(Vendor::kMySql);
  connection.tls_mode = TlsMode::kDisabled;
  connection.user = schema.name();
  connection.password = "Fresh-1";
  EXPECT_EQ(Session(connection, {}).scalar("SELECT 1"), "1");
  schema.session().execute("DROP USER '" + schema.name() + "'");
}

/// MySQL makes a CA of its own in its data folder; its certificate names no host.
class MySqlCertificateTest : public ::testing::Test {
 protected:
  Connection with(TlsMode mode) const {
    Connection connection = live_server(Vendor::kMySql);
    connection.tls_mode = mode;
    return connection;
  }

  std::string own_ca() const {
    Session session(live_server(Vendor::kMySql), {});
    return session.scalar("SELECT CONCAT(@@datadir, '/', @@ssl_ca)").value();
  }
};

TEST_F(MySqlCertificateTest, IsNotTrustedWithoutItsCa) {
  for (const TlsMode mode : {TlsMode::kVerifyCa, TlsMode::kVerifyIdentity}) {
    EXPECT_EQ(failure_of([&] { Session session(with(mode), {}); }).code, "tls-failed");
  }
}

TEST_F(MySqlCertificateTest, IsTrustedWithItsCaUnlessTheNameCountsToo) {
  Connection connection = with(TlsMode::kVerifyCa);
  connection.tls_ca = own_ca();
  EXPECT_NE(Session(connection, {}).tls_cipher(), "");
  connection.tls_mode = TlsMode::kVerifyIdentity;
  EXPECT_EQ(failure_of([&] { Session session(connection, {}); }).code, "tls-failed");
}

TEST_F(MySqlCertificateTest, IsNotLookedAtInTheModesBelow) {
  Connection connection = with(TlsMode::kRequired);
  connection.tls_ca = "/no/such/file.pem";
  EXPECT_NE(Session(connection, {}).tls_cipher(), "");
}

TEST(MariaDbSessionTest, RefusesToGoWithoutTheTlsThatIsRequired) {
  Session plain(live_server(Vendor::kMariaDb), {});
  ASSERT_EQ(plain.scalar("SELECT @@have_ssl"), "DISABLED") << "this test needs a server without TLS";
  Connection connection = live_server(Vendor::kMariaDb);
  connection.tls_mode = TlsMode::kRequired;
  EXPECT_EQ(failure_of([&] { Session session(connection, {}); }).code, "tls-failed");
}

// ER_MALFORMED_PACKET of a proxy that knows no such ping.
TEST(Session, GoesOnWhereTheWideningPingIsRefused) {
  test::FakeServer server({}, [](test::FakeClient& client) {
    if (!client.read()) return;
    client.ok();
    while (const auto statement = client.read()) {
      if (statement->front() == '\x0e') {
        client.send(std::string("\xff\x2b\x07#HY000") + "Malformed communication packet");
      } else if (statement->find("max_allowed_packet") != std::string::npos) {
        client.send("\1");
        client.send(std::string("\x03") + "def" +
                    std::string("\0\0\0\1c\0\x0c\x2d\0\xff\0\0\0\xfd\0\0\0\0\0", 20));
        client.send(std::string("\xfe\0\0\2\0", 5));
        client.send(
            "\10"
            "16777216");
        client.send(std::string("\xfe\0\0\2\0", 5));
      } else {
        client.ok();
      }
    }
  });
  Session session(server.connection());
  session.widen_answers();
  session.execute("DO 0");
}

}  // namespace
}  // namespace sluice
