#include "innodb/checksum.h"

#include <gtest/gtest.h>

#include <vector>

#include "innodb/crc32c.h"
#include "innodb/tablespace_builder.h"

namespace sluice {
namespace {

using test::Format;
using test::Shape;
using test::TablespaceBuilder;

constexpr std::uint32_t kPage = 3;

struct Sample {
  Shape shape;
  PageState expected;
};

class ChecksumTest : public ::testing::TestWithParam<Sample> {
 protected:
  void SetUp() override {
    TablespaceBuilder builder(GetParam().shape, 5);
    builder.put(kPage, {});
    file_ = builder.bytes();
    page_bytes_ = builder.page_bytes();
    space_ = parse_tablespace(std::as_bytes(std::span(file_)).first(kSpaceHeaderBytes), "t.ibd");
  }

  char& byte(std::size_t at) { return file_[kPage * page_bytes_ + at]; }
  PageState judge(std::uint32_t number = kPage, PageCheck check = PageCheck::kChecksum) const {
    return check_page(std::as_bytes(std::span(file_)).subspan(kPage * page_bytes_, page_bytes_), number,
                      space_, check);
  }

  std::string file_;
  std::size_t page_bytes_ = 0;
  Tablespace space_;
};

INSTANTIATE_TEST_SUITE_P(Formats, ChecksumTest,
                         ::testing::Values(Sample{{Format::kMySql}, PageState::kVerified},
                                           Sample{{Format::kMySql, 4 << 10}, PageState::kVerified},
                                           Sample{{Format::kMySql, 64 << 10}, PageState::kVerified},
                                           Sample{{Format::kCrc32, 32 << 10}, PageState::kVerified},
                                           Sample{{Format::kFullCrc32}, PageState::kVerified},
                                           Sample{{Format::kFullCrc32, 64 << 10}, PageState::kVerified},
                                           Sample{{Format::kInnodb}, PageState::kVerified},
                                           Sample{{Format::kNoChecksum}, PageState::kUnverified},
                                           Sample{{Format::kMySql, 16 << 10, 8 << 10}, PageState::kVerified},
                                           Sample{{Format::kCrc32, 16 << 10, 1 << 10}, PageState::kVerified},
                                           Sample{{Format::kInnodb, 16 << 10, 8 << 10},
                                                  PageState::kVerified}));

TEST_P(ChecksumTest, AcceptsAWholePage) { EXPECT_EQ(judge(), GetParam().expected); }

TEST_P(ChecksumTest, FindsAnyBitThatChanged) {
  if (GetParam().expected == PageState::kUnverified) return;
  // The space id, the key version's place and the flush LSN's are not under the older checksums.
  const bool is_whole = GetParam().shape.format == Format::kFullCrc32;
  for (const std::size_t at :
       {std::size_t{9}, std::size_t{25}, std::size_t{40}, page_bytes_ / 2, page_bytes_ - 9}) {
    byte(at) = static_cast<char>(byte(at) ^ 0x20);
    EXPECT_EQ(judge(), PageState::kDamaged) << at;
    byte(at) = static_cast<char>(byte(at) ^ 0x20);
  }
  if (is_whole) {
    byte(30) = static_cast<char>(byte(30) ^ 1);
    EXPECT_EQ(judge(), PageState::kDamaged);
  }
}

/// The trailer of a page, its last eight bytes, is written last: in a torn page it is of another moment.
TEST_P(ChecksumTest, FindsAnyByteOfTheTrailerThatChanged) {
  const bool unverified = GetParam().expected == PageState::kUnverified;
  // Where checksums are off, only the field that says so tells anything.
  const std::size_t told = unverified ? 4 : 8;
  for (std::size_t at = page_bytes_ - 8; at < page_bytes_ - 8 + told; ++at) {
    byte(at) = static_cast<char>(byte(at) ^ 0x01);
    EXPECT_EQ(judge(), PageState::kDamaged) << "byte " << page_bytes_ - at << " from the end";
    byte(at) = static_cast<char>(byte(at) ^ 0x01);
  }
  EXPECT_EQ(judge(), GetParam().expected);
}

/// The checksum is right, but the two ends of the page name different moments.
TEST(TrailerTest, ALogPositionOfAnotherMomentIsDamage) {
  for (const Format format : {Format::kMySql, Format::kCrc32, Format::kInnodb, Format::kFullCrc32}) {
    TablespaceBuilder builder({format}, 5);
    builder.put(kPage, {.lsn = 9'000});
    std::string file = builder.bytes();
    const std::size_t page = kPage * builder.page_bytes();
    const std::size_t end = page + builder.page_bytes();
    const Bytes bytes = std::as_bytes(std::span(file));
    const Tablespace space = parse_tablespace(bytes.first(kSpaceHeaderBytes), "t.ibd");
    const auto judge = [&] {
      return check_page(bytes.subspan(page, builder.page_bytes()), kPage, space, PageCheck::kChecksum);
    };
    EXPECT_EQ(judge(), PageState::kVerified);
    if (format == Format::kFullCrc32) {
      test::poke_bytes(file, end - 8, 8'000, 4);
      test::poke_bytes(file, end - 4, crc32c(bytes.subspan(page, builder.page_bytes() - 4)), 4);
    } else {
      test::poke_bytes(file, end - 4, 8'000, 4);
    }
    EXPECT_EQ(judge(), PageState::kDamaged);
  }
}

TEST_P(ChecksumTest, KnowsAPageThatIsAnotherOne) {
  EXPECT_EQ(judge(kPage + 1), PageState::kWrongNumber);
  EXPECT_EQ(judge(kPage + 1, PageCheck::kNumber), PageState::kWrongNumber);
}

TEST_P(ChecksumTest, TestsTheNumberAloneWhereThatIsAsked) {
  byte(page_bytes_ / 2) = static_cast<char>(byte(page_bytes_ / 2) ^ 1);
  EXPECT_EQ(judge(kPage, PageCheck::kNumber), PageState::kUnverified);
}

TEST_P(ChecksumTest, KnowsAPageThatWasNeverWritten) {
  file_.replace(kPage * page_bytes_, page_bytes_, page_bytes_, '\0');
  EXPECT_EQ(judge(), PageState::kZero);
  byte(page_bytes_ - 1) = 1;
  EXPECT_NE(judge(), PageState::kZero);
}

/// Half of the page from one moment, half from another, as a crash or a reader in the middle of a write sees
/// it.
TEST_P(ChecksumTest, ATornPageIsDamaged) {
  if (GetParam().expected == PageState::kUnverified) return;
  TablespaceBuilder builder(GetParam().shape, 5);
  builder.put(kPage, {.data_bytes = 1'500, .records = 15, .lsn = 9'000});
  builder.poke(kPage, page_bytes_ - 100, 0x1234, 2);
  const std::string later = builder.bytes();
  const std::size_t half = page_bytes_ / 2;
  file_.replace(kPage * page_bytes_, half, later, kPage * page_bytes_, half);
  EXPECT_EQ(judge(), PageState::kDamaged);
}

TEST(HiddenPageTest, AreUnverifiedAtMost) {
  TablespaceBuilder builder({Format::kMySql}, 8);
  std::uint32_t at = kPage;
  for (const std::uint16_t type : std::vector<std::uint16_t>{14, 15, 16, 17}) builder.put_type(at++, type);
  std::string file = builder.bytes();
  const Bytes bytes = std::as_bytes(std::span(file));
  const Tablespace space = parse_tablespace(bytes.first(kSpaceHeaderBytes), "t.ibd");
  for (std::uint32_t number = kPage; number < kPage + 4; ++number) {
    file[number * 16'384 + 5'000] = 'x';
    EXPECT_EQ(check_page(bytes.subspan(number * 16'384, 16'384), number, space, PageCheck::kChecksum),
              PageState::kUnverified);
  }
}

}  // namespace
}  // namespace sluice
