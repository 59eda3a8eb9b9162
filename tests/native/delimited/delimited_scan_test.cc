#include "delimited/delimited_scan.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "harness/failure_of.h"
#include "harness/gzip.h"
#include "harness/temp_folder.h"

namespace sluice {
namespace {

using namespace std::string_literals;
using test::TempFolder;

class DelimitedScanTest : public ::testing::Test {
 protected:
  DelimitedContent scan(const std::string& text) {
    test::write_file(folder_.file("a.csv"), text);
    spec_.path = folder_.file("a.csv");
    return scan_delimited(spec_);
  }
  /// Facts of a column that holds the values, a row each.
  ColumnFacts facts(std::initializer_list<std::string> values) {
    std::string text = "name\n";
    for (const std::string& value : values) text += value + "\n";
    DelimitedContent content = scan(text);
    EXPECT_EQ(content.columns.size(), 1U);
    EXPECT_EQ(content.rows, values.size());
    return content.columns.at(0);
  }

  TempFolder folder_;
  DelimitedSpec spec_{
      .path = {}, .packing = {}, .format = {}, .has_header = true, .bytes_per_range = 1 << 20};
};

TEST_F(DelimitedScanTest, TakesNamesFromTheHeader) {
  const DelimitedContent content = scan("id,\"the, name\"\r\n1,a\r\n2,b\r\n");
  EXPECT_EQ(content.names, (std::vector<std::string>{"id", "the, name"}));
  EXPECT_EQ(content.rows, 2U);
  EXPECT_EQ(content.columns.size(), 2U);
  EXPECT_EQ(content.odd_row_count, 0U);
}

TEST_F(DelimitedScanTest, SetsRowsOfAnotherLengthAside) {
  spec_.most_set_aside = 2;
  const DelimitedContent content = scan("id,v\n1,a\nx\n2,\"b \"\"c\",,\n3,d\ny\n");
  EXPECT_EQ(content.rows, 2U);
  ASSERT_EQ(content.ranges.size(), 1U);
  EXPECT_EQ(content.ranges[0].rows, 2U);
  EXPECT_EQ(content.odd_row_count, 3U);
  ASSERT_EQ(content.odd_rows.size(), 2U);
  EXPECT_EQ(content.odd_rows[0].text, "x");
  EXPECT_EQ(content.odd_rows[1].line, 4U);
  EXPECT_EQ(content.odd_rows[1].values, 4U);
  EXPECT_EQ(content.odd_rows[1].text, "2,\"b \"\"c\",,");
  // A row that is set aside has no say in what the columns are.
  EXPECT_TRUE(content.columns.at(0).integers);
}

TEST_F(DelimitedScanTest, TakesTheFirstRowForValuesWithoutAHeader) {
  spec_.has_header = false;
  const DelimitedContent content = scan("1,a\n2,b");
  EXPECT_TRUE(content.names.empty());
  EXPECT_EQ(content.rows, 2U);
  EXPECT_EQ(content.columns.at(0).values, 2U);
}

TEST_F(DelimitedScanTest, LeavesOutTheByteOrderMarkAndBlankLines) {
  const DelimitedContent content = scan("\xEF\xBB\xBFid,v\n\n1,a\n\r\n2,b\n\n");
  EXPECT_EQ(content.names.at(0), "id");
  EXPECT_EQ(content.rows, 2U);
  ASSERT_EQ(content.ranges.size(), 1U);
  EXPECT_EQ(content.ranges[0].offset, 8U);
  EXPECT_EQ(content.ranges[0].line, 2U);
}

TEST_F(DelimitedScanTest, TakesABlankLineForTheOneValueOfItsRow) {
  const ColumnFacts found = facts({"a", "", "b"});
  EXPECT_EQ(found.values, 2U);
  EXPECT_EQ(found.nulls, 1U);
}

TEST_F(DelimitedScanTest, PartsRowsIntoRangesWithTheirLines) {
  spec_.bytes_per_range = 8;
  const DelimitedContent content = scan("a,b\n1,\"x\ny\"\n2,z\n3,z\n4,w");
  ASSERT_EQ(content.ranges.size(), 3U);
  EXPECT_EQ(content.ranges[0].line, 2U);
  EXPECT_EQ(content.ranges[0].rows, 1U);
  EXPECT_EQ(content.ranges[1].line, 4U);
  EXPECT_EQ(content.ranges[1].rows, 2U);
  EXPECT_EQ(content.ranges[2].rows, 1U);
  EXPECT_EQ(content.ranges[2].offset + content.ranges[2].length, content.bytes);
  EXPECT_EQ(content.ranges[1].offset, content.ranges[0].offset + content.ranges[0].length);
}

TEST_F(DelimitedScanTest, CountsRowsBehindALargerFirstValue) {
  const std::string text = "id,v\n3,a\n\"2\",b\n,c\n1,d\n0,e\n";
  DelimitedContent content = scan(text);
  ASSERT_EQ(content.ranges.size(), 1U);
  EXPECT_EQ(content.ranges[0].backward, 2U);
  spec_.bytes_per_range = 1;
  content = scan(text);
  ASSERT_EQ(content.ranges.size(), 5U);
  EXPECT_EQ(content.ranges[1].backward, 1U);
  EXPECT_EQ(content.ranges[4].backward, 1U);
  // A row that is set aside has no say.
  spec_.most_set_aside = 5;
  content = scan("id,v\n1,a\n9\n2,b\n");
  for (const DelimitedRange& range : content.ranges) EXPECT_EQ(range.backward, 0U);
}

TEST_F(DelimitedScanTest, NamesRowsOfAnotherNumberOfValues) {
  const DelimitedContent content = scan("a,b\n1,2\n1,2,3\n1\n");
  EXPECT_EQ(content.odd_row_count, 2U);
  ASSERT_EQ(content.odd_rows.size(), 2U);
  EXPECT_EQ(content.odd_rows[0].line, 3U);
  EXPECT_EQ(content.odd_rows[0].values, 3U);
  EXPECT_EQ(content.odd_rows[1].line, 4U);
  EXPECT_EQ(content.odd_rows[1].values, 1U);
}

TEST_F(DelimitedScanTest, SeesThatAFileIsCut) {
  EXPECT_EQ(scan("a,b\n1,2\n2,\"x\ny").open_line, 3U);
  EXPECT_EQ(scan("a,b\n1,2\n2,\"x\"").open_line, std::nullopt);
}

TEST_F(DelimitedScanTest, EndsWhereAValueGoesOnBehindItsQuote) {
  const DelimitedContent content = scan("a,b\n1,\"x\"y\n2,z\n");
  EXPECT_EQ(content.broken_line, 2U);
  EXPECT_EQ(content.rows, 0U);
  EXPECT_EQ(scan("a,b\n1,\"x\"\ry\n").broken_line, 2U);
}

TEST_F(DelimitedScanTest, KnowsIntegers) {
  const ColumnFacts found = facts({"1", "2", "9223372036854775807"});
  EXPECT_TRUE(found.integers && found.rising && found.decimals);
  EXPECT_EQ(found.most, 9223372036854775807U);
  EXPECT_EQ(found.first, 1);
  EXPECT_EQ(found.last, 9223372036854775807);
  EXPECT_EQ(facts({"x"}).last, 0);
  EXPECT_FALSE(facts({"2", "1"}).rising);
  EXPECT_FALSE(facts({"1", "1"}).rising);
  EXPECT_EQ(facts({"-5", "3"}).least, -5);
  EXPECT_EQ(facts({"18446744073709551615"}).most, 18446744073709551615U);
  EXPECT_FALSE(facts({"18446744073709551616"}).integers);
}

TEST_F(DelimitedScanTest, TakesLeadingZerosForATextsOwn) {
  const ColumnFacts found = facts({"1", "007"});
  EXPECT_FALSE(found.integers || found.decimals || found.point_numbers.all || found.comma_numbers.all ||
               found.floats);
  EXPECT_TRUE(facts({"0", "0.5", "-0.25"}).decimals);
}

TEST_F(DelimitedScanTest, KnowsThousandsThatAreApart) {
  const ColumnFacts points = facts({"\"1.234,50\"", "\"1.234\"", "7"});
  EXPECT_TRUE(points.comma_numbers.all && points.comma_numbers.grouped);
  EXPECT_FALSE(points.point_numbers.all || points.comma_numbers.spaced);
  EXPECT_EQ(points.comma_numbers.whole_digits, 4U);
  EXPECT_EQ(points.comma_numbers.fraction_digits, 2U);
  const ColumnFacts open = facts({"1.234", "12.500"});
  EXPECT_TRUE(open.decimals && open.point_numbers.all && open.comma_numbers.all);
  EXPECT_EQ(open.point_numbers.fraction_digits, 3U);
  EXPECT_EQ(open.comma_numbers.whole_digits, 5U);
  EXPECT_TRUE(facts({"1 234", "5"}).point_numbers.spaced);
}

TEST_F(DelimitedScanTest, KnowsDecimalsOfBothKinds) {
  const ColumnFacts found = facts({"1.5", "-200.125", "7"});
  EXPECT_TRUE(found.decimals);
  EXPECT_EQ(found.point_numbers.whole_digits, 3U);
  EXPECT_EQ(found.point_numbers.fraction_digits, 3U);
  EXPECT_FALSE(found.comma_numbers.all);
  const ColumnFacts commas = facts({"\"1,5\"", "\"2,25\""});
  EXPECT_TRUE(commas.comma_numbers.all);
  EXPECT_FALSE(commas.decimals);
  const ColumnFacts both = facts({"1.5", "\"2,25\""});
  EXPECT_FALSE(both.decimals || both.point_numbers.all || both.comma_numbers.all || both.floats);
}

TEST_F(DelimitedScanTest, TakesForFloatsOnlyWhatKeepsItsDigits) {
  EXPECT_TRUE(facts({"0.1", "1.000000000000000056e-01", "9.007199254740992e15", "1e300"}).floats);
  EXPECT_TRUE(facts({"100000000000000000000", "-5.684341886080802e-14", "0.30000000000000004"}).floats);
  EXPECT_FALSE(facts({"9007199254740993", "1e3"}).floats);
  EXPECT_FALSE(facts({"1e3", "9007199254740993"}).floats);
  EXPECT_FALSE(facts({"1e3", "-0.12345678901234567891"}).floats);
}

TEST_F(DelimitedScanTest, KnowsFloatsBooleansDatesAndMoments) {
  EXPECT_TRUE(facts({"1e5", "-2.5E-3", "7"}).floats);
  EXPECT_FALSE(facts({"1e"}).floats);
  EXPECT_FALSE(facts({"nan"}).floats);
  EXPECT_FALSE(facts({"1.5kg"}).floats);
  EXPECT_TRUE(facts({"true", "False", "TRUE"}).booleans);
  EXPECT_FALSE(facts({"true", "yes"}).booleans);
  EXPECT_TRUE(facts({"2024-02-29", "1999-12-31"}).dates);
  EXPECT_FALSE(facts({"2023-02-29"}).dates);
  EXPECT_FALSE(facts({"0000-00-00"}).dates);
  const ColumnFacts moments = facts({"2024-02-29 23:59:59", "2024-01-01T00:00:00.125"});
  EXPECT_TRUE(moments.moments);
  EXPECT_EQ(moments.moment_digits, 3U);
  EXPECT_FALSE(facts({"2024-01-01 24:00:00"}).moments);
  EXPECT_FALSE(facts({"2024-01-01 00:00:00Z"}).moments);
  EXPECT_TRUE(facts({"2024-01-01 23:59", "2024-01-01T00:00:00"}).moments);
  EXPECT_FALSE(facts({"2024-01-01 23:5"}).moments);
}

TEST_F(DelimitedScanTest, KnowsTheOrderOfDates) {
  const ColumnFacts days = facts({"31.12.2025", "01.02.2024"});
  EXPECT_TRUE(days.written_dates.day_first && days.written_dates.dotted && days.written_dates.untimed);
  EXPECT_FALSE(days.written_dates.month_first || days.written_dates.timed || days.dates);
  const ColumnFacts months = facts({"12/31/2025 11:59:00.125 PM", "1/2/2024 8:05"});
  EXPECT_TRUE(months.written_dates.month_first && months.written_dates.timed);
  EXPECT_FALSE(months.written_dates.day_first || months.written_dates.dotted || months.written_dates.untimed);
  EXPECT_EQ(months.moment_digits, 3U);
  const ColumnFacts open = facts({"1/2/2024", "", "3/4/2025"});
  EXPECT_TRUE(open.written_dates.day_first && open.written_dates.month_first);
  const ColumnFacts mixed = facts({"1/2/2024", "none", "31.02.2025", "31/1/2025"});
  EXPECT_EQ(mixed.written_dates.values, 2U);
  EXPECT_TRUE(mixed.written_dates.day_first);
  EXPECT_FALSE(mixed.written_dates.month_first);
}

TEST_F(DelimitedScanTest, CountsMomentsWithTheirOffset) {
  const ColumnFacts found =
      facts({"2025-12-31T23:59:59.25Z", "2025-12-31T23:59:59", "2025-12-31 23:59:59+02:00"});
  EXPECT_EQ(found.instants, 2U);
  EXPECT_EQ(found.moment_digits, 2U);
  EXPECT_FALSE(found.moments);
  spec_.checks = {{{.kind = FieldKind::kDateTime}, DelimitedColumn::kInstant}};
  EXPECT_EQ(scan("at\n2025-12-31T23:59:59Z\n2025-12-31 23:59:59\nsoon\n").misfit_count, 1U);
  spec_.checks = {{{.kind = FieldKind::kDate}, DelimitedColumn::kValue}};
  EXPECT_EQ(scan("at\n2025-12-31T00:00:00Z\n2025-12-31 00:00:00\n").misfit_count, 1U);
}

TEST_F(DelimitedScanTest, ComparesDatesAsTheyAreMeant) {
  spec_.checks = {{{.kind = FieldKind::kDate}, DelimitedColumn::kDayFirst}};
  const DelimitedContent content = scan("day\n31.12.2025\n12/31/2025\n2025-12-31\n\n1.1.2025\n");
  ASSERT_EQ(content.misfit_count, 1U);
  EXPECT_EQ(content.misfits[0].line, 3U);
  EXPECT_EQ(content.misfits[0].misfit, Misfit::kMoment);
  spec_.checks[0].check.not_null = true;
  EXPECT_EQ(scan("day,n\n31.12.2025,1\n,2\n").misfits.at(0).misfit, Misfit::kNull);
}

TEST_F(DelimitedScanTest, CountsWhatMayBeNull) {
  spec_.has_header = false;
  const DelimitedContent content = scan("1,,\"\",NULL,\"NULL\",\\N\n2,a,b,c,d,e\n");
  ASSERT_EQ(content.columns.size(), 6U);
  EXPECT_EQ(content.columns[1].nulls, 1U);
  EXPECT_EQ(content.columns[2].empties, 1U);
  EXPECT_EQ(content.columns[3].null_words, 1U);
  EXPECT_EQ(content.columns[4].values, 2U);
  EXPECT_EQ(content.columns[5].nulls, 1U);
}

TEST_F(DelimitedScanTest, MeasuresTextsInCharacters) {
  const ColumnFacts found = facts({"Zürich", "日本", "a"});
  EXPECT_TRUE(found.is_utf8);
  EXPECT_EQ(found.longest_characters, 6U);
  EXPECT_EQ(found.longest_bytes, 7U);
  for (const std::string& broken :
       {"Z\xFCrich"s, "\xC0\x80"s, "\xED\xA0\x80"s, "\xF4\x90\x80\x80"s, "\xE2\x82"s}) {
    EXPECT_FALSE(facts({broken}).is_utf8);
  }
}

TEST_F(DelimitedScanTest, UnpacksTheFile) {
  spec_.packing.codec = Codec::kGzip;
  EXPECT_EQ(scan(test::gzip("a,b\n1,2\n")).rows, 1U);
  const std::string packed = test::gzip("a,b\n1,2\n");
  EXPECT_EQ(test::failure_of([&] { scan(packed.substr(0, packed.size() - 3)); }).code, "dump-damaged");
}

}  // namespace
}  // namespace sluice
