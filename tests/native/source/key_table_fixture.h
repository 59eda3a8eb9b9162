#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>

#include "harness/live_server.h"
#include "source/dump_table.h"
#include "source/key_tables.h"

namespace sluice::test {

/// A live server's table `t` of 10,000 rows with some kind of key.
class KeyTableFixture : public ::testing::TestWithParam<std::tuple<Vendor, KeyTable>> {
 protected:
  static constexpr std::uint64_t kRows = 10'000;
  static constexpr std::uint64_t kRowBytes = kKeyTableRowBytes;

  KeyTableFixture();

  Vendor vendor() const { return std::get<0>(GetParam()); }
  const KeyTable& table() const { return std::get<1>(GetParam()); }
  Session& session() { return schema_.session(); }
  const std::string& schema_name() const { return schema_.name(); }

  static const SessionVariables& variables() { return key_table_variables(); }
  DumpTable dump_table() const { return dump_of(table(), schema_.name(), kRows); }
  std::uint64_t rows_without_key();

 private:
  TestSchema schema_;
};

std::string key_table_name(const ::testing::TestParamInfo<std::tuple<Vendor, KeyTable>>& parameter);

#define SLUICE_ON_KEY_TABLES(suite, ...)                                                                     \
  INSTANTIATE_TEST_SUITE_P(                                                                                  \
      Servers, suite,                                                                                        \
      ::testing::Combine(::testing::Values(__VA_ARGS__), ::testing::ValuesIn(::sluice::test::key_tables())), \
      ::sluice::test::key_table_name)

}  // namespace sluice::test
