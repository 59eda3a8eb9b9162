#include "innodb/untrusted_file.h"

#include <gtest/gtest.h>

namespace sluice {
namespace {

/// The fuzz tier's corpus and a slice of its work, from seeds: under ASan and UBSan in their presets.
class UntrustedFileTest : public ::testing::TestWithParam<unsigned> {};

TEST(UntrustedCorpusTest, ReadsWhole) {
  for (const test::UntrustedInput& input : test::untrusted_corpus())
    EXPECT_NO_THROW(test::read_untrusted(input));
}

INSTANTIATE_TEST_SUITE_P(Seeds, UntrustedFileTest, ::testing::Range(1U, 5U));

TEST_P(UntrustedFileTest, NeverMakesTheReaderFailOrLie) {
  constexpr int kRounds = 150;
  std::minstd_rand random(GetParam());
  const std::vector<test::UntrustedInput> corpus = test::untrusted_corpus();
  for (int round = 0; round < kRounds; ++round) {
    for (test::UntrustedInput input : corpus) {
      test::mutate_untrusted(input, random);
      EXPECT_NO_THROW(test::read_untrusted(input)) << "round " << round;
    }
  }
}

}  // namespace
}  // namespace sluice
