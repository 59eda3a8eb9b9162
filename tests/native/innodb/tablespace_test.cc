#include "innodb/tablespace.h"

#include <gtest/gtest.h>

#include "harness/failure_of.h"
#include "innodb/tablespace_builder.h"

namespace sluice {
namespace {

using test::failure_of;
using test::Format;
using test::TablespaceBuilder;

Tablespace parse(const std::string& file) {
  return parse_tablespace(std::as_bytes(std::span(file)).first(kSpaceHeaderBytes), "t.ibd");
}

TEST(TablespaceTest, KnowsEveryPageSizeInEveryFormat) {
  for (const Format format : {Format::kMySql, Format::kCrc32, Format::kFullCrc32}) {
    for (const std::uint32_t kib : {4U, 8U, 16U, 32U, 64U}) {
      const Tablespace space = parse(TablespaceBuilder({format, kib << 10}, 4).bytes());
      EXPECT_EQ(space.page_size, kib << 10);
      EXPECT_EQ(space.file_page_size, kib << 10);
      EXPECT_EQ(space.extent_pages, kib == 4 ? 256U : kib == 8 ? 128U : 64U);
      EXPECT_EQ(space.pages, 4U);
      EXPECT_EQ(space.space_id, 7U);
      EXPECT_EQ(space.compression, SpaceCompression::kNone);
    }
  }
}

TEST(TablespaceTest, TellsTheVendorsApartWhereThatIsPossible) {
  const Tablespace mysql = parse(TablespaceBuilder({Format::kMySql}, 4).bytes());
  EXPECT_EQ(mysql.origin, SpaceOrigin::kMySql);
  EXPECT_EQ(mysql.server_version, 90704U);
  EXPECT_EQ(mysql.checksums, ChecksumFormat::kField);
  const Tablespace mariadb = parse(TablespaceBuilder({Format::kFullCrc32}, 4).bytes());
  EXPECT_EQ(mariadb.origin, SpaceOrigin::kMariaDb);
  EXPECT_EQ(mariadb.checksums, ChecksumFormat::kFullCrc32);
  EXPECT_EQ(parse(TablespaceBuilder({Format::kCrc32}, 4).bytes()).origin, SpaceOrigin::kEither);
}

TEST(TablespaceTest, SeesCompressionAndEncryptionInTheFlags) {
  const auto flagged = [](Format format, std::uint32_t flags) {
    TablespaceBuilder builder({format}, 4);
    builder.set_flags(flags);
    return parse(builder.bytes());
  };
  const Tablespace rows = flagged(Format::kCrc32, 0x29);
  EXPECT_EQ(rows.compression, SpaceCompression::kRows);
  EXPECT_EQ(rows.page_size, 16U << 10);
  EXPECT_EQ(rows.file_page_size, 8U << 10);
  EXPECT_EQ(flagged(Format::kFullCrc32, 0x35).compression, SpaceCompression::kPages);
  EXPECT_EQ(flagged(Format::kCrc32, 0x10021).compression, SpaceCompression::kPages);
  EXPECT_TRUE(flagged(Format::kMySql, 0x6021).encrypted);
  EXPECT_FALSE(flagged(Format::kMySql, 0x4021).encrypted);
}

TEST(TablespaceTest, RefusesWhatIsNoTablespace) {
  const Failure text = failure_of([] { parse(std::string(4096, 'x')); });
  EXPECT_EQ(text.code, "not-a-tablespace");
  EXPECT_EQ(plain(text.message), "notASpace file=t.ibd");
  EXPECT_EQ(failure_of([] { parse_tablespace({}, "t.ibd"); }).code, "not-a-tablespace");
}

TEST(TablespaceTest, RefusesAFirstPageThatContradictsItself) {
  struct Lie {
    const char* what;
    std::size_t at;
    std::uint64_t value;
    std::size_t bytes;
  };
  const Lie lies[] = {{"another page's number", 4, 1, 4},
                      {"an index page", 24, 17855, 2},
                      {"another tablespace in the page's head", 34, 8, 4},
                      {"another tablespace in the space header", 38, 8, 4}};
  for (const Format format : {Format::kMySql, Format::kCrc32, Format::kFullCrc32}) {
    for (const Lie& lie : lies) {
      std::string file = TablespaceBuilder({format}, 4).bytes();
      test::poke_bytes(file, lie.at, lie.value, lie.bytes);
      EXPECT_EQ(failure_of([&] { parse(file); }).code, "not-a-tablespace") << lie.what;
    }
  }
}

TEST(TablespaceTest, TakesNoVersionFromAPageThatNamesNone) {
  for (const std::uint64_t previous : {std::uint64_t{0}, std::uint64_t{0xFFFFFFFF}}) {
    std::string file = TablespaceBuilder({Format::kCrc32}, 4).bytes();
    test::poke_bytes(file, 8, previous, 4);
    EXPECT_EQ(parse(file).origin, SpaceOrigin::kEither) << previous;
    EXPECT_EQ(parse(file).server_version, 0U) << previous;
  }
}

TEST(TablespaceTest, RefusesPagesThatAreLargerInTheFileThanInMemory) {
  // 8 KiB in the file of pages of 4 KiB, and 32 KiB of pages of 16 KiB.
  for (const std::uint32_t flags : {0xC8U, 0x0CU}) {
    TablespaceBuilder builder({Format::kCrc32}, 4);
    builder.set_flags(flags);
    const std::string file = builder.bytes();
    EXPECT_EQ(failure_of([&] { parse(file); }).code, "page-size-unsupported") << flags;
  }
}

TEST(TablespaceTest, KnowsAFileWhoseFirstPageIsNotWrittenYet) {
  const Failure zero = failure_of([] { parse(std::string(4096, '\0')); });
  EXPECT_EQ(zero.code, "tablespace-damaged");
  EXPECT_EQ(plain(zero.message), "spaceHeaderUnwritten file=t.ibd");
  EXPECT_EQ(plain(zero.hint), "waitForPageCleaner");
}

// MySQL 9.7 makes a file so; the page cleaner completes its first page up to seconds later (measured).
TEST(TablespaceTest, KnowsAFileThatWasMadeJustNow) {
  constexpr std::size_t kTypeAt = 24;
  constexpr std::size_t kPagesAt = 46;
  std::string file = TablespaceBuilder({Format::kMySql}, 4).bytes();
  test::poke_bytes(file, kTypeAt, 0, 2);
  test::poke_bytes(file, kPagesAt, 0, 4);
  const Failure failure = failure_of([&] { parse(file); });
  EXPECT_EQ(failure.code, "tablespace-damaged");
  EXPECT_EQ(plain(failure.message), "spaceHeaderUnwritten file=t.ibd");
}

TEST(TablespaceTest, RefusesAPageSizeThatInnodbDoesNotHave) {
  for (const std::uint32_t flags : {0x10U, 0x1FU, 0x12U, 0x0040U, 0x0200U, 0x03C0U}) {
    TablespaceBuilder builder({Format::kCrc32}, 4);
    builder.set_flags(flags);
    const std::string file = builder.bytes();
    EXPECT_EQ(failure_of([&] { parse(file); }).code, "page-size-unsupported") << flags;
  }
}

}  // namespace
}  // namespace sluice
