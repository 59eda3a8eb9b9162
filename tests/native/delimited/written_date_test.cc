#include "delimited/written_date.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>

namespace sluice {
namespace {

/// The date in ISO 8601; empty where there is none.
std::string iso(std::string_view text, DateOrder order = DateOrder::kDayFirst) {
  const std::optional<WrittenDate> date = written_date(text);
  return date && date->exists(order) ? date->as_iso(order) : "";
}

TEST(WrittenDateTest, ReadsBothOrders) {
  EXPECT_EQ(iso("31.12.2025"), "2025-12-31");
  EXPECT_EQ(iso("1/2/2024"), "2024-02-01");
  EXPECT_EQ(iso("1/2/2024", DateOrder::kMonthFirst), "2024-01-02");
  EXPECT_EQ(iso("29-02-2024"), "2024-02-29");
  EXPECT_EQ(iso("12/31/2025", DateOrder::kMonthFirst), "2025-12-31");
}

TEST(WrittenDateTest, ReadsTimes) {
  EXPECT_EQ(iso("31.12.2025 23:59"), "2025-12-31 23:59:00");
  EXPECT_EQ(iso("31.12.2025 8:05:09.25"), "2025-12-31 08:05:09.25");
  EXPECT_EQ(iso("12/31/2025 11:59 PM", DateOrder::kMonthFirst), "2025-12-31 23:59:00");
  EXPECT_EQ(iso("12/31/2025 12:00:01 am", DateOrder::kMonthFirst), "2025-12-31 00:00:01");
  EXPECT_EQ(iso("12/31/2025 12:30PM", DateOrder::kMonthFirst), "2025-12-31 12:30:00");
}

TEST(WrittenDateTest, KnowsDaysThatThereAreNot) {
  for (const std::string_view text :
       {"31.04.2025", "29.02.2023", "0.1.2025", "1.0.2025", "1.13.2025", "1.1.0999"}) {
    EXPECT_EQ(iso(text), "") << text;
  }
  EXPECT_EQ(iso("31.12.2025", DateOrder::kMonthFirst), "");
}

TEST(WrittenDateTest, IsNothingElse) {
  for (const std::string_view text : {"",
                                      "1",
                                      "1.",
                                      "1.2",
                                      "1.2.",
                                      "1.2.24",
                                      "1.2/2024",
                                      "1 2 2024",
                                      "1.2.20245",
                                      "a.2.2024",
                                      "1.b.2024",
                                      "1.2.2024x",
                                      "1.2.2024 ",
                                      "1.2.2024T10:00",
                                      "1.2.2024 24:00",
                                      "1.2.2024 10:60",
                                      "1.2.2024 10:0",
                                      "1.2.2024 10:00:6",
                                      "1.2.2024 10:00:60",
                                      "1.2.2024 10:00:00.",
                                      "1.2.2024 10:00:00.1234567",
                                      "1.2.2024 10:00 ",
                                      "1.2.2024 10:00 XM",
                                      "1.2.2024 0:00 AM",
                                      "1.2.2024 13:00 PM",
                                      "1.2.2024 10:00 PMM",
                                      "2024-01-02",
                                      "111.2.2024"}) {
    EXPECT_EQ(iso(text), "") << text;
  }
}

}  // namespace
}  // namespace sluice
