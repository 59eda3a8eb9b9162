#include "delimited/written_instant.h"

#include <gtest/gtest.h>

#include <string_view>

namespace sluice {
namespace {

TEST(WrittenInstantTest, GivesUtc) {
  EXPECT_EQ(utc_of("2025-12-31T23:59:59Z"), "2025-12-31 23:59:59");
  EXPECT_EQ(utc_of("2025-12-31t23:59:59.125z"), "2025-12-31 23:59:59.125");
  EXPECT_EQ(utc_of("2026-01-01 00:30:00+02:00"), "2025-12-31 22:30:00");
  EXPECT_EQ(utc_of("2024-02-28T23:30:00-01:30"), "2024-02-29 01:00:00");
  EXPECT_EQ(utc_of("1000-01-01T00:00:00+00:00"), "1000-01-01 00:00:00");
}

TEST(WrittenInstantTest, IsNothingElse) {
  for (const std::string_view text : {"",
                                      "2025-12-31",
                                      "2025-12-31T23:59:59",
                                      "2025-12-31T23:59Z",
                                      "2025-12-31T23:59:59.Z",
                                      "2025-12-31T23:59:59+2:00",
                                      "2025-12-31T23:59:59+0200",
                                      "2025-12-31T23:59:59+24:00",
                                      "2025-12-31T23:59:59+02:60",
                                      "2025-12-31T23:59:59Zx",
                                      "2025-12-31T24:00:00Z",
                                      "2025-12-31T23:60:00Z",
                                      "2025-12-31T23:59:60Z",
                                      "2025-02-29T00:00:00Z",
                                      "2025-13-01T00:00:00Z",
                                      "2025-00-01T00:00:00Z",
                                      "2025/12/31T23:59:59Z",
                                      "2025-12-31_23:59:59Z",
                                      "x025-12-31T23:59:59Z",
                                      "1000-01-01T00:00:00+00:01",
                                      "9999-12-31T23:59:59-00:01"}) {
    EXPECT_EQ(utc_of(text), std::nullopt) << text;
  }
}

}  // namespace
}  // namespace sluice
