#include "source/key_table_fixture.h"

namespace sluice::test {

KeyTableFixture::KeyTableFixture() : schema_(vendor(), "keys") {
  create_key_table(session(), vendor(), table(), kRows);
}

std::uint64_t KeyTableFixture::rows_without_key() {
  // Zero dates of a DATE that is NOT NULL would count as NULL.
  if (!table().key.front().nullable) return 0;
  const std::string column = table().key.front().column;
  return std::stoull(session().scalar("SELECT COUNT(*) FROM t WHERE " + column + " IS NULL").value());
}

std::string key_table_name(const ::testing::TestParamInfo<std::tuple<Vendor, KeyTable>>& parameter) {
  const bool mysql = std::get<0>(parameter.param) == Vendor::kMySql;
  return std::get<1>(parameter.param).name + (mysql ? "OnMySql" : "OnMariaDb");
}

}  // namespace sluice::test
