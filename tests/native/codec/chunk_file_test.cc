#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <random>
#include <string>

#include "codec/chunk_reader.h"
#include "codec/chunk_writer.h"
#include "codec/file_error.h"
#include "harness/failure_of.h"
#include "harness/temp_folder.h"

namespace sluice {
namespace {

using test::failure_of;
using test::TempFolder;

/// Compressible and not: words among noise.
std::string sample_bytes(std::size_t size) {
  std::mt19937 random(7);
  std::string bytes;
  while (bytes.size() < size)
    bytes += random() % 9 == 0 ? "chunk " : std::string(1, static_cast<char>(random()));
  bytes.resize(size);
  return bytes;
}

std::string read_all(ChunkReader& reader, std::size_t step) {
  std::string bytes;
  std::string part(step, '\0');
  while (const std::size_t got = reader.read(part.data(), part.size())) bytes.append(part, 0, got);
  return bytes;
}

class ChunkFileTest : public ::testing::TestWithParam<Codec> {
 protected:
  WrittenChunk write(const std::string& name, const std::string& bytes, std::size_t block) {
    ChunkWriter writer({GetParam(), 1}, board_);
    writer.open(folder_.file(name));
    for (std::size_t at = 0; at < bytes.size(); at += block)
      writer.write(std::string_view(bytes).substr(at, block));
    return writer.finish();
  }

  TempFolder folder_;
  ProgressBoard board_;
};

INSTANTIATE_TEST_SUITE_P(Codecs, ChunkFileTest, ::testing::Values(Codec::kNone, Codec::kZstd));

TEST_P(ChunkFileTest, ReadsBackWhatWasWritten) {
  for (const std::size_t size : {0U, 1U, 1'000U, 300'000U, 3'000'000U}) {
    const std::string name = "chunk-" + std::to_string(size);
    const std::string bytes = sample_bytes(size);
    const WrittenChunk written = write(name, bytes, 1 << 20);
    EXPECT_EQ(written.bytes, size);
    EXPECT_EQ(written.stored_bytes, test::read_file(folder_.file(name)).size());

    ChunkReader reader(folder_.file(name), GetParam(), board_);
    EXPECT_EQ(read_all(reader, 4'096), bytes);
    EXPECT_EQ(reader.bytes(), size);
    EXPECT_EQ(reader.stored_bytes(), written.stored_bytes);
    EXPECT_EQ(reader.digest(), written.xxh64);
  }
}

TEST_P(ChunkFileTest, DoesNotDependOnTheReadersSteps) {
  const std::string bytes = sample_bytes(200'000);
  const WrittenChunk written = write("chunk", bytes, 60'000);
  for (const std::size_t step : {1U, 7U, 4'096U, 1'000'000U}) {
    ChunkReader reader(folder_.file("chunk"), GetParam(), board_);
    EXPECT_EQ(read_all(reader, step), bytes);
    EXPECT_EQ(reader.digest(), written.xxh64);
  }
}

TEST_P(ChunkFileTest, OneWriterMakesManyFiles) {
  ChunkWriter writer({GetParam(), 1}, board_);
  for (const std::string name : {"one", "two"}) {
    writer.open(folder_.file(name));
    writer.write(name);
    EXPECT_EQ(writer.finish().bytes, 3U);
  }
  ChunkReader reader(folder_.file("two"), GetParam(), board_);
  EXPECT_EQ(read_all(reader, 100), "two");
}

TEST_P(ChunkFileTest, TakesABlockUpToItsLastWholePageAndLeavesTheRest) {
  const std::string bytes = sample_bytes(1'000'000);
  ChunkWriter writer({GetParam(), 1}, board_);
  writer.open(folder_.file("chunk"));
  Buffer block(board_);
  for (std::size_t at = 0; at < bytes.size(); at += 70'000) {
    const std::string_view more = std::string_view(bytes).substr(at, 70'000);
    std::memcpy(block.reserve(more.size()), more.data(), more.size());
    block.commit(more.size());
    const std::size_t before = block.size();
    writer.take(block);
    EXPECT_EQ(block.size(), GetParam() == Codec::kNone ? before % Buffer::kPageBytes : 0U);
    EXPECT_EQ(writer.bytes() + block.size(), at + more.size());
  }
  writer.write(block.view());
  const WrittenChunk written = writer.finish();
  EXPECT_EQ(written.bytes, bytes.size());
  EXPECT_EQ(written.stored_bytes, test::read_file(folder_.file("chunk")).size());
  ChunkReader reader(folder_.file("chunk"), GetParam(), board_);
  EXPECT_EQ(read_all(reader, 4'096), bytes);
  EXPECT_EQ(reader.digest(), written.xxh64);
}

class CompressorMemoryTest : public ::testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Levels, CompressorMemoryTest, ::testing::Values(1, 3, 9, 19));

// The board counts what zstd says it holds; the output's buffer comes on top.
TEST_P(CompressorMemoryTest, AWriterKeepsWithinWhatItMayHold) {
  TempFolder folder;
  ProgressBoard board;
  constexpr std::uint64_t kMostBytes = 1 << 20;
  const std::string bytes = sample_bytes(3'000'000);
  ChunkWriter writer({Codec::kZstd, GetParam(), kMostBytes}, board);
  writer.open(folder.file("chunk"));
  writer.write(bytes);
  writer.finish();
  EXPECT_LE(board.sample().memory_peak_bytes, kMostBytes + (392 << 10));
  ChunkReader reader(folder.file("chunk"), Codec::kZstd, board);
  EXPECT_EQ(read_all(reader, 10'000), bytes);
}

TEST(ChunkReaderMemoryTest, AFrameThatWantsMoreThanItMayHoldIsRefused) {
  TempFolder folder;
  ProgressBoard board;
  {
    ChunkWriter writer({Codec::kZstd, 19}, board);
    writer.open(folder.file("chunk"));
    writer.write(sample_bytes(100'000));
    writer.finish();
  }
  const auto read_within = [&](std::uint64_t most_bytes) {
    ProgressBoard own;
    ChunkReader reader(folder.file("chunk"), Codec::kZstd, own, most_bytes);
    read_all(reader, 10'000);
    EXPECT_LE(own.sample().memory_peak_bytes, most_bytes);
  };
  read_within(10 << 20);
  const Failure failure = failure_of([&] { read_within(8 << 20); });
  EXPECT_EQ(failure.code, "memory-limit");
  EXPECT_EQ(failure.chunk, "chunk");
}

TEST_P(ChunkFileTest, FilesAreForTheirOwnerOnly) {
  write("chunk", "x", 1);
  struct stat status {};
  ASSERT_EQ(::stat(folder_.file("chunk").c_str(), &status), 0);
  EXPECT_EQ(status.st_mode & 0777, 0600U);
}

TEST_P(ChunkFileTest, OverwritesNothing) {
  test::write_file(folder_.file("chunk"), "somebody's");
  const Failure failure = failure_of([&] { write("chunk", "x", 1); });
  EXPECT_EQ(failure.code, "file-failed");
  EXPECT_EQ(failure.chunk, "chunk");
  EXPECT_EQ(test::read_file(folder_.file("chunk")), "somebody's");
}

TEST_P(ChunkFileTest, ReportsAWriteThatFails) {
  // A limit on file sizes makes write(2) fail like a full disk does, without a disk.
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_FSIZE, &before), 0);
  const rlimit small{100'000, before.rlim_max};
  std::signal(SIGXFSZ, SIG_IGN);
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &small), 0);
  const Failure failure = failure_of([&] { write("chunk", sample_bytes(1'000'000), 1 << 16); });
  ASSERT_EQ(::setrlimit(RLIMIT_FSIZE, &before), 0);
  std::signal(SIGXFSZ, SIG_DFL);
  EXPECT_EQ(failure.code, "file-failed");
  EXPECT_EQ(failure.chunk, "chunk");
}

TEST_P(ChunkFileTest, GivesItsMemoryBack) {
  write("chunk", sample_bytes(1'000'000), 1 << 20);
  {
    ChunkReader reader(folder_.file("chunk"), GetParam(), board_);
    read_all(reader, 4'096);
  }
  EXPECT_EQ(board_.sample().memory_bytes, 0U);
}

TEST_P(ChunkFileTest, AMissingFileIsDamage) {
  const Failure failure = failure_of([&] { ChunkReader(folder_.file("gone"), GetParam(), board_); });
  EXPECT_EQ(failure.code, "dump-damaged");
  EXPECT_EQ(failure.chunk, "gone");
}

class ZstdFileTest : public ::testing::Test {
 protected:
  void SetUp() override {
    ChunkWriter writer({Codec::kZstd, 1}, board_);
    writer.open(folder_.file("whole"));
    writer.write(sample_bytes(400));
    writer.finish();
    stored_ = test::read_file(folder_.file("whole"));
  }

  Failure failure_of_reading(const std::string& stored) {
    test::write_file(folder_.file("broken"), stored);
    return failure_of([&] {
      ChunkReader reader(folder_.file("broken"), Codec::kZstd, board_);
      read_all(reader, 512);
    });
  }

  TempFolder folder_;
  ProgressBoard board_;
  std::string stored_;
};

TEST_F(ZstdFileTest, EveryTruncationIsDamage) {
  for (std::size_t length = 0; length < stored_.size(); ++length) {
    ASSERT_EQ(failure_of_reading(stored_.substr(0, length)).code, "dump-damaged") << length;
  }
}

TEST_F(ZstdFileTest, AFlippedBitInTheDataIsDamage) {
  std::string flipped = stored_;
  flipped[flipped.size() / 2] = static_cast<char>(flipped[flipped.size() / 2] ^ 0x10);
  EXPECT_EQ(failure_of_reading(flipped).code, "dump-damaged");
}

TEST_F(ZstdFileTest, BytesBehindTheFrameAreDamage) {
  EXPECT_EQ(failure_of_reading(stored_ + "x").code, "dump-damaged");
}

TEST(FileErrorTest, NoRoomIsAFullDisk) {
  EXPECT_EQ(file_error("/d/a.tsv", "written", ENOSPC).failure().code, "disk-full");
  EXPECT_EQ(file_error("/d/a.tsv", "written", EDQUOT).failure().code, "disk-full");
  EXPECT_EQ(file_error("/d/a.tsv", "written", EIO).failure().code, "file-failed");
  EXPECT_EQ(plain(file_error("/d/a.tsv", "written", EIO).failure().message),
            "fileFailed file=a.tsv act=written reason=Input/output error");
}

TEST(FileErrorTest, AFolderThatIsGoneIsNamed) {
  EXPECT_EQ(plain(file_error("/d/e/a.tsv", "created", ENOENT).failure().hint), "checkFolder folder=/d/e/");
  EXPECT_EQ(plain(file_error("a.tsv", "created", ENOENT).failure().hint), "");
  EXPECT_EQ(plain(file_error("/d/a.tsv", "written", EIO).failure().hint), "");
}

}  // namespace
}  // namespace sluice
