// Values that are larger than what may be held of a script.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "harness/failure_of.h"
#include "harness/letters.h"
#include "harness/literals.h"
#include "harness/temp_folder.h"
#include "read/open_chunk.h"

namespace sluice {
namespace {

using test::failure_of;
using test::Literals;
using test::Style;
using test::styles;
using test::TempFolder;

class LongLiteralTest : public ::testing::Test {
 protected:
  std::string decode(const ScriptPart& part, std::uint64_t most_bytes) {
    ChunkFile chunk;
    chunk.file = "dump.sql:1";
    chunk.part = part;
    std::string lines;
    {
      ChunkReader reader = open_chunk(folder_.path(), chunk, board_, most_bytes);
      std::string piece(10'000, '\0');
      while (const std::size_t got = reader.read(piece.data(), piece.size())) lines.append(piece, 0, got);
    }
    EXPECT_EQ(board_.sample().memory_bytes, 0U);
    return lines;
  }
  /// The same where the window has so many bytes.
  std::string decode_in(const ScriptPart& part, std::uint64_t window) {
    return decode(part, (192U << 10) + window / 2 * 3);
  }
  ScriptPart part_of(const Style& style, const std::string& rows, std::vector<ScriptColumn> columns) {
    test::write_file(folder_.file("dump.sql"), rows);
    ScriptPart part;
    part.path = "dump.sql";
    part.length = rows.size();
    part.columns = std::move(columns);
    part.charset = style.charset;
    part.backslashes_escape = style.backslashes;
    part.ansi_quotes = style.ansi_quotes;
    return part;
  }
  /// Reads a row with the literal through windows that end at each of its bytes.
  void expect_same(const Style& style, const std::string& literal, ScriptColumn column) {
    for (const std::size_t before : {0U, 1U, 2U, 3U}) {
      const std::string rows = "(" + std::string(before, ' ') + literal + ",'x'),\n(" + literal + " , 'y' )";
      const ScriptPart part = part_of(style, rows, {column, ScriptColumn::kText});
      const std::string whole = decode(part, 0);
      ASSERT_EQ(std::count(whole.begin(), whole.end(), '\n'), 2);
      for (std::uint64_t window = 24; window <= 44; window += 4) {
        ASSERT_EQ(decode_in(part, window), whole) << literal << " in a window of " << window;
      }
    }
  }

  TempFolder folder_;
  ProgressBoard board_;
};

TEST_F(LongLiteralTest, GivesTheSameBytesInPieces) {
  for (const Style& style : styles()) {
    Literals literals(style, 7);
    for (int round = 0; round < 6; ++round) {
      const std::string text = literals.text(30 + literals.below(60));
      expect_same(style, text, ScriptColumn::kBinary);
      expect_same(style, "_binary " + text, ScriptColumn::kBinary);
      expect_same(style, "_latin1" + text, ScriptColumn::kBinary);
      if (style.charset != "utf8mb4") continue;
      expect_same(style, text, ScriptColumn::kText);
      expect_same(style, "_utf8mb4 /**/ " + text, ScriptColumn::kText);
      expect_same(style, "N" + text.substr(text.front() == '\'' ? 0 : text.size()) + "'a'",
                  ScriptColumn::kText);
    }
  }
}

TEST_F(LongLiteralTest, GivesTheSameBytesOfDigitsInPieces) {
  const Style style = styles().front();
  Literals literals(style, 8);
  for (int round = 0; round < 5; ++round) {
    const std::string hex = literals.digits("0123456789abcdefABCDEF", 60 + 2 * literals.below(40));
    const std::string bits = literals.digits("01", 80 + 8 * literals.below(10));
    const std::string ascii = literals.digits("34567", 1) + "1" + literals.digits("3456", 60);
    for (const std::string& literal :
         {"0x" + hex, "x'" + hex + "'", "X'" + hex + "'", "_binary 0x" + hex, "_binary X'" + hex + "'",
          "0b" + bits, "b'" + bits + "'", "B'" + bits + "'"}) {
      expect_same(style, literal, ScriptColumn::kBinary);
      expect_same(style, literal, ScriptColumn::kBit);
    }
    expect_same(style, "x'" + ascii.substr(0, ascii.size() / 2 * 2) + "'", ScriptColumn::kText);
  }
}

TEST_F(LongLiteralTest, GivesTextThatIsConvertedInPieces) {
  const Style style = styles().front();
  expect_same(style, R"(CONVERT('{\"a\": \"it''s a long text\", \"b\": [1, 2]}' USING UTF8MB4))",
              ScriptColumn::kText);
}

TEST_F(LongLiteralTest, RefusesAsItDoesWithAllInHand) {
  const Style style = styles().front();
  const std::string wide = std::string(90, 'a') + "\xE4";
  const auto reason = [&](const std::string& row, ScriptColumn column, std::uint64_t window) {
    const ScriptPart part = part_of(style, row, {column});
    const Failure failure = failure_of([&] { decode_in(part, window); });
    return failure.code + " " + plain(failure.message);
  };
  for (const std::string& row :
       {"(_latin1 '" + wide + "')", "(_binary '" + wide + "')", "('" + wide + "' + 1)",
        "('" + wide + "' COLLATE x)", "(x'" + std::string(81, '4') + "')", "('" + wide + "',1)",
        "(x'" + std::string(80, '4') + "g')", "(0x" + std::string(80, '4') + "g)",
        "(CONVERT('" + wide + "' USING latin1))", "(0x" + std::string(80, 'f') + ")"}) {
    EXPECT_EQ(reason(row, ScriptColumn::kText, 32), reason(row, ScriptColumn::kText, 10'000)) << row;
  }
  EXPECT_EQ(reason("('" + wide, ScriptColumn::kText, 32).substr(0, 40),
            "dump-damaged scriptChanged file=dump.sql");
  // The first byte of these depends on the number of all digits.
  for (const std::string& row :
       {"(1),(0x" + std::string(81, '4') + ")", "(1),(b'" + std::string(81, '1') + "')"}) {
    EXPECT_EQ(reason(row, ScriptColumn::kBinary, 32),
              "memory-limit scriptValueTooLarge file=dump.sql offset=5 most=32");
  }
  const std::string number = "(0x" + std::string(80, '0') + ")";
  EXPECT_EQ(reason(number, ScriptColumn::kNumber, 32),
            "memory-limit scriptValueTooLarge file=dump.sql offset=1 most=32");
}

TEST_F(LongLiteralTest, HoldsNoMoreThanItMay) {
  constexpr std::uint64_t kMost = 1 << 20;
  const std::string text = test::letters(8 << 20);
  std::string hex;
  for (const char byte : text) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  const Style style = styles().front();
  const ScriptPart part = part_of(style, "('" + text + "',0x" + hex + ",_binary '" + text + "')",
                                  {ScriptColumn::kText, ScriptColumn::kBinary, ScriptColumn::kBinary});
  const std::string lines = decode(part, kMost);
  EXPECT_LE(board_.sample().memory_peak_bytes, kMost);
  EXPECT_EQ(lines.substr(0, text.size() + 1), text + "\t");
  EXPECT_EQ(lines, decode(part, 0));
}

}  // namespace
}  // namespace sluice
