#include "source/random_keys.h"

#include <string>
#include <utility>
#include <vector>

namespace sluice::test {
namespace {

/// A kind of column. `value` is SQL in which `#` stands for a whole number from 0 to 9,999: other numbers
/// give other values, unless `repeats` says that there are fewer values than numbers.
struct Column {
  std::string type;
  std::string value;
  KeyKind kind = KeyKind::kInteger;
  bool repeats = false;
  unsigned most = 0;
};

const std::vector<Column>& columns() {
  static const std::vector<Column> all{
      {"INT", "# * 3 - 9000"},
      {"INT", "# * 7919 % 10007"},
      {"SMALLINT UNSIGNED", "65535 - #"},
      {"BIGINT", "# + IF(# % 2 = 0, 0, 9000000000000000000)"},
      {"BIGINT", "CAST(# AS DECIMAL(30)) * 1844859135751350 - 9223372036854775808"},
      {"BIGINT", "# * # * # * 1000"},
      {"BIGINT UNSIGNED", "18446744073709551615 - #"},
      {"DECIMAL(30,10)", "(# - 500) * 12345678.0000000001", KeyKind::kDecimal},
      {"DOUBLE", "(# - 500) / 7e0", KeyKind::kDouble},
      {"DOUBLE", "POW(-1, #) * POW(1e1, (# - 5000) / 17e0)", KeyKind::kDouble},
      {"VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_bin",
       "CONCAT(ELT(1 + # % 4, 'a', 'A', 'é', '~'), #)", KeyKind::kText},
      {"VARCHAR(40) CHARACTER SET utf8mb4 COLLATE utf8mb4_general_ci",
       "CONCAT(ELT(1 + # % 3, 'b', 'Ä', ' '), #)", KeyKind::kText},
      {"CHAR(32) CHARACTER SET ascii", "SUBSTR(SHA2(#, 256), 1, 32)", KeyKind::kNarrowText},
      {"VARCHAR(20) CHARACTER SET latin1", "LPAD(#, 9, '0')", KeyKind::kNarrowText},
      {"BINARY(12)", "UNHEX(SUBSTR(SHA2(#, 256), 1, 24))", KeyKind::kBinary},
      {"VARBINARY(40)", "CONCAT(UNHEX(LPAD(HEX(# * 5), 4, '0')), REPEAT(UNHEX('00'), # % 3))",
       KeyKind::kBinary},
      {"DATE", "'1000-01-01' + INTERVAL # DAY", KeyKind::kDateTime},
      {"DATETIME(6)", "'1969-12-31 23:59:59' + INTERVAL # * 1234567891 MICROSECOND", KeyKind::kDateTime},
      {"TIMESTAMP(3)", "'1970-01-01 00:00:01' + INTERVAL # * 3600 SECOND", KeyKind::kTimestamp},
      {"TIME(6)", "SEC_TO_TIME((# - 5000) * 600.123456)", KeyKind::kTime},
      {"YEAR", "1901 + # % 200", KeyKind::kYear, true},
      {"ENUM('z', 'b', '', 'it''s', 'a')", "# % 6", KeyKind::kNumbered, true, 5},
      {"SET('z', 'b', 'a')", "# % 8", KeyKind::kNumbered, true, 7},
  };
  return all;
}

/// Values by the row's number `i` that many rows share.
std::string shared_number(std::mt19937_64& random) {
  const std::string few = std::to_string(pick(random, 1, 60));
  const std::string number = std::to_string(pick(random, 0, 5000));
  switch (pick(random, 0, 3)) {
    case 0:
      return "(i % " + few + ")";
    case 1:
      return "(FLOOR(i / " + few + "))";
    case 2:
      return "IF(i % 10 = 0, i, " + number + ")";
    default:
      return "IF(i < " + number + ", 0, i % " + few + ")";
  }
}

std::string value_of(const Column& column, const std::string& number) {
  std::string value;
  for (const char letter : column.value) value += letter == '#' ? number : std::string(1, letter);
  return value;
}

const Column& unique_column(std::mt19937_64& random) {
  for (;;) {
    const Column& column = columns()[pick(random, 0, columns().size() - 1)];
    if (!column.repeats) return column;
  }
}

}  // namespace

std::uint64_t pick(std::mt19937_64& random, std::uint64_t low, std::uint64_t high) {
  return std::uniform_int_distribution<std::uint64_t>(low, high)(random);
}

KeyTable random_key_table(std::mt19937_64& random) {
  KeyTable table;
  const std::size_t parts = pick(random, 1, 3);
  const std::size_t unique = pick(random, 0, parts - 1);
  const bool nullable = pick(random, 0, 4) == 0;
  std::string index;
  for (std::size_t at = 0; at < parts; ++at) {
    const Column& column =
        at == unique ? unique_column(random) : columns()[pick(random, 0, columns().size() - 1)];
    const bool descending = pick(random, 0, 2) == 0;
    const std::string name = std::string("k") + std::to_string(at);
    const bool without_value = nullable && at == 0;
    const std::string value = value_of(column, at == unique ? "i" : shared_number(random));
    table.columns += name + " " + column.type + (without_value ? " NULL, " : " NOT NULL, ");
    table.values += (at > 0 ? ", " : "") + (without_value ? "IF(i % 7 = 0, NULL, " + value + ")" : value);
    index += (at > 0 ? ", " : "") + name + (descending ? " DESC" : "");
    table.key.push_back({name, column.kind, descending, without_value, column.most});
  }
  table.columns += (nullable ? "UNIQUE KEY u (" : "PRIMARY KEY (") + index + ")";
  if (nullable) table.index = "u";
  table.name = table.columns + " <- " + table.values;
  return table;
}

}  // namespace sluice::test
