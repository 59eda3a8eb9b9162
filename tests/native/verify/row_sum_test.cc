#include "verify/row_sum.h"

#include <gtest/gtest.h>

#include "codec/digest.h"

namespace sluice {
namespace {

constexpr std::string_view kText = "1\ta\\nb\n2\t\n\n3\tc\n";

TEST(RowSum, IsThatOfTheRowsWhateverPiecesTheyComeIn) {
  const std::uint64_t expected = xxh64("1\ta\\nb\n") + xxh64("2\t\n") + xxh64("\n") + xxh64("3\tc\n");
  for (std::size_t step = 1; step <= kText.size(); ++step) {
    RowSum sum;
    for (std::size_t at = 0; at < kText.size(); at += step) sum.add(kText.substr(at, step));
    EXPECT_EQ(sum.value(), expected) << "in pieces of " << step;
  }
}

TEST(RowSum, TheOrderOfRowsDoesNotMatterAndTheirNumberDoes) {
  RowSum one;
  RowSum other;
  RowSum twice;
  one.add("1\ta\n2\tb\n");
  other.add("2\tb\n1\ta\n");
  twice.add("1\ta\n2\tb\n2\tb\n");
  EXPECT_EQ(one.value(), other.value());
  EXPECT_NE(one.value(), twice.value());
}

TEST(RowSum, ARowCountsWhenItHasEnded) {
  RowSum sum;
  sum.add("1\ta");
  EXPECT_EQ(sum.value(), 0u);
  sum.add("");
  sum.add("\n2\tb");
  EXPECT_EQ(sum.value(), xxh64("1\ta\n"));
}

}  // namespace
}  // namespace sluice
