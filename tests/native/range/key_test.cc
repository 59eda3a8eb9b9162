#include "range/key.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

std::string written(KeyKind kind, std::string_view value) { return literal({"k", kind}, value); }

TEST(LiteralTest, NumbersAreWrittenAsTheyAre) {
  EXPECT_EQ(written(KeyKind::kInteger, "-9223372036854775808"), "-9223372036854775808");
  EXPECT_EQ(written(KeyKind::kInteger, "18446744073709551615"), "18446744073709551615");
  EXPECT_EQ(written(KeyKind::kDecimal, "-0.0000000001"), "-0.0000000001");
  EXPECT_EQ(written(KeyKind::kYear, "0000"), "0000");
}

TEST(LiteralTest, ADoubleHasAnExponent) {
  EXPECT_EQ(written(KeyKind::kDouble, "0.1"), "0.1e0");
  EXPECT_EQ(written(KeyKind::kDouble, "-0"), "-0e0");
  EXPECT_EQ(written(KeyKind::kDouble, "1.5e-300"), "1.5e-300");
}

TEST(LiteralTest, TextAndBytesAreHexadecimal) {
  EXPECT_EQ(written(KeyKind::kText, "a'\\"), "_utf8mb4 X'61275C'");
  EXPECT_EQ(written(KeyKind::kNarrowText, ""), "_utf8mb4 X''");
  EXPECT_EQ(written(KeyKind::kBinary, std::string_view("\0\xff", 2)), "_binary X'00FF'");
}

TEST(LiteralTest, EncodedTextIsInItsCharacterSet) {
  KeyPart part{"k", KeyKind::kEncodedText};
  part.charset = "cp1251";
  EXPECT_EQ(literal(part, "\x98 a"), "_cp1251 X'982061'");
}

TEST(LiteralTest, TimesAreQuoted) {
  EXPECT_EQ(written(KeyKind::kDateTime, "0000-00-00"), "'0000-00-00'");
  EXPECT_EQ(written(KeyKind::kTimestamp, "2026-10-25 01:30:00"), "'2026-10-25 01:30:00'");
  EXPECT_EQ(written(KeyKind::kTime, "-838:59:59"), "'-838:59:59'");
}

}  // namespace
}  // namespace sluice
