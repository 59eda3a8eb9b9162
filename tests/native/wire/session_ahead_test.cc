#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "harness/failure_of.h"
#include "harness/live_server.h"
#include "wire/session.h"

namespace sluice {
namespace {

using test::failure_of;
using test::live_server;
using test::live_server_by_socket;
using test::Vendor;

std::string values_of(Session& session, const std::string& query) {
  std::string values;
  RowStream rows = session.stream(query);
  while (const auto row = rows.next()) values += std::string(row->values[0], row->lengths[0]) + " ";
  return values;
}

/// Answers of one packet come as those of one statement do: from the packets themselves, and from libmariadb
/// over TLS.
class AheadTest : public ::testing::TestWithParam<Connection (*)()> {};

INSTANTIATE_TEST_SUITE_P(Ways, AheadTest,
                         testing::Values([] { return live_server(Vendor::kMySql); },
                                         [] { return live_server_by_socket(Vendor::kMariaDb); },
                                         [] {
                                           Connection connection = live_server(Vendor::kMySql);
                                           connection.tls_mode = TlsMode::kRequired;
                                           return connection;
                                         }));

TEST_P(AheadTest, BringsTheRowsOfEachQuery) {
  Session session(GetParam()(), {});
  const std::vector<std::string> queries{"SELECT 1 UNION ALL SELECT 2", "SELECT 3 LIMIT 0",
                                         "SELECT LENGTH(REPEAT('x', 100000))"};
  for (int time = 0; time < 2; ++time) {
    session.send_ahead(queries);
    EXPECT_EQ(values_of(session, queries[0]), "1 2 ");
    EXPECT_EQ(values_of(session, queries[1]), "");
    EXPECT_EQ(values_of(session, queries[2]), "100000 ");
  }
  EXPECT_EQ(session.scalar("SELECT 4"), "4");
  EXPECT_THROW(session.execute("DO 1;DO 2"), EngineError);
}

TEST_P(AheadTest, DropsWhatIsNotAskedFor) {
  Session session(GetParam()(), {});
  const std::vector<std::string> queries{"SELECT 1 UNION ALL SELECT 2", "SELECT 3", "SELECT 5"};
  session.send_ahead(queries);
  {
    RowStream half = session.stream(queries[0]);
    EXPECT_TRUE(half.next());
  }
  EXPECT_EQ(values_of(session, queries[2]), "5 ");
  EXPECT_EQ(values_of(session, queries[1]), "3 ");
  session.send_ahead(queries);
  EXPECT_EQ(session.scalar("SELECT 4"), "4");
  EXPECT_EQ(values_of(session, queries[0]), "1 2 ");
  session.send_ahead(queries);
  session.drop_ahead();
  EXPECT_EQ(values_of(session, queries[0]), "1 2 ");
  session.send_ahead(queries);
}

TEST_P(AheadTest, TellsWhatTheServerRefusesWhereItIsAskedFor) {
  Session session(GetParam()(), {});
  const std::vector<std::string> queries{"SELECT 1", "SELECT * FROM mysql.no_such_table", "SELECT 3"};
  session.send_ahead(queries);
  EXPECT_EQ(values_of(session, queries[0]), "1 ");
  const Failure failure = failure_of([&] { session.stream(queries[1]); });
  EXPECT_EQ(failure.errnum, 1146U);
  EXPECT_EQ(failure.statement, queries[1]);
  EXPECT_EQ(values_of(session, queries[2]), "3 ");
  session.send_ahead({queries[1], queries[0]});
  EXPECT_EQ(session.scalar("SELECT 4"), "4");
}

TEST_P(AheadTest, SendsEachByItselfWhereTheServerMightNotTakeThePacket) {
  Session session(GetParam()(), {});
  const std::string longest = "SELECT LENGTH('" + std::string(2000, 'x') + "')";
  session.send_ahead({longest, "SELECT 2"});
  EXPECT_EQ(values_of(session, longest), "2000 ");
  EXPECT_EQ(values_of(session, "SELECT 2"), "2 ");
}

TEST_P(AheadTest, IsNotDisturbedByAHeartbeat) {
  Session session(GetParam()(), {});
  session.send_ahead({"SELECT 1", "SELECT 2"});
  session.beat();
  EXPECT_EQ(values_of(session, "SELECT 1"), "1 ");
  session.beat();
  EXPECT_EQ(values_of(session, "SELECT 2"), "2 ");
  session.beat();
  EXPECT_EQ(session.scalar("SELECT 4"), "4");
}

}  // namespace
}  // namespace sluice
