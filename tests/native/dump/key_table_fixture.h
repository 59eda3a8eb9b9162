#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <string>
#include <tuple>

#include "dump/dump_spec.h"
#include "dump/key_tables.h"
#include "harness/live_server.h"

namespace sluice::test {

/// A live server's table `t` of 10,000 rows with some kind of key.
class KeyTableFixture : public ::testing::TestWithParam<std::tuple<Vendor, KeyTable>> {
 protected:
  static constexpr std::uint64_t kRows = 10'000;
  /// What a row weighs in a chunk, about.
  static constexpr std::uint64_t kRowBytes = 130;

  KeyTableFixture();

  Vendor vendor() const { return std::get<0>(GetParam()); }
  const KeyTable& table() const { return std::get<1>(GetParam()); }
  Session& session() { return schema_.session(); }
  const std::string& schema_name() const { return schema_.name(); }

  /// What every session that reads the table needs.
  static const SessionVariables& variables();
  /// How the table is dumped: the key's columns first.
  DumpTable dump_table() const;
  std::uint64_t rows_without_key();

 private:
  void fill();

  TestSchema schema_;
};

std::string key_table_name(const ::testing::TestParamInfo<std::tuple<Vendor, KeyTable>>& parameter);

#define SLUICE_ON_KEY_TABLES(suite, ...)                                                                     \
  INSTANTIATE_TEST_SUITE_P(                                                                                  \
      Servers, suite,                                                                                        \
      ::testing::Combine(::testing::Values(__VA_ARGS__), ::testing::ValuesIn(::sluice::test::key_tables())), \
      ::sluice::test::key_table_name)

}  // namespace sluice::test
