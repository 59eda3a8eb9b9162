#include "read/row_counter.h"

#include <gtest/gtest.h>

#include <string>

namespace sluice {
namespace {

const RowDialect kCsv{",", "\"", "\\", "\r\n"};
const RowDialect kCsvUnix{",", "\"", "\\", "\n"};
/// A quote within a value is doubled, and nothing else is escaped.
const RowDialect kRfc{",", "\"", "\"", "\n"};

struct Count {
  std::uint64_t rows;
  bool within_row;
  bool operator==(const Count&) const = default;
};

/// Gives the text in pieces of every size, which must not matter.
Count count(const RowDialect& dialect, std::string_view text) {
  Count first{};
  for (std::size_t step = 1; step <= text.size(); ++step) {
    RowCounter counter(dialect);
    for (std::size_t at = 0; at < text.size(); at += step) counter.add(text.substr(at, step));
    const Count now{counter.rows(), counter.within_row()};
    if (step == 1) first = now;
    EXPECT_EQ(now, first) << "in pieces of " << step;
  }
  return first;
}

TEST(RowCounter, CountsTheRowsOfOurOwnDialect) {
  EXPECT_EQ(count({}, "1\ta\\nb\n2\tc\n3\td\n"), (Count{3, false}));
  EXPECT_EQ(count({}, "1\ta\n4"), (Count{1, true}));
  EXPECT_FALSE(RowCounter(RowDialect()).within_row());
}

TEST(RowCounter, ABreakWithinQuotesEndsNoRow) {
  EXPECT_EQ(count(kCsvUnix, "1,\"a\nb\"\n2,\"c\"\n"), (Count{2, false}));
  EXPECT_EQ(count(kCsv, "1,\"a\r\nb\"\r\n2,\"c\"\r\n"), (Count{2, false}));
  EXPECT_EQ(count(kCsvUnix, "\"open\n1\n2\n"), (Count{0, true}));
}

TEST(RowCounter, AQuoteEndsAValueOnlyBeforeATerminator) {
  EXPECT_EQ(count(kCsvUnix, "\"a\"b\n\",1\n2,3\n"), (Count{2, false}));
  EXPECT_EQ(count(kRfc, "\"a\"\"\n\"\"b\",1\n2,3\n"), (Count{2, false}));
  EXPECT_EQ(count(kCsv, "\"a\"\rb\r\n\"\r\n2\r\n"), (Count{2, false}));
  EXPECT_EQ(count(kRfc, "\"a\"\"\"\n2\n"), (Count{2, false}));
}

TEST(RowCounter, AnEscapedCharacterIsNeitherQuoteNorBreak) {
  EXPECT_EQ(count(kCsvUnix, "\"a\\\"\nb\",1\n2,3\n"), (Count{2, false}));
  EXPECT_EQ(count(kCsvUnix, "a\\\nb,1\n2,3\n"), (Count{2, false}));
  EXPECT_EQ(count(kCsvUnix, "\"a\\\\\"\n2,3\n"), (Count{2, false}));
}

TEST(RowCounter, AQuoteInTheMiddleOfAValueIsNone) {
  EXPECT_EQ(count(kCsvUnix, "5\" tube,1\n2,3\"\n"), (Count{2, false}));
  EXPECT_EQ(count(kRfc, "5\",1\n2,3\n"), (Count{2, false}));
}

TEST(RowCounter, ALoneFirstHalfOfATerminatorEndsNothing) {
  EXPECT_EQ(count(kCsv, "a\rb,\nc\r\r\nd\n\r\n"), (Count{2, false}));
  EXPECT_EQ(count({"||", "", "", "|\n"}, "a||b|c|\nd||e|\n"), (Count{2, false}));
}

TEST(RowCounter, EmptyValuesAndEmptyRowsCount) {
  EXPECT_EQ(count(kCsvUnix, ",\n,\"\"\n\n"), (Count{3, false}));
}

}  // namespace
}  // namespace sluice
