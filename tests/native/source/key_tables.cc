#include "source/key_tables.h"

namespace sluice::test {
namespace {

constexpr KeyKind kInt = KeyKind::kInteger;

std::vector<KeyTable> numbers() {
  return {
      {"SignedExtremes",
       "k BIGINT, PRIMARY KEY (k)",
       "CAST(i AS DECIMAL(30)) * 1844859135751350 - 9223372036854775808",
       {{"k", kInt}}},
      {"UnsignedExtremes",
       "k BIGINT UNSIGNED, PRIMARY KEY (k)",
       "18446744073709551615 - CAST(i AS DECIMAL(30)) * 1844859135751350",
       {{"k", kInt}}},
      {"SparseInteger",
       "k BIGINT, PRIMARY KEY (k)",
       "i + CASE i % 3 WHEN 0 THEN 0 WHEN 1 THEN 4000000000 ELSE 9000000000000000000 END",
       {{"k", kInt}}},
      {"OneFarAway", "k BIGINT, PRIMARY KEY (k)", "IF(i = 9999, 9223372036854775807, i)", {{"k", kInt}}},
      {"DescendingInteger", "k INT, PRIMARY KEY (k DESC)", "i * 3 - 9000", {{"k", kInt, true}}},
      {"Decimal",
       "k DECIMAL(40,10), PRIMARY KEY (k)",
       "(i - 5000) * 12345678901234567890.0000000001",
       {{"k", KeyKind::kDecimal}}},
      {"LongDecimal",
       "k DECIMAL(65,30), PRIMARY KEY (k)",
       "CAST(i AS DECIMAL(65,30)) * 0.000000000000000000000000000001",
       {{"k", KeyKind::kDecimal}}},
      // The smallest number above and below zero, and a zero with a sign.
      {"Float",
       "k FLOAT, PRIMARY KEY (k)",
       "CASE i WHEN 4999 THEN -1e-45 WHEN 5000 THEN -0e0 WHEN 5001 THEN 1e-45 ELSE (i - 5000) / 7e0 END",
       {{"k", KeyKind::kDouble}}},
      {"DoubleOfAllSizes",
       "k DOUBLE, PRIMARY KEY (k)",
       "CASE i WHEN 0 THEN -5e-324 WHEN 1 THEN -0e0 WHEN 2 THEN 5e-324 ELSE "
       "POW(-1, i) * POW(1e1, (i - 5000) / 17e0) END",
       {{"k", KeyKind::kDouble}}},
  };
}

std::vector<KeyTable> texts() {
  const KeyParts text{{"k", KeyKind::kText}};
  const KeyParts narrow{{"k", KeyKind::kNarrowText}};
  return {
      {"Hash", "k CHAR(32) CHARACTER SET ascii, PRIMARY KEY (k)", "SUBSTR(SHA2(i, 256), 1, 32)", narrow},
      {"CaseInsensitive", "k VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci, PRIMARY KEY (k)",
       "CONCAT(ELT(1 + i % 4, 'a', 'B', 'É', 'z'), IF(i % 3 = 0, 'X', 'x'), i)", text},
      {"CaseAndAccentsDiffer", "k VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin, PRIMARY KEY (k)",
       "CONCAT(FLOOR(i / 5), ELT(1 + i % 5, 'a', 'A', 'á', 'Á', 'ä'))", text},
      // In a binary collation that pads nothing; both vendors have it, under names of their own.
      {"TrailingSpacesDiffer", "k VARCHAR(40) CHARACTER SET utf8mb4 COLLATE @NOPAD@, PRIMARY KEY (k)",
       "CONCAT(FLOOR(i / 4), REPEAT(' ', i % 4))", text},
      {"CharOfNoPadCollation", "k CHAR(12) CHARACTER SET utf8mb4 COLLATE @NOPAD@, PRIMARY KEY (k)",
       "CONCAT(FLOOR(i / 2), IF(i % 2 = 0, '', '!'))", text},
      {"QuotesAndControlCharacters", "k VARCHAR(40) CHARACTER SET utf8mb4, PRIMARY KEY (k)",
       "CONCAT(ELT(1 + i % 6, '\\'', '\\\\', '\"', '%', '\\n', ''), i)", text},
      {"Latin1", "k VARCHAR(40) CHARACTER SET latin1 COLLATE latin1_swedish_ci, PRIMARY KEY (k)",
       "CONCAT(CHAR(224 + i % 7 USING latin1), CHAR(128 + i % 3 * 4 USING latin1), i)", narrow},
      {"Cyrillic", "k VARCHAR(40) CHARACTER SET utf8mb3, PRIMARY KEY (k)",
       "CONCAT(CONVERT(UNHEX(HEX(53392 + i % 32)) USING utf8mb3), i)", text},
      {"Emoji", "k VARCHAR(40) CHARACTER SET utf8mb4, PRIMARY KEY (k)",
       "CONCAT(i, CONVERT(UNHEX(HEX(4036991104 + i % 60)) USING utf8mb4))", text},
  };
}

std::vector<KeyTable> bytes_and_times() {
  return {
      {"BinaryHash",
       "k BINARY(16), PRIMARY KEY (k)",
       "UNHEX(SUBSTR(SHA2(i, 256), 1, 32))",
       {{"k", KeyKind::kBinary}}},
      {"BytesOfAllLengths",
       "k VARBINARY(40), PRIMARY KEY (k)",
       "CONCAT(UNHEX(LPAD(HEX(i * 5), 4, '0')), REPEAT(UNHEX('00'), i % 3))",
       {{"k", KeyKind::kBinary}}},
      {"Date",
       "k DATE, PRIMARY KEY (k)",
       "CASE i WHEN 0 THEN '0000-00-00' WHEN 1 THEN '2023-02-31' ELSE '1000-01-01' + INTERVAL i DAY END",
       {{"k", KeyKind::kDateTime}}},
      {"DateTime",
       "k DATETIME(6), PRIMARY KEY (k)",
       "IF(i = 0, '0000-00-00', '1969-12-31 23:59:59' + INTERVAL i * 1234567891 MICROSECOND)",
       {{"k", KeyKind::kDateTime}}},
      {"Timestamp",
       "k TIMESTAMP(3), PRIMARY KEY (k)",
       "IF(i = 0, '0000-00-00', '1970-01-01 00:00:01' + INTERVAL i * 3600 SECOND)",
       {{"k", KeyKind::kTimestamp}}},
      {"Time", "k TIME(6), PRIMARY KEY (k)", "SEC_TO_TIME((i - 5000) * 600.123456)", {{"k", KeyKind::kTime}}},
      {"Year",
       "y YEAR, k INT, PRIMARY KEY (y, k)",
       "IF(i % 100 = 0, 0, 1901 + i % 200), i",
       {{"y", KeyKind::kYear}, {"k", kInt}}},
  };
}

std::vector<KeyTable> composites() {
  return {
      {"NineTenthsUnderOneValue",
       "a INT, b INT, PRIMARY KEY (a, b)",
       "IF(i % 10 = 0, i, 4321), i",
       {{"a", kInt}, {"b", kInt}}},
      {"SkewedTextFirst",
       "a VARCHAR(20), b BIGINT, c INT, PRIMARY KEY (a, b, c)",
       "IF(i % 10 = 0, CONCAT('t', i), 'Tenant'), FLOOR(i / 10), i",
       {{"a", KeyKind::kText}, {"b", kInt}, {"c", kInt}}},
      {"MixedTypesAndDirections",
       "a VARCHAR(20), b DATE, c BIGINT UNSIGNED, PRIMARY KEY (a, b DESC, c DESC)",
       "CONCAT('g', i % 7), '2020-01-01' + INTERVAL i % 20 DAY, 18446744073709551615 - i",
       {{"a", KeyKind::kText}, {"b", KeyKind::kDateTime, true}, {"c", kInt, true}}},
      {"AllDescending",
       "a SMALLINT, b VARBINARY(8), PRIMARY KEY (a DESC, b DESC)",
       "i % 50, HEX(i)",
       {{"a", kInt, true}, {"b", KeyKind::kBinary, true}}},
      {"NullableUnique",
       "k INT NULL, UNIQUE KEY u (k)",
       "IF(i % 5 < 2, NULL, i)",
       {{"k", kInt, false, true}},
       "u"},
      {"NullableUniqueDescending",
       "k VARCHAR(20) NULL, b INT NOT NULL, UNIQUE KEY u (k DESC, b)",
       "IF(i % 3 = 0, NULL, CONCAT('v', i % 100)), i",
       {{"k", KeyKind::kText, true, true}, {"b", kInt}},
       "u"},
      {"UniqueBesideAnotherPrimaryKey",
       "e ENUM('x','y') NOT NULL, k INT NOT NULL, PRIMARY KEY (e, k), UNIQUE KEY u (k)",
       "1 + i % 2, (i * 7919) % 10007",
       {{"k", kInt}},
       "u",
       "e, k"},
  };
}

KeyPart numbered(const char* column, unsigned most, bool descending = false, bool nullable = false) {
  return {column, KeyKind::kNumbered, descending, nullable, most};
}

/// Among them the error value of an ENUM, whose text is that of an empty member.
std::vector<KeyTable> enums_and_sets() {
  const std::string letters = "ENUM('z', 'b', '', 'it''s', 'a')";
  std::string many = "ENUM(";
  for (int number = 1; number <= 255; ++number)
    many += (number > 1 ? ", 'm" : "'m") + std::to_string(999 - number) + "'";
  return {
      {"EnumThenInteger",
       "e " + letters + ", k INT, PRIMARY KEY (e, k)",
       "i % 6, i",
       {numbered("e", 5), {"k", kInt}}},
      {"NineTenthsUnderOneEnum",
       "e " + letters + ", k INT, PRIMARY KEY (e DESC, k DESC)",
       "IF(i % 10 = 0, i % 6, 2), i",
       {numbered("e", 5, true), {"k", kInt, true}}},
      {"EnumBetweenIntegers",
       "a INT, e " + letters + ", b INT, PRIMARY KEY (a, e DESC, b)",
       "i % 50, FLOOR(i / 50) % 6, i",
       {{"a", kInt}, numbered("e", 5, true), {"b", kInt}}},
      {"IntegerThenEnum",
       "a INT, e " + letters + ", PRIMARY KEY (a, e)",
       "FLOOR(i / 5), 1 + i % 5",
       {{"a", kInt}, numbered("e", 5)}},
      {"EnumOfOneByte",
       "e " + many + ") CHARACTER SET latin1, k INT, PRIMARY KEY (e, k)",
       "1 + i % 255, i",
       {numbered("e", 255), {"k", kInt}}},
      {"TwoEnums",
       "e " + many + "), f " + letters +
           ", g ENUM('1', '2', '3', '4', '5', '6', '7', '8'), PRIMARY KEY (e, f, g)",
       "FLOOR(i / 40), 1 + i % 5, 1 + FLOOR(i / 5) % 8",
       {numbered("e", 255), numbered("f", 5), numbered("g", 8)}},
      {"NullableEnum",
       "e " + letters + " NULL, k INT NOT NULL, UNIQUE KEY u (e, k)",
       "IF(i % 3 = 0, NULL, i % 6), i",
       {numbered("e", 5, false, true), {"k", kInt}},
       "u"},
      {"SetThenInteger",
       "s SET('z', 'b', 'a', 'q'), k INT, PRIMARY KEY (s, k)",
       "i % 16, i",
       {numbered("s", 15), {"k", kInt}}},
      {"SetOfOneByte",
       "k INT, s SET('1', '2', '3', '4', '5', '6', '7', '8'), PRIMARY KEY (k, s)",
       "FLOOR(i / 256), i % 256",
       {{"k", kInt}, numbered("s", 255)}},
  };
}

/// A key's column, as it is read.
DumpColumn key_column(const KeyTable& table, const KeyPart& part) {
  const bool is_float = table.columns.find(part.column + " FLOAT") != std::string::npos;
  const std::string quoted = "`" + part.column + "`";
  return {part.column, is_float ? "CAST(" + quoted + " AS DOUBLE)" : quoted,
          part.kind == KeyKind::kBinary ? Encoding::kBase64 : Encoding::kText};
}

std::vector<KeyTable> all() {
  std::vector<KeyTable> tables;
  for (const auto& some : {numbers(), texts(), bytes_and_times(), composites(), enums_and_sets()}) {
    tables.insert(tables.end(), some.begin(), some.end());
  }
  return tables;
}

}  // namespace

const std::vector<KeyTable>& key_tables() {
  static const std::vector<KeyTable> tables = all();
  return tables;
}

const SessionVariables& key_table_variables() {
  static const SessionVariables variables{{"sql_mode", "'NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES'"},
                                          {"time_zone", "'+00:00'"}};
  return variables;
}

/// In one order, so that the pages fill the same way each time: an estimate takes some for all. The
/// statistics are made once and for all: the server's own thread may count while the rows go in.
void create_key_table(Session& session, Vendor vendor, const KeyTable& table, std::uint64_t rows) {
  for (const SessionVariable& variable : key_table_variables())
    session.execute("SET SESSION " + variable.name + " = " + variable.value);
  std::string columns = table.columns;
  const std::string no_pad = vendor == Vendor::kMySql ? "utf8mb4_0900_bin" : "utf8mb4_nopad_bin";
  if (const auto at = columns.find("@NOPAD@"); at != std::string::npos) columns.replace(at, 7, no_pad);
  session.execute("CREATE TABLE t (n INT NOT NULL, ballast CHAR(100) NOT NULL, " + columns +
                  ") ENGINE=InnoDB STATS_PERSISTENT=1 STATS_AUTO_RECALC=0");
  std::string names = table.into;
  for (const KeyPart& part : table.key) {
    if (table.into.empty()) names += (names.empty() ? "" : ", ") + part.column;
  }
  const std::string digit =
      "(SELECT 0 d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL "
      "SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
  session.execute("INSERT INTO t (n, ballast, " + names + ") SELECT i, REPEAT('x', 100), " + table.values +
                  " FROM (SELECT t0.d + t1.d * 10 + t2.d * 100 + t3.d * 1000 i FROM " + digit + " t0, " +
                  digit + " t1, " + digit + " t2, " + digit + " t3) numbers WHERE i < " +
                  std::to_string(rows) + " ORDER BY i");
  session.execute("ANALYZE TABLE t");
}

DumpTable dump_of(const KeyTable& table, const std::string& schema, std::uint64_t rows) {
  DumpTable t;
  t.id = 0;
  t.schema = schema;
  t.table = "t";
  t.basename = "s@t";
  for (const KeyPart& part : table.key) t.columns.push_back(key_column(table, part));
  t.columns.push_back({"ballast", "`ballast`", Encoding::kText});
  t.columns.push_back({"n", "`n`", Encoding::kText});
  t.key = table.key;
  t.key_index = table.index;
  t.estimated_rows = rows;
  t.estimated_bytes = rows * kKeyTableRowBytes;
  return t;
}

}  // namespace sluice::test
