#include <errmsg.h>
#include <gtest/gtest.h>
#include <mysql.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "harness/answer_packets.h"
#include "harness/fuzz_rounds.h"
#include "harness/kept_inputs.h"
#include "support/unique_fd.h"
#include "wire/packet_rows.h"
#include "wire/wire_error.h"

namespace sluice {
namespace {

using test::kDefinition;
using test::kEof;

using Handle = std::unique_ptr<MYSQL, decltype(&mysql_close)>;

/// The payloads of one answer.
using Answer = std::vector<std::string>;

/// Honest answers of each kind: what mutations begin with.
std::vector<Answer> honest_answers() {
  const std::string long_value = std::string("\xfc\x2c\1", 3) + std::string(300, 'v');
  return {
      {"\1", kDefinition, kEof, "\1x", "\xfb", long_value, kEof},
      {"\2", kDefinition, kDefinition, kEof, std::string("\0\1y", 3), "\xfb\2yz", kEof},
      {std::string("\xff\x28\4#42000", 9) + "You have an error in your SQL syntax"},
      {"\1", kDefinition, kEof, "\1x", std::string("\xff\x15\5#70100", 9) + "Query was interrupted"},
      {std::string("\0\0\0\2\0\0\0", 7)},
      {std::string("\xfc\0\1", 3), kDefinition, kEof},
  };
}

void spoil(std::string& payload, std::minstd_rand& random) {
  constexpr std::array<unsigned char, 9> kTelling{0, 1, 0xFA, 0xFB, 0xFC, 0xFD, 0xFE, 0xFF, 0x7F};
  const std::size_t at = random() % (payload.size() + 1);
  const char byte = static_cast<char>(kTelling.at(random() % kTelling.size()));
  switch (random() % 4) {
    case 0:
      payload.resize(at);
      break;
    case 1:
      payload.insert(at, 1 + random() % 12, byte);
      break;
    default:
      if (at < payload.size()) payload[at] = byte;
  }
}

/// The answer's bytes with lies in its payloads, in the order of its packets, their lengths and numbers, or
/// at its end.
std::string mutated(Answer answer, std::minstd_rand& random) {
  for (auto change = random() % 4; change > 0; --change) {
    const std::size_t at = random() % answer.size();
    if (random() % 4 == 0) answer.insert(answer.begin() + static_cast<std::ptrdiff_t>(at), answer[at]);
    spoil(answer[random() % answer.size()], random);
  }
  std::string bytes;
  unsigned number = 1;
  for (const std::string& payload : answer) {
    std::size_t length = payload.size();
    if (random() % 40 == 0) length = random() % 2 == 0 ? random() % 0x1000000 : length + random() % 5;
    if (random() % 40 == 0) number += static_cast<unsigned>(random() % 3);
    for (int shift = 0; shift < 24; shift += 8) bytes += static_cast<char>(length >> shift & 0xFF);
    bytes += static_cast<char>(number++);
    bytes += payload;
  }
  if (random() % 8 == 0) bytes.resize(random() % (bytes.size() + 1));
  return bytes;
}

/// Reads the answer from a socket to its end. Every byte of every value is looked at.
void read_untrusted(const std::string& bytes) {
  std::array<int, 2> ends{};
  ASSERT_EQ(::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()), 0);
  const UniqueFd ours(ends[0]);
  UniqueFd servers(ends[1]);
  ASSERT_EQ(::send(servers.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL),
            static_cast<ssize_t>(bytes.size()));
  ASSERT_EQ(::shutdown(servers.get(), SHUT_WR), 0);

  const Handle handle(mysql_init(nullptr), &mysql_close);
  handle->net.pkt_nr = 1;
  PacketSocket packets(ours.get());
  std::size_t values = 0;
  unsigned seen = 0;
  {
    PacketRows rows(handle.get(), packets, PacketRows::Place::kFirst);
    while (const auto row = rows.next()) {
      for (unsigned field = 0; field < rows.fields(); ++field) {
        const char* const value = row->values[field];
        if (value == nullptr) continue;
        values += row->lengths[field];
        for (std::size_t at = 0; at < row->lengths[field]; ++at)
          seen += static_cast<unsigned char>(value[at]);
      }
    }
  }
  EXPECT_LE(values, bytes.size());
  EXPECT_LE(seen, 255 * values);
  // One packet may claim 16 MiB; no answer of these has more to show for it.
  EXPECT_LE(packets.bytes(), std::size_t{18} << 20);
  if (mysql_errno(handle.get()) == 0) {
    // A good end is an OK for an answer, or the packet that ends rows.
    EXPECT_TRUE(bytes.size() > 4 && (bytes[4] == 0 || bytes.find('\xfe') != std::string::npos));
    return;
  }
  const Failure failure = statement_error(handle.get(), "SELECT c", false).failure();
  EXPECT_FALSE(failure.message.empty());
  EXPECT_EQ(failure.statement, "SELECT c");
  EXPECT_TRUE(failure.code == "statement-failed" || failure.code == "connect-lost" ||
              failure.code == "cancelled" || failure.errnum < CR_MIN_ERROR)
      << failure.code;
}

TEST(UntrustedAnswerTest, NeverMakesTheRowsReaderFailOrLie) {
  const std::string kept = test::kept_folder("answers");
  if (!test::replay_kept(kept, read_untrusted)) return;
  const std::vector<Answer> corpus = honest_answers();
  for (int round = 0; round < test::fuzz_rounds(3'000); ++round) {
    const std::uint32_t seed = test::fuzz_seed() + static_cast<std::uint32_t>(round);
    std::minstd_rand random(seed);
    SCOPED_TRACE("one round again: SLUICE_SEED=" + std::to_string(seed));
    for (const Answer& answer : corpus) {
      if (!test::read_or_keep(kept, mutated(answer, random), read_untrusted)) return;
    }
  }
}

}  // namespace
}  // namespace sluice
