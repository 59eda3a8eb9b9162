#include "innodb/sdi.h"

#include <gtest/gtest.h>

#include <atomic>

#include "harness/temp_folder.h"
#include "innodb/file_scan.h"
#include "innodb/tablespace_builder.h"

namespace sluice {
namespace {

using test::Format;
using test::SdiRecord;
using test::TablespaceBuilder;

constexpr std::uint32_t kDictionaryPage = 3;

/// Documents of a file whose dictionary has these records.
std::vector<SdiDocument> documents_of(const TablespaceBuilder& builder) {
  const test::TempFolder folder;
  test::write_file(folder.file("t.ibd"), builder.bytes());
  const std::atomic<bool> stop{false};
  return scan_file(
             folder.file("t.ibd"), {.pause = std::chrono::milliseconds(0)},
             [](std::uint64_t, std::uint64_t) {}, stop)
      .documents;
}

TablespaceBuilder file_of(const std::vector<SdiRecord>& records, std::uint32_t page_size = 4 << 10) {
  TablespaceBuilder builder({Format::kMySql, page_size}, 12);
  builder.put_sdi(kDictionaryPage, records);
  return builder;
}

std::string text_of(const SdiDocument& document) {
  return {reinterpret_cast<const char*>(document.deflated.data()), document.deflated.size()};
}

TEST(SdiTest, GivesEveryDocumentInTheOrderOfTheirKeys) {
  const auto documents = documents_of(file_of({{.type = 1, .id = 77, .bytes = 900, .deflated = "first"},
                                               {.type = 2, .id = 5, .bytes = 40, .deflated = "second"}}));
  ASSERT_EQ(documents.size(), 2U);
  EXPECT_EQ(documents[0].type, 1U);
  EXPECT_EQ(documents[0].id, 77U);
  EXPECT_EQ(documents[0].bytes, 900U);
  EXPECT_EQ(text_of(documents[0]), "first");
  EXPECT_EQ(documents[1].type, 2U);
  EXPECT_EQ(text_of(documents[1]), "second");
}

TEST(SdiTest, FollowsALongDocumentOverItsPages) {
  std::string text(10'000, '\0');
  for (std::size_t at = 0; at < text.size(); ++at) text[at] = static_cast<char>(at % 251);
  const auto documents = documents_of(file_of({{.deflated = text, .elsewhere = 5}, {.deflated = "short"}}));
  ASSERT_EQ(documents.size(), 2U);
  EXPECT_EQ(text_of(documents[0]), text);
  EXPECT_EQ(text_of(documents[1]), "short");
}

TEST(SdiTest, LeavesOutWhatIsDeletedOrCutOff) {
  auto builder =
      file_of({{.deflated = "old", .deleted = true}, {.deflated = std::string(5'000, 'x'), .elsewhere = 5}});
  // The second page of the blob says that it holds nothing.
  builder.poke(6, 38, 0, 4);
  EXPECT_TRUE(documents_of(builder).empty());
}

TEST(SdiTest, EndsWhereABlobComesBackToItself) {
  auto builder = file_of({{.deflated = std::string(9'000, 'x'), .elsewhere = 5}});
  builder.poke(5, 42, 5, 4);
  EXPECT_LE(documents_of(builder).size(), 1U);
}

TEST(SdiTest, HasNothingOfAFileWithoutADictionary) {
  TablespaceBuilder builder({Format::kFullCrc32}, 8);
  builder.put(3, {});
  EXPECT_TRUE(documents_of(builder).empty());
}

}  // namespace
}  // namespace sluice
