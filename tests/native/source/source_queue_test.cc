#include "source/source_queue.h"

#include <gtest/gtest.h>

#include <functional>
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

DumpTable small_table(int id) {
  DumpTable table = table_of(id, 16 << 10);
  table.key.push_back({"id"});
  table.key_index = "PRIMARY";
  return table;
}

TEST(SourceQueueTest, GivesALaneItsShareOfTheSmallTables) {
  ProgressBoard board;
  SourceQueue queue(2, kLeastSplitBytes);
  for (int id = 0; id < 9; ++id) {
    queue.add(std::make_unique<SourceTable>(small_table(id), board.add_table(id)));
  }
  ASSERT_TRUE(queue.next(0).has_value());
  EXPECT_EQ(queue.take_small(32).size(), 4u);
  EXPECT_EQ(queue.take_small(1).size(), 1u);
  EXPECT_EQ(queue.take_small(32).size(), 1u);
  EXPECT_EQ(queue.take_small(32).size(), 1u);
  // The last one is another lane's.
  EXPECT_EQ(queue.take_small(32).size(), 0u);
  EXPECT_TRUE(queue.next(1).has_value());
}

TEST(SourceQueueTest, TakesNoTableForSmallThatHasACountOrAConditionOfItsOwn) {
  ProgressBoard board;
  const auto is_small = [&](const std::function<void(DumpTable&)>& change) {
    DumpTable table = small_table(1);
    change(table);
    return SourceTable(std::move(table), board.add_table(1)).is_small();
  };
  EXPECT_TRUE(is_small([](DumpTable&) {}));
  EXPECT_FALSE(is_small([](DumpTable& table) { table.where = "id > 1"; }));
  EXPECT_FALSE(is_small([](DumpTable& table) { table.estimated_bytes = 1 << 20; }));
  EXPECT_FALSE(is_small([](DumpTable& table) { table.estimated_bytes = 0; }));
  EXPECT_FALSE(is_small([](DumpTable& table) { table.key.clear(); }));
  EXPECT_FALSE(is_small([](DumpTable& table) { table.count_check = CountCheck::kAlways; }));
}

TEST(SourceQueueTest, GivesPartsInOrderOnceTheirEndsAreKnown) {
  ProgressBoard board;
  SourceQueue queue(2, kLeastSplitBytes, WorkOrder::kInOrder);
  DumpTable keyed = table_of(0, 5);
  keyed.key = {{"id", KeyKind::kInteger, false}};
  queue.add(std::make_unique<SourceTable>(std::move(keyed), board.add_table(0)));
  queue.add(std::make_unique<SourceTable>(table_of(1, 500), board.add_table(1)));
  queue.seal();

  const auto opened = queue.next(0);
  ASSERT_TRUE(opened.has_value());
  SourceTable& table = *opened->table;
  EXPECT_EQ(table.table().id, 0);
  RangeLease first = queue.share_out(table);
  first.cut({"9"}, 0.5);
  first.cut({"5"}, 0.5);
  const PartPlace place = queue.begin_part(table);
  EXPECT_EQ(place.number, 0U);
  EXPECT_TRUE(place.first_of_table);
  EXPECT_FALSE(place.last_of_table);

  auto second = queue.next(1);
  ASSERT_TRUE(second.has_value() && second->range.has_value());
  EXPECT_EQ(second->range->range().before, Key{"9"});
  EXPECT_FALSE(queue.begin_part(table).last_of_table);
  auto third = queue.next(1);
  ASSERT_TRUE(third.has_value() && third->range.has_value());
  EXPECT_FALSE(third->range->range().before.has_value());
  const PartPlace last = queue.begin_part(table);
  EXPECT_EQ(last.number, 2U);
  EXPECT_FALSE(last.first_of_table);
  EXPECT_TRUE(last.last_of_table);

  const auto other = queue.next(1);
  ASSERT_TRUE(other.has_value());
  EXPECT_EQ(other->table->table().id, 1);
  EXPECT_EQ(queue.begin_part(*other->table).number, 3U);
}

}  // namespace
}  // namespace sluice
