#include "codec/folder_sync.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>

#include "codec/file.h"
#include "harness/failure_of.h"
#include "harness/temp_folder.h"

namespace sluice {
namespace {

using test::failure_of;
using test::TempFolder;

TEST(FolderSyncTest, TakesMoreFilesThanThereAreThreads) {
  const TempFolder folder;
  for (int at = 0; at < 100; ++at) {
    OutputFile file(folder.file(std::to_string(at)));
    file.write(std::string(100, 'x'));
    file.close();
  }
  sync_folder(folder.path());
  EXPECT_EQ(folder.names().size(), 100U);
  EXPECT_EQ(test::read_file(folder.file("99")), std::string(100, 'x'));
}

TEST(FolderSyncTest, TakesAnEmptyFolderAndAFolderInIt) {
  const TempFolder folder;
  sync_folder(folder.path());
  ASSERT_EQ(::mkdir(folder.file("another").c_str(), 0700), 0);
  sync_folder(folder.path());
}

TEST(FolderSyncTest, NamesTheFolderThatIsGone) {
  const TempFolder folder;
  const Failure failure = failure_of([&] { sync_folder(folder.file("gone")); });
  EXPECT_EQ(failure.code, "file-failed");
  EXPECT_EQ(failure.chunk, "gone");
}

}  // namespace
}  // namespace sluice
