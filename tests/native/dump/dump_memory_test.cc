#include <gtest/gtest.h>

#include "dump/dump_job_fixture.h"
#include "harness/failing_allocations.h"

namespace sluice {
namespace {

class DumpMemoryTest : public test::DumpJobFixture {};
SLUICE_ON_BOTH_SERVERS(DumpMemoryTest);

// Lanes that have begun are refused the room for their rows.
TEST_P(DumpMemoryTest, IsRefusedToALaneAndEndsTheRunByName) {
  session().execute("CREATE TABLE t (id INT PRIMARY KEY, v LONGTEXT) ENGINE=InnoDB");
  session().execute("INSERT INTO t SELECT i, REPEAT('x', 1000) FROM " + numbers(3));
  session().execute("UPDATE t SET v = REPEAT('y', 3 << 20) WHERE id = 700");
  const test::FailingAllocations failing(200'000);
  const event::Finished finished =
      dump(spec(2), {table(7, "t", {"id", "v"}, {{"id", KeyKind::kInteger, false}})});
  EXPECT_GT(failing.refused(), 0U);
  EXPECT_EQ(finished.state, JobState::kFailed);
  ASSERT_FALSE(finished.failures.empty());
  EXPECT_EQ(finished.failures.front().code, "memory-refused");
  EXPECT_EQ(log_.last_sample().memory_bytes, 0U);
}

}  // namespace
}  // namespace sluice
