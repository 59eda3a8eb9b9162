#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "harness/temp_folder.h"
#include "innodb/report.h"
#include "innodb/tablespace_builder.h"
#include "support/failure.h"

namespace sluice {
namespace {

using test::Format;
using test::TablespaceBuilder;

constexpr std::uint32_t kPages = 40;
constexpr std::size_t kPageBytes = 4 << 10;

/// Files without checksums, whose bytes are believed: nothing protects the reader but its own care.
class HostileFileTest : public ::testing::TestWithParam<unsigned> {
 protected:
  static std::string table() {
    TablespaceBuilder builder({Format::kNoChecksum, kPageBytes}, kPages);
    builder.put(3, {.index_id = 50, .level = 1});
    for (std::uint32_t at = 4; at < kPages; ++at) {
      builder.put(at, {.index_id = 50,
                       .prev = at == 4 ? 0xFFFFFFFF : at - 1,
                       .next = at + 1 == kPages ? 0xFFFFFFFF : at + 1});
    }
    return builder.bytes();
  }

  void inspect(const std::string& bytes) {
    test::write_file(folder_.file("t.ibd"), bytes);
    const std::atomic<bool> stop{false};
    const Scan scan = scan_file(
        folder_.file("t.ibd"), {.threads = 2, .check = PageCheck::kChecksum},
        [](std::uint64_t, std::uint64_t) {}, stop);
    check(report_on(scan, {.max_cells = 7, .max_points = 5, .list_from = 1, .list_count = 1'000}));
  }

  static void check(const FileReport& report) {
    std::uint64_t pages = 0;
    for (const IndexReport& index : report.indexes) {
      pages += index.pages;
      EXPECT_LE(index.leaf_pages, index.pages);
      if (!index.order) continue;
      EXPECT_LE(index.order->runs, std::max<std::uint64_t>(index.leaf_pages, 1));
      EXPECT_LE(index.order->extents, index.order->extent_visits);
      EXPECT_LE(index.order->out_of_order, 1);
    }
    EXPECT_LE(pages, report.pages);
    EXPECT_LE(report.extents.free, report.extents.extents);
    ASSERT_TRUE(report.map);
    EXPECT_LE(report.map->fill.size(), 7U);
  }

  test::TempFolder folder_;
};

INSTANTIATE_TEST_SUITE_P(Seeds, HostileFileTest, ::testing::Range(1U, 11U));

TEST_P(HostileFileTest, NeverLeadsTheReaderAstray) {
  std::mt19937 random(GetParam());
  const std::string whole = table();
  for (int round = 0; round < 20; ++round) {
    std::string bytes = whole;
    for (auto change = random() % 30 + 1; change > 0; --change) {
      // Headers are what is believed; page numbers stay, or the page would only be another one.
      const std::size_t page = random() % kPages;
      const std::size_t at = 8 + random() % 170;
      bytes[page * kPageBytes + at] = static_cast<char>(random());
    }
    if (random() % 4 == 0) bytes.resize(bytes.size() - random() % (2 * kPageBytes));
    try {
      inspect(bytes);
    } catch (const EngineError& error) {
      EXPECT_NE(plain(error.failure().message), "");
      EXPECT_EQ(error.failure().chunk, "t.ibd");
    }
  }
}

}  // namespace
}  // namespace sluice
