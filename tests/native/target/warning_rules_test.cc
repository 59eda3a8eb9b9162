#include "target/warning_rules.h"

#include <gtest/gtest.h>

#include "support/failure.h"

namespace sluice {
namespace {

WarningPlace place(const std::string& message) { return place_of({"Warning", 1, message}); }

TEST(PlaceOf, ReadsColumnAndRow) {
  EXPECT_EQ(place("Out of range value for column 'n' at row 12").row, 12u);
  EXPECT_EQ(place("Out of range value for column 'n' at row 12").column, "n");
}

TEST(PlaceOf, IsNotMisledByTheValueInTheMessage) {
  const WarningPlace found = place("Incorrect integer value: 'column 'x' at row 9' for column 'n' at row 3");
  EXPECT_EQ(found.row, 3u);
  EXPECT_EQ(found.column, "n");
}

TEST(PlaceOf, ReadsARowWithoutColumnAndAColumnWithoutRow) {
  EXPECT_EQ(place("Row 4 doesn't contain data for all columns").row, 4u);
  EXPECT_EQ(place("Row 4 doesn't contain data for all columns").column, "");
  EXPECT_EQ(place("Column 'n' cannot be null").row, 0u);
  EXPECT_EQ(place("Column 'n' cannot be null").column, "n");
}

TEST(PlaceOf, ReadsTheFullNameThatMariaDbWrites) {
  const WarningPlace found = place("Incorrect integer value: '`ten`' for column `shop`.`t`.`n` at row 5");
  EXPECT_EQ(found.row, 5u);
  EXPECT_EQ(found.column, "n");
}

TEST(PlaceOf, IsEmptyWhereTheServerSaysNothing) {
  EXPECT_EQ(place("Duplicate entry '1' for key 'PRIMARY'").row, 0u);
  EXPECT_EQ(place("Duplicate entry '1' for key 'PRIMARY'").column, "");
}

TEST(WarningRules, NoRulesAllowNothing) {
  EXPECT_FALSE(WarningRules({}).harmless({"Note", 1265, "Data truncated for column 'c' at row 1"}));
}

TEST(WarningRules, AnExpressionThatCanNotBeUnderstoodIsAFailure) {
  EXPECT_THROW(WarningRules({{1265, "("}}), EngineError);
}

TEST(WarningRules, AllowNoOtherWarningOfTheSameWords) {
  const WarningRules rules({{1265, "truncated"}});
  EXPECT_TRUE(rules.harmless({"Warning", 1265, "Data truncated for column 'c' at row 1"}));
  EXPECT_FALSE(rules.harmless({"Warning", 1366, "Data truncated for column 'c' at row 1"}));
  EXPECT_FALSE(rules.harmless({"Warning", 1265, "Out of range value for column 'c' at row 1"}));
}

}  // namespace
}  // namespace sluice
