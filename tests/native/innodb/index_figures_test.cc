#include "innodb/index_figures.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <numeric>
#include <random>

namespace sluice {
namespace {

using Numbers = std::vector<std::uint32_t>;

constexpr std::uint16_t kUsable = 16'252;

class IndexFiguresTest : public ::testing::Test {
 protected:
  IndexFiguresTest() : pages_(400) {
    space_.page_size = 16 << 10;
    space_.file_page_size = 16 << 10;
    space_.extent_pages = 64;
    for (Page& page : pages_) page.compact = true;
  }

  FillFigures fill_of_sizes(const std::vector<std::uint16_t>& sizes) {
    Numbers leaves(sizes.size());
    std::iota(leaves.begin(), leaves.end(), 0U);
    for (std::size_t at = 0; at < sizes.size(); ++at) pages_[at].data_bytes = sizes[at];
    return fill_figures(pages_, leaves, space_);
  }

  OrderFigures order(const Numbers& leaves) { return order_figures(pages_, leaves, space_); }

  Tablespace space_;
  std::vector<Page> pages_;
};

TEST_F(IndexFiguresTest, FillIsDataOfUsableBytes) {
  const FillFigures full = fill_of_sizes({kUsable, kUsable / 2, 0});
  EXPECT_DOUBLE_EQ(full.mean, 0.5);
  EXPECT_DOUBLE_EQ(full.p10, 0);
  EXPECT_DOUBLE_EQ(full.below_half, 1.0 / 3);
  EXPECT_EQ(full.histogram.back(), 1U);
  EXPECT_EQ(full.histogram[10], 1U);
  EXPECT_EQ(full.histogram.front(), 1U);
}

TEST_F(IndexFiguresTest, ATenthOfThePagesIsEmptierThanP10) {
  std::vector<std::uint16_t> sizes(100, kUsable);
  std::fill(sizes.begin(), sizes.begin() + 10, kUsable / 4);
  EXPECT_DOUBLE_EQ(fill_of_sizes(sizes).p10, 0.25);
  std::fill(sizes.begin(), sizes.begin() + 10, kUsable);
  std::fill(sizes.begin(), sizes.begin() + 9, kUsable / 4);
  EXPECT_DOUBLE_EQ(fill_of_sizes(sizes).p10, 1);
}

TEST_F(IndexFiguresTest, WastedIsWhatFifteenSixteenthsWouldSave) {
  // 16 pages of 7.5 sixteenths hold what 8 dense ones do.
  const std::vector<std::uint16_t> half(16, static_cast<std::uint16_t>(kUsable * 15 / 32));
  EXPECT_NEAR(static_cast<double>(fill_of_sizes(half).wasted_bytes), 8.0 * 16'384, 20);
  EXPECT_EQ(fill_of_sizes(std::vector<std::uint16_t>(16, kUsable)).wasted_bytes, 0U);
  EXPECT_EQ(fill_of_sizes({100}).wasted_bytes, 0U);
}

TEST_F(IndexFiguresTest, AnIndexWithoutPagesHasNoFigures) {
  EXPECT_EQ(fill_of_sizes({}).mean, 0);
  EXPECT_EQ(order({}).runs, 0U);
}

TEST_F(IndexFiguresTest, PagesThatFollowEachOtherAreInOrder) {
  const OrderFigures figures = order({10, 11, 12, 13});
  EXPECT_EQ(figures.out_of_order, 0);
  EXPECT_EQ(figures.backward, 0);
  EXPECT_EQ(figures.runs, 1U);
  EXPECT_EQ(figures.extent_visits, 1U);
  EXPECT_EQ(figures.extents, 1U);
}

TEST_F(IndexFiguresTest, AGapThatIsNotTheIndexesOwnIsNoDisorder) {
  const OrderFigures figures = order({10, 11, 40, 41, 200});
  EXPECT_EQ(figures.out_of_order, 0);
  EXPECT_EQ(figures.runs, 3U);
  EXPECT_EQ(figures.extent_visits, 2U);
  EXPECT_EQ(figures.extents, 2U);
}

TEST_F(IndexFiguresTest, APageOfItsOwnInBetweenIs) {
  const OrderFigures figures = order({10, 12, 11, 13, 14});
  EXPECT_DOUBLE_EQ(figures.out_of_order, 3.0 / 4);
  EXPECT_DOUBLE_EQ(figures.backward, 1.0 / 4);
  EXPECT_EQ(figures.runs, 4U);
}

TEST_F(IndexFiguresTest, ADescendingLoadIsAllBackward) {
  const OrderFigures figures = order({14, 13, 12, 11});
  EXPECT_EQ(figures.out_of_order, 1);
  EXPECT_EQ(figures.backward, 1);
  EXPECT_EQ(figures.runs, 4U);
}

TEST_F(IndexFiguresTest, LanesThatTakeTurnsAreStreamsSideBySide) {
  for (const std::uint32_t lanes : {1U, 2U, 4U, 7U}) {
    Numbers leaves;
    for (std::uint32_t lane = 0; lane < lanes; ++lane) {
      for (std::uint32_t page = lane; page < 350; page += lanes) leaves.push_back(page);
    }
    EXPECT_EQ(order(leaves).lanes, lanes);
  }
}

TEST_F(IndexFiguresTest, LanesThatTakeTurnsByExtentsAreThem) {
  Numbers leaves;
  for (const std::uint32_t extent : {0U, 2U, 4U, 1U, 3U, 5U}) {
    for (std::uint32_t page = 0; page < 64; ++page) leaves.push_back(extent * 64 + page);
  }
  EXPECT_EQ(order(leaves).lanes, 2U);
}

TEST_F(IndexFiguresTest, SomeSplitPagesMakeNoLane) {
  Numbers leaves(350);
  std::iota(leaves.begin(), leaves.end(), 0U);
  for (const std::size_t at : {50U, 150U, 250U}) {
    leaves.insert(leaves.begin() + static_cast<std::ptrdiff_t>(at),
                  static_cast<std::uint32_t>(350 + at / 50));
  }
  EXPECT_EQ(order(leaves).lanes, 1U);
}

TEST_F(IndexFiguresTest, PagesWithoutOrderAreNoFewLanes) {
  Numbers leaves(397);
  std::iota(leaves.begin(), leaves.end(), 0U);
  std::shuffle(leaves.begin(), leaves.end(), std::mt19937(1));
  EXPECT_GT(order(leaves).lanes, 8U);
  EXPECT_EQ(order({}).lanes, 0U);
  EXPECT_EQ(order({7}).lanes, 1U);
}

TEST_F(IndexFiguresTest, ExtentsThatTakeTurnsAreVisitedAgainAndAgain) {
  const OrderFigures figures = order({64, 128, 65, 129, 66});
  EXPECT_EQ(figures.extent_visits, 5U);
  EXPECT_EQ(figures.extents, 2U);
}

TEST_F(IndexFiguresTest, LsnsThatFallInKeyOrderAreDisorder) {
  for (const auto& [number, lsn] : {std::pair{1U, 5U}, {2U, 4U}, {3U, 4U}, {4U, 9U}, {5U, 1U}}) {
    pages_[number].lsn = lsn;
  }
  EXPECT_DOUBLE_EQ(order({1, 2, 3, 4, 5}).lsn_disorder, 2.0 / 4);
}

}  // namespace
}  // namespace sluice
