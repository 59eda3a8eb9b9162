#include "row/base64.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace sluice {
namespace {

std::string encoded(const std::string& bytes) {
  std::string out(base64_room(bytes.size()), '?');
  EXPECT_EQ(encode_base64(bytes, out.data()), out.data() + out.size());
  return out;
}

std::string decoded(const std::string& text) {
  const std::string alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string bytes;
  unsigned bits = 0;
  int count = 0;
  for (const char digit : text) {
    if (digit == '=') break;
    bits = bits << 6 | static_cast<unsigned>(alphabet.find(digit));
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes += static_cast<char>(bits >> count & 0xFF);
  }
  return bytes;
}

// The vectors of RFC 4648, section 10.
TEST(Base64Test, AgreesWithTheStandard) {
  EXPECT_EQ(encoded(""), "");
  EXPECT_EQ(encoded("f"), "Zg==");
  EXPECT_EQ(encoded("fo"), "Zm8=");
  EXPECT_EQ(encoded("foo"), "Zm9v");
  EXPECT_EQ(encoded("foob"), "Zm9vYg==");
  EXPECT_EQ(encoded("fooba"), "Zm9vYmE=");
  EXPECT_EQ(encoded("foobar"), "Zm9vYmFy");
}

TEST(Base64Test, DecodesToWhatWasEncoded) {
  std::mt19937 random(4648);
  for (int round = 0; round < 5'000; ++round) {
    std::string bytes(random() % 100, '\0');
    for (char& byte : bytes) byte = static_cast<char>(random());
    ASSERT_EQ(decoded(encoded(bytes)), bytes);
  }
}

}  // namespace
}  // namespace sluice
