#include "innodb/page.h"

#include <gtest/gtest.h>

#include <vector>

#include "innodb/tablespace_builder.h"

namespace sluice {
namespace {

using test::Format;
using test::IndexPage;
using test::Shape;
using test::TablespaceBuilder;

constexpr std::uint32_t kNumber = 3;

class PageTest : public ::testing::Test {
 protected:
  Page decode(const TablespaceBuilder& builder, std::uint32_t number = kNumber) {
    const std::string file = builder.bytes();
    const Bytes bytes = std::as_bytes(std::span(file));
    space_ = parse_tablespace(bytes.first(kSpaceHeaderBytes), "t.ibd");
    const Bytes page = bytes.subspan(std::size_t{number} * builder.page_bytes(), builder.page_bytes());
    return decode_page(page, number, check_page(page, number, space_, PageCheck::kChecksum), space_);
  }

  Page decode_index(Shape shape, const IndexPage& page) {
    TablespaceBuilder builder(shape, 5);
    builder.put(kNumber, page);
    return decode(builder);
  }

  Page decode_type(Format format, std::uint16_t type) {
    TablespaceBuilder builder({format}, 5);
    builder.put_type(kNumber, type);
    return decode(builder);
  }

  Tablespace space_;
};

TEST_F(PageTest, ReadsTheHeaderOfAnIndexPage) {
  const Page page = decode_index({}, {.index_id = 0x1'0000'0002,
                                      .level = 2,
                                      .prev = 17,
                                      .next = 19,
                                      .data_bytes = 9'000,
                                      .garbage_bytes = 250,
                                      .records = 73,
                                      .lsn = 0x1122'3344'5566});
  EXPECT_EQ(page.kind, PageKind::kIndex);
  EXPECT_EQ(page.index_id, 0x1'0000'0002U);
  EXPECT_EQ(page.level, 2);
  EXPECT_EQ(page.prev, 17U);
  EXPECT_EQ(page.next, 19U);
  EXPECT_EQ(page.data_bytes, 9'000);
  EXPECT_EQ(page.garbage_bytes, 250);
  EXPECT_EQ(page.records, 73);
  EXPECT_EQ(page.lsn, 0x1122'3344'5566U);
  EXPECT_TRUE(page.compact);
  EXPECT_EQ(usable_bytes(space_, true), 16'252U);
}

TEST_F(PageTest, ReadsRedundantPagesAndTheLargestOnes) {
  const Page redundant = decode_index({}, {.data_bytes = 500, .compact = false});
  EXPECT_EQ(redundant.data_bytes, 500);
  EXPECT_FALSE(redundant.compact);
  EXPECT_EQ(usable_bytes(space_, false), 16'247U);
  EXPECT_EQ(decode_index({Format::kFullCrc32, 64 << 10}, {.data_bytes = 65'000}).data_bytes, 65'000);
}

TEST_F(PageTest, CompressedRowsHideHowFullAPageIs) {
  const Page page = decode_index({Format::kCrc32, 16 << 10, 8 << 10}, {.records = 20});
  EXPECT_EQ(page.kind, PageKind::kIndex);
  EXPECT_EQ(page.index_id, 100U);
  EXPECT_EQ(page.records, 20);
  EXPECT_EQ(page.data_bytes, 0);
  EXPECT_FALSE(has_fill(space_));
}

TEST_F(PageTest, ABodyThatContradictsItselfHasNoData) {
  TablespaceBuilder builder({}, 5);
  builder.put(kNumber, {});
  builder.poke(kNumber, 40, 20, 2);
  EXPECT_EQ(decode(builder).data_bytes, 0);
}

TEST_F(PageTest, NamesEveryType) {
  const auto mysql = [this](std::uint16_t type) { return decode_type(Format::kMySql, type).kind; };
  EXPECT_EQ(mysql(3), PageKind::kInode);
  EXPECT_EQ(mysql(5), PageKind::kBufferBitmap);
  EXPECT_EQ(mysql(9), PageKind::kDescriptors);
  EXPECT_EQ(mysql(14), PageKind::kCompressed);
  EXPECT_EQ(mysql(15), PageKind::kEncrypted);
  EXPECT_EQ(mysql(0), PageKind::kUnused);
  EXPECT_EQ(mysql(2), PageKind::kOther);
  EXPECT_EQ(mysql(17853), PageKind::kSdi);
  EXPECT_EQ(mysql(17854), PageKind::kSpatial);
  for (const std::uint16_t blob : std::vector<std::uint16_t>{10, 11, 12, 18, 19, 22, 24, 29})
    EXPECT_EQ(mysql(blob), PageKind::kBlob) << blob;
  for (const std::uint16_t other : std::vector<std::uint16_t>{1, 13, 21, 30, 100, 17852, 17856})
    EXPECT_EQ(mysql(other), PageKind::kOther) << other;
}

TEST_F(PageTest, Type18IsAnIndexForMariaDb) {
  const IndexPage root{.index_id = 9, .type = 18};
  EXPECT_EQ(decode_index({Format::kFullCrc32}, root).index_id, 9U);
  EXPECT_EQ(decode_index({Format::kCrc32}, root).kind, PageKind::kIndex);
  EXPECT_EQ(decode_index({Format::kMySql}, root).kind, PageKind::kBlob);
}

TEST_F(PageTest, MariaDbHidesEncryptionBehindTheOldType) {
  TablespaceBuilder newer({Format::kFullCrc32}, 5);
  newer.put(kNumber, {});
  newer.poke(kNumber, 0, 1, 4);
  const Page page = decode(newer);
  EXPECT_EQ(page.kind, PageKind::kEncrypted);
  EXPECT_EQ(page.state, PageState::kVerified);
  EXPECT_EQ(page.type, 17855);
  EXPECT_EQ(page.index_id, 0U);
  EXPECT_EQ(page.lsn, 5'000U);

  TablespaceBuilder older({Format::kCrc32}, 5);
  older.put(kNumber, {});
  older.poke(kNumber, 26, 1, 4);
  EXPECT_EQ(decode(older).kind, PageKind::kEncrypted);
}

TEST_F(PageTest, WhatMariaDbKeepsAKeyVersionInSaysNothingElsewhere) {
  TablespaceBuilder mysql({Format::kMySql}, 5);
  mysql.put(kNumber, {.index_id = 9});
  mysql.poke(kNumber, 26, 1, 4);
  EXPECT_EQ(decode(mysql).kind, PageKind::kIndex);
  EXPECT_EQ(decode(mysql).index_id, 9U);

  // An R-tree has its split number there.
  TablespaceBuilder spatial({Format::kCrc32}, 5);
  spatial.put(kNumber, {.type = 17854});
  spatial.poke(kNumber, 26, 1, 4);
  EXPECT_EQ(decode(spatial).kind, PageKind::kSpatial);
}

TEST_F(PageTest, AFullCrc32PageThatWasCompressedNamesItsLength) {
  TablespaceBuilder builder({Format::kFullCrc32}, 5);
  builder.set_flags(0x35);
  builder.put(kNumber, {});
  std::string file = builder.bytes();
  space_ = parse_tablespace(std::as_bytes(std::span(file)).first(kSpaceHeaderBytes), "t.ibd");
  EXPECT_EQ(space_.compression, SpaceCompression::kPages);
  test::poke_bytes(file, kNumber * 16'384 + 24, 0x8009, 2);
  const Bytes page = std::as_bytes(std::span(file)).subspan(kNumber * 16'384, 16'384);
  EXPECT_EQ(check_page(page, kNumber, space_, PageCheck::kChecksum), PageState::kDamaged);
  EXPECT_EQ(decode_page(page, kNumber, PageState::kVerified, space_).kind, PageKind::kCompressed);
}

TEST_F(PageTest, APageThatIsDamagedSaysNothingElse) {
  TablespaceBuilder builder({}, 5);
  builder.put(kNumber, {});
  std::string file = builder.bytes();
  const Bytes page = std::as_bytes(std::span(file)).subspan(kNumber * 16'384, 16'384);
  const Page decoded = decode_page(page, kNumber, PageState::kDamaged, {});
  EXPECT_EQ(decoded.kind, PageKind::kUnknown);
  EXPECT_EQ(decoded.lsn, 0U);
}

}  // namespace
}  // namespace sluice
