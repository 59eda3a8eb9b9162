#include "input/input_copy.h"

#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <optional>
#include <string>
#include <thread>

#include "codec/access_points.h"
#include "codec/part_source.h"
#include "harness/failure_of.h"
#include "harness/temp_folder.h"
#include "support/unique_fd.h"

namespace sluice {
namespace {

using test::failure_of;
using test::TempFolder;

constexpr std::uint64_t kFrame = InputCopy::kFrameBytes;

std::string numbers(std::size_t bytes) {
  std::string text;
  for (std::size_t row = 0; text.size() < bytes; ++row) text += std::to_string(row * 7919) + "\n";
  text.resize(bytes);
  return text;
}

/// A pipe into which a thread writes a text, in pieces.
class WrittenPipe {
 public:
  explicit WrittenPipe(std::string text) : text_(std::move(text)) {
    std::array<int, 2> ends{};
    EXPECT_EQ(::pipe(ends.data()), 0);
    read_ = UniqueFd(ends[0]);
    write_ = UniqueFd(ends[1]);
    writer_ = std::thread([this] {
      for (std::size_t at = 0; at < text_.size();) {
        const ssize_t written =
            ::write(write_.get(), text_.data() + at, std::min<std::size_t>(70'001, text_.size() - at));
        if (written <= 0) return;
        at += static_cast<std::size_t>(written);
      }
      write_.reset();
    });
  }
  ~WrittenPipe() { writer_.join(); }

  int descriptor() const { return read_.get(); }

 private:
  const std::string text_;
  UniqueFd read_;
  UniqueFd write_;
  std::thread writer_;
};

class InputCopyTest : public ::testing::Test {
 protected:
  /// Copies a text, of which the first bytes were read before, and reads parts of the copy.
  void expect_copied(const std::string& text, std::uint64_t most_memory_bytes) {
    const TempFolder folder;
    const WrittenPipe written(text);
    InputPipe pipe(written.descriptor(), "input");
    std::string head(1, '\0');
    ASSERT_EQ(pipe.read(head.data(), head.size()), head.size());
    InputCopy copy(pipe, head, {folder.file("copy"), Codec::kZstd, most_memory_bytes}, board_);
    std::string part(100'003, '\0');
    std::string read;
    while (const std::size_t got = copy.read(part.data(), part.size())) read.append(part, 0, got);
    EXPECT_EQ(read, text);
    EXPECT_EQ(copy.read(part.data(), part.size()), 0U);
    const CopiedInput copied = copy.finish();
    EXPECT_EQ(copied.bytes, text.size());
    EXPECT_EQ(copied.memory >= 0, most_memory_bytes >= copied.stored_bytes && most_memory_bytes > 0);
    const std::string path =
        copied.memory < 0 ? folder.file("copy") : "/proc/self/fd/" + std::to_string(copied.memory);
    EXPECT_EQ(StoredFile(path).bytes(), 0U);
    for (std::uint64_t at = 0; at < text.size(); at += text.size() / 5 + 1) {
      const std::uint64_t length = std::min<std::uint64_t>(5000, text.size() - at);
      StoredFile stored(path);
      PartSource source(stored, {Codec::kZstd}, {at, length}, board_);
      std::string found(length, '\0');
      std::size_t got = 0;
      while (source.left() > 0) got += source.read(found.data() + got, found.size() - got);
      EXPECT_EQ(found, text.substr(at, length)) << at;
    }
  }

  ProgressBoard board_;
};

TEST_F(InputCopyTest, GivesAllBytesAndKeepsThemWhereverFramesEnd) {
  for (const std::size_t bytes :
       {std::size_t{1}, std::size_t{5000}, std::size_t{kFrame - 1}, std::size_t{kFrame},
        std::size_t{kFrame + 1}, std::size_t{2 * kFrame}, std::size_t{3 * kFrame + 77}}) {
    const std::string text = numbers(bytes);
    for (const std::uint64_t most : {std::uint64_t{0}, std::uint64_t{1'000'000}, std::uint64_t{1} << 30}) {
      SCOPED_TRACE(std::to_string(bytes) + " bytes, memory " + std::to_string(most));
      expect_copied(text, most);
    }
  }
}

TEST_F(InputCopyTest, AFrameIsBeforeEachPlaceBehindTheFirst) {
  const WrittenPipe written("");
  InputPipe pipe(written.descriptor(), "input");
  const InputCopy packed(pipe, "", {"", Codec::kZstd, 0}, board_);
  EXPECT_EQ(packed.frame_before(kFrame - 1), std::nullopt);
  EXPECT_EQ(packed.frame_before(kFrame), kFrame);
  EXPECT_EQ(packed.frame_before(3 * kFrame - 1), 2 * kFrame);
  EXPECT_EQ(InputCopy(pipe, "", {"", Codec::kNone, 0}, board_).frame_before(kFrame), std::nullopt);
}

TEST_F(InputCopyTest, TheDigestIsThatOfTheInput) {
  const WrittenPipe written("abc");
  InputPipe pipe(written.descriptor(), "input");
  EXPECT_EQ(InputCopy(pipe, "", {"", Codec::kZstd, 0}, board_).finish().sha256,
            "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST_F(InputCopyTest, ACancelEndsTheWait) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::pipe(ends.data()), 0);
  const UniqueFd read(ends[0]);
  const UniqueFd write(ends[1]);
  InputPipe pipe(read.get(), "input");
  std::thread canceller([&] {
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    pipe.cancel();
  });
  char byte = 0;
  EXPECT_EQ(failure_of([&] { pipe.read(&byte, 1); }).code, "cancelled");
  canceller.join();
}

TEST_F(InputCopyTest, ADescriptorThatCantBeReadIsSaid) {
  InputPipe pipe(987, "input");
  char byte = 0;
  EXPECT_EQ(failure_of([&] { pipe.read(&byte, 1); }).code, "file-failed");
}

}  // namespace
}  // namespace sluice
