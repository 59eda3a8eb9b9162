#include "check/field_check.h"

#include <gtest/gtest.h>

#include <optional>
#include <string_view>

namespace sluice {
namespace {

void expect(const FieldCheck& check, std::string_view value, std::optional<Misfit> misfit) {
  EXPECT_EQ(misfit_of(check, value), misfit) << value;
}

TEST(FieldCheck, ComparesIntegersWithTheirBounds) {
  const FieldCheck tiny{.kind = FieldKind::kInteger, .bits = 8};
  for (const std::string_view value :
       {"-128", "127", "+5", " 7 ", "1e2", "0.0", "12.50e1", "00127", "1270e-1"}) {
    expect(tiny, value, {});
  }
  for (const std::string_view value : {"", "-", "x", "1x", "1 2", "0x10", "1e", ".", "1,5"}) {
    expect(tiny, value, Misfit::kNumber);
  }
  for (const std::string_view value : {"128", "-129", "1e3", "1e999999999", "99999999999999999999999"}) {
    expect(tiny, value, Misfit::kRange);
  }
  for (const std::string_view value : {"0.5", "1e-1", "126.99", "1e-999999999"}) {
    expect(tiny, value, Misfit::kRounded);
  }
  const FieldCheck most{.kind = FieldKind::kInteger, .is_unsigned = true, .bits = 64};
  expect(most, "18446744073709551615", {});
  expect(most, "18446744073709551616", Misfit::kRange);
  expect(most, "-0", {});
  const FieldCheck big{.kind = FieldKind::kInteger, .bits = 64};
  expect(big, "-9223372036854775808", {});
  expect(big, "9223372036854775808", Misfit::kRange);
}

TEST(FieldCheck, ComparesDecimalsAndFloatingNumbers) {
  const FieldCheck decimal{.kind = FieldKind::kDecimal, .digits = 4, .fraction = 2};
  for (const std::string_view value : {"99.99", "-0.10", "1e1", "1.2300"}) expect(decimal, value, {});
  expect(decimal, "100", Misfit::kRange);
  expect(decimal, "0.001", Misfit::kRounded);
  const FieldCheck wide{.kind = FieldKind::kDouble};
  for (const std::string_view value : {"1.7976931348623157e308", "1e-999", "-0"}) expect(wide, value, {});
  expect(wide, "1.8e308", Misfit::kRange);
  const FieldCheck narrow{.kind = FieldKind::kFloat};
  expect(narrow, "3.4028234663852886e38", {});
  expect(narrow, "3.5e38", Misfit::kRange);
}

TEST(FieldCheck, ComparesDatesAndTimes) {
  const FieldCheck date{.kind = FieldKind::kDate};
  for (const std::string_view value :
       {"0000-00-00", "2024-02-30", "2024-1-5", "20240105", "24-01-05", "2024-01-05T00:00:00"}) {
    expect(date, value, {});
  }
  for (const std::string_view value :
       {"", "x", "05/01/2024", "2024-13-01", "2024-01-32", "2024-01", "2024-01-05x"}) {
    expect(date, value, Misfit::kMoment);
  }
  expect(date, "2024-01-05 10:00:00", Misfit::kRounded);
  const FieldCheck moment{.kind = FieldKind::kDateTime, .fraction = 3};
  for (const std::string_view value :
       {"2024-01-05 10:00", "2024-01-05 10:00:00.1230", "2024-01-05T10:00:00Z"}) {
    expect(moment, value, {});
  }
  expect(moment, "2024-01-05 24:00:00", Misfit::kMoment);
  expect(moment, "2024-01-05 10:00:00.1231", Misfit::kRounded);
  const FieldCheck time{.kind = FieldKind::kTime};
  for (const std::string_view value : {"-838:59:59", "101112", "1 10:00:00", "10:00"})
    expect(time, value, {});
  expect(time, "839:00:00", Misfit::kRange);
  expect(time, "10:60:00", Misfit::kMoment);
  expect(time, "noon", Misfit::kMoment);
}

TEST(FieldCheck, ComparesTextsBytesAndMembers) {
  const FieldCheck text{.kind = FieldKind::kText, .most_characters = 3, .charset = FieldCharset::kLatin1};
  expect(text, "\xC3\xA4\xE2\x82\xAC!", {});
  expect(text, "abc ", Misfit::kLength);
  expect(text, "\xD0\xB6", Misfit::kCharset);
  const FieldCheck fixed{.kind = FieldKind::kText, .most_characters = 3, .trims_spaces = true};
  expect(fixed, "abc  ", {});
  const FieldCheck member{.kind = FieldKind::kEnum, .members = {"a", "b c"}};
  for (const std::string_view value : {"A", "b c ", ""}) expect(member, value, {});
  expect(member, "1", Misfit::kMember);
  const FieldCheck set{.kind = FieldKind::kSet, .members = {"a", "b"}};
  for (const std::string_view value : {"", "a,B", "b"}) expect(set, value, {});
  expect(set, "a,,b", Misfit::kMember);
  const FieldCheck hex{.kind = FieldKind::kHex, .most_bytes = 2};
  for (const std::string_view value : {"", "0f", "00fF"}) expect(hex, value, {});
  expect(hex, "00fF00", Misfit::kLength);
  for (const std::string_view value : {"f", "00fF0"}) expect(hex, value, Misfit::kHex);
  expect(hex, "0g", Misfit::kHex);
}

}  // namespace
}  // namespace sluice
