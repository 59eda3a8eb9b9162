#include "script/rows_decoder.h"

#include <gtest/gtest.h>

#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "codec/digest.h"
#include "harness/failure_of.h"
#include "harness/gzip.h"
#include "harness/letters.h"
#include "harness/scanned.h"
#include "harness/temp_folder.h"
#include "read/chunk_feed.h"
#include "read/open_chunk.h"
#include "row/base64.h"

namespace sluice {
namespace {

using namespace std::string_literals;
using test::failure_of;
using test::TempFolder;

constexpr auto kText = ScriptColumn::kText;
constexpr auto kNumber = ScriptColumn::kNumber;
constexpr auto kBinary = ScriptColumn::kBinary;
constexpr auto kBit = ScriptColumn::kBit;

ScriptPart part_of(std::vector<ScriptColumn> columns) {
  ScriptPart part;
  part.path = "dump.sql";
  part.columns = std::move(columns);
  part.charset = "utf8mb4";
  return part;
}

std::string base64(std::string_view bytes) {
  std::string text(base64_room(bytes.size()), '\0');
  encode_base64(bytes, text.data());
  return text;
}

/// A script in a file, and its part between two other texts.
class RowsDecoderTest : public ::testing::Test {
 protected:
  /// Gives the lines of `rows`, which are asked for in pieces of `step` bytes.
  std::string decode(ScriptPart part, std::string_view rows, std::size_t step = 1'000) {
    const std::string before = "INSERT INTO t VALUES ";
    test::write_file(folder_.file("dump.sql"), before + std::string(rows) + ";\nSELECT 'rest';\n");
    part.offset = before.size();
    part.length = rows.size();
    return read(part, step);
  }
  std::string read(const ScriptPart& part, std::size_t step = 1'000, std::uint64_t most_bytes = 0,
                   Codec codec = Codec::kNone) {
    ChunkFile chunk;
    chunk.codec = codec;
    chunk.file = "dump.sql:1";
    chunk.part = part;
    std::string lines;
    {
      ChunkReader reader = open_chunk(folder_.path(), chunk, board_, most_bytes);
      std::string piece(step, '\0');
      while (const std::size_t got = reader.read(piece.data(), step)) lines.append(piece, 0, got);
      EXPECT_EQ(reader.bytes(), lines.size());
      EXPECT_EQ(reader.digest(), xxh64(lines));
      if (codec == Codec::kNone) {
        EXPECT_EQ(reader.stored_bytes(), part.length);
      }
    }
    EXPECT_EQ(board_.sample().memory_bytes, 0U);
    return lines;
  }
  /// The one field of a row.
  std::string field(ScriptColumn column, std::string_view literal, std::string charset = "utf8mb4") {
    ScriptPart part = part_of({column});
    part.charset = std::move(charset);
    std::string line = decode(part, "(" + std::string(literal) + ")");
    EXPECT_TRUE(line.ends_with('\n'));
    line.pop_back();
    return line;
  }
  /// The reason why a value is refused.
  std::string refusal(ScriptColumn column, std::string_view literal, const std::string& charset = "utf8mb4") {
    const Failure failure = failure_of([&] { field(column, literal, charset); });
    EXPECT_EQ(failure.code, "dump-unsupported");
    EXPECT_EQ(failure.chunk, "dump.sql:1");
    const std::string text = plain(failure.message);
    const std::string front = "scriptValueRefused file=dump.sql offset=21 value=1 reason=";
    EXPECT_TRUE(text.starts_with(front)) << text;
    return text.substr(front.size());
  }

  TempFolder folder_;
  ProgressBoard board_;
};

TEST_F(RowsDecoderTest, GivesALineForEachRow) {
  EXPECT_EQ(decode(part_of({kNumber, kText}), "(1,'a'),\n ( 2 , NULL ) , (3,'')"), "1\ta\n2\t\\N\n3\t\n");
  EXPECT_EQ(decode(part_of({kText}),
                   "(1);\n-- x\nINSERT INTO `t` VALUES (2);;insert into t /* y */ values (3),(4);"
                   "INSERT INTO `t` VALUES (5)"),
            "1\n2\n3\n4\n5\n");
}

TEST_F(RowsDecoderTest, TakesATextThatIsConvertedToWhatItIs) {
  EXPECT_EQ(field(kText, R"(CONVERT("{\"a\": 1}" USING utf8mb4))"), R"({"a": 1})");
  EXPECT_EQ(field(kText, "CONVERT('a' USING utf8mb4)", "binary"), "a");
}

TEST_F(RowsDecoderTest, ShowsRowsThatAServerComputes) {
  ScriptPart part = part_of({kNumber, kText});
  part.as_written = WrittenRows{};
  EXPECT_EQ(decode(part, "(1, NOW( ) ),('a','b',x\t'c'),(DEFAULT)"), "1\tNOW( ) \na\tb\tx\\t'c'\nDEFAULT\n");
}

TEST_F(RowsDecoderTest, GivesRowsOfAPackedScript) {
  const std::string before = "INSERT INTO t VALUES " + std::string(100'000, ' ');
  const std::string rows = "(1,'a'),(2,'b')";
  test::write_file(folder_.file("dump.sql"), test::gzip(before + rows + ";\nSELECT 'rest';\n"));
  ScriptPart part = part_of({kNumber, kText});
  part.offset = before.size();
  part.length = rows.size();
  EXPECT_EQ(read(part, 7, 0, Codec::kGzip), "1\ta\n2\tb\n");
  part.offset += 1'000'000;
  EXPECT_THROW(read(part, 7, 0, Codec::kGzip), EngineError);
}

TEST_F(RowsDecoderTest, WritesTextsAsLoadDataReadsThem) {
  EXPECT_EQ(field(kText, "'it''s'"), "it's");
  EXPECT_EQ(field(kText, "\"say \"\"it's\"\"\""), "say \"it's\"");
  EXPECT_EQ(field(kText, R"('\0\b\n\r\t\Z\\\'\"\%\_\x\N')"), R"(\0\b\n\r\t\Z\\'"\\%\\_xN)");
  EXPECT_EQ(field(kText, "'\t\n\r\0\x1A\b'"s), R"(\t\n\r\0\Z\b)");
  EXPECT_EQ(field(kText, "'a' 'b'\n/* ' */ \"c\""), "abc");
  EXPECT_EQ(field(kText, "'\xE4\xBD\xA0'"), "\xE4\xBD\xA0");
  EXPECT_EQ(field(kText, "N'\xE4\xBD\xA0'"), "\xE4\xBD\xA0");
  EXPECT_EQ(field(kText, "_utf8 '\xE4\xBD\xA0'"), "\xE4\xBD\xA0");
  EXPECT_EQ(field(kText, "_UTF8MB4 X'e4BDa0'"), "\xE4\xBD\xA0");
  EXPECT_EQ(field(kText, "_latin1 'abc'"), "abc");
  EXPECT_EQ(field(kText, "_binary 'abc'"), "abc");
  EXPECT_EQ(field(kText, "0x4142"), "AB");
  EXPECT_EQ(field(kText, "b'1000001'"), "A");
}

TEST_F(RowsDecoderTest, WritesNumbersAsTheyStandThere) {
  for (const ScriptColumn column : {kText, kNumber}) {
    EXPECT_EQ(field(column, "1.50"), "1.50");
    EXPECT_EQ(field(column, "-1e10"), "-1e10");
    EXPECT_EQ(field(column, "+ 5"), "5");
    EXPECT_EQ(field(column, "- -.5"), ".5");
    EXPECT_EQ(field(column, "TRUE"), "1");
    EXPECT_EQ(field(column, "false"), "0");
    EXPECT_EQ(field(column, "NULL"), "\\N");
    EXPECT_EQ(field(column, "'12'"), "12");
  }
  EXPECT_EQ(field(kNumber, "0x31"), "49");
  EXPECT_EQ(field(kNumber, "b'101'"), "5");
  EXPECT_EQ(field(kNumber, "X'FFFFFFFFFFFFFFFF'"), "18446744073709551615");
  EXPECT_EQ(field(kNumber, "x''"), "0");
  EXPECT_EQ(refusal(kNumber, "X'01FFFFFFFFFFFFFFFF'"), "scriptNoNumber");
}

TEST_F(RowsDecoderTest, WritesBytesAsBase64) {
  EXPECT_EQ(field(kBinary, "'abc'"), base64("abc"));
  EXPECT_EQ(field(kBinary, R"(_binary '\0\'\\\%')"), base64("\0'\\\\%"s));
  EXPECT_EQ(field(kBinary, "_latin1 '\xE4'"), base64("\xE4"));
  EXPECT_EQ(field(kBinary, "0xABC"), base64("\x0A\xBC"));
  EXPECT_EQ(field(kBinary, "x'00ff'"), base64("\0\xFF"s));
  EXPECT_EQ(field(kBinary, "X''"), "");
  EXPECT_EQ(field(kBinary, "b'100000001'"), base64("\x01\x01"));
  EXPECT_EQ(field(kBinary, "-12.5"), base64("-12.5"));
  EXPECT_EQ(field(kBinary, "NULL"), "\\N");
  EXPECT_EQ(field(kBinary, "TRUE"), base64("1"));
}

TEST_F(RowsDecoderTest, WritesBitsAsBase64OfTheirBytes) {
  EXPECT_EQ(field(kBit, "b'0'"), base64("\0"s));
  EXPECT_EQ(field(kBit, "b'1111111100000001'"), base64("\xFF\x01"));
  EXPECT_EQ(field(kBit, "0x0102"), base64("\x01\x02"));
  EXPECT_EQ(field(kBit, "0"), base64("\0"s));
  EXPECT_EQ(field(kBit, "258"), base64("\x01\x02"));
  EXPECT_EQ(field(kBit, "18446744073709551615"), base64("\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF"));
  EXPECT_EQ(field(kBit, "TRUE"), base64("\x01"));
  EXPECT_EQ(field(kBit, "'\\0A'"), base64("\0A"s));
  EXPECT_EQ(field(kBit, "NULL"), "\\N");
  for (const char* const literal : {"-1", "1.5", "1e3", "18446744073709551616"}) {
    EXPECT_EQ(refusal(kBit, literal), "scriptNoNumber");
  }
}

TEST_F(RowsDecoderTest, RefusesTextOfAnotherCharacterSet) {
  EXPECT_EQ(refusal(kText, "0xFF"), "scriptBytesForText");
  EXPECT_EQ(refusal(kText, "_binary '\xE4'"), "scriptBytesForText");
  EXPECT_EQ(refusal(kText, "_latin1 '\xE4'"), "scriptOtherCharset charset=utf8mb4");
  EXPECT_EQ(refusal(kText, "_utf8mb4 '\xE4\xBD\xA0'", "latin1"), "scriptOtherCharset charset=latin1");
  EXPECT_EQ(field(kText, "_latin1 '\xE4'", "latin1"), "\xE4");
}

TEST_F(RowsDecoderTest, ReadsTextsAsTheSqlModeSays) {
  ScriptPart part = part_of({kText});
  part.backslashes_escape = false;
  EXPECT_EQ(decode(part, "('a\\'),('\\n')"), "a\\\\\n\\\\n\n");
  part.ansi_quotes = true;
  EXPECT_EQ(decode(part, "(1);INSERT INTO \"t\" VALUES (2)"), "1\n2\n");
}

TEST_F(RowsDecoderTest, LeavesPairsOfBytesAlone) {
  for (const std::string charset : {"gbk", "gb18030", "sjis", "cp932"}) {
    EXPECT_EQ(field(kBinary, "'\x95\x5C'", charset), base64("\x95\x5C"));
    EXPECT_EQ(field(kBinary, "'\x95\x5C\\'a\\n\x95\x5C\\0'", charset), base64("\x95\x5C'a\n\x95\x5C\0"s));
    EXPECT_EQ(field(kBinary, "'a''\x95\x5C' '\x95\x5C'", charset), base64("a'\x95\x5C\x95\x5C"));
    // Half a character.
    EXPECT_EQ(field(kBinary, "'\x95 '", charset), base64("\x95 "));
    EXPECT_EQ(field(kBinary, "'\x95\n\x95'", charset), base64("\x95\n\x95"));
    EXPECT_EQ(field(kText, "'2026-11-30\\n'", charset), "2026-11-30\\n");
    EXPECT_EQ(refusal(kText, "'a\x95\x5C'", charset), "scriptWideText");
    EXPECT_EQ(refusal(kNumber, "'1\x95\x5C'", charset), "scriptWideText");
  }
  EXPECT_EQ(field(kBinary, "'\xA1\x5C'", "big5"), base64("\xA1\x5C"));
  EXPECT_EQ(field(kBinary, "'\x95\\n'", "big5"), base64("\x95\n"));
}

TEST_F(RowsDecoderTest, LeavesPairsOfBytesWholeInLongValues) {
  for (const std::size_t before : {0U, 1U, 2U}) {
    std::string text(before, 'a');
    for (int pair = 0; pair < 60'000; ++pair) text += pair % 7 == 0 ? "\x95\x5C" : "\xC4\xE3";
    ScriptPart part = part_of({kBinary});
    part.charset = "gbk";
    EXPECT_EQ(decode(part, "('" + text + "\\'')"), base64(text + "'") + "\n");
  }
}

TEST_F(RowsDecoderTest, ShowsPairsOfBytesOfRowsThatAServerComputes) {
  ScriptPart part = part_of({kText, kNumber});
  part.charset = "gbk";
  part.as_written = WrittenRows{};
  EXPECT_EQ(decode(part, "('\xC4\xE3',NOW())"), "\xC4\xE3\tNOW()\n");
}

TEST_F(RowsDecoderTest, GivesLongValuesInSlices) {
  std::string text = test::letters(300'000);
  std::string quoted = text;
  for (std::size_t at = 0; at < text.size(); at += 1'001) {
    text[at] = '\'';
    quoted[at] = '\'';
  }
  std::string escaped;
  for (const char byte : quoted) escaped += byte == '\'' ? "''" : std::string(1, byte);
  std::string hex;
  for (const char byte : text) {
    hex += "0123456789abcdef"[byte >> 4];
    hex += "0123456789abcdef"[byte & 15];
  }
  const std::string rows = "('" + escaped + "','" + escaped + "'),(1,x'" + hex + "')";
  const std::string lines = text + "\t" + base64(text) + "\n1\t" + base64(text) + "\n";
  for (const std::size_t step : {1U, 4'096U, 1'000'000U}) {
    EXPECT_EQ(decode(part_of({kText, kBinary}), rows, step), lines);
  }
}

TEST_F(RowsDecoderTest, RefusesARowWithOtherValues) {
  const auto failure = [&](std::string_view rows) {
    const Failure found = failure_of([&] { decode(part_of({kText, kText}), rows); });
    EXPECT_EQ(found.chunk, "dump.sql:1");
    return found.code + " " + plain(found.message);
  };
  EXPECT_EQ(failure("(1,2),(3)"),
            "dump-damaged scriptTooFewValues file=dump.sql offset=27 values=1 columns=2");
  EXPECT_EQ(failure("(1,2),(3,4,5)"), "dump-damaged scriptTooManyValues file=dump.sql offset=27 columns=2");
  EXPECT_EQ(failure("(1,2),(3,NOW())"), "dump-unsupported scriptExpression file=dump.sql offset=27");
}

TEST_F(RowsDecoderTest, NoticesAScriptThatHasChanged) {
  for (const std::string rows :
       {"", "1", "(1", "('1", "(1) ", "(1),", "(1);", "(1),,(2)", "(1);SELECT 1", "(1)(2)", "(1 /*", "(1),2",
        "(1);INSERT INTO t VALUES (2);INSERT INTO u VALUES (3)", "(1);INSERT INTO t", "()", "(1;)"}) {
    const Failure failure = failure_of([&] { decode(part_of({kText}), rows); });
    EXPECT_EQ(failure.code, "dump-damaged") << rows;
    EXPECT_EQ(failure.chunk, "dump.sql:1") << rows;
    EXPECT_TRUE(plain(failure.message).starts_with("scriptChanged file=dump.sql offset=")) << rows;
  }
}

TEST_F(RowsDecoderTest, NoticesAScriptThatIsShorterOrGone) {
  test::write_file(folder_.file("dump.sql"), "(1),(2");
  ScriptPart part = part_of({kText});
  part.length = 7;
  EXPECT_EQ(plain(failure_of([&] { read(part); }).message), "fileEndsEarly file=dump.sql");
  part.path = "gone.sql";
  const Failure failure = failure_of([&] { read(part); });
  EXPECT_EQ(failure.code, "dump-damaged");
  EXPECT_EQ(failure.chunk, "dump.sql:1");
  EXPECT_EQ(plain(failure.message), "fileMissing file=gone.sql");
}

TEST_F(RowsDecoderTest, HoldsNoMoreThanItMay) {
  constexpr std::uint64_t kMost = 1 << 20;
  // The first byte depends on the number of all digits.
  const std::string rows = "(0x" + std::string(600'001, '4') + ")";
  test::write_file(folder_.file("dump.sql"), rows);
  ScriptPart part = part_of({kText});
  part.length = rows.size();
  const Failure failure = failure_of([&] { read(part, 1'000, kMost); });
  EXPECT_EQ(failure.code, "memory-limit");
  EXPECT_EQ(failure.hint.key, "raiseMemoryOrUseFewerThreads");
  EXPECT_EQ(failure.chunk, "dump.sql:1");
  EXPECT_LE(board_.sample().memory_peak_bytes, kMost);
  EXPECT_EQ(read(part, 1'000, 2 * kMost).size(), 300'002U);
  EXPECT_LE(board_.sample().memory_peak_bytes, 2 * kMost);
}

TEST_F(RowsDecoderTest, GivesWhatTheScannerFound) {
  std::string script = "-- x\n";
  std::string lines;
  for (int row = 0; row < 5'000; ++row) {
    script += row % 10 == 0 ? "INSERT INTO t VALUES " : ", ";
    script += "(" + std::to_string(row) + ",'" + std::string(static_cast<std::size_t>(row % 97), ';') + "')";
    lines += std::to_string(row) + "\t" + std::string(static_cast<std::size_t>(row % 97), ';') + "\n";
    if (row % 10 == 9) script += ";\n";
  }
  test::write_file(folder_.file("dump.sql"), script);
  ScanLimits limits;
  limits.bytes_per_run = 10'000;
  std::string all;
  int runs = 0;
  for (const ScriptItem& item : test::scan_in_pieces(script, limits, 1'000, 1'000)) {
    const auto* const rows = std::get_if<ScriptRows>(&item);
    if (rows == nullptr) continue;
    ScriptPart part = part_of({kNumber, kText});
    part.offset = rows->offset;
    part.length = rows->length;
    const std::string found = read(part);
    EXPECT_EQ(static_cast<std::uint64_t>(std::count(found.begin(), found.end(), '\n')), rows->rows);
    all += found;
    ++runs;
  }
  EXPECT_EQ(all, lines);
  EXPECT_GT(runs, 10);
}

TEST_F(RowsDecoderTest, FeedsALoadAsAChunkFileDoes) {
  test::write_file(folder_.file("dump.sql"), "(1,'a'),(2,'b')");
  ChunkFile chunk;
  chunk.file = "dump.sql:1";
  chunk.rows = 3;
  chunk.part = part_of({kNumber, kText});
  chunk.part->length = 15;
  ChunkReader reader = open_chunk(folder_.path(), chunk, board_, 0);
  const ChunkFeed::OnStep on_step = [](std::uint64_t, std::uint64_t) {};
  ChunkFeed feed(reader, chunk, on_step);
  std::string room(100, '\0');
  EXPECT_EQ(feed.read(room.data(), room.size()), 8U);
  EXPECT_EQ(feed.read(room.data(), room.size()), 0U);
  const std::vector<Message> found = deviations(chunk, feed.reading());
  ASSERT_EQ(found.size(), 1U);
  EXPECT_EQ(plain(found.front()), "holdsRows rows=2 recorded=3");
}

}  // namespace
}  // namespace sluice
