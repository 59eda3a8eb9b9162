#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "delimited/delimited_scan.h"
#include "harness/chunk_lines.h"
#include "harness/fuzz_rounds.h"
#include "harness/gzip.h"
#include "harness/kept_inputs.h"
#include "harness/temp_folder.h"

namespace sluice {
namespace {

constexpr std::uint64_t kMostBytes = 16 << 20;
constexpr std::size_t kFront = 5;

/// Ways in which a file may be read, in front of the bytes of a kept one.
struct ReadAs {
  Codec codec = Codec::kNone;
  DelimitedFormat format;
  bool has_header = true;
  bool is_windows_1252 = false;
  std::uint64_t bytes_per_range = 1;
  /// The columns' field, one for all.
  DelimitedColumn column = DelimitedColumn::kText;
};

ReadAs read_as(const std::string& front) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(front[at]); };
  constexpr std::array<char, 4> kSeparators{',', ';', '\t', '|'};
  constexpr std::array<char, 3> kQuotes{'"', '\'', '\0'};
  ReadAs as;
  as.codec = byte(0) % 2 == 0 ? Codec::kNone : Codec::kGzip;
  as.format = {kSeparators.at(byte(1) % kSeparators.size()), kQuotes.at(byte(1) / 4 % kQuotes.size()),
               byte(1) / 16 % 2 == 1};
  as.has_header = byte(2) % 2 == 0;
  as.is_windows_1252 = byte(2) / 2 % 2 == 1;
  as.bytes_per_range = 1U + byte(3);
  as.column = static_cast<DelimitedColumn>(byte(4) % 9);
  return as;
}

/// The rows of all ranges as lines, or the failure.
std::string lines_of(const test::TempFolder& folder, const ReadAs& as, const DelimitedContent& content,
                     std::size_t step) {
  ProgressBoard board;
  std::string lines;
  try {
    for (const DelimitedRange& range : content.ranges) {
      ChunkFile chunk;
      chunk.file = "a.csv:" + std::to_string(range.offset);
      chunk.codec = as.codec;
      chunk.delimited = DelimitedPart{"a.csv",
                                      range.offset,
                                      range.length,
                                      range.line,
                                      as.format,
                                      as.is_windows_1252,
                                      std::vector<DelimitedColumn>(content.columns.size(), as.column)};
      lines += test::lines_of(folder.path(), chunk, board, step, kMostBytes);
    }
  } catch (const EngineError& error) {
    EXPECT_FALSE(error.failure().message.empty());
    EXPECT_NE(error.failure().code, "internal");
    lines = "!" + error.failure().code;
  }
  EXPECT_LE(board.sample().memory_peak_bytes, kMostBytes);
  EXPECT_EQ(board.sample().memory_bytes, 0U);
  return lines;
}

bool is_sound(const DelimitedContent& content) {
  return content.odd_row_count == 0 && !content.open_line && !content.broken_line;
}

/// Ranges lie one behind the other and hold all rows.
void expect_ranges(const DelimitedContent& content) {
  std::uint64_t rows = 0;
  std::uint64_t end = 0;
  for (const DelimitedRange& range : content.ranges) {
    EXPECT_GE(range.offset, end);
    EXPECT_GT(range.rows, 0U);
    end = range.offset + range.length;
    rows += range.rows;
  }
  EXPECT_LE(end, content.bytes);
  EXPECT_EQ(rows, content.rows);
}

void read_untrusted(const test::TempFolder& folder, const std::string& input) {
  if (input.size() < kFront) return;
  ReadAs as = read_as(input);
  test::write_file(folder.file("a.csv"), input.substr(kFront));
  const auto scan = [&](std::uint64_t bytes_per_range) {
    return scan_delimited({folder.file("a.csv"), {as.codec}, as.format, as.has_header, bytes_per_range});
  };
  try {
    const DelimitedContent content = scan(as.bytes_per_range);
    const DelimitedContent whole = scan(1ULL << 40);
    EXPECT_EQ(content.rows, whole.rows);
    EXPECT_EQ(content.odd_row_count, whole.odd_row_count);
    EXPECT_EQ(is_sound(content), is_sound(whole));
    if (!is_sound(content)) return;
    expect_ranges(content);
    const std::string lines = lines_of(folder, as, content, 1 + as.bytes_per_range);
    EXPECT_EQ(lines, lines_of(folder, as, whole, 4'096));
    if (!lines.starts_with("!") || content.rows == 0) {
      const auto feeds = static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n'));
      EXPECT_EQ(feeds, content.rows);
    }
  } catch (const EngineError& error) {
    EXPECT_TRUE(error.failure().code == "dump-damaged" || error.failure().code == "memory-limit")
        << error.failure().code;
    EXPECT_FALSE(error.failure().message.empty());
  }
}

std::vector<std::string> honest_files() {
  std::string rows = "id,name,\"a \"\"b\"\"\"\r\n";
  for (int row = 1; row < 40; ++row) {
    rows += std::to_string(row) + ",\"line\nof " + std::to_string(row) + "\",J\xc3\xbcrgen\r\n";
  }
  return {rows,
          "a;b\n1,5;true\n;\"\"\nNULL;\\N\n2024-01-01;2024-01-01 10:11:12.5\n",
          "a\tb\\tc\n\\N\t\\\\\n1\t\n",
          "\xef\xbb\xbfx\n1\n2",
          "M\xfcnchen|1\n\n\nK\xf6ln|2\n",
          "'a','b''c'\n",
          "31.12.2025,1/2/2024 3:04 PM\n1.2.2024,2025-12-31T23:59:59Z\n",
          "b,c\n\\x00fF,\\x41\\x42\n\\x,\\y\n",
          "1.234,50;1 234,5;1,234.50\n-1.234.567;\xc2\xa0;12\xe2\x80\xaf"
          "345\n"};
}

std::string mutated(std::string bytes, std::minstd_rand& random) {
  constexpr std::array<char, 12> kTelling{',',  ';',  '\t', '|',  '"', '\'',
                                          '\\', '\n', '\r', '\0', 'N', '\xff'};
  for (auto change = random() % 6; change > 0 && !bytes.empty(); --change) {
    const std::size_t at = random() % bytes.size();
    switch (random() % 4) {
      case 0:
        bytes[at] = kTelling.at(random() % kTelling.size());
        break;
      case 1:
        bytes.insert(at, 1 + random() % 3, kTelling.at(random() % kTelling.size()));
        break;
      case 2:
        bytes.erase(at, 1 + random() % 20);
        break;
      default:
        bytes[at] = static_cast<char>(bytes[at] ^ 1 << random() % 8);
    }
  }
  if (random() % 8 == 0) bytes.resize(random() % (bytes.size() + 1));
  return bytes;
}

TEST(UntrustedDelimitedTest, NeverMakesTheReaderFailOrLie) {
  const test::TempFolder folder;
  const auto read = [&](const std::string& input) { read_untrusted(folder, input); };
  const std::string kept = test::kept_folder("delimited");
  if (!test::replay_kept(kept, read)) return;
  const std::vector<std::string> corpus = honest_files();
  for (int round = 0; round < test::fuzz_rounds(400); ++round) {
    const std::uint32_t seed = test::fuzz_seed() + static_cast<std::uint32_t>(round);
    std::minstd_rand random(seed);
    SCOPED_TRACE("one round again: SLUICE_SEED=" + std::to_string(seed));
    for (const std::string& file : corpus) {
      std::string bytes = mutated(file, random);
      std::string front(kFront, '\0');
      for (char& byte : front) byte = static_cast<char>(random());
      // A packed file is mostly whole: else nothing of the values is read.
      if (read_as(front).codec == Codec::kGzip) {
        bytes = test::gzip(bytes);
        if (random() % 4 == 0) bytes = mutated(bytes, random);
      }
      if (!test::read_or_keep(kept, front + bytes, read)) return;
    }
  }
}

}  // namespace
}  // namespace sluice
