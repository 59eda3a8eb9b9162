#include "harness/fake_server.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <stdexcept>
#include <utility>

namespace sluice::test {
namespace {

constexpr std::string_view kScramble = "abcdefghijklmnopqrst";
constexpr std::uint32_t kPlain = 1U | 8U | 128U | 512U | 8192U | 32768U | 1U << 16 | 1U << 17;
constexpr std::uint32_t kTls = 2048U;
constexpr std::uint32_t kPlugins = 1U << 19 | 1U << 20 | 1U << 21;
constexpr char kUtf8mb4 = 45;
constexpr char kAutocommit = 2;

std::string packet(std::string_view payload, std::uint8_t number) {
  std::string bytes;
  for (unsigned shift = 0; shift < 24; shift += 8) bytes += static_cast<char>(payload.size() >> shift & 0xFF);
  bytes += static_cast<char>(number);
  return bytes.append(payload);
}

std::string greeting_of(const FakeGreeting& greeting) {
  const std::uint32_t capabilities =
      kPlain | (greeting.offers_tls ? kTls : 0U) | (greeting.has_plugins ? kPlugins : 0U);
  const auto byte = [&](unsigned shift) { return static_cast<char>(capabilities >> shift & 0xFF); };
  std::string text(1, '\x0A');
  text += "8.4.0";
  text += std::string("\0\1\0\0\0", 5);
  text += kScramble.substr(0, 8);
  text += '\0';
  text += {byte(0), byte(8), kUtf8mb4, kAutocommit, '\0', byte(16), byte(24), '\x15'};
  text += std::string(10, '\0');
  text += kScramble.substr(8);
  text += '\0';
  if (greeting.has_plugins) text += greeting.plugin + '\0';
  return text;
}

}  // namespace

FakeClient::FakeClient(int socket, std::string* heard, std::mutex* guard)
    : socket_(socket), heard_(heard), guard_(guard) {}

std::optional<std::string> FakeClient::read() {
  std::string head;
  if (!take(4, head)) return std::nullopt;
  const auto byte = [&](std::size_t at) -> std::size_t { return static_cast<unsigned char>(head[at]); };
  number = static_cast<std::uint8_t>(byte(3) + 1);
  std::string payload;
  if (!take(byte(0) | byte(1) << 8 | byte(2) << 16, payload)) return std::nullopt;
  return payload;
}

bool FakeClient::send(std::string_view payload, std::optional<std::uint8_t> as) {
  const std::uint8_t used = as.value_or(number);
  number = static_cast<std::uint8_t>(used + 1);
  return send_raw(packet(payload, used));
}

bool FakeClient::send_raw(std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t sent = ::send(socket_, bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (sent <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(sent));
  }
  return true;
}

std::optional<std::string> FakeClient::switch_to(std::string_view plugin) {
  std::string request(1, '\xFE');
  request.append(plugin).append(1, '\0').append(kScramble).append(1, '\0');
  if (!send(request)) return std::nullopt;
  return read();
}

bool FakeClient::take(std::size_t bytes, std::string& into) {
  into.resize(bytes);
  std::size_t there = 0;
  while (there < bytes) {
    const ssize_t received = ::recv(socket_, into.data() + there, bytes - there, 0);
    if (received <= 0) return false;
    const std::scoped_lock lock(*guard_);
    heard_->append(into.data() + there, static_cast<std::size_t>(received));
    there += static_cast<std::size_t>(received);
  }
  return true;
}

FakeServer::FakeServer(FakeGreeting greeting, Talk talk)
    : greeting_(std::move(greeting)), talk_(std::move(talk)), listener_(::socket(AF_INET, SOCK_STREAM, 0)) {
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof(address);
  if (::bind(listener_, reinterpret_cast<sockaddr*>(&address), size) != 0 || ::listen(listener_, 8) != 0 ||
      ::getsockname(listener_, reinterpret_cast<sockaddr*>(&address), &size) != 0) {
    throw std::runtime_error("no port for the fake server");
  }
  port_ = ntohs(address.sin_port);
  thread_ = std::thread([this] { serve(); });
}

FakeServer::~FakeServer() {
  stopping_ = true;
  ::shutdown(listener_, SHUT_RDWR);
  thread_.join();
  ::close(listener_);
}

Connection FakeServer::connection(TlsMode mode) const {
  Connection connection;
  connection.host = "127.0.0.1";
  connection.port = port_;
  connection.user = kUser;
  connection.password = kPassword;
  connection.tls_mode = mode;
  return connection;
}

std::string FakeServer::heard() {
  const std::scoped_lock lock(guard_);
  return heard_;
}

void FakeServer::serve() {
  while (!stopping_) {
    const int socket = ::accept(listener_, nullptr, nullptr);
    if (socket < 0) return;
    FakeClient client(socket, &heard_, &guard_);
    client.send(greeting_of(greeting_));
    talk_(client);
    ::close(socket);
  }
}

}  // namespace sluice::test
