#include "range/known_values.h"

#include <gtest/gtest.h>

#include <utility>

namespace sluice {
namespace {

const KeyPart kNumber{"a", KeyKind::kInteger};
const KeyPart kEnum{"e", KeyKind::kNumbered, false, false, 4};
const KeyPart kBackwards{"e", KeyKind::kNumbered, true, false, 4};

KeyRange range_behind(Key key) { return {RangeStart{std::move(key), Edge::kBehind}, std::nullopt}; }
KeyRange range_before(Key key) { return {std::nullopt, std::move(key)}; }

TEST(KnownValuesTest, AreNoneInAWholeTable) {
  EXPECT_EQ(known_values({kEnum}, {{}}), Key{});
  EXPECT_EQ(known_values({{"e", KeyKind::kNumbered, false, false, 0}, kNumber}, {{}}), Key{"0"});
}

TEST(KnownValuesTest, AreThoseInWhichAStartAndAnEndAgree) {
  EXPECT_EQ(known_values({kNumber, kEnum}, {range_behind({"7", "1"}), range_before({"7", "4"})}), Key{"7"});
  EXPECT_EQ(known_values({kNumber, kEnum}, {range_behind({"7", "1"})}), Key{});
  EXPECT_EQ(
      known_values({kNumber, kEnum, kNumber}, {range_behind({"7", "1", "5"}), range_before({"7", "1", "9"})}),
      (Key{"7", "1"}));
}

TEST(KnownValuesTest, AreTheLastNumberBehindTheOneBefore) {
  EXPECT_EQ(known_values({kEnum, kNumber}, {range_behind({"4", "5"})}), Key{"4"});
  EXPECT_EQ(known_values({kEnum, kNumber}, {range_behind({"3"})}), Key{"4"});
  EXPECT_EQ(known_values({kEnum, kNumber}, {range_behind({"3", "5"})}), Key{});
  EXPECT_EQ(known_values({kBackwards, kNumber}, {range_behind({"1"})}), Key{"0"});
  EXPECT_EQ(known_values({kBackwards, kNumber}, {range_before({"4", "5"})}), Key{"4"});
}

TEST(KnownValuesTest, AreThoseThatAllRangesLeaveOver) {
  EXPECT_EQ(known_values({kEnum, kNumber}, {range_behind({"1", "5"}), range_before({"3", "7"})}), Key{});
  EXPECT_EQ(known_values({kEnum, kNumber},
                         {range_behind({"1", "5"}), range_behind({"2"}), range_before({"3", "7"})}),
            Key{"3"});
  EXPECT_EQ(known_values({kNumber, kEnum, kNumber}, {range_behind({"7", "1", "5"}), range_behind({"7", "3"}),
                                                     range_before({"8", "0", "0"})}),
            Key{});
  EXPECT_EQ(known_values({kNumber, kEnum, kNumber}, {range_behind({"7", "1", "5"}), range_behind({"7", "3"}),
                                                     range_before({"7", "4", "1"})}),
            (Key{"7", "4"}));
}

// A start of fewer values decides nothing of the parts behind them.
TEST(KnownValuesTest, GoOnWithTheBoundsThatHaveThem) {
  EXPECT_EQ(known_values({kEnum, kEnum}, {range_behind({"4", "3"})}), (Key{"4", "4"}));
  EXPECT_EQ(known_values({kEnum, kEnum}, {range_behind({"3"}), range_before({"4", "1"})}), (Key{"4", "0"}));
}

}  // namespace
}  // namespace sluice
