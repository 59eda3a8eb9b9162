#include "parquet/plain_value.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <optional>
#include <string>

namespace sluice {
namespace {

ParquetColumn integer(int bits, bool is_unsigned = false) {
  return {.name = "n", .form = ParquetForm::kInteger, .bits = bits, .is_unsigned = is_unsigned};
}

ParquetColumn decimal(int precision, int scale) {
  return {.name = "d", .form = ParquetForm::kDecimal, .precision = precision, .scale = scale};
}

ParquetColumn of(ParquetForm form) { return {.name = "c", .form = form}; }

template <class Number>
std::optional<Number> as(const ParquetColumn& column, std::string_view text) {
  const std::optional<PlainValue> value = plain_value(column, text);
  if (!value) return std::nullopt;
  EXPECT_EQ(value->size, sizeof(Number));
  Number number{};
  std::memcpy(&number, value->bytes.data(), sizeof number);
  return number;
}

std::string bytes_of(const ParquetColumn& column, std::string_view text) {
  const std::optional<PlainValue> value = plain_value(column, text);
  return value ? std::string(value->view()) : "none";
}

TEST(PlainInteger, TakesTheWholeRangeOfItsWidthAndNoMore) {
  EXPECT_EQ(as<std::int32_t>(integer(8), "-128"), -128);
  EXPECT_EQ(as<std::int32_t>(integer(8), "128"), std::nullopt);
  EXPECT_EQ(as<std::uint32_t>(integer(8, true), "255"), 255U);
  EXPECT_EQ(as<std::uint32_t>(integer(8, true), "-1"), std::nullopt);
  EXPECT_EQ(as<std::uint32_t>(integer(32, true), "4294967295"), 4294967295U);
  EXPECT_EQ(as<std::uint32_t>(integer(32, true), "4294967296"), std::nullopt);
  EXPECT_EQ(as<std::int64_t>(integer(64), "-9223372036854775808"), std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(as<std::uint64_t>(integer(64, true), "18446744073709551615"),
            std::numeric_limits<std::uint64_t>::max());
  EXPECT_EQ(as<std::uint64_t>(integer(64, true), "18446744073709551616"), std::nullopt);
}

TEST(PlainInteger, TakesLeadingZerosAndRefusesWhatIsNoInteger) {
  EXPECT_EQ(as<std::int32_t>(integer(32), "00042"), 42);
  for (const std::string_view text : {"", " 1", "1.5", "1e3", "x", "--1"})
    EXPECT_EQ(as<std::int32_t>(integer(32), text), std::nullopt) << text;
}

TEST(PlainFloat, KeepsTheExactValue) {
  EXPECT_EQ(as<double>(of(ParquetForm::kDouble), "0.1"), 0.1);
  EXPECT_EQ(as<double>(of(ParquetForm::kDouble), "-1.7976931348623157e308"), -1.7976931348623157e308);
  // A FLOAT travels as the exact text of its DOUBLE.
  EXPECT_EQ(as<float>(of(ParquetForm::kFloat), "0.10000000149011612"), 0.1F);
  EXPECT_TRUE(std::signbit(*as<double>(of(ParquetForm::kDouble), "-0")));
  for (const std::string_view text : {"", "nan", "inf", "1,5"})
    EXPECT_EQ(as<double>(of(ParquetForm::kDouble), text), std::nullopt) << text;
}

TEST(PlainDecimal, ChoosesItsTypeByItsDigits) {
  EXPECT_EQ(as<std::int32_t>(decimal(9, 2), "-1234567.89"), -123456789);
  EXPECT_EQ(as<std::int64_t>(decimal(18, 0), "-999999999999999999"), -999999999999999999);
  EXPECT_EQ(value_bytes(decimal(19, 0)), 9U);
  EXPECT_EQ(value_bytes(decimal(38, 10)), 16U);
  EXPECT_EQ(bytes_of(decimal(19, 0), "-2"), std::string(8, '\xFF') + "\xFE");
  EXPECT_EQ(bytes_of(decimal(20, 1), "25.6"), std::string(7, '\0') + std::string("\x01\x00", 2));
  // 10^38 - 1.
  EXPECT_EQ(bytes_of(decimal(38, 0), std::string(38, '9')),
            "\x4B\x3B\x4C\xA8\x5A\x86\xC4\x7A\x09\x8A\x22\x3F\xFF\xFF\xFF\xFF");
}

TEST(PlainDecimal, FillsItsScaleAndRefusesMoreDigits) {
  EXPECT_EQ(as<std::int32_t>(decimal(5, 3), "1.5"), 1500);
  EXPECT_EQ(as<std::int32_t>(decimal(5, 3), "-.5"), -500);
  EXPECT_EQ(as<std::int32_t>(decimal(5, 3), "007.5000"), 7500);
  EXPECT_EQ(as<std::int32_t>(decimal(5, 5), "0.00001"), 1);
  for (const std::string_view text : {"100", "1.0005", "1e1", "", ".", "-", "1.2.3"})
    EXPECT_EQ(as<std::int32_t>(decimal(5, 3), text), std::nullopt) << text;
}

TEST(PlainDate, CountsDaysAndRefusesNoDays) {
  EXPECT_EQ(as<std::int32_t>(of(ParquetForm::kDate), "1970-01-01"), 0);
  EXPECT_EQ(as<std::int32_t>(of(ParquetForm::kDate), "1969-12-31"), -1);
  EXPECT_EQ(as<std::int32_t>(of(ParquetForm::kDate), "2000-02-29"), 11016);
  EXPECT_EQ(as<std::int32_t>(of(ParquetForm::kDate), "9999-12-31"), 2932896);
  EXPECT_EQ(as<std::int32_t>(of(ParquetForm::kDate), "0001-01-01"), -719162);
  for (const std::string_view text :
       {"0000-00-00", "2026-00-00", "2026-02-30", "2026-13-01", "2026-1-1", "2026-01-01 00:00:00", ""})
    EXPECT_EQ(as<std::int32_t>(of(ParquetForm::kDate), text), std::nullopt) << text;
}

TEST(PlainDateTime, CountsMicroseconds) {
  EXPECT_EQ(as<std::int64_t>(of(ParquetForm::kDateTime), "1970-01-01 00:00:01.5"), 1'500'000);
  EXPECT_EQ(as<std::int64_t>(of(ParquetForm::kDateTime), "1969-12-31 23:59:59.999999"), -1);
  EXPECT_EQ(as<std::int64_t>(of(ParquetForm::kTimestamp), "2026-11-27 09:00:00"), 1795770000000000);
  for (const std::string_view text : {"0000-00-00 00:00:00", "2026-01-01", "2026-01-01 24:00:00",
                                      "2026-01-01 00:60:00", "2026-01-01 00:00:00.1234567"})
    EXPECT_EQ(as<std::int64_t>(of(ParquetForm::kDateTime), text), std::nullopt) << text;
}

TEST(PlainTime, CountsMicrosecondsOfSeveralDaysAndNegativeOnes) {
  EXPECT_EQ(as<std::int64_t>(of(ParquetForm::kTime), "838:59:59.999999"), 3020399999999);
  EXPECT_EQ(as<std::int64_t>(of(ParquetForm::kTime), "-838:59:59"), -3020399000000);
  EXPECT_EQ(as<std::int64_t>(of(ParquetForm::kTime), "-00:00:00.5"), -500000);
  for (const std::string_view text : {"839:00:00", "1:00:00", "00:00", "00:00:00x"})
    EXPECT_EQ(as<std::int64_t>(of(ParquetForm::kTime), text), std::nullopt) << text;
}

TEST(PlainBits, TakesTheMostSignificantByteFirst) {
  const auto bits = [](int width) {
    return ParquetColumn{.name = "b", .form = ParquetForm::kBits, .bits = width};
  };
  EXPECT_EQ(plain_bits(bits(16), "\x01\x02")->view(), std::string_view("\x02\x01\0\0", 4));
  EXPECT_EQ(plain_bits(bits(64), "\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFE")->view(),
            std::string_view("\xFE\xFF\xFF\xFF\xFF\xFF\xFF\xFF"));
  EXPECT_FALSE(plain_bits(bits(8), "\x01\x02").has_value());
  EXPECT_FALSE(plain_bits(bits(64), std::string(9, '\x01')).has_value());
}

}  // namespace
}  // namespace sluice
