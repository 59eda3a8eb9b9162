#include "source/row_limit.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

TEST(RowLimitTest, BeginsWithWhatIsThoughtOfTheRows) {
  EXPECT_EQ(RowLimit(100).rows(1'000'000), 10'000U);
  EXPECT_EQ(RowLimit(0).rows(1'000'000), 1'000U);
}

TEST(RowLimitTest, FollowsWhatTheRowsWeigh) {
  RowLimit limit(100);
  limit.observe(10'000, 2'000'000);
  EXPECT_EQ(limit.rows(1'000'000), 5'000U);
}

TEST(RowLimitTest, GrowsStepByStep) {
  RowLimit limit(0);
  limit.observe(1'000, 20'000);
  EXPECT_EQ(limit.rows(16'000'000), 4'000U);
  limit.observe(4'000, 80'000);
  EXPECT_EQ(limit.rows(16'000'000), 16'000U);
}

TEST(RowLimitTest, IsNeverNothing) {
  EXPECT_EQ(RowLimit(1'000'000).rows(1'000), 1U);
  RowLimit limit(10);
  limit.observe(1, 5'000'000'000);
  EXPECT_EQ(limit.rows(1'000), 1U);
  limit.observe(0, 0);
  EXPECT_EQ(limit.rows(1'000), 1U);
}

}  // namespace
}  // namespace sluice
