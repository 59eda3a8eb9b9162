#include "wire/packet_rows.h"

#include <gtest/gtest.h>

#include <array>
#include <cstdint>
#include <functional>
#include <string>

#include "harness/answer_packets.h"
#include "harness/fake_server.h"
#include "wire/session.h"

namespace sluice {
namespace {

using test::FakeClient;
using test::FakeServer;
using test::kDefinition;
using test::kEof;

/// Answer of a server to the only query that a test has; the sign-in is an honest one.
using Script = std::function<void(FakeClient&)>;

struct Read {
  Failure failure;
  std::size_t rows = 0;
};

Read read_from(const Script& answer) {
  FakeServer server({}, [&](FakeClient& client) {
    if (!client.read()) return;
    client.ok();
    if (client.read()) answer(client);
  });
  Read read;
  try {
    Session session(server.connection(), {});
    RowStream rows = session.stream("SELECT c");
    while (rows.next()) ++read.rows;
  } catch (const EngineError& error) {
    read.failure = error.failure();
  }
  return read;
}

void head(FakeClient& client) {
  client.send("\1");
  client.send(kDefinition);
  client.send(kEof);
}

void expect_malformed(const Script& answer) {
  const Read read = read_from(answer);
  EXPECT_EQ(read.failure.code, "statement-failed") << plain(read.failure.message);
  EXPECT_NE(plain(read.failure.message).find("alformed"), std::string::npos) << plain(read.failure.message);
  EXPECT_FALSE(read.failure.retryable);
}

TEST(PacketRowsTest, ReadsAnHonestAnswer) {
  const Read read = read_from([](FakeClient& client) {
    head(client);
    for (const char* row : {"\1x", "\2yz", "\0"})
      client.send(std::string(row, row[0] == '\0' ? 1 : 1 + row[0]));
    client.send(kEof);
  });
  EXPECT_EQ(read.rows, 3U);
  EXPECT_EQ(read.failure.code, "") << plain(read.failure.message);
}

TEST(PacketRowsTest, RefusesMoreColumnsThanAnyServerHas) {
  const std::string ten_million("\xfd\x80\x96\x98", 4);
  const std::string all_there_are("\xfe\xff\xff\xff\xff\xff\xff\xff\x7f", 9);
  for (const std::string& count : {ten_million, all_there_are, std::string("\xfc\1\x10", 3)}) {
    expect_malformed([&](FakeClient& client) {
      client.send(count);
      while (client.send(kDefinition)) continue;
    });
  }
}

TEST(PacketRowsTest, RefusesAnAnswerWithoutColumnsOrOfNothing) {
  expect_malformed([](FakeClient& client) {
    client.send(std::string("\xfc\0\0", 3));
    client.send(kEof);
    while (client.send("")) continue;
  });
  expect_malformed([](FakeClient& client) { client.send(""); });
}

TEST(PacketRowsTest, RefusesRowsOfNothing) {
  expect_malformed([](FakeClient& client) {
    head(client);
    while (client.send("")) continue;
  });
}

TEST(PacketRowsTest, RefusesRowsWhereDefinitionsShouldEnd) {
  expect_malformed([](FakeClient& client) {
    client.send("\1");
    client.send(kDefinition);
    client.send("\1x");
    client.send("\1y");
    client.send(kEof);
  });
  expect_malformed([](FakeClient& client) {
    client.send("\2");
    client.send(kDefinition);
    client.send(kEof);
    client.send("\1x");
    client.send(kEof);
  });
}

TEST(PacketRowsTest, RefusesPacketsOutOfOrder) {
  for (const std::uint8_t number : std::array<std::uint8_t, 4>{0, 3, 5, 255}) {
    expect_malformed([&](FakeClient& client) {
      head(client);
      client.send("\1x", number);
      client.send(kEof);
    });
  }
  expect_malformed([](FakeClient& client) { client.send("\1", 2); });
}

TEST(PacketRowsTest, CountsPacketsBeyondTheLargestNumber) {
  const Read read = read_from([](FakeClient& client) {
    head(client);
    for (int row = 0; row < 1000; ++row) client.send("\1x");
    client.send(kEof);
  });
  EXPECT_EQ(read.rows, 1000U);
  EXPECT_EQ(read.failure.code, "") << plain(read.failure.message);
}

TEST(PacketRowsTest, RefusesADefinitionWithoutEnd) {
  expect_malformed([](FakeClient& client) {
    client.send("\1");
    const std::string part(0xFFFFFF, 'd');
    while (client.send(part)) continue;
  });
}

TEST(PacketRowsTest, RefusesARowThatSaysMoreThanItHas) {
  for (const std::string& row :
       {std::string("\5x"), std::string("\xfe\xff\xff\xff\xff\xff\xff\xff\xff", 9) + "xyz",
        std::string("\xfd\1"), std::string("\1xy")}) {
    expect_malformed([&](FakeClient& client) {
      head(client);
      client.send(row);
      client.send(kEof);
    });
  }
}

TEST(PacketRowsTest, TakesNoErrorForAGoodEnd) {
  for (const std::string& error : {std::string("\xff\0\0#HY000text", 13), std::string("\xff\0\0#00000", 9)}) {
    expect_malformed([&](FakeClient& client) { client.send(error); });
    expect_malformed([&](FakeClient& client) {
      head(client);
      client.send("\1x");
      client.send(error);
    });
  }
}

TEST(PacketRowsTest, TellsAnErrorWithoutAText) {
  const Read read = read_from([](FakeClient& client) {
    head(client);
    client.send(std::string("\xff\x28\4#42000", 9));
  });
  EXPECT_EQ(read.failure.code, "statement-failed");
  EXPECT_EQ(plain(read.failure.message), "errorWithoutWords number=1064");
}

TEST(PacketRowsTest, NeverOffersAFile) {
  expect_malformed([](FakeClient& client) { client.send("\xfb/etc/passwd"); });
}

TEST(PacketRowsTest, EndsWithAServerThatGoes) {
  const Read read = read_from([](FakeClient& client) {
    head(client);
    client.send("\1x");
  });
  EXPECT_EQ(read.failure.code, "connect-lost");
  EXPECT_EQ(read.rows, 1U);
}

}  // namespace
}  // namespace sluice
