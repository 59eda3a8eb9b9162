#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "fields/fields_decoder.h"
#include "fields/fields_scan.h"
#include "harness/chunk_lines.h"
#include "harness/failure_of.h"
#include "harness/temp_folder.h"

namespace sluice {
namespace {

using namespace std::string_literals;
using test::failure_of;
using test::TempFolder;

constexpr auto kTextField = FieldsColumn::kText;

const RowDialect kQuoted{",", "\"", "\\", "\n"};

class FieldsTest : public ::testing::Test {
 protected:
  FieldsContent scan(const std::string& text, std::uint64_t columns, RowDialect dialect = {},
                     std::uint64_t skipped = 0) {
    test::write_file(folder_.file("t.txt"), text);
    return scan_fields({folder_.file("t.txt"), {}, std::move(dialect), columns, skipped, range_bytes_});
  }
  std::string decode(const std::string& rows, std::vector<FieldsColumn> columns, RowDialect dialect = {},
                     std::size_t step = 1'000, std::uint64_t most_bytes = 0) {
    test::write_file(folder_.file("t.txt"), "x\n" + rows + "behind");
    ChunkFile chunk;
    chunk.file = "t.txt:2";
    chunk.fields = FieldsPart{"t.txt", 2, rows.size(), 2, std::move(dialect), std::move(columns)};
    return test::lines_of(folder_.path(), chunk, board_, step, most_bytes);
  }

  TempFolder folder_;
  ProgressBoard board_;
  std::uint64_t range_bytes_ = 1 << 20;
};

TEST_F(FieldsTest, FindsRowsBehindEscapedLineEnds) {
  const FieldsContent content = scan("1\ta\\\nb\n2\t\\N\n", 2);
  EXPECT_EQ(content.rows, 2U);
  EXPECT_EQ(content.odd_row_count, 0U);
  EXPECT_EQ(content.open_line, std::nullopt);
  EXPECT_EQ(content.bytes, 12U);
}

TEST_F(FieldsTest, CountsRowsBehindALargerFirstValue) {
  const FieldsContent content = scan("b\\tx\t9\nb\\ta\t1\nc\t0\nb\t5\n", 2);
  ASSERT_EQ(content.ranges.size(), 1U);
  EXPECT_EQ(content.ranges[0].backward, 2U);
  // The first row is skipped, and nothing is compared with it.
  EXPECT_EQ(scan("9\t1\n1\t1\n2\t1\n", 2, {}, 1).ranges.at(0).backward, 0U);
}

TEST_F(FieldsTest, EndsRangesWithTheirRows) {
  range_bytes_ = 1;
  const FieldsContent content = scan("1\ta\\\nb\n2\tc\n", 2);
  ASSERT_EQ(content.ranges.size(), 2U);
  EXPECT_EQ(content.ranges[0].offset, 0U);
  EXPECT_EQ(content.ranges[0].length, 7U);
  EXPECT_EQ(content.ranges[1].offset, 7U);
  EXPECT_EQ(content.ranges[1].length, 4U);
  EXPECT_EQ(content.ranges[1].line, 3U);
}

TEST_F(FieldsTest, LeavesOutRowsThatHoldNoValues) {
  const FieldsContent content = scan("\"id\",\"v\"\n\"1\",\"a\nb\"\n", 2, kQuoted, 1);
  ASSERT_EQ(content.ranges.size(), 1U);
  EXPECT_EQ(content.ranges[0].offset, 9U);
  EXPECT_EQ(content.ranges[0].line, 2U);
  EXPECT_EQ(content.rows, 1U);
}

TEST_F(FieldsTest, NamesRowsOfAnotherLengthAndOneThatIsCut) {
  const FieldsContent content = scan("1\t2\n3\n4\t5\t6\n7\t8", 2);
  ASSERT_EQ(content.odd_rows.size(), 2U);
  EXPECT_EQ(content.odd_rows[0].line, 2U);
  EXPECT_EQ(content.odd_rows[0].values, 1U);
  EXPECT_EQ(content.odd_rows[1].values, 3U);
  EXPECT_EQ(content.open_line, 4U);
}

TEST_F(FieldsTest, FindsTheSameRowsWithTerminatorsOfSeveralCharacters) {
  const FieldsContent content = scan("1<|>a<b#\n2<|>#c#\n", 2, {"<|>", "", "\\", "#\n"});
  EXPECT_EQ(content.rows, 2U);
  EXPECT_EQ(content.odd_row_count, 0U);
}

TEST_F(FieldsTest, FindsNoRowsInAnEmptyFile) {
  const FieldsContent content = scan("", 2);
  EXPECT_TRUE(content.ranges.empty());
  EXPECT_EQ(content.open_line, std::nullopt);
}

TEST_F(FieldsTest, GivesWhatLoadDataWouldRead) {
  EXPECT_EQ(decode("1\ta\\\nb\\tc\\0\\\\\n\\N\t\n", {kTextField, kTextField}),
            "1\ta\\nb\\tc\\0\\\\\n\\N\t\n");
  EXPECT_EQ(decode("\"1\",\"a\"\"b,\nc\"\n\"NULL\",NULL\n", {kTextField, kTextField}, kQuoted),
            "1\ta\"b,\\nc\nNULL\t\\N\n");
  EXPECT_EQ(decode("\\NX\tNULL\n", {kTextField, kTextField}), "NX\tNULL\n");
}

TEST_F(FieldsTest, GivesBytesAsBase64AndLeavesColumnsOut) {
  EXPECT_EQ(
      decode("1\t\\0a\\\\\tx\n\\N\t\\N\ty\n", {FieldsColumn::kSkipped, FieldsColumn::kBytes, kTextField}),
      "AGFc\tx\n\\N\ty\n");
}

TEST_F(FieldsTest, GivesTheSameInPiecesOfAnySize) {
  const std::string rows = "\"a\\\"b\",\\N\n\"c\nd\",\"\"\n";
  const std::string whole = decode(rows, {kTextField, kTextField}, kQuoted);
  EXPECT_EQ(whole, "a\"b\t\\N\nc\\nd\t\n");
  for (std::size_t step = 1; step < 9; ++step)
    EXPECT_EQ(decode(rows, {kTextField, kTextField}, kQuoted, step), whole);
}

TEST_F(FieldsTest, RefusesAFileThatHasChangedAndAValueThatIsTooLarge) {
  for (const std::string& rows : {"1\t2\t3\n"s, "1\n"s}) {
    const Failure failure = failure_of([&] { decode(rows, {kTextField, kTextField}); });
    EXPECT_EQ(failure.code, "dump-damaged") << rows;
    EXPECT_EQ(failure.chunk, "t.txt:2");
  }
  EXPECT_EQ(failure_of([&] { decode(std::string(9'000, 'x') + "\n", {kTextField}, {}, 100, 4'096); }).code,
            "memory-limit");
}

}  // namespace
}  // namespace sluice
