#include "delimited/written_number.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace sluice {
namespace {

std::string by_comma(std::string_view text) {
  return plain_number(text, DecimalSign::kComma).value_or("none");
}

std::string by_point(std::string_view text) {
  return plain_number(text, DecimalSign::kPoint).value_or("none");
}

TEST(WrittenNumberTest, ReadsBothSigns) {
  EXPECT_EQ(by_comma("12,5"), "12.5");
  EXPECT_EQ(by_comma("-0,05"), "-0.05");
  EXPECT_EQ(by_point("12.5"), "12.5");
  EXPECT_EQ(by_point("1234567"), "1234567");
  EXPECT_EQ(by_comma("12.5"), "none");
  EXPECT_EQ(by_point("12,5"), "none");
}

TEST(WrittenNumberTest, ReadsThousandsThatAreApart) {
  EXPECT_EQ(by_comma("1.234,50"), "1234.50");
  EXPECT_EQ(by_comma("-1.234.567"), "-1234567");
  EXPECT_EQ(by_comma("1.234"), "1234");
  EXPECT_EQ(by_point("1.234"), "1.234");
  EXPECT_EQ(by_point("1,234,567.89"), "1234567.89");
  EXPECT_EQ(by_point("1'234.50"), "1234.50");
  EXPECT_EQ(by_point("1\xE2\x80\x99"
                     "234.50"),
            "1234.50");
  EXPECT_EQ(by_comma("1 234,50"), "1234.50");
  EXPECT_EQ(by_comma("1\xC2\xA0"
                     "234,50"),
            "1234.50");
  EXPECT_EQ(by_comma("1\xE2\x80\xAF"
                     "234,50"),
            "1234.50");
  // In Windows-1252.
  EXPECT_EQ(by_comma("1\xA0"
                     "234\xA0"
                     "567,5"),
            "1234567.5");
}

TEST(WrittenNumberTest, CountsDigits) {
  const auto number = written_number("12 345,678", DecimalSign::kComma);
  ASSERT_TRUE(number);
  EXPECT_EQ(number->whole_digits, 5U);
  EXPECT_EQ(number->fraction_digits, 3U);
  EXPECT_TRUE(number->groups == 1 && number->is_spaced);
  EXPECT_FALSE(written_number("12.345,6", DecimalSign::kComma)->is_spaced);
  EXPECT_EQ(written_number("12345,6", DecimalSign::kComma)->groups, 0U);
  EXPECT_EQ(written_number("1.000.000.000", DecimalSign::kComma)->groups, 3U);
}

TEST(WrittenNumberTest, IsNothingElse) {
  for (const std::string_view text :
       {"",        "-",   ",5",      "5,",       "1.23,5",    "1.2345",      "1234.567,5",
        "0.123,5", "007", "01,5",    "1.234.56", "1.234 567", "1.234,567,8", "1..234",
        "1 234 ",  " 1",  "1,5 EUR", "+5",       "1e5",       "5-",          "1.234,5.678"}) {
    EXPECT_EQ(by_comma(text), "none") << text;
  }
}

}  // namespace
}  // namespace sluice
