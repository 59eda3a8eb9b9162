#include <gtest/gtest.h>

#include <random>
#include <string>

#include "codec/chunk_reader.h"
#include "harness/failure_of.h"
#include "harness/gzip.h"
#include "harness/packers.h"
#include "harness/temp_folder.h"

namespace sluice {
namespace {

using test::failure_of;
using test::TempFolder;

struct PackedBy {
  const char* name;
  Codec codec;
  std::string (*pack)(const std::string&);
};

std::string some_xz(const std::string& bytes) { return test::xz(bytes); }

/// Text that packs to a third, over several blocks of each packing.
std::string mixed_text(std::size_t size) {
  std::mt19937 random(11);
  std::string bytes(size, ' ');
  for (char& byte : bytes) byte = random() % 3 == 0 ? static_cast<char>(random()) : 'x';
  return bytes;
}

class PackingDecodersTest : public ::testing::TestWithParam<PackedBy> {
 protected:
  std::string read(const std::string& stored, std::size_t step = 4'096, std::uint64_t most_bytes = 0) {
    test::write_file(folder_.file("t.sql"), stored);
    ChunkReader reader(folder_.file("t.sql"), GetParam().codec, board_, most_bytes);
    std::string bytes;
    std::string part(step, '\0');
    while (const std::size_t got = reader.read(part.data(), part.size())) bytes.append(part, 0, got);
    EXPECT_EQ(reader.stored_bytes(), stored.size());
    return bytes;
  }
  std::string pack(const std::string& bytes) { return GetParam().pack(bytes); }

  TempFolder folder_;
  ProgressBoard board_;
};

TEST_P(PackingDecodersTest, ReadsAWholeFileInAnySteps) {
  const std::string bytes = mixed_text(500'000);
  const std::string stored = pack(bytes);
  for (const std::size_t step : {7U, 4'096U, 1'000'000U}) EXPECT_EQ(read(stored, step), bytes);
  EXPECT_EQ(read(pack("")), "");
}

TEST_P(PackingDecodersTest, ReadsStreamsOneAfterTheOther) {
  EXPECT_EQ(read(pack("one\n") + pack("") + pack("two\n")), "one\ntwo\n");
}

TEST_P(PackingDecodersTest, RefusesAFileThatEndsTooEarly) {
  const std::string stored = pack(mixed_text(300'000));
  for (const std::size_t kept : {std::size_t{0}, std::size_t{3}, stored.size() / 2, stored.size() - 1}) {
    const Failure failure = failure_of([&] { read(stored.substr(0, kept)); });
    EXPECT_EQ(failure.code, "dump-damaged") << kept;
    EXPECT_EQ(plain(failure.message), "fileEndsEarly file=t.sql") << kept;
  }
}

TEST_P(PackingDecodersTest, NoticesChangedBytesAndWhatFollows) {
  std::string stored = pack(mixed_text(300'000));
  stored[stored.size() / 2] ^= 1;
  EXPECT_EQ(failure_of([&] { read(stored); }).code, "dump-damaged");
  EXPECT_EQ(failure_of([&] { read(pack("a") + "rubbish, long enough for a header"); }).code, "dump-damaged");
}

TEST_P(PackingDecodersTest, GivesItsMemoryBack) {
  read(pack(mixed_text(300'000)));
  EXPECT_EQ(board_.sample().memory_bytes, 0U);
  EXPECT_GT(board_.sample().memory_peak_bytes, 0U);
}

INSTANTIATE_TEST_SUITE_P(, PackingDecodersTest,
                         ::testing::Values(PackedBy{"gzip", Codec::kGzip, test::gzip},
                                           PackedBy{"bzip2", Codec::kBzip2, test::bzip2},
                                           PackedBy{"xz", Codec::kXz, some_xz},
                                           PackedBy{"lz4", Codec::kLz4, test::lz4}),
                         [](const auto& packed) { return std::string(packed.param.name); });

/// The memory that liblzma wants is known from a stream's header, before anything is unpacked.
TEST(XzDecoderTest, RefusesADictionaryThatIsTooLarge) {
  const TempFolder folder;
  test::write_file(folder.file("t.sql.xz"), test::xz("some text\n", 1U << 30));
  for (const std::uint64_t most : {std::uint64_t{0}, std::uint64_t{1} << 20}) {
    ProgressBoard board;
    ChunkReader reader(folder.file("t.sql.xz"), Codec::kXz, board, most);
    std::string part(100, '\0');
    const Failure failure = failure_of([&] { reader.read(part.data(), part.size()); });
    EXPECT_EQ(failure.code, "memory-limit");
    EXPECT_EQ(plain(failure.message), "windowTooLarge file=t.sql.xz");
  }
}

}  // namespace
}  // namespace sluice
