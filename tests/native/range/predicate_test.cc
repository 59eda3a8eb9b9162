#include "range/predicate.h"

#include <gtest/gtest.h>

#include <utility>

namespace sluice {
namespace {

const KeyParts kSingle{{"id", KeyKind::kInteger}};
const KeyParts kPair{{"a", KeyKind::kInteger}, {"b", KeyKind::kInteger, true}};
const KeyParts kNullable{{"id", KeyKind::kInteger, false, true}};

TEST(PredicateTest, IsEmptyForTheWholeTable) { EXPECT_EQ(predicate(kSingle, {}), ""); }

RangeStart behind(Key key) { return {std::move(key), Edge::kBehind}; }
RangeStart at(Key key) { return {std::move(key), Edge::kAt}; }

TEST(PredicateTest, BoundsASingleColumn) {
  EXPECT_EQ(predicate(kSingle, {behind({"5"}), std::nullopt}), "`id` > 5");
  EXPECT_EQ(predicate(kSingle, {at({"5"}), std::nullopt}), "`id` >= 5");
  EXPECT_EQ(predicate(kSingle, {std::nullopt, Key{"9"}}), "`id` < 9");
  EXPECT_EQ(predicate(kSingle, {behind({"-5"}), Key{"9"}}), "`id` > -5 AND `id` < 9");
}

TEST(PredicateTest, IsFlatForAKeyOfSeveralColumns) {
  EXPECT_EQ(predicate(kPair, {behind({"1", "2"}), std::nullopt}), "(`a` > 1 OR (`a` = 1 AND `b` < 2))");
  EXPECT_EQ(predicate(kPair, {at({"1", "2"}), std::nullopt}), "(`a` > 1 OR (`a` = 1 AND `b` <= 2))");
  EXPECT_EQ(predicate(kPair, {behind({"1"}), Key{"7", "3"}}),
            "`a` > 1 AND (`a` < 7 OR (`a` = 7 AND `b` > 3))");
}

TEST(PredicateTest, NamesAPartInWhichBothBoundsAgreeOnce) {
  EXPECT_EQ(predicate(kPair, {behind({"7", "9"}), Key{"7", "3"}}), "`a` = 7 AND `b` < 9 AND `b` > 3");
  EXPECT_EQ(predicate(kPair, {behind({"7"}), Key{"7", "3"}}),
            "`a` > 7 AND (`a` < 7 OR (`a` = 7 AND `b` > 3))");
}

TEST(PredicateTest, TurnsRoundForADescendingColumn) {
  const KeyParts parts{{"id", KeyKind::kInteger, true}};
  EXPECT_EQ(predicate(parts, {behind({"9"}), Key{"5"}}), "`id` < 9 AND `id` > 5");
}

TEST(PredicateTest, LeavesTheRowsWithoutAKeyOut) {
  EXPECT_EQ(predicate(kNullable, {}), "`id` IS NOT NULL");
  EXPECT_EQ(predicate(kNullable, {behind({"5"}), std::nullopt}), "`id` > 5");
  EXPECT_EQ(without_key(kNullable), "`id` IS NULL");
}

TEST(PredicateTest, FindsTheRowsThatBeginWithSomeValues) {
  EXPECT_EQ(beginning_with(kPair, {"7"}), "`a` = 7");
  EXPECT_EQ(beginning_with(kPair, {"7", "8"}), "`a` = 7 AND `b` = 8");
  EXPECT_EQ(beginning_with(kPair, {}), "");
  EXPECT_EQ(beginning_with(kNullable, {}), "`id` IS NOT NULL");
}

// A server's range optimiser looks up in an index what ENUM and SET equal, and nothing else.
TEST(PredicateTest, ListsTheNumbersOfEnumAndSet) {
  const KeyPart part{"e", KeyKind::kNumbered, false, false, 4};
  const KeyPart backwards{"e", KeyKind::kNumbered, true, false, 4};
  EXPECT_EQ(predicate({part}, {behind({"2"}), std::nullopt}), "`e` IN (3, 4)");
  EXPECT_EQ(predicate({part}, {at({"2"}), Key{"4"}}), "`e` IN (2, 3, 4) AND `e` IN (0, 1, 2, 3)");
  EXPECT_EQ(predicate({backwards}, {behind({"2"}), Key{"0"}}), "`e` IN (0, 1) AND `e` IN (1, 2, 3, 4)");
  EXPECT_EQ(predicate({part, kPair[1]}, {behind({"2", "5"}), std::nullopt}),
            "(`e` IN (3, 4) OR (`e` = 2 AND `b` < 5))");
  EXPECT_EQ(predicate({kPair[0], part}, {behind({"5", "2"}), std::nullopt}),
            "(`a` > 5 OR (`a` = 5 AND `e` IN (3, 4)))");
  EXPECT_EQ(beginning_before({part, kPair[1]}, {}, Key{"2", "5"}), "`e` IN (0, 1, 2)");
  EXPECT_EQ(beginning_before({part}, {}, Key{"2"}), "`e` IN (0, 1)");
}

TEST(PredicateTest, HoldsForNothingBehindTheLastNumberAndBeforeTheFirst) {
  const KeyPart part{"e", KeyKind::kNumbered, false, false, 4};
  EXPECT_EQ(predicate({part}, {behind({"4"}), std::nullopt}), "FALSE");
  EXPECT_EQ(predicate({part, kPair[1]}, {behind({"4", "5"}), std::nullopt}),
            "(FALSE OR (`e` = 4 AND `b` < 5))");
  EXPECT_EQ(predicate({part}, {std::nullopt, Key{"0"}}), "FALSE");
}

TEST(PredicateTest, QuotesColumnNames) {
  EXPECT_EQ(predicate({{"a`b", KeyKind::kInteger}}, {behind({"1"}), std::nullopt}), "`a``b` > 1");
}

TEST(BeginningBeforeTest, EndsBeforeTheBoundInOnePartAlone) {
  EXPECT_EQ(beginning_before(kPair, {}, std::nullopt), "");
  EXPECT_EQ(beginning_before(kPair, {}, Key{"1", "2"}), "`a` <= 1");
  EXPECT_EQ(beginning_before(kPair, {"1"}, Key{"1", "2"}), "`a` = 1 AND `b` > 2");
  EXPECT_EQ(beginning_before(kPair, {"0"}, Key{"1", "2"}), "`a` = 0");
  EXPECT_EQ(beginning_before(kNullable, {}, Key{"9"}), "`id` IS NOT NULL AND `id` < 9");
}

TEST(OrderByTest, HasADirectionForEachColumn) {
  EXPECT_EQ(order_by(kPair), "`a`, `b` DESC");
  EXPECT_EQ(order_by(kPair, {"1"}), "`b` DESC");
  EXPECT_EQ(order_by(kPair, {"1", "2"}), "");
  EXPECT_EQ(reverse_order_by(kPair[0]), "`a` DESC");
  EXPECT_EQ(reverse_order_by(kPair[1]), "`b`");
}

}  // namespace
}  // namespace sluice
