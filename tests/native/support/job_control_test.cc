#include "support/job_control.h"

#include <gtest/gtest.h>

#include <thread>

namespace sluice {
namespace {

Failure failure(const std::string& code) {
  Failure failure;
  failure.code = code;
  return failure;
}

TEST(JobControlTest, KeepsFailuresInTheirOrder) {
  JobControl control;
  EXPECT_FALSE(control.stopping());
  control.fail(failure("disk-full"));
  control.fail(failure("connect-lost"));
  EXPECT_TRUE(control.stopping());
  EXPECT_FALSE(control.cancelled());
  const auto failures = control.take_failures();
  ASSERT_EQ(failures.size(), 2U);
  EXPECT_EQ(failures[0].code, "disk-full");
}

TEST(JobControlTest, WhatFailsAfterACancelIsItsConsequence) {
  JobControl control;
  control.cancel();
  control.fail(failure("connect-lost"));
  EXPECT_TRUE(control.cancelled());
  EXPECT_TRUE(control.take_failures().empty());
}

TEST(JobControlTest, AnInterruptedSessionIsNoCause) {
  JobControl control;
  control.fail(failure("disk-full"));
  control.fail(failure("cancelled"));
  EXPECT_EQ(control.take_failures().size(), 1U);
}

TEST(JobControlTest, ACancelDoesNotHideAFailure) {
  JobControl control;
  control.fail(failure("disk-full"));
  control.cancel();
  EXPECT_FALSE(control.cancelled());
}

TEST(JobControlTest, APausedLaneGoesOnWhenTheJobDoes) {
  JobControl control;
  control.wait_while_paused();
  control.pause();
  std::jthread resumer([&] { control.resume(); });
  control.wait_while_paused();
}

TEST(JobControlTest, APausedLaneLeavesAJobThatStops) {
  for (const bool by_cancel : {true, false}) {
    JobControl control;
    control.pause();
    std::jthread stopper([&] { by_cancel ? control.cancel() : control.fail(failure("disk-full")); });
    control.wait_while_paused();
    EXPECT_TRUE(control.stopping());
  }
}

}  // namespace
}  // namespace sluice
