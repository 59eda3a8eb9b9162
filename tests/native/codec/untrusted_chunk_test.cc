#include <gtest/gtest.h>
#include <zstd.h>

#include <algorithm>
#include <array>
#include <random>
#include <set>
#include <string>
#include <vector>

#include "harness/fuzz_rounds.h"
#include "harness/gzip.h"
#include "harness/kept_inputs.h"
#include "harness/packers.h"
#include "harness/temp_folder.h"
#include "support/failure.h"
#include "target/insert_builder.h"
#include "verify/file_check.h"
#include "verify/row_checksum.h"

namespace sluice {
namespace {

using test::gzip;

/// Most bytes that one reader may hold: damaged sizes and windows ask for more.
constexpr std::uint64_t kMostBytes = 16 << 20;
/// A small file may hold gigabytes of one letter: reading stops here, as a cancelled one does.
constexpr std::uint64_t kMostText = 4 << 20;

struct StoredChunk {
  Codec codec;
  std::string bytes;
};

std::string zstd(const std::string& text) {
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), 1));
  return bytes;
}

/// Whole files of each codec: what mutations begin with.
std::vector<StoredChunk> honest_chunks() {
  std::string text = "1\tone\n2\t\\N\n3\tt\\tab\\nand\\\\more\n";
  for (int row = 4; row < 300; ++row)
    text += std::to_string(row) + "\tvalue " + std::to_string(row % 7) + "\n";
  std::vector<StoredChunk> chunks{{Codec::kNone, text},
                                  {Codec::kZstd, zstd(text)},
                                  {Codec::kZstd, zstd(text) + zstd("")},
                                  {Codec::kZstd, zstd(std::string(1 << 20, '\n'))},
                                  {Codec::kGzip, gzip(text)},
                                  {Codec::kGzip, gzip(text) + gzip("4\tx\n")}};
#if SLUICE_HAS_PACKERS
  chunks.push_back({Codec::kBzip2, test::bzip2(text) + test::bzip2("4\tx\n")});
  chunks.push_back({Codec::kXz, test::xz(text) + test::xz("4\tx\n")});
  chunks.push_back({Codec::kLz4, test::lz4(text) + test::lz4("4\tx\n")});
#endif
  return chunks;
}

/// Lies mostly at the front, where a frame says how large it is and how far it looks back.
std::string mutated(std::string bytes, std::minstd_rand& random) {
  constexpr std::array<char, 6> kTelling{'\n', '\t', '\\', '\0', '\x7f', static_cast<char>(0xff)};
  for (auto change = random() % 4 + 1; change > 0 && !bytes.empty(); --change) {
    const std::size_t reach = random() % 2 == 0 ? std::min<std::size_t>(bytes.size(), 20) : bytes.size();
    const std::size_t at = random() % reach;
    switch (random() % 5) {
      case 0:
        bytes[at] = kTelling.at(random() % kTelling.size());
        break;
      case 1:
        bytes.insert(at, 1 + random() % 6, static_cast<char>(random()));
        break;
      case 2:
        bytes.erase(at, 1 + random() % 6);
        break;
      default:
        bytes[at] = static_cast<char>(bytes[at] ^ 1 << random() % 8);
    }
  }
  if (random() % 8 == 0) bytes.resize(random() % (bytes.size() + 1));
  return bytes;
}

RowDialect dialect_of(unsigned choice) {
  if (choice == 1) return {",", "\"", "\\", "\r\n"};
  if (choice == 2) return {"||", "'", "'", "\n"};
  return {};
}

ChunkFile file_in(Codec codec, const RowDialect& dialect = {}) {
  ChunkFile chunk;
  chunk.file = "chunk";
  chunk.codec = codec;
  chunk.dialect = dialect;
  return chunk;
}

constexpr auto kNoStop = [](std::uint64_t, std::uint64_t) {};

/// Reads a file as verify does.
void check_untrusted(const test::TempFolder& folder, const ChunkFile& chunk) {
  ProgressBoard board;
  const auto stop_at_most = [](std::uint64_t, std::uint64_t bytes) {
    if (bytes > kMostText) throw EngineError("cancelled", "enough");
  };
  try {
    const FileFinding finding = check_file(folder.path(), chunk, board, kMostBytes, stop_at_most);
    if (finding.failure) {
      EXPECT_TRUE(finding.failure->code == "dump-damaged" || finding.failure->code == "memory-limit")
          << finding.failure->code;
      EXPECT_FALSE(finding.failure->message.empty());
      EXPECT_EQ(finding.failure->chunk, chunk.file);
    }
  } catch (const EngineError& error) {
    EXPECT_EQ(error.failure().code, "cancelled");
  }
  const ProgressSample sample = board.sample();
  EXPECT_LE(sample.memory_peak_bytes, kMostBytes);
  EXPECT_EQ(sample.memory_bytes, 0U);
}

/// Reads a text as INSERT statements that comes in pieces of `step` bytes, with the error at its
/// end.
std::string inserted(const std::string& text, const RowDialect& dialect, std::size_t step) {
  ProgressBoard board;
  const InsertPlan plan{"INSERT ", {{"'", "'"}, {"F('", "')"}}};
  std::string all;
  const InsertBuilder::OnStatement take = [&](std::string_view statement, std::uint64_t rows) {
    all += std::string(statement) + "#" + std::to_string(rows);
  };
  try {
    InsertBuilder builder(plan, dialect, {1 << 10, 1 << 12}, board, take);
    for (std::size_t at = 0; at < text.size(); at += step)
      builder.add(std::string_view(text).substr(at, step));
    builder.finish();
  } catch (const EngineError& error) {
    EXPECT_NE(error.failure().code, "internal");
    EXPECT_FALSE(error.failure().message.empty());
    all += "!" + error.failure().code;
  }
  return all;
}

/// A file with how it is read in front, as it is kept: its codec, its dialect, and the step in which INSERT
/// statements are made of it, from its low byte on.
std::string kept_form(Codec codec, unsigned dialect, unsigned step, const std::string& bytes) {
  return std::string{static_cast<char>(codec), static_cast<char>(dialect), static_cast<char>(step & 0xFF),
                     static_cast<char>(step >> 8)} +
         bytes;
}

void read_kept(const test::TempFolder& folder, const std::string& input) {
  constexpr std::size_t kFront = 4;
  if (input.size() < kFront) return;
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(input[at]); };
  const auto codec = static_cast<Codec>(byte(0) % 6);
  const RowDialect dialect = dialect_of(byte(1) % 4);
  const std::size_t step = std::max(1, byte(2) + 256 * byte(3));
  const std::string bytes = input.substr(kFront);
  test::write_file(folder.file("chunk"), bytes);
  check_untrusted(folder, file_in(codec, dialect));
  if (codec != Codec::kNone) return;
  EXPECT_EQ(inserted(bytes, dialect, 1), inserted(bytes, dialect, step));
}

TEST(UntrustedChunkTest, IsWholeAsMade) {
  const test::TempFolder folder;
  for (const StoredChunk& chunk : honest_chunks()) {
    test::write_file(folder.file("chunk"), chunk.bytes);
    ProgressBoard board;
    EXPECT_FALSE(check_file(folder.path(), file_in(chunk.codec), board, kMostBytes, kNoStop).failure);
  }
}

TEST(UntrustedChunkTest, NeverMakesTheChunkReaderFailOrLie) {
  const test::TempFolder folder;
  const auto read = [&](const std::string& input) { read_kept(folder, input); };
  const std::string kept = test::kept_folder("chunks");
  if (!test::replay_kept(kept, read)) return;
  const std::vector<StoredChunk> corpus = honest_chunks();
  for (int round = 0; round < test::fuzz_rounds(400); ++round) {
    const std::uint32_t seed = test::fuzz_seed() + static_cast<std::uint32_t>(round);
    std::minstd_rand random(seed);
    SCOPED_TRACE("one round again: SLUICE_SEED=" + std::to_string(seed));
    for (const StoredChunk& stored : corpus) {
      const std::string bytes = mutated(stored.bytes, random);
      const auto dialect = static_cast<unsigned>(random() % 4);
      const auto step = static_cast<unsigned>(1 + random() % 5'000);
      if (!test::read_or_keep(kept, kept_form(stored.codec, dialect, step, bytes), read)) return;
    }
  }
}

}  // namespace
}  // namespace sluice
