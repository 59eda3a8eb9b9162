#include "innodb/report.h"

#include <gtest/gtest.h>

#include "harness/temp_folder.h"
#include "innodb/layout.h"
#include "innodb/tablespace_builder.h"

namespace sluice {
namespace {

using test::Format;
using test::Shape;
using test::TablespaceBuilder;

using layout::kNoPage;

class ReportTest : public ::testing::Test {
 protected:
  FileReport report(const std::string& bytes, const ReportOptions& options = {}) {
    test::write_file(folder_.file("t.ibd"), bytes);
    const std::atomic<bool> stop{false};
    return report_on(scan_file(
                         folder_.file("t.ibd"), {}, [](std::uint64_t, std::uint64_t) {}, stop),
                     options);
  }

  /// A clustered index of three leaves under a root, and a secondary one of one page.
  static TablespaceBuilder table(Shape shape) {
    TablespaceBuilder builder(shape, 64);
    builder.put_type(2, 3);
    builder.put(3, {.index_id = 50, .level = 1, .records = 3});
    builder.put(4, {.index_id = 60, .data_bytes = 8'126, .records = 7, .lsn = 7'000});
    builder.put(5, {.index_id = 50, .next = 7, .data_bytes = 16'252, .records = 70, .lsn = 6'000});
    builder.put(7, {.index_id = 50, .prev = 5, .next = 6, .data_bytes = 16'252, .records = 70, .lsn = 6'000});
    builder.put(
        6,
        {.index_id = 50, .prev = 7, .data_bytes = 16'252, .garbage_bytes = 40, .records = 60, .lsn = 5'500});
    return builder;
  }

  test::TempFolder folder_;
};

TEST_F(ReportTest, CountsAndJudgesEveryIndex) {
  const FileReport found = report(table({}).bytes());
  ASSERT_EQ(found.indexes.size(), 2U);
  const IndexReport& clustered = found.indexes[0];
  EXPECT_EQ(clustered.index_id, 50U);
  EXPECT_EQ(clustered.levels, 2U);
  EXPECT_EQ(clustered.pages, 4U);
  EXPECT_EQ(clustered.leaf_pages, 3U);
  EXPECT_EQ(clustered.records, 200U);
  EXPECT_EQ(clustered.data_bytes, 3U * 16'252);
  EXPECT_EQ(clustered.garbage_bytes, 40U);
  ASSERT_TRUE(clustered.fill && clustered.order);
  EXPECT_DOUBLE_EQ(clustered.fill->mean, 1);
  EXPECT_DOUBLE_EQ(clustered.order->out_of_order, 1);
  EXPECT_DOUBLE_EQ(clustered.order->backward, 0.5);
  EXPECT_DOUBLE_EQ(clustered.order->lsn_disorder, 0.5);
  EXPECT_EQ(found.indexes[1].index_id, 60U);
  EXPECT_DOUBLE_EQ(found.indexes[1].fill->mean, 0.5);
  EXPECT_EQ(found.oldest_lsn, 5'000U);
  EXPECT_EQ(found.newest_lsn, 7'000U);
}

TEST_F(ReportTest, CountsPagesByTypeAndState) {
  std::string file = table({}).bytes();
  file[6 * 16'384 + 4'000] = '!';
  const FileReport found = report(file);
  EXPECT_EQ(found.pages, 64U);
  EXPECT_EQ(found.states.verified, 6U);
  EXPECT_EQ(found.states.damaged, 1U);
  EXPECT_EQ(found.states.zero, 57U);
  ASSERT_EQ(found.types.size(), 4U);
  EXPECT_EQ(found.types[0].kind, PageKind::kUnused);
  EXPECT_EQ(found.types[1].kind, PageKind::kInode);
  EXPECT_EQ(found.types[3].pages, 4U);
  EXPECT_EQ(found.extents.extents, 1U);
}

TEST_F(ReportTest, ADamagedLeafMakesTheOrderUnknown) {
  std::string file = table({}).bytes();
  file[7 * 16'384 + 4'000] = '!';
  const FileReport found = report(file, {.max_cells = 100, .max_points = 10});
  const IndexReport& clustered = found.indexes[0];
  EXPECT_EQ(clustered.leaf_pages, 2U);
  EXPECT_FALSE(clustered.order);
  EXPECT_FALSE(clustered.plot);
  EXPECT_EQ(plain(clustered.order_unknown), "chainBroken reason=leafUnreadable page=7");
  EXPECT_TRUE(found.indexes[1].order);
}

TEST_F(ReportTest, PagesThatNobodyUsesDoNotCount) {
  TablespaceBuilder builder = table({});
  builder.put(9, {.index_id = 50, .prev = 6});
  builder.free_page(9);
  builder.put(10, {.index_id = 70});
  builder.free_page(10);
  const FileReport found = report(builder.bytes());
  EXPECT_EQ(found.indexes.size(), 2U);
  EXPECT_TRUE(found.indexes[0].order);
}

TEST_F(ReportTest, CompressedRowsHaveOrderButNoFill) {
  const FileReport found = report(table({Format::kCrc32, 16 << 10, 8 << 10}).bytes());
  ASSERT_EQ(found.indexes.size(), 2U);
  EXPECT_FALSE(found.indexes[0].fill);
  EXPECT_NE(plain(found.indexes[0].fill_unknown), "");
  EXPECT_TRUE(found.indexes[0].order);
  EXPECT_EQ(found.indexes[0].records, 200U);
}

TEST_F(ReportTest, HiddenPagesAreReportedAsWhatTheyAre) {
  TablespaceBuilder compressed = table({Format::kMySql});
  compressed.put_type(9, 14);
  EXPECT_EQ(plain(report(compressed.bytes()).indexes_unknown), "pagesCompressed pages=1");
  TablespaceBuilder encrypted = table({Format::kFullCrc32});
  encrypted.poke(6, 0, 1, 4);
  const FileReport found = report(encrypted.bytes(), {.max_cells = 64});
  EXPECT_EQ(plain(found.indexes_unknown), "pagesEncrypted pages=1");
  EXPECT_TRUE(found.indexes.empty());
  EXPECT_EQ(found.encrypted_pages, 1U);
  EXPECT_FLOAT_EQ(found.map->lsn_age[6], 0.25);
}

TEST_F(ReportTest, DrawsAndListsWhereThatIsAsked) {
  const FileReport found =
      report(table({}).bytes(), {.max_cells = 32, .max_points = 2, .list_from = 3, .list_count = 5});
  ASSERT_TRUE(found.map && found.indexes[0].plot);
  EXPECT_EQ(found.map->fill.size(), 32U);
  EXPECT_EQ(found.indexes[0].plot->lowest, (std::vector<std::uint32_t>{5, 6}));
  ASSERT_EQ(found.listed.size(), 5U);
  EXPECT_EQ(found.listed[0].level, 1);
  EXPECT_TRUE(report(table({}).bytes(), {.list_from = 999, .list_count = 5}).listed.empty());
}

}  // namespace
}  // namespace sluice
