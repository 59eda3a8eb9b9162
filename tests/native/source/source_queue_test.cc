#include "source/source_queue.h"

#include <gtest/gtest.h>

#include <memory>
#include <utility>
#include <vector>

#include "support/progress.h"

namespace sluice {
namespace {

DumpTable table_of(int id, std::uint64_t bytes) {
  DumpTable table;
  table.id = id;
  table.columns.push_back({"id", "`id`"});
  table.estimated_bytes = bytes;
  return table;
}

/// The ids of the tables in the order in which a lane gets them for opening.
std::vector<int> order_of(SourceQueue& queue) {
  std::vector<int> ids;
  while (const auto work = queue.next(0)) {
    ids.push_back(work->table->table().id);
    queue.remove(*work->table);
  }
  return ids;
}

TEST(SourceQueueTest, GivesTheBiggestFirstAndEqualOnesAsTheyCame) {
  ProgressBoard board;
  SourceQueue queue(1, kLeastSplitBytes);
  const std::vector<std::uint64_t> bytes{10, 500, 10, 0, 500, 10, 70};
  for (std::size_t id = 0; id < bytes.size(); ++id) {
    const int number = static_cast<int>(id);
    queue.add(std::make_unique<SourceTable>(table_of(number, bytes[id]), board.add_table(number)));
  }
  queue.seal();
  EXPECT_EQ(order_of(queue), (std::vector<int>{1, 4, 6, 0, 2, 5, 3}));
}

TEST(SourceQueueTest, GivesATableThatComesLaterBeforeSmallerOnes) {
  ProgressBoard board;
  SourceQueue queue(1, kLeastSplitBytes);
  queue.add(std::make_unique<SourceTable>(table_of(0, 5), board.add_table(0)));
  queue.add(std::make_unique<SourceTable>(table_of(1, 5), board.add_table(1)));
  const auto first = queue.next(0);
  ASSERT_TRUE(first.has_value());
  EXPECT_EQ(first->table->table().id, 0);
  queue.add(std::make_unique<SourceTable>(table_of(2, 9), board.add_table(2)));
  queue.seal();
  queue.remove(*first->table);
  EXPECT_EQ(order_of(queue), (std::vector<int>{2, 1}));
}

}  // namespace
}  // namespace sluice
