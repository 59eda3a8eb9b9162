#include "codec/gzip_decoder.h"

#include <gtest/gtest.h>

#include <fstream>
#include <random>
#include <string>

#include "codec/chunk_reader.h"
#include "harness/failure_of.h"
#include "harness/gzip.h"
#include "harness/temp_folder.h"

namespace sluice {
namespace {

using test::failure_of;
using test::gzip;
using test::TempFolder;

std::string noise(std::size_t size) {
  std::mt19937 random(11);
  std::string bytes(size, ' ');
  for (char& byte : bytes) byte = random() % 3 == 0 ? static_cast<char>(random()) : 'x';
  return bytes;
}

class GzipDecoderTest : public ::testing::Test {
 protected:
  std::string read(const std::string& stored, std::size_t step = 4'096) {
    std::ofstream(folder_.file("t.tsv.gz"), std::ios::binary | std::ios::trunc) << stored;
    ChunkReader reader(folder_.file("t.tsv.gz"), Codec::kGzip, board_);
    std::string bytes;
    std::string part(step, '\0');
    while (const std::size_t got = reader.read(part.data(), part.size())) bytes.append(part, 0, got);
    EXPECT_EQ(reader.bytes(), bytes.size());
    EXPECT_EQ(reader.stored_bytes(), stored.size());
    return bytes;
  }

  TempFolder folder_;
  ProgressBoard board_;
};

TEST_F(GzipDecoderTest, ReadsAWholeMemberInAnySteps) {
  const std::string bytes = noise(500'000);
  const std::string stored = gzip(bytes);
  for (const std::size_t step : {7U, 4'096U, 1'000'000U}) EXPECT_EQ(read(stored, step), bytes);
  EXPECT_EQ(read(gzip("")), "");
}

TEST_F(GzipDecoderTest, ReadsMembersOneAfterTheOther) {
  EXPECT_EQ(read(gzip("1\ta\n") + gzip("") + gzip("2\tb\n")), "1\ta\n2\tb\n");
}

TEST_F(GzipDecoderTest, RefusesAFileThatEndsTooEarly) {
  const std::string stored = gzip(noise(300'000));
  for (const std::size_t kept : {std::size_t{0}, std::size_t{5}, stored.size() / 2, stored.size() - 1}) {
    const Failure failure = failure_of([&] { read(stored.substr(0, kept)); });
    EXPECT_EQ(failure.code, "dump-damaged") << kept;
    EXPECT_EQ(failure.chunk, "t.tsv.gz");
    EXPECT_EQ(plain(failure.message), "fileEndsEarly file=t.tsv.gz");
  }
}

TEST_F(GzipDecoderTest, NoticesAChangedByte) {
  std::string stored = gzip(noise(300'000));
  stored[stored.size() - 6] ^= 1;  // In the checksum.
  EXPECT_EQ(failure_of([&] { read(stored); }).code, "dump-damaged");
  stored = gzip(noise(300'000));
  stored[stored.size() / 2] ^= 1;
  EXPECT_EQ(failure_of([&] { read(stored); }).code, "dump-damaged");
  EXPECT_EQ(failure_of([&] { read(gzip("a") + "rubbish"); }).code, "dump-damaged");
}

TEST_F(GzipDecoderTest, GivesItsMemoryBack) {
  read(gzip(noise(300'000)));
  EXPECT_EQ(board_.sample().memory_bytes, 0u);
}

}  // namespace
}  // namespace sluice
