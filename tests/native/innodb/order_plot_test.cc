#include "innodb/order_plot.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

using Numbers = std::vector<std::uint32_t>;

TEST(OrderPlotTest, HasAPointForEachLeafWhereThereIsRoom) {
  const OrderPlot plot = plot_order(Numbers{7, 3, 9}, 3);
  EXPECT_EQ(plot.leaves_per_point, 1U);
  EXPECT_EQ(plot.lowest, (Numbers{7, 3, 9}));
  EXPECT_EQ(plot.highest, (Numbers{7, 3, 9}));
}

TEST(OrderPlotTest, GathersLeavesIntoTheSpanOfTheirPages) {
  const OrderPlot plot = plot_order(Numbers{7, 3, 9, 1, 2}, 2);
  EXPECT_EQ(plot.leaves_per_point, 3U);
  EXPECT_EQ(plot.lowest, (Numbers{3, 1}));
  EXPECT_EQ(plot.highest, (Numbers{9, 2}));
}

TEST(OrderPlotTest, OfNothingIsEmpty) { EXPECT_TRUE(plot_order({}, 10).lowest.empty()); }

}  // namespace
}  // namespace sluice
