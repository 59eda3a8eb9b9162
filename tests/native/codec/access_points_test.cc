#include "codec/access_points.h"

#include <gtest/gtest.h>
#include <zstd.h>

#include <memory>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "codec/decoder.h"
#include "harness/failure_of.h"
#include "harness/gzip.h"
#include "harness/packers.h"
#include "harness/temp_folder.h"

namespace sluice {
namespace {

using test::gzip;
using test::TempFolder;

/// Text of many blocks.
std::string rows_text(std::size_t size, unsigned seed) {
  std::minstd_rand random(seed);
  std::string text;
  while (text.size() < size)
    text += "(" + std::to_string(random()) + ",'" + std::to_string(random() % 99) + "'),\n";
  return text;
}

std::string zstd_frame(const std::string& text) {
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), 1));
  return bytes;
}

std::string all_of(Decoder& decoder) {
  std::string text;
  std::string part(10'007, '\0');
  while (const std::size_t got = decoder.read(part.data(), part.size())) text.append(part, 0, got);
  return text;
}

#if SLUICE_HAS_PACKERS
std::string xz_stream(const std::string& text) { return test::xz(text); }
#endif

class AccessPointsTest : public ::testing::Test {
 protected:
  std::unique_ptr<Decoder> open(Codec codec) {
    stored_ = std::make_unique<StoredFile>(folder_.file("a.sql.gz"));
    return make_decoder(codec, *stored_, board_, 0);
  }

  /// Fills `points` from the file's beginning, then reads on from the nearest one of each place.
  void expect_same_from_everywhere(Codec codec, const std::string& text, std::size_t least_points) {
    constexpr std::uint64_t kSpacing = 100'000;
    const auto points = std::make_shared<AccessPoints>(kSpacing);
    const auto first = open(codec);
    first->leave_points(points);
    EXPECT_EQ(all_of(*first), text);
    const std::uint64_t file_bytes = test::read_file(folder_.file("a.sql.gz")).size();
    std::size_t begun = 0;
    for (std::uint64_t place = 0; place < text.size(); place += 77'777) {
      const auto decoder = open(codec);
      const std::uint64_t from = decoder->begin_near(*points, place);
      ASSERT_LE(from, place);
      if (from > 0) ++begun;
      EXPECT_EQ(all_of(*decoder), text.substr(from)) << place;
      EXPECT_LE(stored_->bytes(), file_bytes);
    }
    EXPECT_GE(begun, least_points);
  }

  TempFolder folder_;
  ProgressBoard board_;
  std::unique_ptr<StoredFile> stored_;
};

TEST_F(AccessPointsTest, AGzipIsReadOnFromWithin) {
  const std::string text = rows_text(1'500'000, 1);
  test::write_file(folder_.file("a.sql.gz"), gzip(text));
  expect_same_from_everywhere(Codec::kGzip, text, 10);
}

TEST_F(AccessPointsTest, SoIsOneOfSeveralMembers) {
  const std::string text = rows_text(500'000, 1);
  const std::string more = rows_text(700'000, 2);
  test::write_file(folder_.file("a.sql.gz"), gzip(text) + gzip("") + gzip(more));
  expect_same_from_everywhere(Codec::kGzip, text + more, 8);
}

TEST_F(AccessPointsTest, SoIsADeflateStream) {
  const std::string text = rows_text(1'000'000, 3);
  const std::string packed = gzip(text);
  test::write_file(folder_.file("a.sql.gz"), packed.substr(10, packed.size() - 18));
  expect_same_from_everywhere(Codec::kDeflate, text, 6);
}

TEST_F(AccessPointsTest, FramesOfOtherPackingsAreReadOnFromTheirBeginnings) {
  using Pack = std::string (*)(const std::string&);
  const std::vector<std::pair<Codec, Pack>> packings {
    {Codec::kZstd, zstd_frame},
#if SLUICE_HAS_PACKERS
        {Codec::kLz4, test::lz4}, {Codec::kBzip2, test::bzip2}, {Codec::kXz, xz_stream},
#endif
  };
  for (const auto& [codec, pack] : packings) {
    SCOPED_TRACE(static_cast<int>(codec));
    const std::string text = rows_text(1'500'000, 4);
    std::string packed;
    for (std::size_t at = 0; at < text.size(); at += 60'000) packed += pack(text.substr(at, 60'000));
    test::write_file(folder_.file("a.sql.gz"), packed + pack(""));
    expect_same_from_everywhere(codec, text, 12);
    // One frame has no place within it.
    test::write_file(folder_.file("a.sql.gz"), pack(text));
    expect_same_from_everywhere(codec, text, 0);
  }
}

#if SLUICE_HAS_PACKERS
TEST_F(AccessPointsTest, BlocksOfXzAreReadOnFromTheirBeginnings) {
  const std::string text = rows_text(900'000, 5);
  const std::string more = rows_text(600'000, 6);
  const std::string packed =
      test::xz_blocks(text, 70'000) + std::string(8, '\0') + test::xz_blocks(more, 90'000);
  test::write_file(folder_.file("a.sql.gz"), packed);
  expect_same_from_everywhere(Codec::kXz, text + more, 15);
  // The list at the end of the file tells them before anything is unpacked.
  const auto decoder = open(Codec::kXz);
  EXPECT_EQ(decoder->begin_near(AccessPoints(), 800'000), 770'000U);
  EXPECT_EQ(all_of(*decoder), (text + more).substr(770'000));
  const auto whole = open(Codec::kXz);
  whole->leave_points(std::make_shared<AccessPoints>());
  EXPECT_EQ(all_of(*whole), text + more);
  // Beginnings that are near to another one are left out.
  EXPECT_EQ(whole->frame_before(1'400'000), text.size() + 180'000);
  EXPECT_FALSE(whole->frame_before(1'000'000));
}

TEST_F(AccessPointsTest, ADamagedBlockOfXzIsNoticed) {
  const std::string text = rows_text(300'000, 7);
  std::string packed = test::xz_blocks(text, 100'000);
  packed[packed.size() / 2] = static_cast<char>(packed[packed.size() / 2] ^ 1);
  test::write_file(folder_.file("a.sql.gz"), packed);
  const auto damaged = open(Codec::kXz);
  EXPECT_EQ(damaged->begin_near(AccessPoints(), 150'000), 100'000U);
  EXPECT_EQ(test::failure_of([&] { all_of(*damaged); }).code, "dump-damaged");
  // Behind it all is whole; a file without its end is read from its beginning.
  const auto behind = open(Codec::kXz);
  EXPECT_EQ(behind->begin_near(AccessPoints(), 250'000), 200'000U);
  EXPECT_EQ(all_of(*behind), text.substr(200'000));
  test::write_file(folder_.file("a.sql.gz"), packed.substr(0, packed.size() - 1));
  EXPECT_EQ(open(Codec::kXz)->begin_near(AccessPoints(), 250'000), 0U);
}
#endif

TEST_F(AccessPointsTest, ThereAreNeverMoreThanSome) {
  constexpr std::size_t kWindowBytes = 32 << 10;
  // Those between frames are small: there are many.
  for (const std::size_t window_bytes : {std::size_t{0}, kWindowBytes}) {
    SCOPED_TRACE(window_bytes);
    AccessPoints points(1);
    for (std::uint64_t place = 1; place < 200'000; ++place) {
      if (points.wants(place)) points.add({place, place, 0, 0, std::string(window_bytes, 'w')});
    }
    const std::size_t most = AccessPoints::kMostBytes / (sizeof(AccessPoint) + window_bytes);
    std::size_t steps = 0;
    for (auto point = points.before(200'000); point; point = points.before(point->unpacked - 1)) ++steps;
    EXPECT_LE(steps, most);
    EXPECT_GE(steps, most / 4);
    EXPECT_FALSE(points.before(0));
  }
}

TEST_F(AccessPointsTest, AChangedFileHasOthers) {
  test::write_file(folder_.file("a.sql.gz"), gzip("one"));
  const StoredFile before(folder_.file("a.sql.gz"));
  const auto points = access_points(before.descriptor(), 0);
  EXPECT_EQ(access_points(before.descriptor(), 0), points);
  EXPECT_NE(access_points(before.descriptor(), 5), points);
  test::write_file(folder_.file("a.sql.gz"), gzip("another one"));
  const StoredFile after(folder_.file("a.sql.gz"));
  EXPECT_NE(access_points(after.descriptor(), 0), points);
}

}  // namespace
}  // namespace sluice
