#include "wire/sign_in.h"

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <thread>

#include "harness/failure_of.h"
#include "harness/fake_server.h"
#include "harness/live_server.h"
#include "wire/session.h"

namespace sluice {
namespace {

using test::failure_of;
using test::FakeClient;
using test::FakeGreeting;
using test::FakeServer;

/// Tries every way of getting a password out of a client, the plainest first.
void ask_for_password(FakeClient& client) {
  if (!client.read()) return;
  if (!client.switch_to("mysql_clear_password")) return;
  client.switch_to("dialog");
}

/// A server that says that the fast way is not enough: the client must say the password, or ask for a key.
void ask_for_all(FakeClient& client) {
  if (!client.read()) return;
  client.switch_to("caching_sha2_password");
  client.send(std::string("\1\4", 2));
  if (!client.read()) return;
  client.send("\1-----BEGIN PUBLIC KEY-----");
  client.read();
}

constexpr std::array kEncrypted = {TlsMode::kRequired, TlsMode::kVerifyCa, TlsMode::kVerifyIdentity};
constexpr std::array kPlugins = {"mysql_native_password", "caching_sha2_password", "sha256_password",
                                 "client_ed25519",        "mysql_clear_password",  "no_such_plugin"};

TEST(SignIn, WritesNothingBeforeTlsWhereItIsRequiredAndNotOffered) {
  for (const TlsMode mode : kEncrypted) {
    for (const std::string plugin : kPlugins) {
      for (const bool has_plugins : {true, false}) {
        FakeServer server({plugin, false, has_plugins}, ask_for_password);
        Connection connection = server.connection(mode);
        connection.tls_ca = "/etc/ssl/certs/ca-certificates.crt";
        const Failure failure = failure_of([&] { Session session(connection, {}); });
        EXPECT_EQ(failure.code, "tls-failed") << plugin << ": " << plain(failure.message);
        EXPECT_EQ(server.heard(), "") << plugin << " " << has_plugins;
      }
    }
  }
}

TEST(SignIn, NeverSaysThePasswordInTheClear) {
  for (const TlsMode mode : {TlsMode::kDisabled, TlsMode::kPreferred}) {
    for (const std::string plugin : kPlugins) {
      for (const auto& talk : {ask_for_password, ask_for_all}) {
        FakeServer server({plugin, false, true}, talk);
        const Failure failure = failure_of([&] { Session session(server.connection(mode), {}); });
        EXPECT_NE(failure.code, "");
        EXPECT_EQ(server.heard().find(FakeServer::kPassword), std::string::npos)
            << plugin << ": " << plain(failure.message);
      }
    }
  }
}

/// 0.0.0.0 leads to this machine too, but does not look like it: it stands for a server in the network.
TEST(SignIn, TakesNoKeyOverANetworkWithoutTls) {
  for (const TlsMode mode : {TlsMode::kDisabled, TlsMode::kPreferred}) {
    FakeServer server({"caching_sha2_password", false, true}, ask_for_all);
    Connection connection = server.connection(mode);
    connection.host = "0.0.0.0";
    const Failure failure = failure_of([&] { Session session(connection, {}); });
    EXPECT_EQ(failure.code, "sign-in-refused");
    EXPECT_EQ(failure.sign_in.value_or(SignInRefusal{}).reason, "wire-key") << plain(failure.message);
  }
}

TEST(SignIn, RequiresTlsOfARealServerToo) {
  Connection connection = test::live_server(test::Vendor::kMySql);
  connection.tls_mode = TlsMode::kRequired;
  Session session(connection, {});
  EXPECT_NE(session.tls_cipher(), "");
}

/// The server has not seen the account before: the password goes encrypted with a key that it sends.
TEST(SignIn, TakesAKeyOnThisMachine) {
  Session root(test::live_server(test::Vendor::kMySql), {});
  root.execute("DROP USER IF EXISTS 'never_seen'@'%'");
  root.execute("CREATE USER 'never_seen'@'%' IDENTIFIED WITH caching_sha2_password BY 'pass'");
  Connection connection = test::live_server(test::Vendor::kMySql);
  connection.user = "never_seen";
  connection.password = "pass";
  connection.tls_mode = TlsMode::kDisabled;
  {
    Session session(connection, {});
    EXPECT_EQ(session.scalar("SELECT 1"), "1");
  }
  root.execute("DROP USER 'never_seen'@'%'");
}

// A server that greets nobody after the first: an hour's patience, which the stop ends.
TEST(SignIn, IsEndedByAStop) {
  FakeServer server({}, [](FakeClient& client) {
    while (client.read()) continue;
  });
  Connection patient = server.connection();
  patient.connect_timeout_ms = 3'600'000;
  StopSignal stop;
  std::jthread stopper([&] {
    while (server.heard().find(FakeServer::kUser) == std::string::npos) std::this_thread::yield();
    stop.give();
  });
  EXPECT_EQ(failure_of([&] { sign_in(patient, Patience::kEndless, &stop); }).code, "cancelled");
  EXPECT_EQ(failure_of([&] { sign_in(patient, Patience::kEndless, &stop); }).code, "cancelled");
}

}  // namespace
}  // namespace sluice
