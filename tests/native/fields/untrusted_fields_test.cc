#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <random>
#include <string>
#include <vector>

#include "fields/fields_scan.h"
#include "harness/chunk_lines.h"
#include "harness/fuzz_rounds.h"
#include "harness/kept_inputs.h"
#include "harness/temp_folder.h"

namespace sluice {
namespace {

constexpr std::uint64_t kMostFieldsBytes = 16 << 20;
constexpr std::size_t kFieldsFront = 4;

/// Ways in which a file may be read, in front of the bytes of a kept one.
struct FieldsReadAs {
  RowDialect dialect;
  std::uint64_t columns = 1;
  std::uint64_t skipped_rows = 0;
  std::uint64_t bytes_per_range = 1;
  /// The columns' field, one for all.
  FieldsColumn column = FieldsColumn::kText;
};

FieldsReadAs fields_read_as(const std::string& front) {
  const auto byte = [&](std::size_t at) { return static_cast<unsigned char>(front[at]); };
  constexpr std::array<const char*, 4> kFieldEnds{"\t", ",", "||", "a,"};
  constexpr std::array<const char*, 3> kEnclosures{"", "\"", "'"};
  constexpr std::array<const char*, 2> kEscapes{"\\", ""};
  constexpr std::array<const char*, 3> kLineEnds{"\n", "\r\n", "=#\n"};
  FieldsReadAs as;
  as.dialect = {kFieldEnds.at(byte(0) % 4), kEnclosures.at(byte(0) / 4 % 3), kEscapes.at(byte(0) / 16 % 2),
                kLineEnds.at(byte(0) / 32 % 3)};
  as.columns = 1U + byte(1) % 4;
  as.skipped_rows = byte(1) / 4 % 3;
  as.bytes_per_range = 1U + byte(2);
  as.column = static_cast<FieldsColumn>(byte(3) % 2);
  return as;
}

/// The rows of all ranges as lines, or the failure.
std::string fields_lines(const test::TempFolder& folder, const FieldsReadAs& as, const FieldsContent& content,
                         std::size_t step) {
  ProgressBoard board;
  std::string lines;
  try {
    for (const DelimitedRange& range : content.ranges) {
      ChunkFile chunk;
      chunk.file = "a.txt:" + std::to_string(range.offset);
      const std::vector<FieldsColumn> columns(as.columns, as.column);
      chunk.fields = FieldsPart{"a.txt", range.offset, range.length, range.line, as.dialect, columns};
      lines += test::lines_of(folder.path(), chunk, board, step, kMostFieldsBytes);
    }
  } catch (const EngineError& error) {
    EXPECT_FALSE(error.failure().message.empty());
    EXPECT_NE(error.failure().code, "internal");
    lines = "!" + error.failure().code;
  }
  EXPECT_LE(board.sample().memory_peak_bytes, kMostFieldsBytes);
  EXPECT_EQ(board.sample().memory_bytes, 0U);
  return lines;
}

bool is_sound(const FieldsContent& content) { return content.odd_row_count == 0 && !content.open_line; }

void read_untrusted_fields(const test::TempFolder& folder, const std::string& input) {
  if (input.size() < kFieldsFront) return;
  const FieldsReadAs as = fields_read_as(input);
  test::write_file(folder.file("a.txt"), input.substr(kFieldsFront));
  const auto scan = [&](std::uint64_t bytes_per_range) {
    return scan_fields({folder.file("a.txt"), {}, as.dialect, as.columns, as.skipped_rows, bytes_per_range});
  };
  try {
    const FieldsContent content = scan(as.bytes_per_range);
    const FieldsContent whole = scan(1ULL << 40);
    EXPECT_EQ(content.rows, whole.rows);
    EXPECT_EQ(content.odd_row_count, whole.odd_row_count);
    EXPECT_EQ(is_sound(content), is_sound(whole));
    if (!is_sound(content)) return;
    const std::string lines = fields_lines(folder, as, content, 1 + as.bytes_per_range);
    EXPECT_EQ(lines, fields_lines(folder, as, whole, 4'096));
    if (lines.starts_with("!")) return;
    EXPECT_EQ(static_cast<std::uint64_t>(std::count(lines.begin(), lines.end(), '\n')), content.rows);
  } catch (const EngineError& error) {
    EXPECT_TRUE(error.failure().code == "dump-damaged" || error.failure().code == "memory-limit")
        << error.failure().code;
    EXPECT_FALSE(error.failure().message.empty());
  }
}

std::string mutated_fields(std::string bytes, std::minstd_rand& random) {
  constexpr std::array<char, 12> kTelling{'\t', ',', '|', 'a', '"', '\'', '\\', '\n', '\r', '\0', 'N', '#'};
  for (auto change = random() % 6; change > 0 && !bytes.empty(); --change) {
    const std::size_t at = random() % bytes.size();
    switch (random() % 3) {
      case 0:
        bytes[at] = kTelling.at(random() % kTelling.size());
        break;
      case 1:
        bytes.insert(at, 1 + random() % 3, kTelling.at(random() % kTelling.size()));
        break;
      default:
        bytes.erase(at, 1 + random() % 20);
    }
  }
  if (random() % 8 == 0) bytes.resize(random() % (bytes.size() + 1));
  return bytes;
}

TEST(UntrustedFieldsTest, NeverMakesTheReaderFailOrLie) {
  const std::vector<std::string> corpus{"1\ta\\\nb\n2\t\\N\n3\tx\\\\y\n",
                                        "\"1\",\"a \"\"b\"\"\"\n\"2\",NULL\n", "1||x\r\n2||y\\r\r\n",
                                        "1a,'b'=#\n2a,c=#\n", "1\n\n2\n"};
  const test::TempFolder folder;
  const auto read = [&](const std::string& input) { read_untrusted_fields(folder, input); };
  const std::string kept = test::kept_folder("fields");
  if (!test::replay_kept(kept, read)) return;
  for (int round = 0; round < test::fuzz_rounds(400); ++round) {
    const std::uint32_t seed = test::fuzz_seed() + static_cast<std::uint32_t>(round);
    std::minstd_rand random(seed);
    SCOPED_TRACE("one round again: SLUICE_SEED=" + std::to_string(seed));
    for (const std::string& file : corpus) {
      std::string front(kFieldsFront, '\0');
      for (char& byte : front) byte = static_cast<char>(random());
      if (!test::read_or_keep(kept, front + mutated_fields(file, random), read)) return;
    }
  }
}

}  // namespace
}  // namespace sluice
