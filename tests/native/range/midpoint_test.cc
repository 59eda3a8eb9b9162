#include "range/midpoint.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <charconv>
#include <random>
#include <string>

namespace sluice {
namespace {

std::optional<std::string> between(KeyKind kind, std::string_view early, std::string_view late) {
  return midpoint({"k", kind}, early, late, TextGuess::kHalfway);
}

TEST(MidpointTest, HalvesIntegersToTheEndsOfTheirTypes) {
  EXPECT_EQ(between(KeyKind::kInteger, "1", "10"), "5");
  EXPECT_EQ(between(KeyKind::kInteger, "-9223372036854775808", "9223372036854775807"), "-1");
  EXPECT_EQ(between(KeyKind::kInteger, "0", "18446744073709551615"), "9223372036854775807");
}

TEST(MidpointTest, IsTheEarlierOneOfNeighboursInEitherDirection) {
  EXPECT_EQ(between(KeyKind::kInteger, "5", "6"), "5");
  EXPECT_EQ(between(KeyKind::kInteger, "6", "5"), "6");
  EXPECT_EQ(between(KeyKind::kInteger, "-6", "-5"), "-6");
}

TEST(MidpointTest, IsNothingBetweenAValueAndItself) {
  EXPECT_EQ(between(KeyKind::kInteger, "5", "5"), std::nullopt);
  EXPECT_EQ(between(KeyKind::kText, "a", "a"), std::nullopt);
}

TEST(MidpointTest, KeepsTheScaleOfADecimal) {
  EXPECT_EQ(between(KeyKind::kDecimal, "-0.0000000003", "0.0000000001"), "-0.0000000001");
  EXPECT_EQ(between(KeyKind::kDecimal, "1.00", "2.00"), "1.50");
  EXPECT_EQ(between(KeyKind::kDecimal, "0.00", "0.00"), std::nullopt);
}

TEST(MidpointTest, HalvesTheLongestDecimals) {
  const std::string nines(65, '9');
  const auto middle = between(KeyKind::kDecimal, "0", nines);
  ASSERT_TRUE(middle);
  EXPECT_EQ(middle->size(), 65U);
  EXPECT_EQ(middle->substr(0, 4), "4999");
}

TEST(MidpointTest, FindsAWayBetweenDoublesOfAnySize) {
  EXPECT_EQ(between(KeyKind::kDouble, "1", "2"), "1.5");
  EXPECT_EQ(between(KeyKind::kDouble, "-1.7976931348623157e308", "1.7976931348623157e308"), "0");
  EXPECT_EQ(between(KeyKind::kDouble, "-0", "5e-324"), "0");
}

TEST(MidpointTest, ReachesAnyDoubleInSixtyFourSteps) {
  std::string early = "1e-300";
  const std::string late = "1e300";
  int steps = 0;
  for (; steps < 64; ++steps) {
    const auto middle = between(KeyKind::kDouble, early, late);
    if (!middle || *middle == early) break;
    early = *middle;
  }
  double reached = 0;
  std::from_chars(early.data(), early.data() + early.size(), reached);
  EXPECT_GT(reached, 9.99e299);
}

TEST(MidpointTest, HalvesDatesAndKeepsTheirShape) {
  EXPECT_EQ(between(KeyKind::kDateTime, "2020-01-01", "2022-01-01"), "2021-01-01");
  EXPECT_EQ(between(KeyKind::kDateTime, "2020-01-01 00:00:00", "2022-01-01 00:00:00.500000"),
            "2021-01-01 00:00:00");
}

TEST(MidpointTest, NamesOnlyDaysThatEveryMonthHas) {
  EXPECT_EQ(between(KeyKind::kDateTime, "2024-02-28", "2024-03-02"), "2024-02-28");
  EXPECT_EQ(between(KeyKind::kDateTime, "0000-00-00", "0002-00-00"), "0001-01-01");
}

TEST(MidpointTest, StaysWithinWhatATimestampHolds) {
  EXPECT_EQ(between(KeyKind::kTimestamp, "0000-00-00 00:00:00", "2030-01-01 00:00:00"),
            "1970-01-01 00:00:01");
}

TEST(MidpointTest, HalvesTimesAcrossZero) {
  EXPECT_EQ(between(KeyKind::kTime, "-838:59:59", "838:59:59"), "00:00:00");
  EXPECT_EQ(between(KeyKind::kTime, "-10:00:00.000000", "00:00:00.000000"), "-05:00:00");
}

TEST(MidpointTest, StaysWithinWhatAYearHolds) {
  EXPECT_EQ(between(KeyKind::kYear, "0000", "2155"), "0000");
  EXPECT_EQ(between(KeyKind::kYear, "1901", "2155"), "2028");
}

TEST(MidpointTest, HalvesBytesBehindTheirCommonBeginning) {
  EXPECT_EQ(between(KeyKind::kBinary, std::string_view("ab\x10", 3), std::string_view("ab\x20", 3)),
            std::string("ab\x18", 3));
  EXPECT_EQ(between(KeyKind::kBinary, "", std::string_view("\xff\xff", 2)), std::string("\x7f\xff", 2));
}

TEST(MidpointTest, HalvesTextByDigitsAndLetters) {
  EXPECT_EQ(between(KeyKind::kText, "0", "f")->front(), '7');
  EXPECT_EQ(between(KeyKind::kText, "user0000001", "user0999999")->substr(0, 5), "user0");
  EXPECT_EQ(between(KeyKind::kText, "ALPHA", "OMEGA")->front(), 'H');
}

TEST(MidpointTest, NamesOtherCharactersOnlyWhereTheColumnHasThem) {
  EXPECT_EQ(between(KeyKind::kText, "а", "я"), "п");
  EXPECT_EQ(between(KeyKind::kNarrowText, "а", "я"), "я");
  EXPECT_EQ(between(KeyKind::kText, "b", "日"), "日");
  EXPECT_EQ(between(KeyKind::kEncodedText, "a\xE0", "a\xFF"), "a\xFF");
}

// Longer than its column, a value would not be looked up in the index.
TEST(MidpointTest, IsNoLongerThanTheLongerValue) {
  std::mt19937 random(3);
  for (int round = 0; round < 2'000; ++round) {
    const auto text = [&] {
      std::string value;
      for (auto left = random() % 6; left > 0; --left) value += static_cast<char>(32 + random() % 95);
      return value;
    };
    const std::string early = text();
    const std::string late = text();
    for (const KeyKind kind :
         {KeyKind::kText, KeyKind::kNarrowText, KeyKind::kEncodedText, KeyKind::kBinary}) {
      const auto guess = between(kind, early, late);
      EXPECT_LE(guess.value_or("").size(), std::max(early.size(), late.size()));
    }
  }
}

}  // namespace
}  // namespace sluice
