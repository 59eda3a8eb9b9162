#include "row/sort_key.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "harness/live_server.h"
#include "row/escape.h"

namespace sluice {
namespace {

using namespace std::string_literals;

std::string key_of(const std::vector<SortColumn>& columns, std::string_view line) {
  ProgressBoard board;
  SortKeyEncoder encoder(columns, board);
  return std::string(encoder.encode(line));
}

/// Expects that each line's key is less than that of the next one.
void expect_ascending(const std::vector<SortColumn>& columns, const std::vector<std::string>& lines) {
  for (std::size_t at = 1; at < lines.size(); ++at) {
    EXPECT_LT(key_of(columns, lines[at - 1]), key_of(columns, lines[at]))
        << lines[at - 1] << " / " << lines[at];
  }
}

TEST(SortKey, OrdersIntegersByTheirValue) {
  expect_ascending({{0, SortKind::kInteger}},
                   {"-9223372036854775808", "-10", "-9", "0", "9", "10", "9223372036854775807"});
  expect_ascending({{0, SortKind::kUnsigned}},
                   {"0", "9", "10", "9223372036854775808", "18446744073709551615"});
}

TEST(SortKey, OrdersTimesByTheirValue) {
  expect_ascending({{0, SortKind::kTime}},
                   {"-838:59:59", "-00:00:01.5", "-00:00:01", "-00:00:00.000001", "00:00:00", "00:00:00.1",
                    "00:01:00", "09:59:59", "10:00:00", "100:00:00"});
}

TEST(SortKey, PutsATextBeforeTheLongerOnes) {
  expect_ascending({{0, SortKind::kText}},
                   {"", "\\0", "\\0\\0", "\\0a", "\\t", "A", "a", "a\\0", "a\\0b", "a\\t", "a ", "ab", "ä"});
}

TEST(SortKey, ComparesAPaddedTextAsIfSpacesStoodBehindIt) {
  expect_ascending({{0, SortKind::kPadded}},
                   {"\\t", "", "a\\0", "a\\t", "a \\t", "a", "a  b", "a b", "a!", "ab", "b"});
  EXPECT_EQ(key_of({{0, SortKind::kPadded}}, "a  "), key_of({{0, SortKind::kPadded}}, "a"));
  EXPECT_EQ(key_of({{0, SortKind::kPadded}}, "   "), key_of({{0, SortKind::kPadded}}, ""));
}

TEST(SortKey, ComparesTheBytesThatBase64StandsFor) {
  // The bytes 00, 3E, 3F, F8 and FC: their digits are in another order.
  expect_ascending({{0, SortKind::kBase64}}, {"", "AA==", "Pg==", "Pw==", "+A==", "/A==", "/AA="});
}

TEST(SortKey, ComparesOneColumnAfterTheOther) {
  const std::vector<SortColumn> columns{{2, SortKind::kText}, {0, SortKind::kInteger, true}};
  expect_ascending(columns, {"5\tx\ta", "4\tx\ta", "-1\tx\ta", "9\tx\ta\\0", "7\tx\tab", "1\tx\tb"});
  expect_ascending({{0, SortKind::kText, true}, {1, SortKind::kInteger}},
                   {"ab\t1", "ab\t2", "a\t1", "a\t2", "\t1"});
}

TEST(SortKey, GivesEveryLineAPlace) {
  const std::vector<SortColumn> columns{{0, SortKind::kInteger}, {3, SortKind::kBase64}};
  for (const char* const line : {"", "\t", "x\ty", "\\N\t\\N\t\\N\t\\N", "1\t2\t3\t!", "1\t2\t3\tA\\"}) {
    EXPECT_EQ(key_of(columns, line), key_of(columns, line)) << line;
  }
}

/// A column whose values a server sorts.
struct Sorted {
  std::string type;
  SortKind kind;
  std::vector<std::string> literals;
  std::string select = "v";
};

class SortKeyOfServer : public test::LiveTest {
 protected:
  /// Expects that the keys of the values ascend in the server's order, and that those of different values
  /// differ.
  void expect_order(const Sorted& column) {
    Session& session = schema_.session();
    session.execute("SET SESSION sql_mode = ''");
    session.execute("DROP TABLE IF EXISTS t");
    session.execute("CREATE TABLE t (v " + column.type + " NOT NULL PRIMARY KEY) ENGINE=InnoDB");
    for (const std::string& literal : column.literals)
      session.execute("INSERT INTO t VALUES (" + literal + ")");
    for (const bool descending : {false, true}) {
      const auto rows =
          session.rows("SELECT " + column.select + " FROM t ORDER BY t.v" + (descending ? " DESC" : ""));
      ASSERT_EQ(rows.size(), column.literals.size());
      std::vector<std::string> lines;
      for (const auto& row : rows) {
        const std::string text = row.at(0).value_or("");
        std::string line(escaped_room(text.size()), '\0');
        line.resize(static_cast<std::size_t>(escape_text(text, line.data()) - line.data()));
        lines.push_back(line);
      }
      SCOPED_TRACE(column.type);
      expect_ascending({{0, column.kind, descending}}, lines);
    }
  }

 private:
  test::TestSchema schema_{GetParam(), "sort_key"};
};

TEST_P(SortKeyOfServer, IsInTheServersOrder) {
  const std::vector<std::string> texts{"''",       "'a'",  "'A'",    "'a b'",  "'a  b'",  "'a\\tb'",
                                       "'a \\tb'", "'a!'", "'ab'",   "'a\\0'", "'a\\nb'", "'a\\Zb'",
                                       "'ä'",      "'é'",  "'日本'", "'zz'",   "'Zz'",    "'~'",
                                       "'\\\\'",   "' a'", "'\\ta'"};
  std::vector<std::string> wide = texts;
  wide.emplace_back("'\xF0\x9F\x98\x80'");
  wide.emplace_back("'\xEF\xBF\xBD'");
  const std::vector<std::string> ascii{"''", "'a'", "'A'", "'a b'", "'a\\t'", "'Zz'", "'f0-1'", "'f00'"};
  const std::vector<std::string> bytes{"x''",     "x'00'", "x'0000'", "x'0001'", "x'20'",
                                       "x'2020'", "x'FF'", "x'FF00'", "x'7F80'"};
  const std::vector<Sorted> columns{
      {"INT", SortKind::kInteger, {"-2147483648", "-1", "0", "1", "10", "9", "2147483647"}},
      {"BIGINT UNSIGNED",
       SortKind::kUnsigned,
       {"0", "9", "10", "18446744073709551615", "9223372036854775808"}},
      {"INT(5) UNSIGNED ZEROFILL", SortKind::kUnsigned, {"0", "9", "10", "100000"}},
      {"YEAR", SortKind::kUnsigned, {"0", "1901", "2000", "2155"}},
      {"DATE",
       SortKind::kText,
       {"'0000-00-00'", "'1000-01-01'", "'1999-12-31'", "'2000-00-01'", "'9999-12-31'"}},
      {"DATETIME(6)",
       SortKind::kText,
       {"'1999-12-31 23:59:59.999999'", "'2000-01-01'", "'2000-01-01 00:00:00.000001'"}},
      {"TIMESTAMP", SortKind::kText, {"'1999-12-31 23:59:59'", "'2000-01-01'", "'2037-01-01 00:00:01'"}},
      {"TIME(6)",
       SortKind::kTime,
       {"'-838:59:59'", "'-00:00:00.5'", "'-00:00:01'", "'00:00:00'", "'00:00:00.000001'", "'09:00:00'",
        "'10:00:00'", "'838:59:59'"}},
      {"VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", SortKind::kPadded, wide},
      {"CHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin", SortKind::kPadded, wide},
      {"VARCHAR(20) CHARACTER SET utf8mb3 COLLATE utf8mb3_bin", SortKind::kPadded, texts},
      {"VARCHAR(20) CHARACTER SET ascii COLLATE ascii_bin", SortKind::kPadded, ascii},
      {"CHAR(20) CHARACTER SET ascii COLLATE ascii_bin", SortKind::kPadded, ascii},
      {"VARBINARY(20)", SortKind::kBase64, bytes, "TO_BASE64(v)"},
      {"BINARY(4)", SortKind::kBase64, {"x'00'", "x'0001'", "x'20'", "x'FF'", "x'FF0001'"}, "TO_BASE64(v)"},
      {GetParam() == test::Vendor::kMySql ? "VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_0900_bin"
                                          : "VARCHAR(20) CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin",
       SortKind::kText, wide},
  };
  for (const Sorted& column : columns) expect_order(column);
}

SLUICE_ON_BOTH_SERVERS(SortKeyOfServer);

}  // namespace
}  // namespace sluice
