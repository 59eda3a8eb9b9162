#include <gtest/gtest.h>

#include "harness/failing_allocations.h"
#include "load/load_fixture.h"

namespace sluice {
namespace {

class LoadMemoryTest : public test::LoadFixture {};
SLUICE_ON_BOTH_SERVERS(LoadMemoryTest);

// A statement for a large row is refused its room; the chunk before it stays.
TEST_P(LoadMemoryTest, IsRefusedToALaneAndEndsTheRunByName) {
  LoadTable table = create("t");
  schema_.session().execute("ALTER TABLE t MODIFY name LONGTEXT NOT NULL");
  const InsertPlan::Column text{"'", "'"};
  table.insert =
      InsertPlan{"INSERT INTO `" + schema_.name() + "`.`t` (`id`, `n`, `name`) VALUES ", {text, text, text}};
  const ChunkFile large = chunk_of("t@@1", "10\t0\t" + std::string(12 << 20, 'x') + "\n");
  table.chunks = {chunk("t@@0", 0, 10), large};
  const test::FailingAllocations failing(8 << 20);
  const Failure failure = failed_load(table);
  EXPECT_GT(failing.refused(), 0U);
  EXPECT_EQ(failure.code, "memory-refused");
  EXPECT_EQ(failure.table, schema_.name() + ".t");
  EXPECT_EQ(failure.chunk, large.file);
  EXPECT_EQ(rows_in("t"), 10U);
  EXPECT_EQ(log_.last_sample().memory_bytes, 0U);
}

}  // namespace
}  // namespace sluice
