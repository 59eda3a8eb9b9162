#include <gtest/gtest.h>

#include <cstring>
#include <string>

#include "codec/file.h"
#include "codec/new_files.h"
#include "harness/failure_of.h"
#include "harness/letters.h"
#include "harness/temp_folder.h"
#include "support/buffer.h"

namespace sluice {
namespace {

using test::failure_of;
using test::letters;
using test::TempFolder;

// Whole pages at the start of a page in memory may go past the cache, all else through it: whichever way each
// piece takes, and in whatever order the ways follow one another, the file is the same.
TEST(OutputFileTest, TakesPiecesOfEverySizeFromEveryPlace) {
  const TempFolder folder;
  ProgressBoard board;
  const std::string text = letters(3 << 20);
  const std::vector<std::size_t> sizes{1 << 20, 1 << 16, 4'096, 1 << 18, 4'095, 1, 1 << 17, 100'000, 1 << 16};
  std::string wanted;
  {
    OutputFile file(folder.file("pieces"));
    for (const std::size_t size : sizes) {
      for (const std::size_t place : {0U, 1U}) {
        Buffer piece(board);
        char* const start = piece.reserve(size + place);
        std::memcpy(start, text.data() + place, size + place);
        file.write({start + place, size});
        wanted.append(start + place, size);
      }
    }
    file.close();
  }
  EXPECT_EQ(test::read_file(folder.file("pieces")), wanted);
}

TEST(BufferTest, TradesItsBytesAndItsRoomForAnothersAndBeginsWithAPage) {
  ProgressBoard board;
  Buffer one(board);
  Buffer other(board);
  const std::string text = letters(10'000);
  std::memcpy(one.reserve(text.size()), text.data(), text.size());
  one.commit(text.size());
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(one.view().data()) % Buffer::kPageBytes, 0U);
  one.swap(other);
  EXPECT_EQ(one.size(), 0U);
  EXPECT_EQ(other.view(), text);
}

TEST(NewFilesTest, WritesAllOrLeavesNone) {
  const TempFolder folder;
  write_files(folder.path(), {{"a.json", "first"}, {"b.sql", ""}});
  EXPECT_EQ(test::read_file(folder.file("a.json")), "first");
  EXPECT_EQ(test::read_file(folder.file("b.sql")), "");
  const Failure failure = failure_of([&] {
    write_files(folder.path(), {{"c", "new"}, {"a.json", "second"}, {"d", "never"}});
  });
  EXPECT_EQ(failure.code, "file-failed");
  EXPECT_EQ(failure.chunk, "a.json");
  EXPECT_EQ(test::read_file(folder.file("a.json")), "first");
  EXPECT_EQ(folder.names(), (std::vector<std::string>{"a.json", "b.sql"}));
}

TEST(RenameFileTest, ReplacesNoFile) {
  const TempFolder folder;
  write_files(folder.path(), {{"mine", "first"}, {"yours", "second"}});
  const Failure failure = failure_of([&] { rename_file(folder.file("mine"), folder.file("yours")); });
  EXPECT_EQ(failure.code, "file-failed");
  EXPECT_EQ(test::read_file(folder.file("yours")), "second");
  rename_file(folder.file("mine"), folder.file("new"));
  EXPECT_EQ(test::read_file(folder.file("new")), "first");
}

}  // namespace
}  // namespace sluice
