#include "source/table_statements.h"

#include <gtest/gtest.h>

#include "range/predicate.h"

namespace sluice {
namespace {

DumpTable table() {
  DumpTable table;
  table.schema = "shop";
  table.table = "or`ders";
  table.columns = {{"id", "`id`", Encoding::kText}, {"f", "CAST(`f` AS DOUBLE)", Encoding::kText}};
  table.columns.push_back({"line", "`line`", Encoding::kText});
  table.key = {{"id", KeyKind::kInteger, false, true}, {"line", KeyKind::kInteger, true}};
  table.key_index = "PRIMARY";
  return table;
}

constexpr const char* kColumns =
    "SELECT HIGH_PRIORITY `id`, CAST(`f` AS DOUBLE), `line` FROM `shop`.`or``ders`";

TEST(TableStatementsTest, ReadsTheWholeTable) { EXPECT_EQ(TableStatements(table()).whole(), kColumns); }

TEST(TableStatementsTest, ReadsARangeInTheOrderOfTheKeysIndex) {
  const std::string read = std::string(kColumns) + " FORCE INDEX (`PRIMARY`) WHERE ";
  EXPECT_EQ(TableStatements(table()).range({RangeStart{{"3"}}, std::nullopt}, 100),
            read + "`id` > 3 ORDER BY `id`, `line` DESC LIMIT 100");
  EXPECT_EQ(TableStatements(table()).range({}, 7),
            read + "`id` IS NOT NULL ORDER BY `id`, `line` DESC LIMIT 7");
  EXPECT_EQ(TableStatements(table()).without_key(), read + "`id` IS NULL");
}

TEST(TableStatementsTest, ReadsOfTheRowsWithoutAKeyOnlyThoseThatAreWanted) {
  DumpTable wanted = table();
  wanted.where = "total > 3 -- or none";
  const std::string sql = TableStatements(wanted).without_key();
  EXPECT_NE(sql.find("`id` IS NULL AND (total > 3 -- or none\n)"), std::string::npos) << sql;
}

TEST(TableStatementsTest, FindsTheEndsOfTheKeySpace) {
  const std::string read =
      "SELECT HIGH_PRIORITY `id`, `line`, `f` IS NULL FROM `shop`.`or``ders` FORCE INDEX (`PRIMARY`) WHERE ";
  EXPECT_EQ(TableStatements(table()).first_key({std::nullopt, Key{"5"}}),
            read + "`id` < 5 ORDER BY `id`, `line` DESC LIMIT 1");
  EXPECT_EQ(TableStatements(table()).key_after({std::nullopt, Key{"5"}}, 9),
            read + "`id` < 5 ORDER BY `id`, `line` DESC LIMIT 1 OFFSET 9");
  EXPECT_EQ(TableStatements(table()).last_key({}, {}), read + "`id` IS NOT NULL ORDER BY `id` DESC LIMIT 1");
  EXPECT_EQ(TableStatements(table()).last_key({std::nullopt, Key{"9", "2"}}, {"7"}),
            read + "`id` = 7 ORDER BY `line` LIMIT 1");
}

// Both bounds are named: a guess may lie before the range, and what is found must not.
TEST(TableStatementsTest, LooksBehindAGuessWithinTheRangeOnly) {
  EXPECT_EQ(TableStatements(table()).first_key_behind({"7"}, {RangeStart{{"3"}}, Key{"9"}}),
            "SELECT HIGH_PRIORITY `id`, `line`, `f` IS NULL FROM `shop`.`or``ders` FORCE INDEX (`PRIMARY`) "
            "WHERE `id` > 3 "
            "AND `id` < 9 AND "
            "`id` > 7 ORDER BY `id`, `line` DESC LIMIT 1");
}

TEST(TableStatementsTest, AsksForThePlanOfARangeWithoutForcingIt) {
  EXPECT_EQ(TableStatements(table()).plan({std::nullopt, Key{"5"}}),
            "EXPLAIN /*!50605 FORMAT=TRADITIONAL */ SELECT `id`, `line` FROM `shop`.`or``ders` "
            "USE INDEX (`PRIMARY`) WHERE `id` < 5");
}

TEST(TableStatementsTest, KeepsToItsStretchOfTheKeySpace) {
  DumpTable part = table();
  part.where = "f > 1";
  part.within = {RangeStart{{"3", "1"}, Edge::kAt}, Key{"9", "2"}};
  EXPECT_EQ(TableStatements(part).count(),
            "SELECT HIGH_PRIORITY COUNT(*) FROM `shop`.`or``ders` WHERE (f > 1\n) AND (" +
                predicate(part.key, part.within) + ")");
}

// Both vendors sort by an ENUM of which they know the number, and read all rows that have it.
TEST(TableStatementsTest, LeavesAnEnumOfOneNumberOutOfTheOrder) {
  DumpTable mixed;
  mixed.schema = "shop";
  mixed.table = "t";
  mixed.columns = {{"e", "`e`", Encoding::kText}, {"k", "`k`", Encoding::kText}};
  mixed.key = {{"e", KeyKind::kNumbered, false, false, 3}, {"k", KeyKind::kInteger}};
  mixed.key_index = "PRIMARY";
  const std::string read =
      "SELECT HIGH_PRIORITY `e`, `k`, `e` + 0 FROM `shop`.`t` FORCE INDEX (`PRIMARY`) WHERE ";
  const std::string probe =
      "SELECT HIGH_PRIORITY `e` + 0, `k` FROM `shop`.`t` FORCE INDEX (`PRIMARY`) WHERE ";
  const TableStatements statements(mixed);
  EXPECT_EQ(statements.range({RangeStart{{"1", "7"}}, std::nullopt}, 9),
            read + "(`e` IN (2, 3) OR (`e` = 1 AND `k` > 7)) ORDER BY `e`, `k` LIMIT 9");
  EXPECT_EQ(statements.range({RangeStart{{"3", "7"}}, std::nullopt}, 9),
            read + "`e` = 3 AND (FALSE OR (`e` = 3 AND `k` > 7)) ORDER BY `k` LIMIT 9");
  EXPECT_EQ(
      statements.first_key_behind({"1"}, {std::nullopt, Key{"2", "7"}}),
      probe + "`e` = 2 AND (`e` IN (0, 1) OR (`e` = 2 AND `k` < 7)) AND `e` IN (2, 3) ORDER BY `k` LIMIT 1");
  mixed.key.pop_back();
  EXPECT_EQ(TableStatements(mixed).range({RangeStart{{"2"}}, std::nullopt}, 9),
            read + "`e` = 3 AND `e` IN (3) LIMIT 9");
}

TEST(TableStatementsTest, KeepsToItsPartition) {
  DumpTable part = table();
  part.partition = "p2026";
  EXPECT_EQ(TableStatements(part).count(),
            "SELECT HIGH_PRIORITY COUNT(*) FROM `shop`.`or``ders` PARTITION (`p2026`)");
}

TEST(TableStatementsTest, ReadsTheVersionsOfThePastInEachStatement) {
  DumpTable versioned = table();
  versioned.versions = RowVersions::kAll;
  const std::string from = " FROM `shop`.`or``ders` FOR SYSTEM_TIME ALL";
  const TableStatements statements(versioned);
  EXPECT_EQ(statements.count(), "SELECT HIGH_PRIORITY COUNT(*)" + from);
  for (const std::string& statement :
       {statements.whole(), statements.without_key(), statements.range({}, 7), statements.first_key({}),
        statements.last_key({}, {}), statements.plan_of_all()})
    EXPECT_NE(statement.find(from), std::string::npos) << statement;
  versioned.partition = "p1";
  EXPECT_EQ(TableStatements(versioned).count(),
            "SELECT HIGH_PRIORITY COUNT(*) FROM `shop`.`or``ders` PARTITION (`p1`) FOR SYSTEM_TIME ALL");
}

}  // namespace
}  // namespace sluice
