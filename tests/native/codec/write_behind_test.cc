#include "codec/write_behind.h"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <cstring>
#include <ctime>
#include <string>

#include "codec/chunk_reader.h"
#include "harness/failure_of.h"
#include "harness/letters.h"
#include "harness/temp_folder.h"

namespace sluice {
namespace {

using test::failure_of;
using test::letters;
using test::TempFolder;

void append(Buffer& buffer, std::string_view text) {
  std::memcpy(buffer.reserve(text.size()), text.data(), text.size());
  buffer.commit(text.size());
}

constexpr Compression kPlain{.codec = Codec::kNone};

/// Processor time of the calling thread, or of all threads, in seconds.
double processor_seconds(clockid_t clock) {
  timespec time{};
  ::clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) / 1e9;
}

/// While it lives no file may grow beyond `bytes`: write(2) fails as on a full disk, without a disk.
class LeastRoom {
 public:
  explicit LeastRoom(rlim_t bytes) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit small{bytes, before_.rlim_max};
    std::signal(SIGXFSZ, SIG_IGN);
    ::setrlimit(RLIMIT_FSIZE, &small);
  }
  ~LeastRoom() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, SIG_DFL);
  }
  LeastRoom(const LeastRoom&) = delete;
  LeastRoom& operator=(const LeastRoom&) = delete;

 private:
  rlimit before_{};
};

class WriteBehindTest : public ::testing::Test {
 protected:
  TempFolder folder_;
  ProgressBoard board_;
};

TEST_F(WriteBehindTest, KeepsTheOrderOfWhatIsHandedOverAndWhatIsWritten) {
  const std::string text = letters(2'000'000);
  {
    WriteBehind file(kPlain, board_);
    for (const std::string name : {"one", "two"}) {
      file.open(folder_.file(name));
      Buffer buffer(board_);
      std::size_t at = 0;
      for (const std::size_t size : {200'000, 4'096, 5, 300'000, 4'095, 1'000'000}) {
        append(buffer, std::string_view(text).substr(at, size));
        const std::size_t before = buffer.size();
        EXPECT_EQ(file.hand_over(buffer) + buffer.size(), before);
        EXPECT_LT(buffer.size(), Buffer::kPageBytes);
        at += size;
      }
      file.write(buffer.view());
      file.write(std::string_view(text).substr(at));
      file.close();
    }
    EXPECT_FALSE(file.is_open());
  }
  EXPECT_EQ(test::read_file(folder_.file("one")), text);
  EXPECT_EQ(test::read_file(folder_.file("two")), text);
  EXPECT_EQ(board_.sample().stored_bytes, 2 * text.size());
  EXPECT_EQ(board_.sample().memory_bytes, 0U);
}

TEST_F(WriteBehindTest, CompressesWholeBlocksInTheirOrder) {
  const std::string text = letters(2'000'000);
  const Compression zstd;
  std::uint64_t stored = 0;
  {
    WriteBehind file(zstd, board_);
    file.open(folder_.file("one"));
    Buffer buffer(board_);
    std::size_t at = 0;
    for (const std::size_t size : {200'000, 5, 1'000'000}) {
      append(buffer, std::string_view(text).substr(at, size));
      EXPECT_EQ(file.hand_over(buffer), size);
      EXPECT_EQ(buffer.size(), 0U);
      at += size;
    }
    file.write(std::string_view(text).substr(at));
    stored = file.close();
  }
  EXPECT_EQ(stored, test::read_file(folder_.file("one")).size());
  EXPECT_EQ(board_.sample().stored_bytes, stored);
  ChunkReader reader(folder_.file("one"), Codec::kZstd, board_);
  std::string bytes(text.size() + 1, '\0');
  std::size_t size = 0;
  while (const std::size_t got = reader.read(bytes.data() + size, bytes.size() - size)) size += got;
  EXPECT_EQ(std::string_view(bytes).substr(0, size), text);
}

TEST_F(WriteBehindTest, ItsOwnerDoesNotCompressWhatItHandsOver) {
  const Compression slow{.level = 19};
  const double all_before = processor_seconds(CLOCK_PROCESS_CPUTIME_ID);
  const double own_before = processor_seconds(CLOCK_THREAD_CPUTIME_ID);
  {
    WriteBehind file(slow, board_);
    file.open(folder_.file("one"));
    Buffer buffer(board_);
    for (int block = 0; block < 4; ++block) {
      append(buffer, letters(1 << 20));
      file.hand_over(buffer);
    }
    file.close();
  }
  const double own = processor_seconds(CLOCK_THREAD_CPUTIME_ID) - own_before;
  EXPECT_LT(own, (processor_seconds(CLOCK_PROCESS_CPUTIME_ID) - all_before) / 2);
}

// Handing a block over does not wait for it: only the next call says that it can't be written.
TEST_F(WriteBehindTest, TheCallAfterABlockThatFailedSaysSo) {
  for (const bool hands_over : {true, false}) {
    const std::string name = hands_over ? "one" : "two";
    WriteBehind file(kPlain, board_);
    Buffer buffer(board_);
    file.open(folder_.file(name));
    const LeastRoom room(100'000);
    append(buffer, letters(1 << 20));
    file.hand_over(buffer);
    append(buffer, letters(1 << 20));
    const Failure failure = failure_of([&] {
      if (hands_over) {
        file.hand_over(buffer);
      } else {
        file.close();
      }
    });
    EXPECT_EQ(failure.code, "file-failed");
    EXPECT_EQ(failure.chunk, name);
  }
}

TEST_F(WriteBehindTest, ItsEndWaitsForTheBlockOnItsWay) {
  const std::string text = letters(1 << 20);
  {
    WriteBehind file(kPlain, board_);
    Buffer buffer(board_);
    file.open(folder_.file("left"));
    append(buffer, text);
    file.hand_over(buffer);
  }
  EXPECT_EQ(test::read_file(folder_.file("left")), text);
}

}  // namespace
}  // namespace sluice
