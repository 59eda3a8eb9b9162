#include "dump/key_table_fixture.h"

namespace sluice::test {

KeyTableFixture::KeyTableFixture() : schema_(vendor(), "keys") { fill(); }

const SessionVariables& KeyTableFixture::variables() {
  static const SessionVariables variables{{"sql_mode", "'NO_AUTO_VALUE_ON_ZERO,ALLOW_INVALID_DATES'"},
                                          {"time_zone", "'+00:00'"}};
  return variables;
}

DumpTable KeyTableFixture::dump_table() const {
  DumpTable t;
  t.id = 0;
  t.schema = schema_.name();
  t.table = "t";
  t.basename = "s@t";
  for (const KeyPart& part : table().key) t.columns.push_back(key_column(table(), part));
  t.columns.push_back({"ballast", "`ballast`", Encoding::kText});
  t.columns.push_back({"n", "`n`", Encoding::kText});
  t.key = table().key;
  t.key_index = table().index;
  t.estimated_rows = kRows;
  t.estimated_bytes = kRows * kRowBytes;
  return t;
}

std::uint64_t KeyTableFixture::rows_without_key() {
  // Of a DATE that is NOT NULL, zero dates would count as NULL.
  if (!table().key.front().nullable) return 0;
  const std::string column = table().key.front().column;
  return std::stoull(session().scalar("SELECT COUNT(*) FROM t WHERE " + column + " IS NULL").value());
}

/// In one order, so that the pages fill the same way each time: an estimate takes some for all. The
/// statistics are made once and for all: the server's own thread may count while the rows go in.
void KeyTableFixture::fill() {
  for (const SessionVariable& variable : variables())
    session().execute("SET SESSION " + variable.name + " = " + variable.value);
  std::string columns = table().columns;
  const std::string no_pad = vendor() == Vendor::kMySql ? "utf8mb4_0900_bin" : "utf8mb4_nopad_bin";
  if (const auto at = columns.find("@NOPAD@"); at != std::string::npos) columns.replace(at, 7, no_pad);
  session().execute("CREATE TABLE t (n INT NOT NULL, ballast CHAR(100) NOT NULL, " + columns +
                    ") ENGINE=InnoDB STATS_PERSISTENT=1 STATS_AUTO_RECALC=0");
  std::string names = table().into;
  for (const KeyPart& part : table().key) {
    if (table().into.empty()) names += (names.empty() ? "" : ", ") + part.column;
  }
  const std::string digit =
      "(SELECT 0 d UNION ALL SELECT 1 UNION ALL SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 4 UNION ALL "
      "SELECT 5 UNION ALL SELECT 6 UNION ALL SELECT 7 UNION ALL SELECT 8 UNION ALL SELECT 9)";
  session().execute("INSERT INTO t (n, ballast, " + names + ") SELECT i, REPEAT('x', 100), " +
                    table().values + " FROM (SELECT t0.d + t1.d * 10 + t2.d * 100 + t3.d * 1000 i FROM " +
                    digit + " t0, " + digit + " t1, " + digit + " t2, " + digit + " t3) numbers ORDER BY i");
  session().execute("ANALYZE TABLE t");
}

std::string key_table_name(const ::testing::TestParamInfo<std::tuple<Vendor, KeyTable>>& parameter) {
  const bool mysql = std::get<0>(parameter.param) == Vendor::kMySql;
  return std::get<1>(parameter.param).name + (mysql ? "OnMySql" : "OnMariaDb");
}

}  // namespace sluice::test
