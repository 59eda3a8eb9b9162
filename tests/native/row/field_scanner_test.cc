#include "row/field_scanner.h"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace sluice {
namespace {

/// Writes down what was found: `[` and `]` around a field, `q` for an enclosed one, `\` before an escaped
/// byte, `;` behind a row.
struct Notes {
  std::string text;

  void begin_field() { text += "["; }
  void enclosed() { text += "q"; }
  void run(std::string_view found) { text += found; }
  void byte(char found) { text += found; }
  void escaped(char found) { text += std::string("\\") + found; }
  void end_field() { text += "]"; }
  void end_row() { text += ";"; }
};

/// The fields found must not depend on where the text is cut into pieces.
std::string scan(const RowDialect& dialect, std::string_view text) {
  Notes whole;
  FieldScanner<Notes> scanner(dialect, "'", whole);
  scanner.add(text);
  scanner.finish();
  for (std::size_t size = 1; size < text.size(); ++size) {
    Notes pieces;
    FieldScanner<Notes> cut(dialect, {}, pieces);
    for (std::size_t at = 0; at < text.size(); at += size) cut.add(text.substr(at, size));
    cut.finish();
    EXPECT_EQ(pieces.text, whole.text) << "in pieces of " << size;
  }
  return whole.text;
}

TEST(FieldScanner, FindsTheFieldsOfOurOwnDialect) {
  EXPECT_EQ(scan({}, "1\tit's\t\\N\n2\t\ta\\tb\n"), "[1][it's][\\N];[2][][a\\tb];");
}

TEST(FieldScanner, TheLastRowNeedsNoEnd) {
  EXPECT_EQ(scan({}, "1\t2"), "[1][2];");
  EXPECT_EQ(scan({}, "1\t"), "[1][];");
  EXPECT_EQ(scan({}, ""), "");
}

TEST(FieldScanner, WhatOnlyLooksLikeAnEndIsTheValues) {
  const RowDialect dialect{"||", "", "\\", "\r\n"};
  EXPECT_EQ(scan(dialect, "a|b||c\rd\r\ne|"), "[a|b][c\rd];[e|];");
  EXPECT_EQ(scan(dialect, "a|\\|b\r\r\n"), "[a|\\|b\r];");
}

TEST(FieldScanner, AQuoteWithinAValueIsTheValues) {
  const RowDialect dialect{",", "\"", "\\", "\n"};
  EXPECT_EQ(scan(dialect, "\"a\"b\",\"c\"\"d\"\n\"\\\"\",e\"f\n"), "[qa\"b][qc\"d];[q\\\"][e\"f];");
}

/// LOAD DATA looks for a terminator at the byte behind the quote alone: one that begins later is data.
TEST(FieldScanner, ATerminatorThatBeginsBehindHalfOfOneEndsNoEnclosedValue) {
  const RowDialect dialect{"ab", "\"", "\\", "\n"};
  EXPECT_EQ(scan(dialect, "\"x\"aab\"ab1\n"), "[qx\"aab][1];");
}

}  // namespace
}  // namespace sluice
