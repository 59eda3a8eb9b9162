#include "innodb/page_map.h"

#include <gtest/gtest.h>

#include <cmath>

namespace sluice {
namespace {

class PageMapTest : public ::testing::Test {
 protected:
  PageMapTest() {
    scan_.space.page_size = 16 << 10;
    scan_.space.file_page_size = 16 << 10;
    scan_.space.extent_pages = 64;
    scan_.pages.resize(10);
    for (Page& page : scan_.pages) {
      page.kind = PageKind::kUnused;
      page.state = PageState::kZero;
    }
  }

  Page& leaf(std::size_t number, std::uint64_t index_id, std::uint16_t data_bytes, std::uint64_t lsn) {
    Page& page = scan_.pages[number];
    page.kind = PageKind::kIndex;
    page.state = PageState::kVerified;
    page.compact = true;
    page.index_id = index_id;
    page.data_bytes = data_bytes;
    page.lsn = lsn;
    return page;
  }

  Scan scan_;
};

TEST_F(PageMapTest, HasNoMoreCellsThanWereAskedForHoweverManyPages) {
  constexpr std::size_t kManyPages = 1'000'003;
  scan_.pages.resize(kManyPages);
  for (std::size_t at = 0; at < kManyPages; ++at) leaf(at, 50, 16'252, 100);
  const PageMap map = map_pages(scan_, {}, 50'000);
  EXPECT_LE(map.used.size(), 50'000U);
  EXPECT_EQ(map.pages_per_cell, 21U);
  std::uint64_t used = 0;
  for (const std::uint32_t of_cell : map.used) used += of_cell;
  EXPECT_EQ(used, kManyPages);
}

TEST_F(PageMapTest, HasACellForEachPageWhereThereIsRoom) {
  leaf(3, 50, 16'252, 100);
  leaf(5, 60, 8'126, 300);
  leaf(4, 50, 4'063, 200);
  const std::vector<MappedIndex> indexes{{50, {4, 3}}, {60, {5}}};
  const PageMap map = map_pages(scan_, indexes, 100);
  EXPECT_EQ(map.pages_per_cell, 1U);
  ASSERT_EQ(map.fill.size(), 10U);
  EXPECT_EQ(map.used[3], 1U);
  EXPECT_EQ(map.index[3], 0);
  EXPECT_EQ(map.index[5], 1);
  EXPECT_FLOAT_EQ(map.fill[3], 1);
  EXPECT_FLOAT_EQ(map.fill[5], 0.5);
  EXPECT_FLOAT_EQ(map.key_position[4], 0);
  EXPECT_FLOAT_EQ(map.key_position[3], 1);
  EXPECT_FLOAT_EQ(map.lsn_age[3], 0);
  EXPECT_FLOAT_EQ(map.lsn_age[4], 0.5);
  EXPECT_FLOAT_EQ(map.lsn_age[5], 1);
  EXPECT_EQ(map.used[0], 0U);
  EXPECT_EQ(map.index[0], -1);
  EXPECT_TRUE(std::isnan(map.fill[0]));
  EXPECT_TRUE(std::isnan(map.key_position[0]));
  EXPECT_TRUE(std::isnan(map.lsn_age[0]));
  EXPECT_EQ(map.kind[0], static_cast<std::uint8_t>(PageKind::kUnused));
}

TEST_F(PageMapTest, GathersPagesIntoCells) {
  leaf(0, 50, 16'252, 100);
  leaf(1, 50, 8'126, 100);
  leaf(2, 60, 0, 100);
  leaf(9, 60, 8'126, 200);
  const std::vector<MappedIndex> indexes{{50, {1, 0}}, {60, {2, 9}}};
  const PageMap map = map_pages(scan_, indexes, 3);
  EXPECT_EQ(map.pages_per_cell, 4U);
  ASSERT_EQ(map.fill.size(), 3U);
  EXPECT_EQ(map.used, (std::vector<std::uint32_t>{3, 0, 1}));
  EXPECT_EQ(map.index, (std::vector<std::int32_t>{0, -1, 1}));
  EXPECT_FLOAT_EQ(map.fill[0], 0.5);
  EXPECT_FLOAT_EQ(map.lowest_fill[0], 0);
  EXPECT_FLOAT_EQ(map.key_position[0], 0.5);
  EXPECT_FLOAT_EQ(map.key_position[2], 1);
}

TEST_F(PageMapTest, FreePagesAreBlank) {
  leaf(3, 50, 16'252, 100).is_free = true;
  const PageMap map = map_pages(scan_, std::vector<MappedIndex>{{50, {}}}, 100);
  EXPECT_EQ(map.used[3], 0U);
  EXPECT_EQ(map.index[3], -1);
  EXPECT_TRUE(std::isnan(map.fill[3]));
}

TEST_F(PageMapTest, AnUnknownOrderHasNoKeyPositions) {
  leaf(3, 50, 16'252, 100);
  const PageMap map = map_pages(scan_, std::vector<MappedIndex>{{50, {}}}, 100);
  EXPECT_EQ(map.index[3], 0);
  EXPECT_TRUE(std::isnan(map.key_position[3]));
}

TEST_F(PageMapTest, CompressedRowsHaveNoFill) {
  scan_.space.compression = SpaceCompression::kRows;
  leaf(3, 50, 0, 100);
  EXPECT_TRUE(std::isnan(map_pages(scan_, std::vector<MappedIndex>{{50, {3}}}, 100).fill[3]));
}

}  // namespace
}  // namespace sluice
