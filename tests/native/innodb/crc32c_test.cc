#include "innodb/crc32c.h"

#include <gtest/gtest.h>

#include <numeric>
#include <string>
#include <vector>

namespace sluice {
namespace {

Bytes bytes_of(const std::string& text) { return std::as_bytes(std::span(text)); }

// The test values of RFC 3720 (iSCSI), appendix B.4.
TEST(Crc32cTest, IsTheCastagnoliPolynomial) {
  std::string rising(32, '\0');
  std::iota(rising.begin(), rising.end(), '\0');
  EXPECT_EQ(crc32c(bytes_of(std::string(32, '\0'))), 0x8A9136AAU);
  EXPECT_EQ(crc32c(bytes_of(std::string(32, '\xFF'))), 0x62A8AB43U);
  EXPECT_EQ(crc32c(bytes_of(rising)), 0x46DD794EU);
  EXPECT_EQ(crc32c(bytes_of("123456789")), 0xE3069283U);
  EXPECT_EQ(crc32c({}), 0U);
}

TEST(Crc32cTest, TheInstructionAndTheTablesAgreeOnEveryLength) {
  std::string text;
  for (int length = 0; length < 200; ++length) {
    EXPECT_EQ(crc32c(bytes_of(text)), crc32c_portable(bytes_of(text))) << length;
    text += static_cast<char>(length * 37 + 11);
  }
}

}  // namespace
}  // namespace sluice
