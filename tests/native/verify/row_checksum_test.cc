#include "verify/row_checksum.h"

#include <gtest/gtest.h>

#include "codec/digest.h"

namespace sluice {
namespace {

constexpr std::string_view kText = "1\ta\\nb\n2\t\n\n3\tc\n";

TEST(RowChecksum, IsThatOfTheRowsWhateverPiecesTheyComeIn) {
  const std::uint64_t expected = xxh64("1\ta\\nb\n") + xxh64("2\t\n") + xxh64("\n") + xxh64("3\tc\n");
  for (std::size_t step = 1; step <= kText.size(); ++step) {
    RowChecksum checksum;
    for (std::size_t at = 0; at < kText.size(); at += step) checksum.add(kText.substr(at, step));
    EXPECT_EQ(checksum.value(), expected) << "in pieces of " << step;
  }
}

TEST(RowChecksum, TheOrderOfRowsDoesNotMatterAndTheirNumberDoes) {
  RowChecksum one;
  RowChecksum other;
  RowChecksum twice;
  one.add("1\ta\n2\tb\n");
  other.add("2\tb\n1\ta\n");
  twice.add("1\ta\n2\tb\n2\tb\n");
  EXPECT_EQ(one.value(), other.value());
  EXPECT_NE(one.value(), twice.value());
}

TEST(RowChecksum, ARowCountsWhenItHasEnded) {
  RowChecksum checksum;
  checksum.add("1\ta");
  EXPECT_EQ(checksum.value(), 0u);
  checksum.add("");
  checksum.add("\n2\tb");
  EXPECT_EQ(checksum.value(), xxh64("1\ta\n"));
}

}  // namespace
}  // namespace sluice
