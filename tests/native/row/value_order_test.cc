#include "row/value_order.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <string>
#include <string_view>

namespace sluice {
namespace {

/// A digit for each value: 1 where it falls.
std::string falls(std::initializer_list<std::string_view> values) {
  ValueOrder order;
  std::string found;
  for (const std::string_view value : values) found += order.falls(value) ? '1' : '0';
  return found;
}

TEST(ValueOrder, ComparesIntegersByWhatTheyAre) {
  EXPECT_EQ(falls({"1", "2", "10", "9", "9", "-1", "-2", "0"}), "00010110");
}

TEST(ValueOrder, ComparesTextsByTheirBytes) {
  EXPECT_EQ(falls({"b", "a", "c", "bb", "2026-01-02", "2025-12-31"}), "010111");
  const std::string same(ValueOrder::kComparedBytes, 'x');
  EXPECT_EQ(falls({same + "b", same + "a"}), "00");
}

TEST(ValueOrder, SaysNothingWhereACollationMayHaveItOtherwise) {
  EXPECT_EQ(falls({"a", "B", "b", "A"}), "0001");
}

TEST(ValueOrder, ComparesNothingWithAnEmptyValue) {
  EXPECT_EQ(falls({"5", "", "3", "b", "", "a"}), "000000");
}

TEST(ValueOrder, ComparesNothingBehindAReset) {
  ValueOrder order;
  EXPECT_FALSE(order.falls("2"));
  order.reset();
  EXPECT_FALSE(order.falls("1"));
}

}  // namespace
}  // namespace sluice
