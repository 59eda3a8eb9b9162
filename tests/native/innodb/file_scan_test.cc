#include "innodb/file_scan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <filesystem>
#include <fstream>
#include <thread>

#include "harness/failure_of.h"
#include "harness/temp_folder.h"
#include "innodb/layout.h"
#include "innodb/tablespace_builder.h"

namespace sluice {
namespace {

using test::failure_of;
using test::Format;
using test::Shape;
using test::TablespaceBuilder;

using layout::kNoPage;

class FileScanTest : public ::testing::Test {
 protected:
  std::string write(const std::string& bytes) {
    const std::string path = folder_.file("t.ibd");
    test::write_file(path, bytes);
    return path;
  }

  Scan scan(const std::string& bytes, ScanOptions options = {}) {
    return scan_file(
        write(bytes), options, [](std::uint64_t, std::uint64_t) {}, stop_);
  }

  Failure failure(const std::string& bytes) {
    return failure_of([&] { scan(bytes); });
  }

  /// A chain of leaves from page 4 on.
  static TablespaceBuilder leaves(Shape shape, std::uint32_t count) {
    TablespaceBuilder builder(shape, count + 4);
    for (std::uint32_t at = 0; at < count; ++at) {
      builder.put(4 + at, {.prev = at == 0 ? kNoPage : 3 + at, .next = at + 1 == count ? kNoPage : 5 + at});
    }
    return builder;
  }

  test::TempFolder folder_;
  std::atomic<bool> stop_{false};
};

TEST_F(FileScanTest, ReadsEveryPageInEveryFormatOnAnyNumberOfThreads) {
  for (const Shape shape :
       {Shape{Format::kMySql}, Shape{Format::kMySql, 4 << 10}, Shape{Format::kMySql, 64 << 10},
        Shape{Format::kCrc32, 8 << 10}, Shape{Format::kFullCrc32}, Shape{Format::kFullCrc32, 32 << 10},
        Shape{Format::kCrc32, 16 << 10, 8 << 10}}) {
    const std::string file = leaves(shape, 300).bytes();
    for (const int threads : {1, 2, 7}) {
      const Scan scanned = scan(file, {.threads = threads});
      ASSERT_EQ(scanned.pages.size(), 304U);
      EXPECT_EQ(scanned.file_bytes, file.size());
      EXPECT_EQ(scanned.read_again, 0U);
      for (std::uint32_t number = 4; number < 304; ++number) {
        const Page& page = scanned.pages[number];
        ASSERT_EQ(page.state, PageState::kVerified) << number;
        ASSERT_EQ(page.prev, number == 4 ? kNoPage : number - 1);
        ASSERT_TRUE(is_leaf(page));
      }
      EXPECT_TRUE(scanned.pages[3].is_free);
      EXPECT_EQ(scanned.pages[3].state, PageState::kZero);
    }
  }
}

TEST_F(FileScanTest, FollowsTheExtentDescriptorsBehindTheFirstOnes) {
  // Descriptor pages come every 4096 pages of 4 KiB, each for 16 extents of 256 pages.
  TablespaceBuilder builder({Format::kMySql, 4 << 10}, 10'000);
  for (const std::uint32_t number : {5U, 4'100U, 9'999U}) builder.put(number, {});
  for (const std::uint32_t number : {6U, 4'101U}) {
    builder.put(number, {});
    builder.free_page(number);
  }
  const Scan scanned = scan(builder.bytes());
  for (const std::uint32_t used : {0U, 5U, 4'096U, 4'100U, 8'192U, 9'999U}) {
    EXPECT_FALSE(scanned.pages[used].is_free) << used;
  }
  for (const std::uint32_t unused : {6U, 4'101U, 4'500U, 9'998U})
    EXPECT_TRUE(scanned.pages[unused].is_free) << unused;
  EXPECT_EQ(scanned.pages[6].kind, PageKind::kIndex);
  EXPECT_EQ(scanned.extents.extents, 40U);
  EXPECT_EQ(scanned.extents.free, 36U);
  const auto is_free = [](const Page& page) { return page.is_free; };
  EXPECT_EQ(scanned.extents.free_pages,
            static_cast<std::uint64_t>(std::count_if(scanned.pages.begin(), scanned.pages.end(), is_free)));
  // All but the three pages with descriptors and the three leaves.
  EXPECT_EQ(scanned.extents.free_pages, 10'000U - 6U);
}

TEST_F(FileScanTest, HasMoreThanOneDescriptorPageOf16KiBToo) {
  TablespaceBuilder builder({Format::kFullCrc32}, 16'384 + 70);
  builder.put(16'384 + 2, {});
  const Scan scanned = scan(builder.bytes(), {.threads = 2});
  EXPECT_FALSE(scanned.pages[16'386].is_free);
  EXPECT_TRUE(scanned.pages[16'387].is_free);
  EXPECT_EQ(scanned.extents.extents, 258U);
  EXPECT_EQ(scanned.extents.free, 256U);
}

TEST_F(FileScanTest, WhatIsNotWrittenYetIsFree) {
  TablespaceBuilder builder({Format::kMySql, 4 << 10}, 5'000);
  builder.put(4, {});
  std::string file = builder.bytes();
  file.replace(4'096 * 4'096, 4'096, 4'096, '\0');
  const Scan scanned = scan(file);
  EXPECT_TRUE(scanned.pages[4'100].is_free);
  EXPECT_EQ(scanned.extents.free, 19U);
}

TEST_F(FileScanTest, CountsTornAndMisplacedPagesAndDoesNotDecodeThem) {
  const TablespaceBuilder builder = leaves({}, 20);
  std::string file = builder.bytes();
  file[10 * 16'384 + 3'000] = '!';
  file.replace(12 * 16'384, 16'384, file, 11 * 16'384, 16'384);
  const Scan scanned = scan(file);
  EXPECT_EQ(scanned.read_again, 2U);
  EXPECT_EQ(scanned.mended, 0U);
  EXPECT_EQ(scanned.pages[10].state, PageState::kDamaged);
  EXPECT_EQ(scanned.pages[12].state, PageState::kWrongNumber);
  EXPECT_EQ(scanned.pages[12].kind, PageKind::kUnknown);
  EXPECT_EQ(scanned.pages[11].state, PageState::kVerified);
}

TEST_F(FileScanTest, APageThatIsWholeAtTheSecondReadingIsTaken) {
  const std::string whole = leaves({}, 20).bytes();
  std::string torn = whole;
  torn[10 * 16'384 + 3'000] = '!';
  const std::string path = write(torn);
  const auto mend = [&] {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(10 * 16'384);
    file.write(whole.data() + 10 * 16'384, 16'384);
  };
  // The block with the torn page has been read when its progress is told.
  const Scan scanned = scan_file(
      path, {}, [&](std::uint64_t, std::uint64_t) { mend(); }, stop_);
  EXPECT_EQ(scanned.read_again, 1U);
  EXPECT_EQ(scanned.mended, 1U);
  EXPECT_EQ(scanned.pages[10].state, PageState::kVerified);
  EXPECT_TRUE(is_leaf(scanned.pages[10]));
}

TEST_F(FileScanTest, SkipsChecksumsWhereThatIsAsked) {
  std::string file = leaves({}, 20).bytes();
  file[10 * 16'384 + 3'000] = '!';
  const Scan scanned = scan(file, {.threads = 2, .check = PageCheck::kNumber});
  EXPECT_EQ(scanned.read_again, 0U);
  EXPECT_EQ(scanned.pages[10].state, PageState::kUnverified);
  EXPECT_TRUE(is_leaf(scanned.pages[10]));
}

TEST_F(FileScanTest, TellsOfEveryPageOnce) {
  std::atomic<std::uint64_t> pages{0};
  std::atomic<std::uint64_t> bytes{0};
  const std::string file = leaves({}, 300).bytes();
  scan_file(
      write(file), {.threads = 3},
      [&](std::uint64_t more_pages, std::uint64_t more) {
        pages += more_pages;
        bytes += more;
      },
      stop_);
  EXPECT_EQ(pages, 304U);
  EXPECT_EQ(bytes, file.size());
}

/// A figure of a file under /proc/self.
std::uint64_t own_figure(const char* file, const std::string& name) {
  std::ifstream from(file);
  std::string word;
  std::uint64_t value = 0;
  while (from >> word) {
    if (word == name && from >> value) return value;
  }
  ADD_FAILURE() << file << " has no " << name;
  return 0;
}

TEST_F(FileScanTest, ReadsEveryByteOnceAsItGoesAlong) {
  const std::string path = write(leaves({}, 1'000).bytes());
  const auto read_so_far = [] { return own_figure("/proc/self/io", "rchar:"); };
  const std::uint64_t before = read_so_far();
  std::vector<std::uint64_t> at_block;
  const Scan scanned = scan_file(
      path, {}, [&](std::uint64_t, std::uint64_t) { at_block.push_back(read_so_far()); }, stop_);
  // The counters' own text is read as well, and the sanitizers read the process's map for each thread.
  const std::uint64_t beside = (64 << 10) + 4'096 * (at_block.size() + 2);
  EXPECT_LE(read_so_far() - before, scanned.file_bytes + kSpaceHeaderBytes + beside);
  ASSERT_EQ(at_block.size(), (scanned.file_bytes + (1 << 20) - 1) >> 20);
  for (std::size_t block = 0; block + 1 < at_block.size(); ++block) {
    EXPECT_GE(at_block[block] - before, (block + 1) << 20);
    EXPECT_LE(at_block[block] - before, ((block + 1) << 20) + kSpaceHeaderBytes + beside);
  }
}

TEST_F(FileScanTest, HoldsNoMoreThanItsBlocksAndFortyBytesForEachPage) {
  // A file of 256 MiB that is a hole but for its first page: 16,384 pages.
  const std::string path = write(TablespaceBuilder({}, 64).bytes());
  constexpr std::uint64_t kBytes = 256ULL << 20;
  std::filesystem::resize_file(path, kBytes);
  // Sets the peak of the memory in use back to what is in use now (proc(5), clear_refs).
  ASSERT_TRUE(std::ofstream("/proc/self/clear_refs") << 5 << std::flush);
  const std::uint64_t before = own_figure("/proc/self/status", "VmRSS:");
  const Scan scanned = scan_file(
      path, {.threads = 2}, [](std::uint64_t, std::uint64_t) {}, stop_);
  const std::uint64_t peak = own_figure("/proc/self/status", "VmHWM:");
  EXPECT_EQ(scanned.pages.size(), kBytes / (16 << 10));
  // 2 MiB of blocks, 0.6 MiB of pages, threads: the sanitizers add shadows of theirs.
  EXPECT_LE(peak, before + (48 << 10));
}

TEST_F(FileScanTest, RefusesAFileThatIsCutOff) {
  const std::string file = leaves({}, 20).bytes();
  const Failure shorter = failure(file.substr(0, file.size() - 16'384));
  EXPECT_EQ(shorter.code, "tablespace-damaged");
  EXPECT_EQ(plain(shorter.message), "spaceCutOff file=t.ibd pages=23 wanted=24");
  EXPECT_EQ(shorter.chunk, "t.ibd");
  EXPECT_EQ(failure(file.substr(0, file.size() - 1)).code, "tablespace-damaged");
  EXPECT_EQ(failure(file.substr(0, 2'000)).code, "tablespace-damaged");
  EXPECT_EQ(plain(failure("").message), "spaceEmpty file=t.ibd");
}

TEST_F(FileScanTest, TakesAFileThatIsBeingExtended) {
  const std::string file = leaves({}, 20).bytes();
  EXPECT_EQ(scan(file + std::string(16'384 + 5'000, '\0')).pages.size(), 25U);
}

TEST_F(FileScanTest, RefusesAFirstPageThatIsDamaged) {
  std::string file = leaves({}, 20).bytes();
  file[9'000] = '!';
  const Failure damaged = failure(file);
  EXPECT_EQ(damaged.code, "tablespace-damaged");
  EXPECT_EQ(plain(damaged.message), "spaceHeaderDamaged file=t.ibd");
}

TEST_F(FileScanTest, RefusesWhatIsNoTablespace) {
  EXPECT_EQ(failure(std::string(50'000, 'x')).code, "not-a-tablespace");
  EXPECT_EQ(failure("short").code, "not-a-tablespace");
  EXPECT_EQ(failure_of([&] {
              scan_file(
                  folder_.path(), {}, [](std::uint64_t, std::uint64_t) {}, stop_);
            }).code,
            "not-a-tablespace");
}

TEST_F(FileScanTest, NamesAFileThatCantBeRead) {
  const Failure missing = failure_of([&] {
    scan_file(
        folder_.file("gone.ibd"), {}, [](std::uint64_t, std::uint64_t) {}, stop_);
  });
  EXPECT_EQ(missing.code, "file-failed");
  EXPECT_EQ(plain(missing.message), "fileFailed file=gone.ibd act=opened reason=No such file or directory");
}

TEST_F(FileScanTest, EndsWhenItIsStopped) {
  const std::string path = write(leaves({}, 300).bytes());
  const Failure stopped = failure_of([&] {
    scan_file(
        path, {}, [&](std::uint64_t, std::uint64_t) { stop_ = true; }, stop_);
  });
  EXPECT_EQ(stopped.code, "cancelled");
}

}  // namespace
}  // namespace sluice
