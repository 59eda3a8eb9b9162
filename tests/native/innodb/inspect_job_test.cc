#include "innodb/inspect_job.h"

#include <gtest/gtest.h>

#include "harness/event_log.h"
#include "harness/temp_folder.h"
#include "innodb/tablespace_builder.h"

namespace sluice {
namespace {

using test::EventLog;

class InspectJobTest : public ::testing::Test {
 protected:
  std::string small_file() {
    test::TablespaceBuilder builder({}, 8);
    builder.put(4, {});
    test::write_file(folder_.file("t.ibd"), builder.bytes());
    return folder_.file("t.ibd");
  }

  test::TempFolder folder_;
};

TEST_F(InspectJobTest, SaysWhatTheFileHoldsAndThenThatItHasFinished) {
  EventLog log;
  InspectJob job({small_file(), {.threads = 2}, {}}, log.handler());
  EXPECT_EQ(log.wait_finished().state, JobState::kDone);
  const auto inspected = log.all<event::FileInspected>();
  ASSERT_EQ(inspected.size(), 1U);
  EXPECT_EQ(inspected[0].report->pages, 8U);
  EXPECT_EQ(log.table(0).rows, 8U);
  EXPECT_EQ(log.table(0).bytes, 8U * 16'384);
  EXPECT_EQ(log.table(0).state, TableState::kDone);
}

TEST_F(InspectJobTest, FailsWithTheReason) {
  EventLog log;
  InspectJob job({folder_.file("gone.ibd"), {}, {}}, log.handler());
  const event::Finished finished = log.wait_finished();
  EXPECT_EQ(finished.state, JobState::kFailed);
  ASSERT_EQ(finished.failures.size(), 1U);
  EXPECT_EQ(finished.failures[0].code, "file-failed");
  EXPECT_TRUE(log.all<event::FileInspected>().empty());
}

TEST_F(InspectJobTest, MayBeDroppedAtAnyTime) {
  for (int round = 0; round < 20; ++round) {
    EventLog log;
    InspectJob job({small_file(), {.threads = 2}, {}}, log.handler());
    if (round % 2 == 0) job.cancel();
  }
}

}  // namespace
}  // namespace sluice
