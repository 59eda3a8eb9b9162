#include "wire/packet_socket.h"

#include <gtest/gtest.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <string>
#include <string_view>
#include <thread>

#include "support/unique_fd.h"

namespace sluice {
namespace {

constexpr std::size_t kMostPart = 0xFFFFFF;

/// A payload as it goes over the wire: in parts, of which the last one is not full.
std::string packet(std::string_view payload) {
  std::string bytes;
  for (bool more = true; more;) {
    const std::string_view part = payload.substr(0, kMostPart);
    payload.remove_prefix(part.size());
    more = part.size() == kMostPart;
    for (const int shift : {0, 8, 16}) bytes += static_cast<char>(part.size() >> shift);
    bytes += '\0';
    bytes += part;
  }
  return bytes;
}

/// Two ends of a connection.
class Pair {
 public:
  Pair() {
    std::array<int, 2> ends{-1, -1};
    EXPECT_EQ(::socketpair(AF_UNIX, SOCK_STREAM, 0, ends.data()), 0);
    ours_ = UniqueFd(ends[0]);
    theirs_ = UniqueFd(ends[1]);
  }

  int ours() const { return ours_.get(); }

  /// Sends from a thread of its own, in pieces, and ends the connection.
  std::jthread sending(std::string bytes, std::size_t piece) {
    return std::jthread([this, bytes = std::move(bytes), piece] {
      for (std::size_t at = 0; at < bytes.size(); at += piece) {
        std::string_view left = std::string_view(bytes).substr(at, piece);
        while (!left.empty()) {
          const ssize_t sent = ::send(theirs_.get(), left.data(), left.size(), MSG_NOSIGNAL);
          if (sent < 0) return;
          left.remove_prefix(static_cast<std::size_t>(sent));
        }
      }
      ::shutdown(theirs_.get(), SHUT_WR);
    });
  }

 private:
  UniqueFd ours_;
  UniqueFd theirs_;
};

TEST(PacketSocketTest, FindsPacketsWhereverTheBytesAreCut) {
  const std::string large(3 * PacketSocket::kLeastBytes, 'l');
  const std::array<std::string, 6> payloads{"one", "", std::string(300, 'x'), large, "after", large};
  std::string bytes;
  for (const std::string& payload : payloads) bytes += packet(payload);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{5}, std::size_t{4096}, bytes.size()}) {
    Pair pair;
    const std::jthread sender = pair.sending(bytes, piece);
    PacketSocket packets(pair.ours());
    for (const std::string& payload : payloads) EXPECT_EQ(packets.next(), payload) << piece;
    EXPECT_EQ(packets.next(), std::nullopt);
  }
}

TEST(PacketSocketTest, PutsAPacketInPartsTogether) {
  const std::string in_parts(2 * kMostPart + 7, 'p');
  const std::string full(kMostPart, 'f');
  Pair pair;
  const std::jthread sender = pair.sending(packet(in_parts) + packet(full) + packet("after"), 1 << 20);
  PacketSocket packets(pair.ours());
  EXPECT_EQ(packets.next(), in_parts);
  EXPECT_EQ(packets.next(), full);
  EXPECT_EQ(packets.next(), "after");
}

TEST(PacketSocketTest, EndsAmidAPacketWithItsConnection) {
  const std::string whole = packet("never whole");
  Pair pair;
  const std::jthread sender = pair.sending(whole.substr(0, whole.size() - 1), 3);
  EXPECT_EQ(PacketSocket(pair.ours()).next(), std::nullopt);
}

TEST(PacketSocketTest, GivesTheMemoryOfALargePacketBack) {
  const std::string large(1 << 20, 'l');
  Pair pair;
  const std::jthread sender = pair.sending(packet(large), large.size());
  PacketSocket packets(pair.ours());
  EXPECT_EQ(packets.bytes(), PacketSocket::kLeastBytes);
  EXPECT_EQ(packets.next(), large);
  EXPECT_GT(packets.bytes(), large.size());
  packets.trim();
  EXPECT_EQ(packets.bytes(), PacketSocket::kLeastBytes);
}

}  // namespace
}  // namespace sluice
