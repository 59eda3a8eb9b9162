#include "verify/verify_queue.h"

#include <gtest/gtest.h>

#include <utility>
#include <vector>

namespace sluice {
namespace {

TEST(VerifyQueue, GivesTheBiggestFileFirstAndEachOnce) {
  VerifyQueue queue;
  queue.add({10, 0, 0});
  queue.add({30, 0, 1});
  queue.add({10, 1, 0});
  queue.add({20, 1, 1});
  std::vector<std::pair<std::size_t, std::size_t>> taken;
  while (const auto item = queue.take()) taken.emplace_back(item->table, item->chunk);
  const std::vector<std::pair<std::size_t, std::size_t>> expected{{0, 1}, {1, 1}, {0, 0}, {1, 0}};
  EXPECT_EQ(taken, expected);
  EXPECT_TRUE(queue.empty());
}

}  // namespace
}  // namespace sluice
