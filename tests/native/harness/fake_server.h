#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "wire/connection.h"

namespace sluice::test {

/// One client of a FakeServer, packet by packet.
class FakeClient {
 public:
  FakeClient(int socket, std::string* heard, std::mutex* guard);

  /// The client's next packet; nothing when it has gone.
  std::optional<std::string> read();
  /// Sends a packet, with the next number or that one. False when the client has gone.
  bool send(std::string_view payload, std::optional<std::uint8_t> number = std::nullopt);
  /// Sends bytes as they are.
  bool send_raw(std::string_view bytes);
  void ok() { send(std::string("\0\0\0\2\0\0\0", 7)); }
  /// Asks for another way to sign in, and reads the answer.
  std::optional<std::string> switch_to(std::string_view plugin);
  /// The packet number that comes next.
  std::uint8_t number = 0;

 private:
  bool take(std::size_t bytes, std::string& into);

  int socket_;
  std::string* heard_;
  std::mutex* guard_;
};

struct FakeGreeting {
  std::string plugin = "mysql_native_password";
  bool offers_tls = false;
  bool has_plugins = true;
};

/// A server of MySQL's protocol on 127.0.0.1 that says what a test wants and notes every byte that it hears.
class FakeServer {
 public:
  using Talk = std::function<void(FakeClient&)>;

  /// `talk` is the conversation after the greeting; the connection is closed after it.
  FakeServer(FakeGreeting greeting, Talk talk);
  ~FakeServer();
  FakeServer(const FakeServer&) = delete;
  FakeServer& operator=(const FakeServer&) = delete;

  /// Signs in with kUser and kPassword.
  Connection connection(TlsMode mode = TlsMode::kDisabled) const;
  /// All that was sent to it.
  std::string heard();

  static constexpr const char* kUser = "distinct_user";
  static constexpr const char* kPassword = "distinct password";

 private:
  void serve();

  FakeGreeting greeting_;
  Talk talk_;
  int listener_ = -1;
  unsigned port_ = 0;
  std::mutex guard_;
  std::string heard_;
  std::atomic<bool> stopping_{false};
  std::thread thread_;
};

}  // namespace sluice::test
