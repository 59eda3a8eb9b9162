#include "delimited/delimited_decoder.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "harness/chunk_lines.h"
#include "harness/failure_of.h"
#include "harness/gzip.h"
#include "harness/temp_folder.h"

namespace sluice {
namespace {

using test::failure_of;
using test::TempFolder;

constexpr auto kText = DelimitedColumn::kText;
constexpr auto kValue = DelimitedColumn::kValue;

/// A file whose rows stand between a header and another row.
class DelimitedDecoderTest : public ::testing::Test {
 protected:
  std::string decode(std::vector<DelimitedColumn> columns, std::string_view rows, DelimitedFormat format = {},
                     std::size_t step = 1'000) {
    const std::string header = "header\n";
    test::write_file(folder_.file("a.csv"), header + std::string(rows) + "behind,it\n");
    DelimitedPart part{"a.csv", header.size(), rows.size(), 2, format, false, std::move(columns)};
    return read(std::move(part), step);
  }
  std::string read(DelimitedPart part, std::size_t step = 1'000, std::uint64_t most_bytes = 0,
                   Codec codec = Codec::kNone) {
    ChunkFile chunk;
    chunk.file = "a.csv:7";
    chunk.codec = codec;
    chunk.delimited = std::move(part);
    return test::lines_of(folder_.path(), chunk, board_, step, most_bytes);
  }

  TempFolder folder_;
  ProgressBoard board_;
};

TEST_F(DelimitedDecoderTest, GivesValuesAsFields) {
  EXPECT_EQ(decode({kValue, kText}, "1,a\r\n2,\"b, \"\"c\"\"\nd\"\n3,e\tf\\g\n"),
            "1\ta\n2\tb, \"c\"\\nd\n3\te\\tf\\\\g\n");
}

TEST_F(DelimitedDecoderTest, GivesTheSameInPiecesOfAnySize) {
  const std::string_view rows = "1,\"a\"\"b\"\r\n2,c\rd\r\n";
  const std::string whole = decode({kValue, kText}, rows);
  EXPECT_EQ(whole, "1\ta\"b\n2\tc\\rd\n");
  for (std::size_t step = 1; step < 9; ++step) EXPECT_EQ(decode({kValue, kText}, rows, {}, step), whole);
}

TEST_F(DelimitedDecoderTest, GivesDatesAsServersTakeThem) {
  const auto day = DelimitedColumn::kDayFirst;
  const auto month = DelimitedColumn::kMonthFirst;
  EXPECT_EQ(decode({day, month}, "31.12.2025,12/31/2025 1:02 PM\n,NULL\n"),
            "2025-12-31\t2025-12-31 13:02:00\n\\N\t\\N\n");
  // The scan has compared all others with the column.
  EXPECT_EQ(decode({day}, "2025-12-31\nsoon\n12/31/2025\n"), "2025-12-31\nsoon\n12/31/2025\n");
}

TEST_F(DelimitedDecoderTest, GivesMomentsWithTheirOffsetInUtc) {
  EXPECT_EQ(decode({DelimitedColumn::kInstant}, "2026-01-01T00:30:00+02:00\nsoon\n\n"),
            "2025-12-31 22:30:00\nsoon\n\\N\n");
}

TEST_F(DelimitedDecoderTest, KnowsWhatIsNull) {
  EXPECT_EQ(decode({kText, kText, kText, kText}, ",\"\",NULL,\\N\n"), "\\N\t\tNULL\t\\N\n");
  EXPECT_EQ(decode({kValue, kValue, kValue, kValue}, ",\"\",NULL,\\N\n"), "\\N\t\\N\t\\N\t\\N\n");
}

TEST_F(DelimitedDecoderTest, TakesAnotherWordForNull) {
  const DelimitedFormat words{.separator = ',', .quote = '"', .backslash_escapes = false, .null_word = "NA"};
  EXPECT_EQ(decode({kText, kText, kText, kText}, "NA,\"NA\",,\\N\n", words), "\\N\tNA\t\t\\\\N\n");
  EXPECT_EQ(decode({kValue, kValue, kValue}, "NA,,NULL\n", words), "\\N\t\\N\t\\N\n");
}

TEST_F(DelimitedDecoderTest, LeavesOutRowsThatWereSetAside) {
  const std::string rows = "1,a\n2\n3,b,c\n,\n4,\"d\ne\",f,g\n5,h\n6";
  test::write_file(folder_.file("a.csv"), "header\n" + rows);
  const DelimitedPart part{"a.csv", 7, rows.size(), 2, {}, false, {kValue, kText}, {3, 4, 6, 9}};
  for (std::size_t step = 1; step < 9; ++step) EXPECT_EQ(read(part, step), "1\ta\n\\N\t\\N\n5\th\n");
}

TEST_F(DelimitedDecoderTest, TakesNothingFromARowThatWasSetAside) {
  const std::string rows = "b\tx\t\\N\nc\tw\n";
  test::write_file(folder_.file("a.csv"), "header\n" + rows);
  const DelimitedPart part{"a.csv", 7, rows.size(), 2, {'\t', '\0', true}, false, {kText, kText}, {2}};
  for (std::size_t step = 1; step < 9; ++step) EXPECT_EQ(read(part, step), "c\tw\n");
}

TEST_F(DelimitedDecoderTest, LeavesOutRowsOnTheEdgesOfItsBlocks) {
  std::string rows;
  std::string lines;
  std::vector<std::uint64_t> skipped;
  for (int id = 0; id < 30'000; ++id) {
    const std::string number = std::to_string(id);
    rows += id % 3 == 0 ? number + "," + number + "\n" : id % 3 == 1 ? number + "\n" : number + ",,x\n";
    if (id % 3 == 0) {
      lines += number + "\t" + number + "\n";
    } else {
      skipped.push_back(static_cast<std::uint64_t>(id) + 2);
    }
  }
  test::write_file(folder_.file("a.csv"), "header\n" + rows);
  EXPECT_EQ(read({"a.csv", 7, rows.size(), 2, {}, false, {kValue, kText}, skipped}), lines);
}

TEST_F(DelimitedDecoderTest, ReadsBackslashEscapes) {
  const DelimitedFormat tabs{'\t', '\0', true};
  EXPECT_EQ(decode({kText, kText, kText}, "a\\tb\t\\N\tc\\\\d\\\ne\n", tabs), "a\\tb\t\\N\tc\\\\d\\ne\n");
}

TEST_F(DelimitedDecoderTest, WritesCommasAndWordsAsServersReadThem) {
  const DelimitedFormat semicolons{';', '"', false};
  EXPECT_EQ(decode({DelimitedColumn::kCommaDecimal, DelimitedColumn::kBoolean}, "-1,50;True\n2;false\n",
                   semicolons),
            "-1.50\t1\n2\t0\n");
}

TEST_F(DelimitedDecoderTest, RefusesAFileThatHasChanged) {
  for (const std::string_view rows : {"1,2,3\n", "1\n", "1,\"2\"x\n"}) {
    const Failure failure = failure_of([&] { decode({kText, kText}, rows); });
    EXPECT_EQ(failure.code, "dump-damaged") << rows;
    EXPECT_EQ(failure.chunk, "a.csv:7");
    EXPECT_EQ(plain(failure.message), "delimitedChanged file=a.csv line=2");
  }
}

TEST_F(DelimitedDecoderTest, HoldsNoValueThatIsTooLarge) {
  const std::string rows = std::string(100'000, '7') + "\n";
  test::write_file(folder_.file("a.csv"), rows);
  const DelimitedPart part{"a.csv", 0, rows.size(), 1, {}, false, {DelimitedColumn::kCommaDecimal}};
  EXPECT_EQ(read(part).size(), rows.size());
  EXPECT_EQ(failure_of([&] { read(part, 1'000, 200'000); }).code, "memory-limit");
}

TEST_F(DelimitedDecoderTest, GivesALongTextInPieces) {
  constexpr std::size_t kTimes = 300'000;
  std::string value;
  std::string field;
  for (std::size_t time = 0; time < kTimes; ++time) {
    value += "a\xFC\"\"\t";
    field += "a\xC3\xBC\"\\t";
  }
  const std::string rows = "1,\"" + value + "\",\"" + value + "\"\n2,,x\n";
  test::write_file(folder_.file("a.csv"), rows);
  const DelimitedPart part{"a.csv", 0, rows.size(), 1, {}, true, {kValue, kText, kValue}};
  EXPECT_EQ(read(part, 1'000, 400'000), "1\t" + field + "\t" + field + "\n2\t\\N\tx\n");
  EXPECT_LE(board_.sample().memory_peak_bytes, 1'000'000U);
}

TEST_F(DelimitedDecoderTest, TakesAnEscapedNBehindALongTextForItself) {
  const std::string text(64 << 10, 'x');
  DelimitedFormat format;
  format.backslash_escapes = true;
  EXPECT_EQ(decode({kText}, text + "\\N\n\\N\n", format), text + "N\n\\N\n");
}

TEST_F(DelimitedDecoderTest, GivesWindows1252AsUtf8) {
  test::write_file(folder_.file("a.csv"), "M\xFCnchen,\x80 5,\x81,a\\\xFF\n");
  const DelimitedPart part{"a.csv", 0, 18, 1, {}, true, {kText, kText, kText, kText}};
  EXPECT_EQ(read(part), "München\t€ 5\t\xC2\x81\ta\\\\ÿ\n");
}

TEST_F(DelimitedDecoderTest, FindsItsPartInAPackedFile) {
  test::write_file(folder_.file("a.csv"), test::gzip("header\n1,a\n2,b\n3,c\n"));
  const DelimitedPart part{"a.csv", 11, 8, 3, {}, false, {kValue, kText}};
  EXPECT_EQ(read(part, 1'000, 0, Codec::kGzip), "2\tb\n3\tc\n");
}

}  // namespace
}  // namespace sluice
