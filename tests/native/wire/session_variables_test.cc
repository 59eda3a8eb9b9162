#include "wire/session_variables.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

TEST(SessionVariablesTest, SeparatesSessionTracking) {
  const SessionVariables tracking =
      session_tracking({{"autocommit", "1"}, {"session_track_system_variables", "X''"}});
  ASSERT_EQ(tracking.size(), 1U);
  EXPECT_EQ(set_statement(tracking), "SET SESSION session_track_system_variables = X''");
  EXPECT_TRUE(session_tracking({{"autocommit", "1"}}).empty());
}

TEST(SessionVariablesTest, AreSetInOneStatement) {
  EXPECT_EQ(set_statement({{"time_zone", "'+00:00'"}, {"sql_mode", "''"}}),
            "SET SESSION time_zone = '+00:00', SESSION sql_mode = ''");
  EXPECT_EQ(read_back_query({{"time_zone", "'+00:00'"}, {"sql_mode", "''"}}),
            "SELECT @@SESSION.time_zone, @@SESSION.sql_mode");
}

TEST(SessionVariablesTest, HaveALimitOfTimeUnderEachVendorsNameThatIsSetUnseen) {
  const SessionVariables limits =
      set_unseen({{"sql_mode", "''"}, {"max_execution_time", "0"}, {"max_statement_time", "0"}});
  EXPECT_EQ(set_statement(limits), "SET SESSION max_execution_time = 0, SESSION max_statement_time = 0");
}

TEST(SessionVariablesTest, AreSetUnseenWhereTheServerIsKnownToHaveAnotherValue) {
  const SessionVariables unseen = set_unseen(
      {{"sql_mode", "''", true}, {"autocommit", "1"}, {"session_track_system_variables", "X''", true}});
  EXPECT_EQ(set_statement(unseen), "SET SESSION sql_mode = ''");
}

TEST(SessionVariablesTest, GetAnotherValueThatIsSetUnseen) {
  const SessionVariables variables =
      with_value({{"wait_timeout", "9"}, {"autocommit", "1"}}, "wait_timeout", "60");
  EXPECT_EQ(set_statement(variables), "SET SESSION autocommit = 1, SESSION wait_timeout = 60");
  EXPECT_EQ(set_statement(set_unseen(variables)), "SET SESSION wait_timeout = 60");
  EXPECT_EQ(set_statement(with_value({}, "wait_timeout", "60")), "SET SESSION wait_timeout = 60");
}

TEST(SessionVariablesTest, HoldInTheServersOwnWords) {
  EXPECT_TRUE(holds("'+00:00'", "+00:00"));
  EXPECT_TRUE(holds("ON", "1"));
  EXPECT_TRUE(holds("0", "OFF"));
  EXPECT_TRUE(holds("'repeatable-read'", "REPEATABLE-READ"));
  EXPECT_TRUE(holds("10", "10.000000"));
  EXPECT_TRUE(holds("''", ""));
  EXPECT_TRUE(holds("X''", ""));
  EXPECT_TRUE(holds("'it''s'", "it's"));
  EXPECT_TRUE(holds("NULL", std::nullopt));
  EXPECT_TRUE(holds("'NO_ZERO_DATE,ANSI_QUOTES'", "ANSI_QUOTES,NO_ZERO_DATE"));
  EXPECT_TRUE(holds("'mrr=on'", "index_merge=on,mrr=on,derived_merge=on"));
}

TEST(SessionVariablesTest, DoNotHoldWhereTheServerKeptSomethingElse) {
  EXPECT_FALSE(holds("0", "1"));
  EXPECT_FALSE(holds("3600", "60"));
  EXPECT_FALSE(holds("''", "STRICT_TRANS_TABLES"));
  EXPECT_FALSE(holds("'NO_ZERO_DATE'", "NO_ZERO_DATE,ANSI_QUOTES"));
  EXPECT_FALSE(holds("'mrr=on'", "index_merge=on,mrr=off"));
  EXPECT_FALSE(holds("1", std::nullopt));
}

}  // namespace
}  // namespace sluice
