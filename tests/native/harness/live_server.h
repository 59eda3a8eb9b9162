#pragma once

#include <gtest/gtest.h>

#include <string>

#include "wire/connection.h"
#include "wire/session.h"

namespace sluice::test {

enum class Vendor { kMySql, kMariaDb };

/// The server under test, over TCP: from SLUICE_TEST_MYSQL or SLUICE_TEST_MARIADB, a JSON object with host,
/// port, socket, user and password. A missing variable throws, which fails the test: a live test that did not
/// run proves nothing. `npm run test:native` starts the servers.
Connection live_server(Vendor vendor);

/// The same server through its socket file.
Connection live_server_by_socket(Vendor vendor);

/// An empty schema that goes with the object; its name holds the process id, so that test processes may run
/// side by side.
class TestSchema {
 public:
  TestSchema(Vendor vendor, const std::string& stem);
  ~TestSchema();
  TestSchema(const TestSchema&) = delete;
  TestSchema& operator=(const TestSchema&) = delete;

  const std::string& name() const { return name_; }
  /// A session in this schema.
  Session& session() { return session_; }

 private:
  std::string name_;
  Session session_;
};

/// A test that runs against both vendors: TEST_P(Suite, Name) with `SLUICE_ON_BOTH_SERVERS(Suite)`.
class LiveTest : public ::testing::TestWithParam<Vendor> {};

std::string vendor_suffix(const ::testing::TestParamInfo<Vendor>& parameter);

#define SLUICE_ON_BOTH_SERVERS(suite)                                                                      \
  INSTANTIATE_TEST_SUITE_P(                                                                                \
      Servers, suite, ::testing::Values(::sluice::test::Vendor::kMySql, ::sluice::test::Vendor::kMariaDb), \
      ::sluice::test::vendor_suffix)

}  // namespace sluice::test
