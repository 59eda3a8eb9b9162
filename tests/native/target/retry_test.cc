#include "target/retry.h"

#include <gtest/gtest.h>

#include "support/progress.h"

namespace sluice {
namespace {

TEST(Retry, OnlyDeadlocksAndLockWaitsAreTriedAgain) {
  EXPECT_TRUE(is_retryable(1213));
  EXPECT_TRUE(is_retryable(1205));
  for (const unsigned errnum : {0u, 1062u, 1317u, 2006u, 2013u}) EXPECT_FALSE(is_retryable(errnum)) << errnum;
}

TEST(Retry, WaitsLongerEachTimeAndNotTooLongInAll) {
  for (int lane = 0; lane < kMaxLanes; ++lane) {
    std::chrono::milliseconds total{0};
    for (int retry = 0; retry < kMaxRetries; ++retry) {
      EXPECT_GT(backoff(retry + 1, lane), backoff(retry, lane));
      total += backoff(retry, lane);
    }
    EXPECT_LT(total, std::chrono::seconds(6));
  }
}

TEST(Retry, NeighbouringLanesDoNotMeetAgain) {
  for (int retry = 0; retry < kMaxRetries; ++retry) {
    for (int lane = 0; lane + 1 < 8; ++lane) {
      EXPECT_NE(backoff(retry, lane), backoff(retry, lane + 1));
    }
  }
}

}  // namespace
}  // namespace sluice
